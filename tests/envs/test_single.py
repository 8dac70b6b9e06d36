"""Tests of the environment of one game against Gymnasium's contract and against `Game`."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import sapper.envs
from sapper import BEGINNER, Board, Game, Rules, SapperError, View, make
from sapper.envs.observation import OBSERVATIONS
from tests.envs.sample_envs import described, single
from tests.patience import PATIENCE

GAMES = 10_000


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("flags", [False, True])
@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_gymnasiums_checker_gives_no_warning(observation: str, flags: bool, render_mode: str) -> None:
    env = gymnasium.make(
        sapper.envs.ID, level="5x6/5", observation=observation, flags=flags, render_mode=render_mode
    ).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


# The random games are divided evenly among these arguments.
KINDS: list[dict[str, Any]] = [
    {"level": "beginner"},
    {"level": "6x6/4", "first_move": "zero"},
    {"level": "7x5/6", "first_move": "unsafe", "cascade": False},
    {"level": "6x6/4", "flags": True, "on_mine": "continue"},
    {"level": "5x7/5", "flags": True, "on_wrong_flag": "lose", "won_by": "open-or-flag"},
    {"level": "8x8/10", "start": (3, 4)},
    {"level": "expert"},
]


@pytest.mark.parametrize("arguments", KINDS, ids=described)
def test_the_environment_shows_the_same_views_as_the_game(arguments: dict[str, Any]) -> None:
    """The views are equal after every step of 10,000 random games."""
    env = single(**arguments, max_episode_steps=25)
    rules, seed = env.settings.rules, 7
    rng = np.random.default_rng(1)
    index = -1
    for episode in range(GAMES // len(KINDS) + 1):
        env.reset(seed=None if episode else seed)
        index += 1
        game = None
        if env.settings.start != "agent":
            game, index = next_undecided(rules, seed, index, env.settings.start)
            assert env.view == game.view
        while True:
            action = int(rng.integers(env.settings.actions))
            observation, _, terminated, truncated, info = env.step(action)
            cell, flagging = divmod(action % rules.cells, rules.cols), action >= rules.cells
            if game is None and not flagging:
                game = Game(Board.random(rules, seed, index, start=cell))
            if game is not None:
                (game.flag if flagging else game.open)(cell)
                assert env.view == game.view
                view = game.view
                assert np.array_equal(observation, np.where(view.flags, -3, view.numbers))
                assert (terminated, info["won"]) == (game.state != "playing", game.state == "won")
                if not (terminated or truncated):
                    free = (view.numbers == -2) & ~view.flags
                    assert np.array_equal(info["action_mask"][: rules.cells], free.ravel())
                    assert np.array_equal(
                        info["action_mask"][rules.cells :],
                        (view.numbers == -2).ravel() if env.settings.flags else [],
                    )
            assert observation in env.observation_space
            if terminated or truncated:
                break


def next_undecided(rules: Rules, seed: int, index: int, start: Any) -> tuple[Game, int]:
    """Return the next game that its start does not already decide, and its index."""
    while True:
        game = Game(Board.random(rules, seed, index, start=start))
        game.open(start)
        if game.state == "playing":
            return game, index
        index += 1


def test_a_seed_is_a_stream_of_boards() -> None:
    """Agents play the same games in the environment as in the arena."""
    env, seed = single(level="beginner"), 11
    for index in range(20):
        env.reset(seed=seed if index == 0 else None)
        agent = make("lowest-risk")
        agent.reset(BEGINNER, np.random.default_rng([seed, index]))
        game = Game(Board.random(BEGINNER, seed, index))
        _, _, over, _, info = env.step(0)
        game.open((0, 0))
        while not over:
            for cell in agent.choose(env.view).opens:
                if not over:
                    _, _, over, _, info = env.step(BEGINNER.index(cell))
                    game.open(cell)
        assert info["won"] == (game.state == "won")
        assert env.view == game.view


def test_any_seed_of_gymnasium_works() -> None:
    def first_views(env: Any, seed: int | None) -> list[View]:
        seen = []
        for game in range(3):
            env.reset(seed=None if game else seed)
            env.step(0)
            seen.append(env.view)
        return seen

    settings = {"level": "8x8/4", "first_move": "zero"}
    for seed in (0, 2**64 - 1, 2**64, 2**100):
        assert first_views(single(**settings), seed) == first_views(single(**settings), seed)
    assert first_views(single(**settings), 1) != first_views(single(**settings), 2)
    # An unseeded environment can be repeated with its `np_random_seed`.
    env = single(**settings)
    unseeded = first_views(env, None)
    assert unseeded == first_views(single(**settings), env.np_random_seed)
    assert unseeded != first_views(single(**settings), None)
    for bad in (-1, 1.5, "one"):
        with pytest.raises(gymnasium.error.Error):
            env.reset(seed=bad)  # type: ignore[arg-type]


def test_repeated_cells() -> None:
    quiet, dear = single(level="9x9/10"), single(level="9x9/10", repeat_penalty=0.25, reward="win")
    strict = single(level="9x9/10", on_repeat="error")
    for env in (quiet, dear, strict):
        env.reset(seed=3)
        env.step(0)
    before = quiet.view
    observation, reward, terminated, truncated, _ = quiet.step(0)
    assert (reward, terminated, truncated, quiet.view) == (0.0, False, False, before)
    assert np.array_equal(observation, before.numbers)
    assert dear.step(0)[1] == -0.25
    with pytest.raises(InvalidAction, match="action 0 would do nothing"):
        strict.step(0)
    assert strict.step(80)[4]["won"] is False  # the game continues


def test_flags() -> None:
    env = single(level="4x4/2", flags=True)
    _, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [1] * 16 + [0] * 16
    assert (env.step(16)[0] == -2).all(), "nothing can be flagged before the first cell is open"
    env.step(0)
    mine = 16 + int(np.flatnonzero(env.view.numbers.ravel() == -2)[-1])
    observation, reward, *_, info = env.step(mine)
    assert (observation.ravel()[mine - 16], reward) == (-3, 0.0)
    assert info["action_mask"][[mine - 16, mine]].tolist() == [0, 1]
    assert env.view.flags.sum() == 1
    assert env.step(mine - 16)[0].ravel()[mine - 16] == -3, "a flag protects its cell"
    assert env.step(mine)[0].ravel()[mine - 16] == -2


def test_truncation() -> None:
    env = single(level="9x9/10", max_episode_steps=3)
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_masks_fit_the_libraries() -> None:
    env = single(level="beginner")
    env.reset(seed=1)
    env.action_space.seed(1)
    info = env.step(40)[4]
    masks = env.action_masks()
    assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"])
    covered = set(np.flatnonzero(masks))
    assert {int(env.action_space.sample(mask=info["action_mask"])) for _ in range(200)} <= covered
    assert env.get_wrapper_attr("action_masks")().shape == (81,)


def test_after_the_end_every_action_is_allowed() -> None:
    env = single(level="2x2/1")
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert info["action_mask"].all()


def test_risks_are_exact() -> None:
    env = single(level="8x8/10", observation="one-hot+risk", on_mine="continue", flags=True)
    observation, _ = env.reset(seed=5)
    assert observation.shape == (13, 8, 8) and observation.dtype == np.float32
    assert (observation[-1] == 0).all(), "the first cell is promised to be free"
    rng = np.random.default_rng(1)
    for _ in range(30):
        observation, _, over, _, _ = env.step(int(rng.integers(128)))
        view = env.view
        risk = sapper.analyse(View.from_array(view.numbers, view.mines)).risk
        expected = np.where(view.numbers == -2, risk, view.numbers == -1)
        assert np.array_equal(observation[-1], expected.astype(np.float32))
        assert (observation[:-1].sum(axis=0) == 1).all()
        assert np.array_equal(observation[11].astype(bool), view.flags)
        assert np.array_equal(observation[10].astype(bool), view.numbers == -1)
        if over:
            break
    unsafe = single(level="4x5/5", first_move="unsafe", observation="numbers+risk")
    assert (unsafe.reset(seed=1)[0][1] == 0.25).all()


BAD: list[tuple[dict[str, Any], str]] = [
    ({"reward": "fortune"}, "reward must be 'win', 'progress', 'mehta', 'risk-aware' or a function"),
    ({"observation": "x-ray"}, "observation must be 'numbers'"),
    ({"level": "3x3/9"}, "mines must be between 0 and 8"),
    ({"level": "huge"}, "ROWSxCOLS/MINES"),
    ({"level": 9}, "must be a string"),
    ({"level": "3x3/2", "first_move": "zero"}, "with the start \\(1, 1\\) and its neighbours free"),
    ({"level": "4x4/13", "first_move": "zero", "start": (0, 0)}, "at most 12"),
    ({"first_move": "lucky"}, "first_move must be"),
    ({"start": (9, 9)}, "outside the 9x9 board"),
    ({"start": "corner"}, "start must be a cell"),
    ({"start": np.array([0.0, 1.0])}, "a cell is a pair"),
    ({"start": np.array([1, 2, 3])}, "a cell is a pair"),
    ({"start": np.array("agent")}, "a cell is a pair"),
    ({"observation": np.array(["numbers", "one-hot"])}, "observation must be"),
    ({"repeat_penalty": 10**400}, "repeat_penalty must be a number"),
    ({"repeat_penalty": 1j}, "repeat_penalty must be a number"),
    ({"repeat_penalty": "1"}, "repeat_penalty must be a number"),
    ({"flags": 1}, "flags must be True or False"),
    ({"on_repeat": "cry"}, "on_repeat must be"),
    ({"repeat_penalty": float("nan")}, "repeat_penalty must be a number"),
    ({"render_mode": "human"}, "render_mode must be"),
    ({"level": "4096x4096/1", "flags": True, "max_episode_steps": 0}, "max_episode_steps|too many"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=described)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        sapper.envs.MinesweeperEnv(**arguments)


@pytest.mark.parametrize("start", [[1, 2], np.array([1, 2]), (np.int8(1), 2)], ids=repr)
def test_a_start_can_have_any_type(start: Any) -> None:
    assert single(start=start).settings == single(start=(1, 2)).settings


@pytest.mark.parametrize("penalty", [np.float32(0.5), np.float64(0.5), Fraction(1, 2)])
def test_a_penalty_can_have_any_type(penalty: Any) -> None:
    env = single(reward="win", repeat_penalty=penalty)
    env.reset(seed=1)
    env.step(0)
    assert env.step(0)[1] == -0.5


def test_without_gymnasium_one_sentence_says_what_to_install() -> None:
    script = "import sys; sys.modules['gymnasium'] = None\nimport sapper.envs"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.endswith("the environment needs gymnasium: pip install 'sapper[env]'")


def test_unknown_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="luck"):
        gymnasium.make(sapper.envs.ID, luck=1)


@pytest.mark.parametrize("action", [-1, 81, 2**70, -(2**70), 1.5, "a", None, [1]])
def test_actions_out_of_range(action: Any) -> None:
    env = single(level="beginner")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="an action is a whole number"):
        env.step(action)
    assert env.step(np.int8(3))[2] is False


def test_steps_outside_a_game() -> None:
    env = single(level="2x2/3")
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(0)[2] is True, "the start is the only free cell"
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(1)
    env.reset()
    env.step(1)


def test_a_start_that_decides_every_game_is_refused() -> None:
    env = single(level="5x5/0", start=(0, 0))
    with pytest.raises(SapperError, match="ends nearly every game"):
        env.reset(seed=1)


def test_rules_and_specs_can_be_pickled() -> None:
    rules = Rules(4, 5, 3, first_move="zero")
    env = gymnasium.make(sapper.envs.ID, level=rules, cascade=False)
    settings = env.unwrapped.settings  # type: ignore[attr-defined]
    assert settings.rules == Rules(4, 5, 3, first_move="zero", cascade=False)
    assert env.spec is not None
    again = gymnasium.make(pickle.loads(pickle.dumps(env.spec)))
    assert again.unwrapped.settings == settings  # type: ignore[attr-defined]


class Interrupted:
    """Stands for a fleet whose call Ctrl-C ends."""

    def reset(self, marked: object) -> None:
        raise KeyboardInterrupt

    step_one = reset


@pytest.mark.parametrize("call", [lambda env: env.step(1), lambda env: env.reset()], ids=["step", "reset"])
def test_after_ctrl_c_the_game_needs_a_reset(
    call: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = single(level="5x5/4")
    env.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(env, "_fleet", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            call(env)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(0)
