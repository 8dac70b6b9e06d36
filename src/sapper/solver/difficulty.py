"""How hard a board is: the hardest deduction that winning it needs."""

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
"""From the easiest to the hardest.

One number; one number's cells within another's; two numbers that share cells; up to `MOST_RELATED` numbers
that hang together; the whole frontier; the mine count too; and boards that cannot be won without a guess.
"""

MOST_RELATED = 4
"""Numbers that are looked at together at most before it counts as the whole frontier."""

_LADDER: tuple[tuple[Difficulty, str], ...] = (
    ("single-cell", "single-cell"),
    ("subset", "subset"),
    ("pair", "pairs"),
    *(("k-relational", f"consistency-{k}") for k in range(3, MOST_RELATED + 1)),
    ("exact", "enumeration"),
)


def difficulty(board: Board) -> Difficulty:
    """The hardest deduction that winning a board from its start needs.

    The cheapest deduction that frees a cell is made each time. Knowing more never hurts, so what is too hard
    for all cheaper ones is needed in any order of play.

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


def _certain(knowledge: Knowledge, view: View) -> tuple[list[Cell], Difficulty]:
    """Cells that the cheapest deduction possible proves free, and which it is."""
    steps: list[str] = []
    for name, step in _LADDER:
        steps.append(step)
        if knowledge.deduce(*steps):
            return knowledge.safe, name
    analysis = analyse(view)
    if not knowledge.complete:
        # A component with too many solutions to go through: the exact engine knows what numbers alone prove.
        local = [cell for cell in analysis.safe if not _uses_mine_count(analysis.proof(*cell, False))]
        if local:
            return local, "exact"
    return analysis.safe, "mine-count"


def _uses_mine_count(proof: tuple[list[Cell], bool] | None) -> bool:
    return proof is None or proof[1]
