"""PSEQ: exact probabilities, and one look at what the next number would prove.

Paper: Tu, Li, Chen, Zu and Gu 2017, "Exploring Efficient Strategies for Minesweeper".
Its letters, as its abstract and the program published for it use them: P, the lowest risk; S, the greatest
chance that the number shown proves some cell free; E, the greatest expected number of cells it proves free;
Q, the greatest quantity of information, the entropy of the number. Each decides only between cells that all
before it find equal; what is left is drawn.
Ours: how close two values must be to be equal, 1e-12 for risks and 1e-9 for the rest.

The core plays; this file asks it for every move.
"""

from __future__ import annotations

from numpy.random import Generator

from sapper import _core
from sapper.agents.base import Decision
from sapper.agents.choice import pick
from sapper.game.rules import Rules
from sapper.game.view import View


class Pseq:
    """Safest cell, then most likely solvable next, then most cells freed, then most informative."""

    name = "pseq"
    paper = "tu2017"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open all that is certain, else one of the cells that P, S, E and Q leave."""
        cells, certain, risk = _core.choose(self.name, view)
        if certain:
            return Decision.sure(cells, reason="free in every layout")
        among = "the best" if len(cells) == 1 else f"one of {len(cells)} equally good cells"
        reason = f"a risk of {risk:.1%} is the lowest, and what it may show makes it {among}"
        return Decision.guess(pick(cells, self.rng), risk=risk, reason=reason)
