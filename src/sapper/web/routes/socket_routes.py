"""The WebSocket for tasks that stream: win rates, proofs, games of agents, and reviews.

A client sends ``{"do": "think" | "reasons" | "watch" | "review", "tag": ..., ...}`` to start a task, and
``{"do": "stop", "tag": ...}`` to stop it. Every result has the tag of its task. The last message of a task is
``{"tag": ..., "kind": "end"}``. A new task with the tag of a running task replaces it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from sapper.agents.registry import AGENTS
from sapper.web.api_models import BoardRules, ClientMessage, PositionRequest
from sapper.web.connection_guard import guard_of
from sapper.web.routes.game_routes import checked_rules
from sapper.web.routes.position_routes import checked_view
from sapper.web.server_state import RequestRefused, ServerState, client_of

router = APIRouter()
MOST_TAGS = 8
LONGEST_TAG = 40
IN_TIME = 0.75
"""The share of its time limit that a thought may use, so that its last result is sent before the limit."""


class ThinkMessage(PositionRequest):
    """A request for the win rates of the moves of a position, or for the proofs of its certain cells."""

    do: Literal["think", "reasons"]
    tag: str = Field(max_length=LONGEST_TAG)
    seconds: float = Field(default=10.0, gt=0)


class WatchMessage(BoardRules):
    """A request to watch agents play the same board."""

    do: Literal["watch"]
    tag: str = Field(max_length=LONGEST_TAG)
    agents: list[str] = Field(min_length=1, max_length=4)
    seed: int = Field(ge=0, lt=2**53)
    """Below 2^53, because larger integers are not exact in JavaScript."""
    index: int = Field(default=0, ge=0, lt=2**53)
    start: list[int] = Field(default=[0, 0], min_length=2, max_length=2)


class ReviewMessage(ClientMessage):
    """A request to review a game record."""

    do: Literal["review"]
    tag: str = Field(max_length=LONGEST_TAG)
    record: dict[str, Any]
    strength: Literal["fast", "strong", "max"] = "strong"


class StopMessage(ClientMessage):
    """A request to stop a task."""

    do: Literal["stop"]
    tag: str = Field(max_length=LONGEST_TAG)


AnyMessage = ThinkMessage | WatchMessage | ReviewMessage | StopMessage
MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="do")])


@router.websocket("/api/stream")
async def stream(socket: WebSocket) -> None:
    """Serve one WebSocket until it is closed."""
    await socket.accept()
    connection = SocketConnection(socket)
    try:
        while True:
            await connection.handle(await socket.receive_text())
    except (WebSocketDisconnect, KeyError):  # KeyError: a binary message, which the page never sends
        pass
    finally:
        await connection.close()


class SocketConnection:
    """One WebSocket, and its running tasks by their tags."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.state, self.client = ServerState.of(socket), client_of(socket)
        self._stops: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._replaced: set[asyncio.Task[None]] = set()
        """The tasks that were told to stop because another has their tag, and have not ended yet."""

    async def handle(self, text: str) -> None:
        """Start or stop a task, as a message asks. An invalid message gets an error response."""
        tag = ""
        try:
            message = MESSAGE.validate_json(text)
            tag = message.tag
            if isinstance(message, StopMessage):
                self._stop(tag)
                return
            task, request = self._request(message)
            # The parsed message is not kept while the task waits: only this line is.
            line = self.state.streamed_line(task, request)
            del message, request
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            await self._refuse(_tag(text), "input", f"{where}: {first['msg']}")
            return
        except HTTPException as error:
            await self._refuse(tag, "input", str(error.detail))
            return
        self._stop(tag)
        if len(self._tasks.keys() | {tag}) > MOST_TAGS:
            await self._refuse(tag, "refused", "too many tasks on one socket")
            return
        replaced = self._tasks.get(tag)
        if replaced is not None:
            self._replaced.add(replaced)
            replaced.add_done_callback(self._replaced.discard)
        stop = self._stops[tag] = asyncio.Event()
        self._tasks[tag] = asyncio.create_task(self._run(tag, task, line, stop, replaced))
        while len(self._replaced) > MOST_TAGS:  # a client that replaces tasks faster than they end must wait
            await asyncio.wait(self._replaced, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Stop every task of this socket."""
        for tag in list(self._stops):
            self._stop(tag)
        ending = asyncio.gather(*self._tasks.values(), *self._replaced, return_exceptions=True)
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending  # even when we are cancelled, every task must end its worker process first
            raise

    def _request(self, message: ThinkMessage | WatchMessage | ReviewMessage) -> tuple[str, dict[str, Any]]:
        side = self.state.settings.side
        if isinstance(message, ThinkMessage):
            checked_view(message.position, side)
            seconds = min(message.seconds, IN_TIME * self.state.settings.thinking)
            return message.do, message.model_dump() | {"seconds": seconds}
        if isinstance(message, WatchMessage):
            rules = checked_rules(message, side)
            unknown = [name for name in message.agents if name not in AGENTS]
            if unknown:
                raise RequestRefused(400, f"no agent is called {unknown[0][:40]!r}")
            return "watch", message.model_dump() | {"rules": rules.to_dict()}
        played = message.record.get("rules")
        sides = [played.get(name) for name in ("rows", "cols")] if isinstance(played, dict) else []
        if any(isinstance(given, int) and given > side for given in sides):
            raise RequestRefused(400, f"boards have at most {side} rows and {side} columns here")
        return "review", {"record": message.record, "strength": message.strength}

    async def _run(
        self,
        tag: str,
        task: str,
        line: bytes,
        stop: asyncio.Event,
        replaced: asyncio.Task[None] | None,
    ) -> None:
        head = f'{{"tag":{json.dumps(tag)},'.encode()
        try:
            if replaced is not None:
                await replaced  # the replaced task was told to stop and will end soon
            if stop.is_set():
                return

            async def deliver(result: bytes) -> None:
                if not stop.is_set():  # otherwise the client has stopped or replaced this task
                    await self._send_text((head + result.strip()[1:]).decode())

            await self.state.stream_task(self.client, task, line, deliver, stop)
            if not stop.is_set():
                await self._send(tag, {"kind": "end"})
        except (WebSocketDisconnect, RuntimeError):
            pass  # the socket was closed while we were sending
        finally:
            if self._tasks.get(tag) is asyncio.current_task():
                del self._tasks[tag]
                self._stops.pop(tag, None)

    def _stop(self, tag: str) -> None:
        if tag in self._stops:
            self._stops.pop(tag).set()

    async def _refuse(self, tag: str, kind: str, sentence: str) -> None:
        self._stop(tag)  # no message may have this tag after the end message
        await self._send(tag, {"error": sentence, "kind": kind})
        await self._send(tag, {"kind": "end"})

    async def _send(self, tag: str, message: dict[str, Any]) -> None:
        await self._send_text(json.dumps({"tag": tag, **message}))

    async def _send_text(self, text: str) -> None:
        """Send a message, and give the socket up if the client does not read it in time."""
        try:
            async with asyncio.timeout(self.state.settings.sending):
                await self.socket.send_text(text)
        except TimeoutError:
            if guard := guard_of(self.socket.scope):
                guard.abort()
            raise WebSocketDisconnect(1001, "the client does not read") from None


def _tag(text: str) -> str:
    """The tag of an otherwise invalid message; empty when it has none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    tag = message.get("tag") if isinstance(message, dict) else None
    return tag if isinstance(tag, str) and len(tag) <= LONGEST_TAG else ""
