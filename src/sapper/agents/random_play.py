"""Random play: the baseline that every method must beat."""

from __future__ import annotations

from numpy.random import Generator

from sapper.agents.base import Decision, NeedsReset
from sapper.agents.tie_break import pick
from sapper.game.rules import Rules
from sapper.game.view import View


class Random(NeedsReset):
    """Opens any covered cell, each with the same probability: the baseline."""

    name = "random"
    paper = None
    quick = True

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open one of the covered cells."""
        covered = view.covered
        if not covered:
            return Decision.give_up("no cell is left to open")
        return Decision.guess(pick(covered, self.rng), reason="any covered cell")
