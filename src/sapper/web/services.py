"""What the routes share: the games, the processes that think, and how a thought's failure is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

from fastapi import HTTPException, Request, Response, WebSocket

from sapper.web.admission import Gate, TooManyThoughts
from sapper.web.game_store import GameStore
from sapper.web.limits import Settings
from sapper.web.request_guard import Client
from sapper.web.thinking.process_pool import Busy, Pool, TookTooLong

STATUS = {"impossible": 422, "input": 400, "budget": 503, "failure": 500}
ERROR = b'{"error":'


class Refused(HTTPException):
    """An answer that says why there is none, with whatever else the page needs to show it."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(status, sentence)
        self.more = more


@dataclass
class Context:
    """One server's state."""

    settings: Settings
    games: GameStore = field(init=False)
    gate: Gate = field(init=False)
    quick: Pool = field(init=False)
    long: Pool = field(init=False)

    def __post_init__(self) -> None:
        self.games = GameStore(self.settings)
        self.gate = Gate(self.settings)
        self.quick = Pool(self.settings.quick_workers, self.settings.waiting)
        self.long = Pool(self.settings.long_workers, self.settings.waiting)

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
        """The one answer to a question, as JSON; raises `Refused` where there is none."""
        try:
            with self.gate.thought(client):
                line = await self.quick.answer(task, self._limited(request), self.settings.seconds)
        except TooManyThoughts as error:
            raise Refused(429, str(error)) from None
        except Busy as error:
            raise Refused(503, str(error)) from None
        except TookTooLong as error:
            raise Refused(504, str(error)) from None
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
        except (TooManyThoughts, Busy, TookTooLong) as error:
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


def _refusal(answer: dict[str, Any]) -> Refused:
    sentence, kind = answer.pop("error"), answer.pop("kind")
    return Refused(STATUS[kind], sentence, **answer)
