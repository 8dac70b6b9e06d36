"""Enumerating agents: they count all solutions when their deduction steps find nothing."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.base import TIME_OUT, Decision
from sapper.agents.composed import Composed
from sapper.agents.tie_break import least
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.fact import Enumeration
from sapper.knowledge.weighing import Odds, odds_of


class Enumerating(Composed):
    """Opens what steps prove, then what holds in every solution, else a cell of the lowest risk.

    `seconds` limits the time of the enumeration, so games are not the same on every machine. Without it, the
    number of nodes is limited. A subclass may set other limits by overriding `fits`. `cut_short` decides what
    to do beyond a limit.
    """

    flags = True

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game on every machine."""
        return self.seconds is None

    def guess(self, view: View) -> Decision:
        """Open and flag what all solutions agree on, else open one of the best cells."""
        found = self.knowledge.solutions(seconds=self.seconds)
        if not found.complete or not self.fits(found):
            return self.cut_short(view)
        odds, flagged = odds_of(self.knowledge, found), view.flags
        free = [cell for cell, each in odds.items() if each.mine == 0]
        mines = [cell for cell, each in odds.items() if each.free == 0 and not flagged[cell]]
        if free or mines:
            return Decision.sure(free, mines, reason="the same in every solution that fits the mine count")
        if not any(each.free for each in odds.values()):
            return Decision.give_up("no cell is left to open")
        return self.take(*self.best(view, found, odds))

    def fits(self, found: Enumeration[Cell]) -> bool:
        """Return whether the number of solutions is within the agent's limit."""
        return True

    def cut_short(self, view: View) -> Decision:
        """Guess by the rule after a limit was reached, and mark the decision as a time-out."""
        return replace(super().guess(view), by=TIME_OUT)

    def best(self, view: View, found: Enumeration[Cell], odds: dict[Cell, Odds]) -> tuple[list[Cell], float]:
        """Return the cells to choose from, and their risk."""
        return least({cell: each.risk for cell, each in odds.items()})
