"""`Engine`: a client that waits for each response."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
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
PATIENCE = 5.0
"""The seconds that an engine gets to end by itself before it is killed."""


class Engine:
    """The solver in a process of its own. Use it as a context manager, or call `close`.

    One request is answered at a time. `budget` is the limit of an analysis in seconds. Without it the default
    of the engine holds, and None means no limit.

    Args:
        command: The command that starts the engine. The default is the engine of this installation.

    Raises:
        EngineError: The engine cannot be started, or it does not speak the protocol of this client.

    >>> with Engine() as engine:
    ...     engine.best("1??/???/??? 2").opens
    ((0, 2),)
    """

    about: dict[str, Any]
    """What the engine says about itself: name, version, protocol, default budget and commands."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineError(f"the engine cannot be started: {error}") from None
        self._ids = count(1)
        self._stream: Stream[Any] | None = None
        try:
            self.about = self._ask(messages.version())
        except BaseException:
            self.close()
            raise

    def analyse(
        self, position: Position, *, budget: float | None = ENGINE_DEFAULT, trust_flags: bool = False
    ) -> dict[str, Any]:
        """Return the document of ``sapper analyse --json``: the risks, the certain cells, the best move."""
        found: dict[str, Any] = self._ask(messages.analyse(position, budget, trust_flags))
        return found

    def best(
        self,
        position: Position,
        strength: str = "strong",
        *,
        seconds: float | None = None,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> Decision:
        """Return the recommended move. Only the strength "max" takes `seconds` for its rollouts."""
        found: Decision = self._ask(messages.best(position, strength, seconds, budget, trust_flags))
        return found

    def explain(
        self,
        position: Position,
        cell: Cell,
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> Explanation:
        """Return the numbers that prove a certain cell."""
        found: Explanation = self._ask(messages.explain(position, cell, budget, trust_flags))
        return found

    def numbers(
        self,
        position: Position,
        cell: Cell,
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> NDArray[np.float64]:
        """Return the probabilities that a cell shows 0, 1, ..., 8, given that it is free."""
        found: NDArray[np.float64] = self._ask(messages.numbers(position, cell, budget, trust_flags))
        return found

    def think(
        self,
        position: Position,
        seconds: float = 1.0,
        strength: str = "strong",
        *,
        budget: float | None = ENGINE_DEFAULT,
        trust_flags: bool = False,
    ) -> Stream[Thought]:
        """Rank the candidate moves. Each `Thought` of the stream is more precise than the one before."""
        return self._begin(messages.think(position, seconds, strength, budget, trust_flags))

    def review(self, record: GameRecord, strength: str = "strong") -> Stream[dict[str, Any]]:
        """Grade every move of a finished game: the stream gives each move, and last the summary."""
        return self._begin(messages.review(record, strength))

    def agents(self) -> list[dict[str, Any]]:
        """List the agents with their names, papers and summaries."""
        found: list[dict[str, Any]] = self._ask(messages.agents())
        return found

    def close(self) -> None:
        """End the engine. A request that is being answered is stopped."""
        process = self._process
        assert process.stdin and process.stdout
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(PATIENCE if self._stream is None else 0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        self._stream = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, question: Question) -> Any:
        return self._begin(question).result()

    def _begin(self, question: Question) -> Stream[Any]:
        if self._stream is not None:
            raise EngineError("the engine is answering another request: finish or stop its stream first")
        identity = next(self._ids)
        self._write(question.line(identity))
        self._stream = Stream(self, identity, question.read)
        return self._stream

    def _write(self, line: bytes) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineError(self._ended()) from None

    def _read(self, identity: int) -> Response:
        """Read the next response to a request, and pass over those to others, such as a stop."""
        assert self._process.stdout
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise EngineError(self._ended())
            response = Response.parse(line)
            if response.identity == identity:
                return response

    def _ended(self) -> str:
        status = self._process.poll()
        return f"the engine has ended{'' if status is None else f' with exit status {status}'}"


class Stream(Generic[T]):
    """The results of one request, as they arrive. It is an iterator, and `stop` ends it early."""

    def __init__(self, engine: Engine, identity: int, read: Callable[[Any], T]) -> None:
        self._engine, self._identity, self._read = engine, identity, read
        self._last: T
        self._is_over = False

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        if self._is_over:
            raise StopIteration
        try:
            response = self._engine._read(self._identity)
        except BaseException:
            self._end()
            raise
        if response.is_last:
            self._end()
        if response.error is not None:
            raise response.error
        self._last = self._read(response.result)
        return self._last

    def stop(self) -> T:
        """Tell the engine to stop, and return the last result, which is the best it knows."""
        if not self._is_over:
            self._engine._write(messages.stop(self._identity).line(next(self._engine._ids)))
        return self.result()

    def result(self) -> T:
        """Wait for the last result and return it."""
        for _ in self:
            pass
        return self._last

    def _end(self) -> None:
        self._is_over, self._engine._stream = True, None
