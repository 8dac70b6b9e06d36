"""Guesses: the exact probability of winning after each guess of a position."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from sapper import _core
from sapper.agents.outlook import EFFORTS
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis

Lesson = Literal["equal-risk", "higher-risk"]
LESSONS: tuple[Lesson, ...] = get_args(Lesson)
"""What a guess teaches.

``equal-risk``: several cells have the lowest risk, and one of them wins more often than their average.
``higher-risk``: a cell with a higher risk wins more often than every cell with the lowest risk.
"""
MARGIN = 0.02
"""By how much the best cell must win more often than the obvious one, as a probability."""
AS_GOOD = 0.005
"""A guess whose probability of winning is this close to the best is right, as in the grades of a review."""
EQUAL = 1e-9
"""Risks that differ by less are equal."""


@dataclass(frozen=True)
class Guesses:
    """The guesses of a position: all covered cells that are neither certainly free nor certainly mines."""

    risks: dict[Cell, float]
    wins: dict[Cell, float]
    """The exact probability of winning after opening each cell, with perfect play from there."""

    @cached_property
    def best(self) -> float:
        """The probability of winning after the best guess."""
        return max(self.wins.values())

    @property
    def right(self) -> list[Cell]:
        """The guesses that are as good as the best one, row by row."""
        return sorted(cell for cell, win in self.wins.items() if self.best - win <= AS_GOOD)

    @property
    def lowest(self) -> list[Cell]:
        """The cells with the lowest risk, row by row."""
        least = min(self.risks.values())
        return sorted(cell for cell, risk in self.risks.items() if risk <= least + EQUAL)

    @property
    def lesson(self) -> tuple[Lesson, float] | None:
        """What the position teaches, and how often the obvious move wins; None if it teaches nothing.

        The obvious move opens a cell with the lowest risk. If all of these cells are worse than another one,
        the best of them is meant. Otherwise a player who looks at risks alone takes any of them, and the
        average is meant.
        """
        wins = [self.wins[cell] for cell in self.lowest]
        if self.best - max(wins) >= MARGIN:
            return "higher-risk", max(wins)
        average = math.fsum(wins) / len(wins)
        return ("equal-risk", average) if self.best - average >= MARGIN else None


def exact_guesses(view: View, analysis: Analysis) -> Guesses | None:
    """Compute the exact value of every guess; None if there are too many layouts for that."""
    effort = EFFORTS["strong"]
    if not analysis.exact or analysis.layouts_log2() > math.log2(effort.layouts):
        return None
    risks = {cell: risk for cell in view.covered if 0 < (risk := float(analysis.risk[cell])) < 1}
    wins: dict[Cell, float] = {}
    for cell in risks:
        win = _core.perfect_win(view, [cell], effort.layouts, effort.nodes)
        if win is None:
            return None
        wins[cell] = win
    return Guesses(risks, wins) if wins else None
