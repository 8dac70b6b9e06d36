"""Lowest risk: exact probabilities, without looking beyond the next cell.

The C++ core plays exactly the same games (`_core.play_games`). This file is the readable form of the method.
"""

from __future__ import annotations

from numpy.random import Generator

from sapper.agents.base import Decision, NeedsReset
from sapper.agents.tie_break import lowest, pick
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.knowledge.propagation import propagate
from sapper.solver.analysis import analyse


class LowestRisk(NeedsReset):
    """Opens every certain cell, else a cell with the lowest exact risk; breaks ties at random."""

    name = "lowest-risk"
    paper = None

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open what single numbers prove free, else what is free in every layout, else the safest cell."""
        free, _ = propagate(view)
        if free:
            return Decision.sure(free, reason="single numbers prove it free")
        analysis = analyse(view)
        if analysis.safe:
            return Decision.sure(sorted(analysis.safe), reason="free in every layout")
        ties = lowest(analysis.risk)
        if not ties:
            return Decision.give_up("no cell is left to open")
        cell = pick(ties, self.rng)
        among = "the lowest" if len(ties) == 1 else f"the lowest, shared by {len(ties)} cells"
        risk = float(analysis.risk[cell])
        return Decision.guess(cell, risk=risk, reason=f"a risk of {risk:.1%} is {among}")
