"""What the routes share: the stored games, the worker pools, and the way a failed task is reported."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

from fastapi import HTTPException, Request, Response, WebSocket

from sapper.web.game_store import GameStore
from sapper.web.kept_store import KeptStore
from sapper.web.request_guard import Client
from sapper.web.server_settings import ServerSettings
from sapper.web.task_limiter import TaskLimiter, TooManyTasks
from sapper.web.tasks.worker_pool import PoolBusy, TaskEnded, WorkerPool

STATUS = {"impossible": 422, "input": 400, "budget": 503, "failure": 500}
"""The HTTP status for each kind of error that a task reports."""
ERROR = b'{"error":'
"""How the JSON of a failed task begins."""


class RequestRefused(HTTPException):
    """An error response: a sentence, and whatever else the page needs to show the error."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(status, sentence)
        self.more = more


@dataclass
class ServerState:
    """The state of one server."""

    settings: ServerSettings
    games: GameStore = field(init=False)
    kept: KeptStore = field(init=False)
    limiter: TaskLimiter = field(init=False)
    quick: WorkerPool = field(init=False)
    """The workers for tasks that return one response."""
    long: WorkerPool = field(init=False)
    """The workers for tasks that stream."""

    def __post_init__(self) -> None:
        self.games = GameStore(self.settings)
        self.kept = KeptStore(self.settings)
        self.limiter = TaskLimiter(self.settings)
        self.quick = WorkerPool(self.settings.quick_workers, self.settings.waiting)
        self.long = WorkerPool(self.settings.long_workers, self.settings.waiting)

    @classmethod
    def of(cls, connection: Request | WebSocket) -> Self:
        """Return the state of the server that received a request."""
        found = connection.app.state.sapper
        assert isinstance(found, cls)
        return found

    async def close(self) -> None:
        """End every worker process."""
        await asyncio.gather(self.quick.close(), self.long.close())

    async def run_task(self, client: Client, task: str, request: dict[str, Any]) -> bytes:
        """Run a task that returns one result, and return that result as JSON.

        Raises:
            RequestRefused: The task failed, or no worker could run it.
        """
        try:
            with self.limiter.admit(client):
                line = await self.quick.answer(task, self._with_limits(request), self.settings.seconds)
        except TooManyTasks as error:
            raise RequestRefused(429, str(error)) from None
        except PoolBusy as error:
            raise RequestRefused(503, str(error)) from None
        except TaskEnded as error:
            raise RequestRefused(504, str(error)) from None
        if line.startswith(ERROR):
            raise _refusal(json.loads(line))
        return line

    async def stream_task(
        self, client: Client, task: str, request: dict[str, Any], stop: asyncio.Event
    ) -> AsyncIterator[bytes]:
        """Run a task that streams, and yield each result as JSON. A failure is yielded as a result too."""
        try:
            with self.limiter.admit(client):
                seconds = self.settings.reviewing if task == "review" else self.settings.thinking
                async for line in self.long.stream(task, self._with_limits(request), seconds, stop):
                    yield line
        except (TooManyTasks, PoolBusy, TaskEnded) as error:
            yield json.dumps({"error": str(error), "kind": "refused"}).encode()

    def _with_limits(self, request: dict[str, Any]) -> dict[str, Any]:
        """Add to a request the limits that its task must keep."""
        limits = {
            # Half of the time is for the risks. The other half is left for the steps that use the risks.
            "budget": self.settings.seconds / 2,
            "seconds": self.settings.thinking,
            "memory": self.settings.memory,
            "trust_flags": False,
        }
        return limits | request


def client_of(connection: Request | WebSocket) -> Client:
    """Return the client that sent a request."""
    found = connection.scope["state"]["client"]
    assert isinstance(found, Client)
    return found


def json_response(line: bytes) -> Response:
    """Make a response from bytes that are already JSON."""
    return Response(line, media_type="application/json")


def _refusal(answer: dict[str, Any]) -> RequestRefused:
    sentence, kind = answer.pop("error"), answer.pop("kind")
    return RequestRefused(STATUS[kind], sentence, **answer)
