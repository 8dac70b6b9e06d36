"""Reasons: the sentence that explains to a player why a cell was chosen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from sapper.errors import OutOfBudget
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.explanation import explain_cell

EQUAL = 1e-9
"""Values that differ by at most this much count as equally good."""


class Choice(Protocol):
    """The choice of a native agent, with what the agent knows about it."""

    @property
    def cells(self) -> Sequence[Cell]:
        """The chosen cells. If certain, all are opened; otherwise one of them, for they are equally good."""

    @property
    def certain(self) -> bool:
        """Whether the cells are proven free."""

    @property
    def risk(self) -> float:
        """The risk of each cell."""

    @property
    def win(self) -> float:
        """The probability of winning from here; nan if it was not computed."""

    @property
    def win_exact(self) -> bool:
        """Whether `win` is exact rather than an estimate."""

    @property
    def kind(self) -> str:
        """How the choice was found: a key of `KINDS`, or "certain"."""

    @property
    def rivals(self) -> Sequence[tuple[Cell, float, float]]:
        """The compared cells, each with its risk and its value: the probability that `kind` compares."""


def reason_of_guess(choice: Choice, cell: Cell, covered: int) -> str:
    """Explain why `cell`, one cell of an uncertain choice, is opened out of `covered` covered cells."""
    return KINDS[choice.kind](choice, cell, covered)


def reason_of_certain(
    view: View, analysis: Analysis, cell: Cell, others: int, trust_flags: bool = False
) -> str:
    """Explain what proves `cell` free, and add that `others` more cells are certain."""
    try:
        proof = explain_cell(view, analysis, cell, trust_flags).text
    except OutOfBudget:
        proof = "certain: free in every layout"
    if others == 0:
        return proof
    return f"{proof}; {others} other cell{'s are' if others > 1 else ' is'} certain too"


def percent(chance: float, digits: int = 1) -> str:
    """Format a probability in percent. It is rounded to 0% or 100% only if it is exactly 0 or 1.

    >>> percent(0.431), percent(0.0004), percent(0.99999), percent(1.0)
    ('43.1%', 'under 0.1%', 'over 99.9%', '100.0%')
    """
    least = 0.1**digits / 100
    if 0 < chance < least / 2:
        return f"under {least:.{digits}%}"
    if 1 - least / 2 <= chance < 1:
        return f"over {1 - least:.{digits}%}"
    return f"{chance:.{digits}%}"


def about(chance: float) -> str:
    """Format an estimated probability in percent.

    >>> about(0.431), about(0.99999)
    ('about 43.1%', 'over 99.9%')
    """
    shown = percent(chance)
    return f"about {shown}" if shown[0].isdigit() else shown


EXACT = "wins {} with best play (exact)"
PLAYED_OUT = "wins {} (estimated, games played out)"


def reason_of_value(risk: float, win: float, error: float | None = None) -> str:
    """Describe a guess by its risk and its chance to win, with the 95% interval of an estimate.

    Args:
        risk: The probability that the move opens a mine.
        win: The chance to win.
        error: The standard error of `win`; None if `win` is exact.

    >>> reason_of_value(0.238, 0.374)
    '23.8% risk; wins 37.4% with best play (exact)'
    >>> reason_of_value(0.238, 0.374, 0.01)
    '23.8% risk; wins about 37.4% ± 2.0 (estimated, games played out)'
    """
    return f"{percent(risk)} risk; {claim_of(win, error)}"


def claim_of(win: float, error: float | None) -> str:
    """State a chance to win, with its source, and with the 95% interval of an estimate.

    >>> claim_of(0.5, None), claim_of(0.9999, 0.001)
    ('wins 50.0% with best play (exact)', 'wins over 99.9% (estimated, games played out)')
    """
    if error is None:
        return EXACT.format(percent(win))
    shown = about(win)
    return PLAYED_OUT.format(f"{shown} ± {196 * error:.1f}" if shown.startswith("about") else shown)


def reason_of_advice(choice: Choice, cell: Cell, covered: int, win: float | None, error: float | None) -> str:
    """Explain a recommended guess by the chance to win that is stated for it everywhere.

    The agent's own estimates are left out, because they would contradict it.
    """
    if choice.win_exact or choice.kind == "lowest-risk":
        return reason_of_guess(choice, cell, covered)
    claim = "the chance to win is not known" if win is None else claim_of(win, error)
    if choice.kind == "fifty-fifty":
        return f"{_fifty_fifty(choice, cell, covered)}; {claim}"
    said = f"{percent(choice.risk)} risk; {claim}"
    equals = _as_good_as(_equals(choice, cell, _values(choice).get(cell, choice.win)))
    return f"{said}; {equals}" if equals else said


def _lowest_risk(choice: Choice, cell: Cell, covered: int) -> str:
    among = f", and {len(choice.cells)} are equally good" if len(choice.cells) > 1 else ""
    a_risk = f"a risk of {percent(choice.risk, 2)}"
    return f"no cell is certain; {a_risk} is the lowest of {covered} covered cells{among}"


def _fifty_fifty(choice: Choice, cell: Cell, covered: int) -> str:
    return "a 50/50 that nothing outside can settle: take it now"


def _endgame(choice: Choice, cell: Cell, covered: int) -> str:
    if choice.win_exact:
        return _compared(choice, cell, EXACT, percent)
    return _compared(choice, cell, "wins {} with best play (estimated)", about)


def _lookahead(choice: Choice, cell: Cell, covered: int) -> str:
    return _compared(choice, cell, "wins {} (estimated)", about)


def _rollouts(choice: Choice, cell: Cell, covered: int) -> str:
    return _compared(choice, cell, PLAYED_OUT, about)


KINDS: dict[str, Callable[[Choice, Cell, int], str]] = {
    "endgame": _endgame,
    "fifty-fifty": _fifty_fifty,
    "lookahead": _lookahead,
    "rollouts": _rollouts,
    "lowest-risk": _lowest_risk,
}
"""The function that writes the sentence, for each way in which a guess is found."""


def _compared(choice: Choice, cell: Cell, claim: str, show: Callable[[float], str]) -> str:
    """State the risk of a cell, its value formatted by `claim`, and how the best other cell compares."""
    values = _values(choice)
    own = values.get(cell, choice.win)
    if math.isnan(own):
        return f"{percent(choice.risk)} risk; the chance to win is not known"
    said = f"{percent(choice.risk)} risk; {claim.format(show(own))}"
    if equals := _equals(choice, cell, own):
        return f"{said}; {_as_good_as(equals)}"
    others = {other: value for other, value in values.items() if other != cell}
    if not others:
        return said
    rival = max(others, key=lambda other: others[other])
    if percent(own) == percent(others[rival]):
        return f"{said}; hardly better than {rival}"
    return f"{said}; next best {rival} {percent(others[rival])}"


def _values(choice: Choice) -> dict[Cell, float]:
    return {rival: value for rival, _, value in choice.rivals if not math.isnan(value)}


def _equals(choice: Choice, cell: Cell, own: float) -> list[Cell]:
    """List the other cells that are as good as `cell`, whose value is `own`."""
    equals = {other for other, value in _values(choice).items() if abs(value - own) <= EQUAL}
    return sorted((equals | set(choice.cells)) - {cell})


def _as_good_as(cells: Sequence[Cell]) -> str:
    if len(cells) <= 2:
        return f"as good as {' and '.join(map(str, cells))}" if cells else ""
    return f"as good as {len(cells)} other cells"
