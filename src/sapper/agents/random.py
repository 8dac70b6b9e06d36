"""Random play: the baseline every method must beat."""

from __future__ import annotations

from numpy.random import Generator

from sapper.agents.base import Decision
from sapper.agents.choice import pick
from sapper.game.rules import Rules
from sapper.game.view import View


class Random:
    """Opens any covered cell, each with the same probability: the baseline."""

    name = "random"
    paper = None
    quick = True

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open one of the covered cells without a flag."""
        return Decision.guess(pick(view.covered, self.rng), reason="any covered cell")
