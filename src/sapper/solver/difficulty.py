"""Difficulty: the hardest deduction that winning a board needs."""

from __future__ import annotations

from typing import Literal, get_args

from sapper.game.board import Board
from sapper.game.enums import State
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge
from sapper.solver.analysis import analyse

Difficulty = Literal["single-cell", "subset", "pair", "k-relational", "exact", "mine-count", "guess"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
"""The difficulties, from the easiest to the hardest.

``single-cell`` needs one number at a time. ``subset`` needs numbers whose cells lie inside those of another.
``pair`` needs two numbers that share cells. ``k-relational`` needs up to `MOST_RELATED` connected numbers.
``exact`` needs the whole frontier. ``mine-count`` also needs the mine count. ``guess`` is for boards that
cannot be won without a guess.
"""

MOST_RELATED = 4
"""The largest number of connected numbers in a ``k-relational`` deduction."""

_LADDER: tuple[tuple[Difficulty, str], ...] = (
    ("single-cell", "single-cell"),
    ("subset", "subset"),
    ("pair", "pairs"),
    *(("k-relational", f"consistency-{k}") for k in range(3, MOST_RELATED + 1)),
    ("exact", "enumeration"),
)


def difficulty(board: Board) -> Difficulty:
    """Return the hardest deduction that winning a board from its start needs.

    Each turn makes the cheapest deduction that frees a cell. Opening a cell never makes another deduction
    harder. Hence a deduction that is needed here is needed in every order of play.

    >>> from sapper import Rules
    >>> difficulty(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2)))
    'guess'
    """
    game, hardest = Game(board), 0
    rules = game.rules
    knowledge = Knowledge(rules.rows, rules.cols, rules.mines)
    game.open(board.start)
    while game.state == State.PLAYING:
        view = game.view
        knowledge.update(view)
        cells, needed = _certain(knowledge, view)
        if not cells:
            return "guess"
        hardest = max(hardest, DIFFICULTIES.index(needed))
        for cell in cells:
            if game.state == State.PLAYING:
                game.open(cell)
    return DIFFICULTIES[hardest] if game.state == State.WON else "guess"


def needed_deduction(view: View) -> tuple[list[Cell], Difficulty]:
    """Return the free cells that the cheapest deduction proves in a view, and the name of that deduction.

    If no cell is certainly free, the list is empty and the name is ``guess``.

    >>> needed_deduction(View.parse("11211/?????/????? 4"))
    ([(1, 0), (1, 2), (1, 4)], 'subset')
    """
    cells, needed = _certain(Knowledge.of(view), view)
    return cells, needed if cells else "guess"


def _certain(knowledge: Knowledge, view: View) -> tuple[list[Cell], Difficulty]:
    """Return the cells that the cheapest possible deduction proves free, and the name of that deduction."""
    steps: list[str] = []
    for name, step in _LADDER:
        steps.append(step)
        if knowledge.deduce(*steps):
            return knowledge.safe, name
    analysis = analyse(view)
    if not knowledge.complete:
        # A component has too many solutions to list. The exact engine tells which cells need no mine count.
        local = [cell for cell in analysis.safe if not _uses_mine_count(analysis._proof(*cell, False))]
        if local:
            return local, "exact"
    return analysis.safe, "mine-count"


def _uses_mine_count(proof: tuple[list[Cell], bool] | None) -> bool:
    return proof is None or proof[1]
