"""What the routes share: the games, the processes that think, and how a thought's failure is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

from fastapi import HTTPException, Request, Response, WebSocket

from sapper.web.game_store import GameStore
from sapper.web.request_guard import Client
from sapper.web.server_settings import ServerSettings
from sapper.web.task_limiter import TaskLimiter, TooManyTasks
from sapper.web.tasks.worker_pool import PoolBusy, TaskEnded, WorkerPool

STATUS = {"impossible": 422, "input": 400, "budget": 503, "failure": 500}
ERROR = b'{"error":'


class RequestRefused(HTTPException):
    """An answer that says why there is none, with whatever else the page needs to show it."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(status, sentence)
        self.more = more


@dataclass
class ServerState:
    """One server's state."""

    settings: ServerSettings
    games: GameStore = field(init=False)
    gate: TaskLimiter = field(init=False)
    quick: WorkerPool = field(init=False)
    long: WorkerPool = field(init=False)

    def __post_init__(self) -> None:
        self.games = GameStore(self.settings)
        self.gate = TaskLimiter(self.settings)
        self.quick = WorkerPool(self.settings.quick_workers, self.settings.waiting)
        self.long = WorkerPool(self.settings.long_workers, self.settings.waiting)

    @classmethod
    def of(cls, connection: Request | WebSocket) -> Self:
        """The state of the server that a request came to."""
        found = connection.app.state.sapper
        assert isinstance(found, cls)
        return found

    async def close(self) -> None:
        """End every process."""
        await asyncio.gather(self.quick.close(), self.long.close())

    async def ask(self, client: Client, task: str, request: dict[str, Any]) -> bytes:
        """The one answer to a question, as JSON; raises `RequestRefused` where there is none."""
        try:
            with self.gate.thought(client):
                line = await self.quick.answer(task, self._limited(request), self.settings.seconds)
        except TooManyTasks as error:
            raise RequestRefused(429, str(error)) from None
        except PoolBusy as error:
            raise RequestRefused(503, str(error)) from None
        except TaskEnded as error:
            raise RequestRefused(504, str(error)) from None
        if line.startswith(ERROR):
            raise _refusal(json.loads(line))
        return line

    async def stream(
        self, client: Client, task: str, request: dict[str, Any], stop: asyncio.Event
    ) -> AsyncIterator[bytes]:
        """Every answer of a thought that goes on, as JSON; a failure is an answer too."""
        try:
            with self.gate.thought(client):
                seconds = self.settings.reviewing if task == "review" else self.settings.thinking
                async for line in self.long.stream(task, self._limited(request), seconds, stop):
                    yield line
        except (TooManyTasks, PoolBusy, TaskEnded) as error:
            yield json.dumps({"error": str(error), "kind": "refused"}).encode()

    def _limited(self, request: dict[str, Any]) -> dict[str, Any]:
        """A request with the limits that its task keeps by itself."""
        # Half the time for the risks, so that the rest is left for what builds on them.
        limits = {
            "budget": self.settings.seconds / 2,
            "seconds": self.settings.thinking,
            "memory": self.settings.memory,
            "trust_flags": False,
        }
        return limits | request


def client_of(connection: Request | WebSocket) -> Client:
    """Who asks."""
    found = connection.scope["state"]["client"]
    assert isinstance(found, Client)
    return found


def as_json(line: bytes) -> Response:
    """An answer that is JSON already."""
    return Response(line, media_type="application/json")


def _refusal(answer: dict[str, Any]) -> RequestRefused:
    sentence, kind = answer.pop("error"), answer.pop("kind")
    return RequestRefused(STATUS[kind], sentence, **answer)
