"""Difficulty: the hardest deduction that winning a board needs."""

from __future__ import annotations

from typing import Literal, cast, get_args

from sapper import _core
from sapper.errors import InconsistentView
from sapper.game.board import Board
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse

Difficulty = Literal["single-cell", "subset", "pair", "k-relational", "exact", "mine-count", "guess"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
"""The difficulties, from the easiest to the hardest.

``single-cell`` needs one number at a time. ``subset`` needs numbers whose cells lie inside those of another.
``pair`` needs two numbers that share cells. ``k-relational`` needs up to `MOST_RELATED` connected numbers.
``exact`` needs the whole frontier. ``mine-count`` also needs the mine count. ``guess`` is for boards that
cannot be won without a guess.
"""

MOST_RELATED = _core.MOST_RELATED
"""The largest number of connected numbers in a ``k-relational`` deduction."""


def difficulty(board: Board) -> Difficulty:
    """Return the hardest deduction that winning a board from its start needs.

    Each turn makes the cheapest deduction that frees a cell. Opening a cell never makes another deduction
    harder. Hence a deduction that is needed here is needed in every order of play.

    >>> from sapper import Rules
    >>> difficulty(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2)))
    'guess'
    """
    if not isinstance(board, Board):
        raise ValueError(f"a difficulty needs a Board, not {board!r}")
    at = board.rules.index(board.start)
    return cast(Difficulty, _core.difficulty(board.rules.native, board.native, at))


def needed_deduction(view: View) -> tuple[list[Cell], Difficulty]:
    """Return the free cells that the cheapest deduction proves in a view, and the name of that deduction.

    If no cell is certainly free, the list is empty and the name is ``guess``.

    >>> needed_deduction(View.parse("11211/?????/????? 4"))
    ([(1, 0), (1, 2), (1, 4)], 'subset')
    """
    found = _core.needed_deduction(view)
    if found is None:
        analyse(view)  # raises the error that names the contradicting numbers
        raise InconsistentView("the numbers contradict each other: no layout fits them", [], False)
    return found[0], cast(Difficulty, found[1])
