"""Explanation: the numbers that prove a certain cell."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np

from sapper.errors import OutOfBudget
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse

FEW, SOME = 4, 8
"""Up to FEW numbers are named with number and place, up to SOME by place only, and more are counted."""

TRUSTED = "trusted flag"
BY_COUNT = "mine count"
_METHODS = ("single number", "two numbers", "three numbers", "four numbers")


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
    shown = view[cell]
    row, col = map(operator.index, cell)
    cell = (row, col)
    if shown == -1:
        raise ValueError(f"the cell {cell} is a mine that was hit: there is nothing to prove")
    if shown >= 0:
        raise ValueError(f"the cell {cell} is already open")
    risk = float(analysis.risk[cell])
    if 0 < risk < 1:
        about = "its risk is" if analysis.exact else "its risk is estimated at"
        raise ValueError(f"the cell {cell} is not certain: {about} {risk:.2%} ({risk!r})")
    mine = risk == 1
    if trust_flags and view.flags[cell]:
        return Explanation(cell, True, (), False, TRUSTED, "certain: the flag here is trusted")
    proof = analysis._proof(row, col, mine)
    if proof is None:
        raise OutOfBudget(
            f"no proof of the cell {cell} was found within the limits; allow more time or memory"
        )
    numbers, uses_mine_count = tuple(proof[0]), proof[1]
    return Explanation(
        cell=cell,
        mine=mine,
        numbers=numbers,
        uses_mine_count=uses_mine_count,
        method=_method(numbers, uses_mine_count),
        text=_text(view, mine, numbers, uses_mine_count, trust_flags),
    )


def _method(numbers: tuple[Cell, ...], uses_mine_count: bool) -> str:
    if uses_mine_count:
        return BY_COUNT
    return _METHODS[len(numbers) - 1] if len(numbers) <= len(_METHODS) else f"{len(numbers)} numbers"


def _text(view: View, mine: bool, numbers: tuple[Cell, ...], uses_mine_count: bool, trust_flags: bool) -> str:
    flags = view.flags if trust_flags else np.zeros(view.shape, bool)
    if not numbers:
        if not mine:
            known = ("the board has no mines", "the only mine is found")
            found = known[view.mines] if view.mines < 2 else f"all {view.mines} mines are found"
            return f"certain: {found}, so every covered cell is free"
        left = view.mines - len(view.hits) - int(flags.sum())
        cells = "the one covered cell left is" if left == 1 else f"the {left} covered cells left are all"
        return f"certain: {cells} {'the mine' if left == 1 else 'mines'} still to be found"
    named = [f"the {view[cell]} at {cell}" for cell in numbers]
    if len(numbers) > SOME:
        named = [f"{len(numbers)} numbers together"]
    elif len(numbers) > FEW:
        named = [f"the numbers at {numbers[0]}", *map(str, numbers[1:])]
    if uses_mine_count:
        named.append(f"the mine count {view.mines}")
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    one = "s" if len(named) == len(numbers) == 1 else ""
    helped = uses_mine_count or any(flags[near] for cell in numbers for near in view.neighbours(cell))
    trusting = "with the flags trusted, " if helped and flags.any() else ""
    return f"certain: {trusting}{listed} {f'need{one} a mine' if mine else f'leave{one} no mine'} here"
