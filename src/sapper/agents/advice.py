"""The move to recommend in a position, for every face that shows one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.agents.base import Decision
from sapper.agents.choice import lowest
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis


def advise(view: View, analysis: Analysis) -> Decision:
    """Recommend one cell: a certain one if there is any, else the first of those with the lowest risk.

    Gives up where no covered cell can be free, which is where the game is over.
    """
    if analysis.safe:
        safe = sorted(analysis.safe)
        return Decision.sure(safe[:1], reason=f"free in every layout{_others(safe)}")
    covered = int(np.count_nonzero(~np.isnan(analysis.risk)))
    if covered == 0 or np.nanmin(analysis.risk) >= 1:
        return Decision.give_up("no covered cell can be free: there is nothing left to open")
    ties = lowest(analysis.risk)
    risk = float(analysis.risk[ties[0]])
    a_risk = f"a risk of {risk:.2%}" if analysis.exact else f"an estimated risk of {risk:.2%}"
    shared = f", shared by {len(ties)} cells" if len(ties) > 1 else ""
    reason = f"no cell is certain; {a_risk} is the lowest of {covered} covered cells{shared}"
    return Decision.guess(ties[0], risk=risk, reason=reason)


def _others(safe: Sequence[Cell]) -> str:
    if len(safe) == 1:
        return ""
    return f", as {len(safe) - 1} other cell{'s are' if len(safe) > 2 else ' is'}"
