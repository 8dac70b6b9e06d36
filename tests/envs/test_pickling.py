"""Copies and pickles of environments continue like the original and do not affect it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import sapper.envs
from sapper.envs.rewards import Transition
from tests.envs.sample_envs import described, equal, single, vector


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


def opened(step: Transition) -> float:
    return float(step.opened)


WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]
CASES: list[dict[str, Any]] = [
    {"level": "5x5/4"},
    {"level": "5x5/3", "observation": "one-hot+risk", "reward": "risk-aware", "start": (2, 2)},
    {"level": "5x6/4", "flags": True, "on_mine": "continue", "won_by": "open-or-flag", "reward": opened},
    {"level": "5x6/4", "flags": True, "on_wrong_flag": "lose", "max_episode_steps": 9},
    {"level": "4x4/2", "cascade": False, "reward": "mehta", "on_repeat": "error"},
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("arguments", CASES, ids=described)
def test_a_copy_of_one_game_continues_like_the_original(
    arguments: dict[str, Any], way: Callable[[Any], Any]
) -> None:
    env = single(**arguments, render_mode="ansi")
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(100):
        again = way(env)
        assert again.view == env.view and again.settings == env.settings and again.render() == env.render()
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        returned = env.step(action)
        assert all(map(equal, returned, again.step(action)))
        if returned[2] or returned[3]:
            over = way(env)
            with pytest.raises(ResetNeeded):
                over.step(0)
            assert all(map(equal, env.reset(), again.reset()))
            assert over.reset()[0].shape == again.reset()[0].shape  # neither changes the original


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("arguments", CASES, ids=described)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_copy_of_many_games_continues_like_the_original(
    arguments: dict[str, Any], mode: str, way: Callable[[Any], Any]
) -> None:
    env = vector(6, autoreset_mode=mode, copy=False, threads=2, **arguments)
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    again = way(env)
    for step in range(60):
        if step % 5 == 0:
            again = way(env)
        assert equal(again.action_masks(), env.action_masks()) and again.views == env.views
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in env.action_masks()]
        assert all(map(equal, env.step(actions), again.step(actions)))
    seen, info = env.reset()
    again = way(env)
    kept = seen.copy(), info["action_mask"].copy()
    other, others = again.step([0] * 6)[::4]
    assert not np.shares_memory(seen, other)
    assert not np.shares_memory(info["action_mask"], others["action_mask"])
    assert all(map(equal, kept, (seen, info["action_mask"]))), "the copy has its own arrays"


def test_randomness_is_copied_too() -> None:
    for env in (single(level="6x6/4"), vector(3, level="6x6/4")):
        env.reset(seed=1)
        env.action_space.seed(1)
        again = copy.deepcopy(env)
        assert env.np_random.integers(2**32) == again.np_random.integers(2**32)
        assert env.np_random_seed == again.np_random_seed
        assert np.array_equal(env.action_space.sample(), again.action_space.sample())


def test_before_the_first_reset() -> None:
    for env in (single(), vector(3)):
        again = pickled(env)
        with pytest.raises(ResetNeeded):
            again.step([0, 0, 0])
        assert all(map(equal, env.reset(seed=2), again.reset(seed=2)))


def test_through_gymnasiums_wrappers() -> None:
    env = gymnasium.make(sapper.envs.ID, level="6x6/4", max_episode_steps=3)
    env.reset(seed=1)
    env.step(0)
    for again in (copy.deepcopy(env), pickled(env)):
        assert again.step(35)[3] is False
        assert again.step(35)[3] is True
    assert env.step(35)[3] is False
    assert env.spec == again.spec


def test_damaged_pickles_are_refused() -> None:
    env = single(level="6x6/4")
    env.reset(seed=1)
    env.step(0)
    state = env.__getstate__()
    for games in (b"", state["_fleet"][:-1], state["_fleet"] + b"0", b"\xff" * len(state["_fleet"])):
        with pytest.raises(ValueError, match="the saved games are damaged"):
            single().__setstate__(state | {"_fleet": games})
    other = single(level="6x7/4").__getstate__()
    other["_fleet"] = state["_fleet"]
    with pytest.raises(ValueError, match="of an environment with other arguments"):
        single().__setstate__(other)
