"""Generate random boards, or boards that can be won without a guess."""

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
"""How a board was made.

``random``: any board, each equally likely. ``rejection``: a random board that happens to need no guess; every
such board is equally likely. ``repair``: a random board whose mines were moved until it needed no guess; such
boards are not all equally likely.
"""

DEFAULT_SECONDS = 60.0
"""The default time limit for boards that need no guess."""
HOPELESS = 100_000
"""The number of boards of 480 cells rejected in a row before repair starts. Larger boards get fewer."""
REPAIR_MOVES = 2_000
"""The number of mines that are moved on one board before the next board is tried."""
LONG = 0.1
"""The intended seconds of one call of the core. Ctrl-C and progress are handled between calls."""

Progress = Callable[[int, int], None]
"""A function called with the numbers of boards found and examined. If it raises an error, the search ends."""


@dataclass(frozen=True)
class GeneratedBoard:
    """A board, and how it was made."""

    board: Board
    method: Method
    seed: int
    index: int
    """The board is ``Board.random(rules, seed, index, start)``, or was that board before it was repaired."""

    @cached_property
    def difficulty(self) -> Difficulty:
        """The hardest deduction that winning the board from its start needs."""
        return difficulty(self.board)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of a boards file, with the 3BV, the difficulty and the method."""
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
    no_guess: bool = False,
    budget: float | None = DEFAULT_SECONDS,
    progress: Progress | None = None,
) -> Iterator[GeneratedBoard]:
    """Generate boards one after another. The same arguments give the same boards.

    With `no_guess`, each board can be won from `start` without a guess. The exact engine proves this for each
    board; it uses all numbers and the mine count. Boards of the stream `seed` that need a guess are rejected,
    so all boards that need none are equally likely. If very many boards in a row are rejected, mines are
    moved until a board needs no guess, and `method` says so.

    Args:
        rules: The size, the mine count and what is promised about the start.
        count: The number of boards.
        seed: The stream of boards.
        start: The cell that is opened first.
        no_guess: Whether to reject boards that need a guess.
        budget: The limit on wall time in seconds for boards that need no guess; None for no limit.
        progress: A function that is called with the numbers of boards found and examined.

    Raises:
        OutOfBudget: The budget ran out. The boards found in time are generated before the error is raised.
        ValueError: No such board exists, or an argument is wrong.

    >>> found = next(generate(Rules(9, 9, 10, first_move="zero"), seed=1, no_guess=True))
    >>> found.method, found.difficulty, found.board.bbbv
    ('rejection', 'single-cell', 15)
    """
    Board.random(rules, seed, 0, start)  # raises an error if rules, seed or start are wrong
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
    """Return whether a board can be won without a guess, from its own start or from the one given.

    >>> needs_no_guess(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2)))
    False
    """
    at = board.rules.index(board.start if start is None else start)
    return bool(_core.no_guess(board.native, at, math.inf) == _core.NoGuess.SOLVABLE)


class _Search:
    """The search for boards that need no guess."""

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
        """Yield the wanted number of boards. Raise `OutOfBudget` when the time is up."""
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
        """Yield the indices of boards that need no guess, until very many in a row were rejected."""
        hopeless = max(64, min(HOPELESS, HOPELESS * 480 // self.rules.cells))
        last, batch = -1, 16
        while (left := last + 1 + hopeless - self.looked) > 0:
            began = time.monotonic()
            count = min(batch, left)  # the switch to repair must not depend on the machine's speed
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
            self._report_progress()
            if time.monotonic() - began < LONG / 2:
                batch *= 2

    def _repaired(self) -> Iterator[tuple[int, _core.Board]]:
        """Yield repaired boards, each with the index of the random board that it was made from."""
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
            self._report_progress()

    def _report_progress(self) -> None:
        if self.progress is not None:
            self.progress(self.found, self.looked)

    def _out_of_budget(self) -> OutOfBudget:
        found = f"only {self.found} of {self.wanted}" if self.found else "no"
        boards = "boards" if self.wanted > 1 else "board"
        game = f"{self.rules.size} from {self.start}"
        return OutOfBudget(f"{found} {boards} without a guess on {game} within {self.budget:g} s")
