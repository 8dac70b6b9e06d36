"""Explanation: the numbers that prove a certain cell."""

from __future__ import annotations

import operator
from dataclasses import dataclass

from sapper import facade
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse

BY_COUNT = "mine count"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a covered cell is certain."""

    cell: Cell
    mine: bool
    """Whether the cell is proven to be a mine. Otherwise it is proven free."""
    numbers: tuple[Cell, ...]
    """The opened cells whose numbers prove it. None can be left out. If four numbers suffice for a proof, no
    proof has fewer numbers than this one."""
    uses_mine_count: bool
    """Whether the proof needs the board's mine count as well."""
    method: str
    """The kind of proof: "single number", "two numbers", ..., "5 numbers", ..., "mine count" (possibly with
    `numbers`), or "trusted flag"."""
    text: str
    """The proof as a sentence. It calls the cell "here"."""


def explain(view: View, cell: Cell, trust_flags: bool = False) -> Explanation:
    """Say which numbers prove that a covered cell is free, or that it is a mine.

    Args:
        view: What the player sees.
        cell: A covered cell that is certain.
        trust_flags: Whether to treat flagged cells as mines. Otherwise flags are ignored.

    Raises:
        ValueError: The cell is off the board, already open, or not certain. If it is not certain, the message
            states its risk.
        InconsistentView: No layout fits the view.

    >>> explain(View.parse("11211/?????/????? 4"), (1, 2)).text
    'certain: the 1 at (0, 0) and the 1 at (0, 1) leave no mine here'
    """
    return explain_cell(view, analyse(view, trust_flags=trust_flags), cell, trust_flags)


def explain_cell(view: View, analysis: Analysis, cell: Cell, trust_flags: bool = False) -> Explanation:
    """Explain a cell of a view whose analysis is given, within the limits of that analysis.

    Raises:
        ValueError: As in `explain`.
        OutOfBudget: The budget of the analysis was too small for a proof.
    """
    if trust_flags != analysis.trust_flags:
        analysis = analyse(view, trust_flags=trust_flags)
    try:
        row, col = map(operator.index, cell)
    except (TypeError, ValueError):
        raise ValueError("a cell is a pair (row, col) of whole numbers on the board") from None
    found = facade.ask("proof", {"position": analysis, "cell": [row, col]})
    return Explanation(
        cell=(row, col),
        mine=found["mine"],
        numbers=tuple((row, col) for row, col in found["numbers"]),
        uses_mine_count=found["uses_mine_count"],
        method=found["method"],
        text=found["text"],
    )
