"""Generate random boards, or boards that can be won without a guess."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast

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
HOPELESS = _core.HOPELESS
"""The number of boards of 480 cells rejected in a row before repair starts. Larger boards get fewer."""

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
    at = rules.index(Board.random(rules, seed, 0, start).start)  # an error if rules, seed or start are wrong
    wanted = whole_number("count", count)
    if wanted < 1:
        raise ValueError(f"count must be at least 1, not {wanted}")
    if budget is not None and not (isinstance(budget, int | float) and budget >= 0):
        raise ValueError(f"a budget is a number of seconds, 0 or more, not {budget!r}")
    seconds = math.inf if budget is None else float(budget)
    search = _core.BoardSearch(rules.native, wanted, seed, at, no_guess, seconds, HOPELESS)
    return _boards(search, rules, wanted, seed, start, progress)


def _boards(
    search: _core.BoardSearch, rules: Rules, wanted: int, seed: int, start: Cell, progress: Progress | None
) -> Iterator[GeneratedBoard]:
    for _ in range(wanted):
        found = search.next(progress)
        if found is None:
            raise OutOfBudget(search.shortage())
        native, method, index = found
        board = Board(rules, divmod(rules.index(start), rules.cols), native)
        yield GeneratedBoard(board, cast(Method, method), seed, index)


def needs_no_guess(board: Board, start: Cell | None = None) -> bool:
    """Return whether a board can be won without a guess, from its own start or from the one given.

    >>> needs_no_guess(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2)))
    False
    """
    at = board.rules.index(board.start if start is None else start)
    return bool(_core.no_guess(board.native, at, math.inf) == _core.NoGuess.SOLVABLE)
