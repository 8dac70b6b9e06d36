"""Functions that make and compare environments, for all tests of this folder."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sapper.envs
from sapper.envs import MinesweeperEnv, MinesweeperVectorEnv


def single(**arguments: Any) -> MinesweeperEnv:
    """Make the environment without Gymnasium's wrappers, which would take over `max_episode_steps`."""
    return MinesweeperEnv(**arguments)


def vector(games: int, **arguments: Any) -> MinesweeperVectorEnv:
    env = gymnasium.make_vec(sapper.envs.ID, num_envs=games, **arguments)
    assert isinstance(env, MinesweeperVectorEnv)
    return env


def in_turn(games: int, mode: AutoresetMode, **arguments: Any) -> SyncVectorEnv[Any, Any]:
    """Make Gymnasium's own vector environment, from as many single environments."""
    return SyncVectorEnv([lambda: single(**arguments)] * games, autoreset_mode=mode)


def described(case: object) -> str:
    """Return a name for a test case. It must be the same in every process."""
    if isinstance(case, dict):
        return " ".join(f"{key}={getattr(value, '__name__', value)}" for key, value in case.items())
    return str(case)


def equal(a: Any, b: Any) -> bool:
    """Whether two observations or infos are equal, including the types of arrays."""
    if isinstance(a, dict):
        return isinstance(b, dict) and set(a) == set(b) and all(equal(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray):
        if not isinstance(b, np.ndarray) or a.dtype != b.dtype or a.shape != b.shape:
            return False
        if a.dtype == object:
            return all(equal(x, y) for x, y in zip(a, b, strict=True))
        return np.array_equal(a, b)
    return type(a) is type(b) and bool(a == b)
