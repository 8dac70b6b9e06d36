"""`AsyncEngine`: the client for programs that use asyncio."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.engine import messages
from sapper.engine.messages import COMMAND, ENGINE_DEFAULT, EngineError, Position, Question, Response, Thought
from sapper.game.record import GameRecord
from sapper.game.rules import Cell
from sapper.solver.explanation import Explanation

T = TypeVar("T")
LONGEST_LINE = 1 << 26
"""The most bytes of one response."""
PATIENCE = 5.0
"""The seconds that an engine gets to end by itself before it is killed."""


class AsyncEngine:
    """`Engine` for asyncio: the same requests as coroutines, and streams for ``async for``.

    Use it as an asynchronous context manager: ``async with AsyncEngine() as engine``.

    Args:
        command: The command that starts the engine. The default is the engine of this installation.
    """

    about: dict[str, Any]
    """What the engine says about itself: name, version, protocol, default budget and commands."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._ids = count(1)
        self._stream: AsyncStream[Any] | None = None

    async def start(self) -> None:
        """Start the engine. ``async with`` does it.

        Raises:
            EngineError: The engine cannot be started, or it does not speak the protocol of this client.
        """
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=LONGEST_LINE
            )
        except OSError as error:
            raise EngineError(f"the engine cannot be started: {error}") from None
        try:
            self.about = await self._ask(messages.version())
        except BaseException:
            await self.close()
            raise

    async def analyse(
        self, position: Position, *, budget: float | None = ENGINE_DEFAULT, trust_flags: bool = False
    ) -> dict[str, Any]:
        """Return the document of ``sapper analyse --json``: the risks, the certain cells, the best move."""
        found: dict[str, Any] = await self._ask(messages.analyse(position, budget, trust_flags))
        return found

    async def best(
        self,
        position: Position,
        strength: str = "strong",
        *,
        seconds: float | None = None,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> Decision:
        """Return the recommended move. Only the strength "max" takes `seconds` for its rollouts."""
        found: Decision = await self._ask(messages.best(position, strength, seconds, budget, trust_flags))
        return found

    async def explain(
        self,
        position: Position,
        cell: Cell,
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> Explanation:
        """Return the numbers that prove a certain cell."""
        found: Explanation = await self._ask(messages.explain(position, cell, budget, trust_flags))
        return found

    async def numbers(
        self,
        position: Position,
        cell: Cell,
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> NDArray[np.float64]:
        """Return the probabilities that a cell shows 0, 1, ..., 8, given that it is free."""
        found: NDArray[np.float64] = await self._ask(messages.numbers(position, cell, budget, trust_flags))
        return found

    def think(
        self,
        position: Position,
        seconds: float = 1.0,
        strength: str = "strong",
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> AsyncStream[Thought]:
        """Rank the candidate moves. Each `Thought` of the stream is more precise than the one before."""
        return self._begin(messages.think(position, seconds, strength, budget, trust_flags))

    def review(self, record: GameRecord, strength: str = "strong") -> AsyncStream[dict[str, Any]]:
        """Grade every move of a finished game: the stream gives each move, and last the summary."""
        return self._begin(messages.review(record, strength))

    async def agents(self) -> list[dict[str, Any]]:
        """List the agents with their names, papers and summaries."""
        found: list[dict[str, Any]] = await self._ask(messages.agents())
        return found

    async def close(self) -> None:
        """End the engine. A request that is being answered is stopped."""
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), PATIENCE if self._stream is None else 0)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        self._stream = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def _ask(self, question: Question) -> Any:
        stream: AsyncStream[Any] = self._begin(question)
        return await stream.result()

    def _begin(self, question: Question) -> AsyncStream[Any]:
        return AsyncStream(self, question.line, question.read)

    async def _write(self, line: bytes) -> None:
        if self._process is None or self._process.stdin is None:
            raise EngineError("the engine is not started: use async with")
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except (OSError, RuntimeError):
            raise EngineError(self._ended()) from None

    async def _read(self, identity: int) -> Response:
        """Read the next response to a request, and pass over those to others, such as a stop."""
        assert self._process and self._process.stdout
        while True:
            line = await self._process.stdout.readline()
            if not line:
                raise EngineError(self._ended())
            response = Response.parse(line)
            if response.identity == identity:
                return response

    def _ended(self) -> str:
        status = None if self._process is None else self._process.returncode
        return f"the engine has ended{'' if status is None else f' with exit status {status}'}"


class AsyncStream(Generic[T]):
    """The results of one request, as they arrive. It is an asynchronous iterator; `stop` ends it early.

    The request is sent when the first result is awaited.
    """

    def __init__(self, engine: AsyncEngine, line: Callable[[int], bytes], read: Callable[[Any], T]) -> None:
        self._engine, self._line, self._read = engine, line, read
        self._identity: int | None = None
        self._last: T
        self._is_over = False

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        if self._is_over:
            raise StopAsyncIteration
        try:
            response = await self._engine._read(await self._begun())
        except BaseException:
            self._end()
            raise
        if response.is_last:
            self._end()
        if response.error is not None:
            raise response.error
        self._last = self._read(response.result)
        return self._last

    async def stop(self) -> T:
        """Tell the engine to stop, and return the last result, which is the best it knows."""
        if not self._is_over:
            identity = await self._begun()
            await self._engine._write(messages.stop(identity).line(next(self._engine._ids)))
        return await self.result()

    async def result(self) -> T:
        """Wait for the last result and return it."""
        async for _ in self:
            pass
        return self._last

    async def _begun(self) -> int:
        """Send the request, if it was not sent yet, and return its id."""
        if self._identity is None:
            if self._engine._stream is not None:
                raise EngineError("the engine is answering another request: finish or stop its stream first")
            identity = self._identity = next(self._engine._ids)
            self._engine._stream = self
            await self._engine._write(self._line(identity))
        return self._identity

    def _end(self) -> None:
        self._is_over = True
        if self._engine._stream is self:
            self._engine._stream = None
