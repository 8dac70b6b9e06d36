"""generate: boards on demand, those that need no guess among them."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from sapper import _core
from sapper.errors import OutOfBudget
from sapper.game.board import Board
from sapper.game.file_formats import board_to_dict
from sapper.game.rules import Cell, Rules
from sapper.game.whole_numbers import whole_number
from sapper.solver.difficulty import Difficulty, difficulty

Method = Literal["random", "rejection", "repair"]
"""How a board came about.

``random``: any board, each equally likely. ``rejection``: the random boards that need no guess, so that every
board that needs none is equally likely. ``repair``: mines of a random board were moved until it needed no
guess; not every such board is equally likely.
"""

DEFAULT_SECONDS = 60.0
"""What boards that need no guess may take, unless told otherwise."""
HOPELESS = 100_000
"""Boards of 480 cells looked at in vain before repair takes over; of larger ones fewer."""
REPAIR_MOVES = 2_000
"""Mines moved on one board before another is taken."""
LONG = 0.1
"""Seconds of one call of the core, so that Ctrl-C and progress have a chance."""

Progress = Callable[[int, int], None]
"""Told now and then how many boards were found, and how many looked at; it may raise to stop."""


@dataclass(frozen=True)
class GeneratedBoard:
    """A board, and how it came about."""

    board: Board
    method: Method
    seed: int
    index: int
    """It is ``Board.random(rules, seed, index, start)``; or was, before it was repaired."""

    @cached_property
    def difficulty(self) -> Difficulty:
        """The hardest deduction that winning it from its start needs."""
        return difficulty(self.board)

    def to_dict(self) -> dict[str, Any]:
        """As in a boards file, with 3BV, difficulty and how it came about."""
        return {
            **board_to_dict(self.board),
            "3bv": self.board.bbbv,
            "difficulty": self.difficulty,
            "method": self.method,
            "seed": self.seed,
            "index": self.index,
        }


def generate(
    rules: Rules,
    count: int = 1,
    *,
    seed: int = 0,
    start: Cell = (0, 0),
    no_guess: bool = True,
    budget: float | None = DEFAULT_SECONDS,
    progress: Progress | None = None,
) -> Iterator[GeneratedBoard]:
    """Generate boards, one after another; the same arguments give the same boards.

    With `no_guess`, each can be won from `start` without a guess: by what every layout that fits agrees on,
    the mine count included, as the exact engine proves for each board. They are the boards of the stream
    `seed` that need no guess, so all such boards are equally likely; where none of very many is one, mines
    are moved until one is, and `method` says so.

    Args:
        rules: Size, mines and the promise of the first move.
        count: How many.
        seed: The stream of boards.
        start: The cell that is opened first.
        no_guess: Whether boards that need a guess are left out.
        budget: Seconds of wall time for all of them; None for no limit.
        progress: Told how far it is.

    Raises:
        OutOfBudget: Raised after the boards that were found in time, if there are too few.
        ValueError: No such board exists, or an argument is wrong.

    >>> found = next(generate(Rules(9, 9, 10, first_move="zero"), seed=1))
    >>> found.method, found.difficulty, found.board.bbbv
    ('rejection', 'single-cell', 15)
    """
    Board.random(rules, seed, 0, start)  # says what is wrong with rules, seed or start
    wanted = whole_number("count", count)
    if wanted < 1:
        raise ValueError(f"count must be at least 1, not {wanted}")
    if budget is not None and not (isinstance(budget, int | float) and budget >= 0):
        raise ValueError(f"a budget is a number of seconds, 0 or more, not {budget!r}")
    if not no_guess:
        return (
            GeneratedBoard(Board.random(rules, seed, index, start), "random", seed, index)
            for index in range(wanted)
        )
    return _Search(rules, wanted, seed, start, budget, progress).boards()


def needs_no_guess(board: Board, start: Cell | None = None) -> bool:
    """Whether a board can be won from a start, by default its own, without a guess.

    >>> needs_no_guess(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2)))
    False
    """
    at = board.rules.index(board.start if start is None else start)
    return bool(_core.no_guess(board.native, at, math.inf) == _core.NoGuess.SOLVABLE)


class _Search:
    """Looks for boards that need no guess."""

    def __init__(
        self,
        rules: Rules,
        wanted: int,
        seed: int,
        start: Cell,
        budget: float | None,
        progress: Progress | None,
    ) -> None:
        self.rules, self.wanted, self.seed, self.start = rules, wanted, seed, start
        self.progress = progress
        self.at = rules.index(start)
        self.budget = math.inf if budget is None else float(budget)
        self.deadline = time.monotonic() + self.budget
        self.found = 0
        self.looked = 0

    def boards(self) -> Iterator[GeneratedBoard]:
        """All that are wanted; `OutOfBudget` when the time is up."""
        for index in self._rejection():
            yield self._take(Board.random(self.rules, self.seed, index, self.start), "rejection", index)
            if self.found == self.wanted:
                return
        for index, native in self._repaired():
            board = Board.from_mines(self.rules, native.mines, self.start)
            yield self._take(board, "repair", index)
            if self.found == self.wanted:
                return

    def _take(self, board: Board, method: Method, index: int) -> GeneratedBoard:
        self.found += 1
        return GeneratedBoard(board, method, self.seed, index)

    def _rejection(self) -> Iterator[int]:
        """The indices of boards that need no guess, until none of very many in a row is one."""
        hopeless = max(64, min(HOPELESS, HOPELESS * 480 // self.rules.cells))
        last, batch = -1, 16
        while (left := last + 1 + hopeless - self.looked) > 0:
            began = time.monotonic()
            count = min(batch, left)  # where it ends must not depend on the speed of the machine
            verdicts = _core.find_no_guess(
                self.rules.native,
                self.seed,
                self.looked,
                count,
                self.at,
                os.cpu_count() or 1,
                self.deadline - began,
            )
            for index, verdict in enumerate(verdicts, start=self.looked):
                if verdict == _core.NoGuess.SOLVABLE:
                    last = index
                    yield index
                elif verdict == _core.NoGuess.OUT_OF_TIME:
                    raise self._out_of_budget()
            self.looked += count
            self._tell()
            if time.monotonic() - began < LONG / 2:
                batch *= 2

    def _repaired(self) -> Iterator[tuple[int, _core.Board]]:
        """Boards whose mines were moved, with the index of what they began as."""
        index = self.looked
        while True:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise self._out_of_budget()
            board = _core.repair(self.rules.native, self.seed, index, self.at, REPAIR_MOVES, left)
            if board is not None:
                yield index, board
            index += 1
            self.looked += 1
            self._tell()

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.found, self.looked)

    def _out_of_budget(self) -> OutOfBudget:
        found = f"only {self.found} of {self.wanted}" if self.found else "no"
        boards = "boards" if self.wanted > 1 else "board"
        game = f"{self.rules.size} from {self.start}"
        return OutOfBudget(f"{found} {boards} without a guess on {game} within {self.budget:g} s")
