"""What the routes share: the stored games, the workers, and the way a failed task is reported."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Self

from fastapi import HTTPException, Request, Response, WebSocket

from sapper.web.client import Client
from sapper.web.game_store import GameStore
from sapper.web.kept_store import KeptStore
from sapper.web.server_settings import ServerSettings
from sapper.web.task_history import TaskLimiter, TooManyTasks
from sapper.web.task_runner import ServerBusy, TaskRunner
from sapper.web.tasks.worker_pool import Deliver, TaskEnded, task_line

STATUS = {"impossible": 422, "input": 400, "budget": 503, "failure": 500}
"""The HTTP status for each kind of error that a task reports."""
ERROR = b'{"error":'
"""How the JSON of a failed task begins."""
NO_WORKER = "the server cannot start a worker process: try again in a moment"
GRACE = 0.5
"""How many seconds a task may still run after its client has disconnected.

Killing its worker at once would cost more, because a new process takes longer to start.
"""


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
    runner: TaskRunner = field(init=False)

    def __post_init__(self) -> None:
        self.games = GameStore(self.settings)
        self.kept = KeptStore(self.settings)
        self.limiter = TaskLimiter(self.settings)
        self.runner = TaskRunner(self.settings)

    @classmethod
    def of(cls, connection: Request | WebSocket) -> Self:
        """Return the state of the server that received a request."""
        found = connection.app.state.sapper
        assert isinstance(found, cls)
        return found

    async def close(self) -> None:
        """End every worker process."""
        await self.runner.close()

    async def run_task(self, asked: Request, task: str, request: dict[str, Any]) -> bytes:
        """Run a task that returns one result, and return that result as JSON.

        When the client disconnects, the task is cancelled.

        Raises:
            RequestRefused: The task failed, or no worker could run it.
        """
        running = asyncio.ensure_future(self._run_task(client_of(asked), task, request))
        leaving = asyncio.ensure_future(_disconnected(asked))
        try:
            await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({running}, timeout=GRACE)
            if not running.done():
                raise RequestRefused(499, "the client has disconnected")
            return running.result()
        finally:
            running.cancel()
            leaving.cancel()
            await asyncio.gather(running, leaving, return_exceptions=True)

    async def _run_task(self, client: Client, task: str, request: dict[str, Any]) -> bytes:
        line = task_line(task, self._with_limits(request))
        try:
            with self.limiter.admit(client, len(line)):
                result = await self.runner.answer(client, line, self.settings.seconds)
        except TooManyTasks as error:
            raise RequestRefused(429, str(error)) from None
        except ServerBusy as error:
            raise RequestRefused(503, str(error)) from None
        except OSError:
            raise RequestRefused(503, NO_WORKER) from None
        except TaskEnded as error:
            raise RequestRefused(504, str(error)) from None
        if result.startswith(ERROR):
            raise _refusal(json.loads(result))
        return result

    async def stream_task(
        self, client: Client, task: str, line: bytes, deliver: Deliver, stop: asyncio.Event
    ) -> None:
        """Run a task that streams, and deliver each result as JSON, a failure too."""
        seconds = self.settings.reviewing if task == "review" else self.settings.thinking
        try:
            with self.limiter.admit(client, len(line)):
                await self.runner.stream(client, line, seconds, deliver, stop)
        except (TooManyTasks, ServerBusy, TaskEnded) as error:
            await deliver(_refused(str(error)))
        except OSError:
            await deliver(_refused(NO_WORKER))

    def streamed_line(self, task: str, request: dict[str, Any]) -> bytes:
        """Return the line for a worker that starts a task that streams.

        A request waits in this form, because the objects parsed from it take up to forty times its size.
        """
        return task_line(task, self._with_limits(request))

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


async def _disconnected(request: Request) -> None:
    """Wait until the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body that no route reads


def _refused(sentence: str) -> bytes:
    return json.dumps({"error": sentence, "kind": "refused"}).encode()


def json_response(line: bytes) -> Response:
    """Make a response from bytes that are already JSON."""
    return Response(line, media_type="application/json")


def _refusal(answer: dict[str, Any]) -> RequestRefused:
    sentence, kind = answer.pop("error"), answer.pop("kind")
    return RequestRefused(STATUS[kind], sentence, **answer)
