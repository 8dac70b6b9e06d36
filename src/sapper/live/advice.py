"""What to do next in a running program: the agent's move, the first cell, the flags that a program wants."""

from __future__ import annotations

import numpy as np

from sapper.agents.base import Agent, Decision
from sapper.agents.turn import stream
from sapper.game.enums import FirstMove
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.live.profiles import Profile

ZERO_START = (3, 3)
"""The first cell where the rules promise a zero: far enough from the edges for a large opening."""


def advice(view: View, agent: Agent, profile: Profile) -> Decision:
    """Return what to do in a position. An agent is asked where a cell is open; it never sees flags."""
    promise = profile.first_move
    if view.is_untouched:
        # The mines are not placed yet, or nothing is known about them: no agent can weigh that.
        large = min(view.shape) > 2 * ZERO_START[0]
        start = ZERO_START if promise == FirstMove.ZERO and large else (0, 0)
        risk = view.mines / len(view) if promise == FirstMove.UNSAFE else 0.0
        said = "it may be a mine" if risk else "the program promises that it is no mine"
        return Decision((start,), certain=risk == 0, risk=risk, reason=f"the first cell: {said}")
    if profile.flags_to_win and opened_all(view):
        left = [cell for cell in view if view.numbers[cell] == -2 and not view.flags[cell]]
        return Decision.sure((), left, reason="every covered cell is a mine, and this program wants flags")
    return agent.choose(View.from_array(view.numbers, view.mines))


def begin(agent: Agent, view: View, profile: Profile) -> None:
    """Tell an agent that a game begins."""
    agent.reset(Rules(view.rows, view.cols, view.mines, profile.first_move), stream(0, 0))


def opened_all(view: View) -> bool:
    """Whether every free cell is open, so that only mines are covered."""
    return int(np.count_nonzero(view.numbers < 0)) == view.mines
