"""Reasons: the sentence that explains to a player why a cell was chosen. The core writes it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from sapper import _core
from sapper.facade import refusals_as_errors
from sapper.game.rules import Cell
from sapper.solver.analysis import Analysis

KINDS = _core.GUESS_KINDS
"""The ways in which a native agent finds a guess."""


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
        """How the choice was found: one of `KINDS`, or "certain"."""

    @property
    def rivals(self) -> Sequence[tuple[Cell, float, float]]:
        """The compared cells, each with its risk and its value: the probability that `kind` compares."""


def reason_of_guess(choice: Choice, cell: Cell, covered: int) -> str:
    """Explain why `cell`, one cell of an uncertain choice, is opened out of `covered` covered cells."""
    stated = choice.kind, list(choice.cells), choice.risk, choice.win, choice.win_exact, list(choice.rivals)
    return _core.reason_of_guess(*stated, cell, covered)


def reason_of_certain(analysis: Analysis, cell: Cell, others: int) -> str:
    """Explain what proves `cell` free, and add that `others` more cells are certain."""
    with refusals_as_errors():
        return _core.reason_of_certain(analysis, cell, others)


def reason_of_value(risk: float, win: float, error: float | None = None) -> str:
    """Describe a guess by its risk and its chance to win, with the 95% interval of an estimate.

    Args:
        risk: The probability that the move opens a mine.
        win: The chance to win.
        error: The standard error of `win`; None if `win` is exact.

    >>> reason_of_value(0.238, 0.374)
    '23.8% risk; wins 37.4% with best play (exact)'
    >>> reason_of_value(0.238, 0.9999, 0.001)
    '23.8% risk; wins over 99.9% (estimated, games played out)'
    """
    return _core.reason_of_value(risk, win, math.nan if error is None else error)


def percent(chance: float, digits: int = 1) -> str:
    """Format a probability in percent. It is rounded to 0% or 100% only if it is exactly 0 or 1.

    >>> percent(0.431), percent(0.0004), percent(0.99999), percent(1.0)
    ('43.1%', 'under 0.1%', 'over 99.9%', '100.0%')
    """
    return _core.percent(chance, digits)
