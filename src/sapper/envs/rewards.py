"""The named reward schemes, and the data that a custom reward function receives."""

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
    "progress": "The fraction of the free cells that the step opened, and -1 for a mine. The rewards of a "
    "game won without a hit sum to 1, minus the fraction that the reset opened.",
    "mehta": "The number of cells for a win, and minus that number for a loss. Otherwise 1 for opening a "
    "free cell and -0.5 for any other step.",
    "risk-aware": "1 for a won game, minus the difference between the risk of the step and the lowest risk "
    "on the board. A best guess costs nothing, even if it hits a mine.",
}
"""The named schemes and their descriptions. A flag that loses counts as a mine."""


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """One step as a reward function sees it. It contains only what the player sees, not the covered mines."""

    rules: Rules
    """The rules of the game."""
    action: int
    """The action of the step."""
    before: NDArray[np.int8]
    """The numbers before the step: 0..8 opened, -1 a mine that was hit, -2 covered, -3 flagged."""
    after: NDArray[np.int8]
    """The numbers after the step, even if the environment has already started the next game."""
    opened: int
    """The number of free cells that the step opened."""
    hits: int
    """The number of mines that the step hit."""
    acted: bool
    """Whether the step changed anything."""
    won: bool
    """Whether the step won the game."""
    lost: bool
    """Whether the step lost the game."""


def make_transition(
    rules: Rules,
    fleet: _core.Fleet,
    game: int,
    action: int,
    before: NDArray[np.int8],
    after: NDArray[np.int8],
) -> Transition:
    """Describe the last step of one game of a fleet."""
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
"""A custom reward function."""


def call_reward(function: RewardFunction, step: Transition) -> float:
    """Call a custom reward function and check that it returns a number."""
    value = function(step)
    if isinstance(value, Real | np.bool_):
        return float(value)
    raise ValueError(f"the reward must be a number, not {value!r}")
