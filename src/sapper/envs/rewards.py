"""What a step earns: the named schemes, and what a reward of one's own is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.game.rules import Rules

REWARDS = {
    "win": "1 for a won game.",
    "progress": "The share of the free cells that the step opened; -1 for a mine. A game won without a hit "
    "adds up to 1, less the share that the reset had opened.",
    "mehta": "The number of cells for a win, minus it for a loss; 1 for opening, -0.5 for anything else.",
    "risk-aware": "1 for a won game, less the risk taken beyond the lowest there was. An unlucky best guess "
    "costs nothing.",
}
"""The named schemes. A flag that loses counts as a mine."""


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """One step as a reward may see it: what the player saw and did, and nothing of what is covered."""

    rules: Rules
    """The rules of the game."""
    action: int
    """What was done."""
    before: NDArray[np.int8]
    """The numbers before: 0..8 opened, -1 a mine that was hit, -2 covered, -3 under a flag."""
    after: NDArray[np.int8]
    """The numbers after, of the same game even where the next has begun already."""
    opened: int
    """How many free cells the step opened."""
    hits: int
    """How many mines it hit."""
    acted: bool
    """Whether it changed anything."""
    won: bool
    """Whether it won the game."""
    lost: bool
    """Whether it lost the game."""


def transition(
    rules: Rules,
    fleet: _core.Fleet,
    game: int,
    action: int,
    before: NDArray[np.int8],
    after: NDArray[np.int8],
) -> Transition:
    """The step that a game of a fleet has just made."""
    won = bool(fleet.won[game])
    return Transition(
        rules=rules,
        action=action,
        before=before,
        after=after,
        opened=int(fleet.opened[game]),
        hits=int(fleet.hits[game]),
        acted=bool(fleet.acted[game]),
        won=won,
        lost=bool(fleet.terminated[game]) and not won,
    )


RewardFunction = Callable[[Transition], float]
"""A reward of one's own."""


def earned(function: RewardFunction, step: Transition) -> float:
    """Ask a reward of one's own, and see that it answers with a number."""
    value = function(step)
    if isinstance(value, Real | np.bool_):
        return float(value)
    raise ValueError(f"the reward must be a number, not {value!r}")
