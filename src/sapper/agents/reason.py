"""The sentence that goes with a choice: why this cell, in words a player understands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from sapper.errors import OutOfBudget
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.explain import explain_cell


class Choice(Protocol):
    """What a native agent chose, and what it knows about it."""

    @property
    def cells(self) -> Sequence[Cell]:
        """When certain, all are to be opened; otherwise any one of them: they are equally good."""

    @property
    def certain(self) -> bool:
        """Whether the cells are proven free."""

    @property
    def risk(self) -> float:
        """The risk of each."""

    @property
    def win(self) -> float:
        """The probability of winning from here; nan when it was not worked out."""

    @property
    def win_exact(self) -> bool:
        """Whether `win` is exact rather than an estimate."""

    @property
    def kind(self) -> str:
        """How it was found: a key of `KINDS`, or "certain"."""

    @property
    def rivals(self) -> Sequence[tuple[Cell, float, float]]:
        """Cells that were weighed, each with its risk and its value: the chance that `kind` compares."""


def reason_of_guess(choice: Choice, cell: Cell, covered: int) -> str:
    """Say why `cell`, one of the choice's cells and not certain, is opened among `covered` ones."""
    return KINDS[choice.kind](choice, cell, covered)


def reason_of_certain(
    view: View, analysis: Analysis, cell: Cell, others: int, trust_flags: bool = False
) -> str:
    """Say what proves `cell` free, and that `others` are certain besides."""
    try:
        proof = explain_cell(view, analysis, cell, trust_flags).text
    except OutOfBudget:
        proof = "certain: free in every layout"
    if others == 0:
        return proof
    return f"{proof}; {others} other cell{'s are' if others > 1 else ' is'} certain too"


def percent(chance: float, digits: int = 1) -> str:
    """A chance in percent; what is possible never reads as impossible, nor what is not certain as certain.

    >>> percent(0.431), percent(0.0004), percent(0.99999), percent(1.0)
    ('43.1%', 'under 0.1%', 'over 99.9%', '100.0%')
    """
    least = 0.1**digits / 100
    if 0 < chance < least / 2:
        return f"under {least:.{digits}%}"
    if 1 - least / 2 <= chance < 1:
        return f"over {1 - least:.{digits}%}"
    return f"{chance:.{digits}%}"


def _lowest_risk(choice: Choice, cell: Cell, covered: int) -> str:
    shared = f", shared by {len(choice.cells)} cells" if len(choice.cells) > 1 else ""
    a_risk = f"a risk of {percent(choice.risk, 2)}"
    return f"no cell is certain; {a_risk} is the lowest of {covered} covered cells{shared}"


def _fifty_fifty(choice: Choice, cell: Cell, covered: int) -> str:
    return "a 50/50 that nothing outside can settle: take it now"


def _endgame(choice: Choice, cell: Cell, covered: int) -> str:
    if choice.win_exact:
        return _compared(choice, cell, "wins {} with best play (exact)", "; ")
    return _compared(choice, cell, "wins about {} with best play (estimated)", "; ")


def _lookahead(choice: Choice, cell: Cell, covered: int) -> str:
    return _compared(choice, cell, "chance to survive this and the next guess {}")


def _rollouts(choice: Choice, cell: Cell, covered: int) -> str:
    return _compared(choice, cell, "wins about {} (estimated)")


KINDS: dict[str, Callable[[Choice, Cell, int], str]] = {
    "endgame": _endgame,
    "fifty-fifty": _fifty_fifty,
    "lookahead": _lookahead,
    "rollouts": _rollouts,
    "lowest-risk": _lowest_risk,
}
"""How guesses are found, and the sentence for each."""


def _compared(choice: Choice, cell: Cell, claim: str, link: str = ", ") -> str:
    """State the risk, the value of a cell put into `claim`, and how the best of the other cells compares."""
    risk = f"{percent(choice.risk)} risk"
    values = {rival: value for rival, _, value in choice.rivals if not math.isnan(value)}
    own = values.get(cell, choice.win)
    if math.isnan(own):
        return risk
    others = {rival: value for rival, value in values.items() if rival not in choice.cells}
    if len(choice.cells) > 1:
        equals = len(choice.cells) - 1
        same = f"as good as {equals} other cell{'s' if equals > 1 else ''}"
        return f"{risk}; {claim.format(percent(own))}{link}{same}"
    if not others:
        return f"{risk}; {claim.format(percent(own))}"
    rival = max(others, key=lambda other: others[other])
    # As many digits as it takes to tell the two apart, within reason.
    digits = next((d for d in (1, 2) if percent(own, d) != percent(others[rival], d)), 3)
    next_best = f"next best {rival} {percent(others[rival], digits)}"
    return f"{risk}; {claim.format(percent(own, digits))}{link}{next_best}"
