"""Tests of the environment of many games against as many single environments."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

import sapper.envs
from sapper.envs.observation import OBSERVATIONS
from sapper.envs.rewards import REWARDS, Transition
from tests.envs.sample_envs import described, equal, in_turn, single, vector

GAMES = 7


def opened_less_hits(step: Transition) -> float:
    """A custom reward function that checks every field of its argument."""
    changed = int((step.before != step.after).sum())
    assert step.acted == (changed > 0)
    assert (step.after == -1).sum() - (step.before == -1).sum() == step.hits
    covered = (step.before <= -2).sum() - (step.after <= -2).sum()
    assert covered == step.opened + step.hits
    return step.opened - 3 * step.hits + 10 * step.won - 5 * step.lost + 0.001 * step.action


CASES: list[dict[str, Any]] = [
    *({"level": "5x5/4", "reward": name} for name in REWARDS),
    *({"level": "4x6/4", "observation": name, "first_move": "zero"} for name in OBSERVATIONS),
    {"level": "5x5/3", "reward": opened_less_hits, "repeat_penalty": 0.5},
    {"level": "5x5/4", "start": (2, 2), "first_move": "unsafe", "reward": "risk-aware"},
    {"level": "4x4/3", "flags": True, "max_episode_steps": 9, "observation": "one-hot+risk"},
    {
        "level": "5x5/5",
        "flags": True,
        "on_wrong_flag": "lose",
        "reward": "risk-aware",
        "max_episode_steps": 9,
    },
    {
        "level": "5x5/5",
        "flags": True,
        "on_mine": "continue",
        "reward": opened_less_hits,
        "max_episode_steps": 12,
    },
    {"level": "4x5/3", "cascade": False, "reward": "mehta", "repeat_penalty": 0.25},
]


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("arguments", CASES, ids=described)
def test_vector_and_single_are_equal_game_for_game(arguments: dict[str, Any], mode: AutoresetMode) -> None:
    ours, theirs = vector(GAMES, autoreset_mode=mode, **arguments), in_turn(GAMES, mode, **arguments)
    assert ours.single_observation_space == theirs.single_observation_space
    assert (ours.action_space, ours.observation_space) == (theirs.action_space, theirs.observation_space)
    assert ours.metadata == theirs.metadata
    assert all(map(equal, ours.reset(seed=40), theirs.reset(seed=40)))
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(80):
        actions = rng.integers(ours.single_action_space.n, size=GAMES)  # type: ignore[attr-defined]
        mine, other = ours.step(actions), theirs.step(actions)
        assert all(map(equal, mine, other))
        assert mine[0] in ours.observation_space
        over = mine[2] | mine[3]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            # Each environment gets its own copy, because Gymnasium removes the mask from the options.
            again = (env.reset(options={"reset_mask": over.copy()}) for env in (ours, theirs))
            assert all(map(equal, *again))
    assert ended > GAMES, "games must end for the modes to differ"
    assert all(map(equal, ours.reset(), theirs.reset()))
    assert all(map(equal, ours.reset(seed=[*range(GAMES)]), theirs.reset(seed=[*range(GAMES)])))


def test_threads_change_nothing() -> None:
    alone = vector(100, level="8x8/10", observation="numbers+risk", reward="risk-aware")
    many = vector(100, level="8x8/10", observation="numbers+risk", reward="risk-aware", threads=3)
    assert all(map(equal, alone.reset(seed=1), many.reset(seed=1)))
    rng = np.random.default_rng(3)
    for _ in range(20):
        actions = rng.integers(64, size=100)
        assert all(map(equal, alone.step(actions), many.step(actions)))


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_copied_observations_share_no_memory(observation: str) -> None:
    copying, sharing = (vector(3, observation=observation, copy=copy) for copy in (True, False))
    kept = [env.reset(seed=1)[0] for env in (copying, sharing)]
    first = kept[0].copy()
    assert np.array_equal(kept[0], kept[1])
    mask = sharing.reset(seed=1)[1]["action_mask"]
    moved = [env.step([0, 1, 2])[0] for env in (copying, sharing)]
    assert np.array_equal(moved[0], moved[1])
    assert np.array_equal(kept[0], first) and not np.array_equal(kept[1], first)
    assert np.shares_memory(kept[1], moved[1]) and mask[0, 0] == 0
    assert not (kept[1].flags.writeable or mask.flags.writeable)
    kept[0][:] = 1  # copies are writable
    assert not np.shares_memory(kept[0], moved[0])


def test_seeds() -> None:
    env = vector(3, level="6x6/6")

    def views(**reset: Any) -> tuple[Any, ...]:
        env.reset(**reset)
        env.step([0, 0, 0])
        return env.views

    alone = single(level="6x6/6")
    for i, view in enumerate(views(seed=5)):
        alone.reset(seed=5 + i)
        alone.step(0)
        assert alone.view == view
    first = views(seed=[5, 9, 5])
    assert first[0] == first[2] == views(seed=5)[0]
    second = views(seed=[None, None, 5])  # the others continue their streams
    assert second[2] == first[2] and second[:2] != first[:2]
    assert views(seed=np.int64(5)) == views(seed=5)
    with pytest.raises(ValueError, match="give one seed per game: 3, not 2"):
        env.reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-4)
    kept = views(seed=5)
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=[8, -4, None])
    env.step([35, 35, 35])
    env.reset()
    env.step([0, 0, 0])
    moved_on = env.views
    assert views(seed=5) == kept and views() == moved_on, "an invalid seed changes no stream"
    unseeded = vector(40, level="6x6/6")
    unseeded.reset()
    unseeded.step([0] * 40)
    assert len(set(unseeded.views)) > 1


def test_the_mask_fits_the_action_space() -> None:
    env = vector(5, level="6x6/4", flags=True)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(30):
        before = env.action_masks()
        assert before.dtype == np.bool_ and np.array_equal(before, info["action_mask"])
        actions = env.action_space.sample(mask=tuple(info["action_mask"]))
        assert before[np.arange(5), actions].all()
        *_, info = env.step(actions)


def test_bad_actions_move_nothing() -> None:
    env = vector(3, level="beginner", cascade=False, on_repeat="error")
    with pytest.raises(ResetNeeded, match="before the first step"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    env.step([0, 40, 80])
    before = env.views
    for actions, sentence in (
        ([1, 81, 2], "game 1: an action is a whole number from 0 to 80, not 81"),
        ([1, 2, -1], "game 2: an action"),
        ([1, 40, 1], "game 1: action 40 would do nothing"),
        ([1, 2], "actions are 3 whole numbers"),
        ([1.0, 2.0, 3.0], "not float64"),
        ("abc", "actions are 3 whole numbers"),
        (np.array([1, 2, 2**64 - 1], np.uint64), "game 2"),
    ):
        with pytest.raises(InvalidAction, match=sentence):
            env.step(actions)
        assert env.views == before


def test_without_autoreset_a_finished_game_needs_a_reset() -> None:
    env = vector(2, level="2x2/3", autoreset_mode="Disabled")
    env.reset(seed=1)
    _, _, terminated, _, _ = env.step([0, 1])
    assert terminated.all()
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        env.step([0, 0])
    only_second = np.array([False, True])
    observations, info = env.reset(options={"reset_mask": only_second})
    assert (observations[1] == -2).all() and not (observations[0] == -2).all()
    assert info["_action_mask"].tolist() == [False, True] and not info["action_mask"][0].any()
    for bad in ([True, False], np.zeros(2, bool), np.ones(3, bool), np.ones(2)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": bad})


class Interrupted:
    """Stands for a fleet whose call Ctrl-C ends."""

    def step(self, actions: object) -> None:
        raise KeyboardInterrupt

    reset = step_one = step


@pytest.mark.parametrize(
    "call", [lambda env: env.step([1, 1]), lambda env: env.reset()], ids=["step", "reset"]
)
def test_after_ctrl_c_the_games_need_a_reset(
    call: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = vector(2, level="5x5/4")
    env.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(env, "_fleet", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            call(env)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset()
    env.step([0, 0])


def test_a_partial_reset_returns_no_info_on_other_games() -> None:
    arguments = {"level": "2x2/3"}
    mode = AutoresetMode.DISABLED
    ours, theirs = vector(2, autoreset_mode=mode, **arguments), in_turn(2, mode, **arguments)
    for env in (ours, theirs):
        env.reset(seed=1)
    assert ours.step([0, 1])[4]["won"].all() and theirs.step([0, 1])[4]["won"].all()
    infos = [env.reset(options={"reset_mask": np.array([True, False])})[1] for env in (ours, theirs)]
    assert equal(*infos) and infos[0]["won"].tolist() == [False, False]


def test_a_reward_function_that_raises_does_not_undo_the_step() -> None:
    def failing(step: Transition) -> float:
        raise ZeroDivisionError

    env = vector(2, level="2x2/3", autoreset_mode="Disabled", reward=failing)
    env.reset(seed=1)
    with pytest.raises(ZeroDivisionError):
        env.step([0, 1])
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        env.step([0, 1])
    seen: list[Transition] = []

    def raises_once(step: Transition) -> float:
        seen.append(step)
        return 1 / (len(seen) - 1)

    env = vector(1, level="2x2/3", reward=raises_once)
    env.reset(seed=1)
    with pytest.raises(ZeroDivisionError):
        env.step([0])
    assert env.step([0])[1] == [0.0] and len(seen) == 1, "this step only started the next game"
    assert env.step([0])[1] == [1.0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"num_envs": 0}, "num_envs must be at least 1"),
        ({"num_envs": 1.5}, "num_envs must be a whole number"),
        ({"num_envs": 10**9}, "too many"),
        ({"num_envs": 2, "threads": 0}, "threads must be at least 1"),
        ({"num_envs": 2, "autoreset_mode": "never"}, "never"),
        ({"num_envs": 2, "reward": "fortune"}, "reward must be"),
        ({"num_envs": 2, "level": "3x3/9"}, "mines must be"),
    ],
    ids=described,
)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        sapper.envs.MinesweeperVectorEnv(**arguments)


def test_two_threads_cannot_step_at_the_same_time() -> None:
    """Steps release the GIL. The second thread gets an error, and the games stay intact."""
    env = vector(512, level="expert", observation="numbers+risk")
    env.reset(seed=1)
    outcomes: list[str] = []

    def walk(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(5):
            try:
                env.step(rng.integers(480, size=512))
                outcomes.append("stepped")
            except sapper.SapperError as error:
                outcomes.append(str(error))

    threads = [threading.Thread(target=walk, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 15 and "stepped" in outcomes
    assert set(outcomes) <= {"stepped", "another thread is stepping this environment"}


def test_max_episode_steps_through_gymnasium() -> None:
    """A single environment in Gymnasium's `TimeLimit` and a vector environment truncate at the same step.

    The environment inside the wrapper is not truncated, so its mask still excludes opened cells.
    """
    for level, ends in (
        ("9x9/10", [(False, False), (False, True)]),
        ("2x2/2", [(False, False), (True, True)]),
    ):
        one = gymnasium.make(sapper.envs.ID, level=level, max_episode_steps=2)
        many = vector(1, level=level, max_episode_steps=2)
        one.reset(seed=1)
        many.reset(seed=1)
        for step, expected in enumerate(ends):
            action = 0 if level == "9x9/10" else step
            *_, alone, cut, info = one.step(action)
            assert (alone, cut) == expected
            _, _, terminated, truncated, infos = many.step([action])
            assert (terminated.item(), truncated.item()) == expected
        assert infos["action_mask"].all() and info["action_mask"].all() == alone
