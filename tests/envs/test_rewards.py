"""Tests of the reward schemes on small boards, step by step and summed over games."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from sapper import Board, Game, analyse
from sapper.envs.rewards import REWARDS, Transition
from tests.envs.sample_envs import described, single


def walk(seed: int = 1, games: int = 300, flags: bool = False, **arguments: Any) -> Any:
    """Play random games in the environment and in `Game`, and yield the state and the reward of each step."""
    env = single(flags=flags, **arguments)
    rules = env.settings.rules
    rng = np.random.default_rng(seed)
    for index in range(games):
        env.reset(seed=None if index else seed)
        game, over = None, False
        while not over:
            action = int(rng.integers(env.settings.actions))
            cell, flagging = divmod(action % rules.cells, rules.cols), action >= rules.cells
            game = game or (None if flagging else Game(Board.random(rules, seed, index, cell)))
            before = None if game is None else game.view
            _, reward, over, _, _ = env.step(action)
            if game is None or before is None:
                continue
            move = (game.flag if flagging else game.open)(cell)
            yield rules, before, cell, flagging, move, game, reward


def test_win_rewards_only_the_win() -> None:
    wins = 0
    for *_, game, reward in walk(level="4x4/2", reward="win"):
        assert reward == (game.state == "won")
        wins += game.state == "won"
    assert wins > 20


def test_progress_sums_to_one() -> None:
    total = 0.0
    for rules, _, _, _, move, game, reward in walk(level="5x5/3", reward="progress"):
        opened = 0 if move is None else int((move.opened_array[:, 2] >= 0).sum())
        hit = move is not None and move.hit
        assert reward == pytest.approx(opened / (rules.cells - rules.mines) - hit)
        total += reward
        if game.state != "playing":
            if game.state == "won":
                assert total == pytest.approx(1)
            else:
                assert -1 <= total < 0
            total = 0.0


@pytest.mark.parametrize("on_mine", ["lose", "continue"])
def test_progress_on_a_board_of_mines(on_mine: str) -> None:
    env = single(level="3x3/9", first_move="unsafe", on_mine=on_mine)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-1.0, True)


def test_progress_from_a_start_or_past_a_mine() -> None:
    """Cells that the reset opens earn nothing, and every hit costs 1."""
    env = single(level="5x5/3", start=(0, 0), on_mine="continue")
    free, wins = 22, 0
    for game in range(20):
        observation, _ = env.reset(seed=None if game else 1)
        given = int((observation >= 0).sum())
        total, hits, over = 0.0, 0, False
        while not over:
            observation, reward, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
            total += reward
        hits = int((observation == -1).sum())
        assert info["won"] and given > 0
        assert total == pytest.approx(1 - given / free - hits)
        wins += hits > 0
    assert wins > 0


def test_mehta() -> None:
    seen = set()
    for rules, _, _, flagging, move, game, reward in walk(level="4x5/3", reward="mehta", flags=True):
        if game.state != "playing":
            expected = 20.0 if game.state == "won" else -20.0
        else:
            expected = 1.0 if move is not None and not flagging else -0.5
        assert rules.cells == 20 and reward == expected
        seen.add(expected)
    assert seen == {20.0, -20.0, 1.0, -0.5}


@pytest.mark.parametrize(
    "arguments",
    [
        {"level": "4x5/4"},
        {"level": "4x5/4", "first_move": "unsafe"},
        {"level": "4x5/4", "flags": True, "on_wrong_flag": "lose"},
    ],
    ids=described,
)
def test_risk_aware_charges_the_risk_beyond_the_lowest(arguments: dict[str, Any]) -> None:
    free_losses = 0
    for rules, before, cell, flagging, move, game, reward in walk(
        reward="risk-aware", repeat_penalty=0.125, games=150, **arguments
    ):
        won = game.state == "won"
        if move is None:
            assert reward == -0.125
            continue
        untouched = len(before.covered) == rules.cells
        promised = untouched and rules.first_move != "unsafe"
        risk = np.zeros(before.shape) if promised else analyse(before).risk
        placed = flagging and game.view.flags[cell]
        gamble = float(risk[cell]) if not flagging else 1 - float(risk[cell]) if placed else 0.0
        if flagging and rules.on_wrong_flag == "ignore":
            gamble = 0.0
        excess = max(0.0, gamble - float(np.nanmin(risk)))
        assert reward == pytest.approx(won - excess)
        free_losses += game.state == "lost" and reward == 0
    assert free_losses > 0, "at least one lost best guess must have cost nothing"


def test_a_custom_reward_function() -> None:
    seen: list[Transition] = []

    def mine(step: Transition) -> float:
        seen.append(step)
        return np.float32(step.opened)  # type: ignore[return-value]  # numpy scalars are accepted

    env = single(level="5x5/3", reward=mine, repeat_penalty=1.0)
    env.reset(seed=1)
    _, reward, *_ = env.step(12)
    assert reward == seen[0].opened == (seen[0].after != -2).sum() > 0
    assert (seen[0].before == -2).all() and seen[0].action == 12 and seen[0].rules == env.settings.rules
    assert env.step(12)[1] == -1.0 and not seen[1].acted


@pytest.mark.parametrize("value", [True, np.True_, 1, np.int8(1), np.float32(1), Fraction(1)])
def test_any_real_number_is_a_reward(value: Any) -> None:
    env = single(level="5x5/3", reward=lambda step: value)
    env.reset(seed=1)
    reward = env.step(0)[1]
    assert type(reward) is float and reward == 1.0


@pytest.mark.parametrize("value", ["much", 1j, np.complex64(1), None, np.ones(1)])
def test_a_reward_that_is_no_number(value: Any) -> None:
    env = single(level="2x2/3", reward=lambda step: value)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"the reward must be a number, not {re.escape(repr(value))}"):
        env.step(0)
    with pytest.raises(ResetNeeded):  # the step was made and won the game
        env.step(1)


def test_every_scheme_is_described() -> None:
    assert list(REWARDS) == ["win", "progress", "mehta", "risk-aware"]
