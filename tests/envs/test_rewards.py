"""What steps earn, by hand on small boards and in sum over games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import Board, Game, analyse
from sapper.envs.rewards import REWARDS, Transition
from tests.envs.helpers import described, single


def walk(seed: int = 1, games: int = 300, flags: bool = False, **arguments: Any) -> Any:
    """Random games, step by step: what was seen and done, the twin `Game` after it, and the reward."""
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


def test_win_pays_for_the_win_alone() -> None:
    wins = 0
    for *_, game, reward in walk(level="4x4/2", reward="win"):
        assert reward == (game.state == "won")
        wins += game.state == "won"
    assert wins > 20


def test_progress_adds_up() -> None:
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
    assert free_losses > 0, "an unlucky best guess must have cost nothing somewhere"


def test_a_reward_of_ones_own() -> None:
    seen: list[Transition] = []

    def mine(step: Transition) -> float:
        seen.append(step)
        return np.float32(step.opened)  # type: ignore[return-value]  # numpy's numbers will do

    env = single(level="5x5/3", reward=mine, repeat_penalty=1.0)
    env.reset(seed=1)
    _, reward, *_ = env.step(12)
    assert reward == seen[0].opened == (seen[0].after != -2).sum() > 0
    assert (seen[0].before == -2).all() and seen[0].action == 12 and seen[0].rules == env.settings.rules
    assert env.step(12)[1] == -1.0 and not seen[1].acted


def test_a_reward_that_is_no_number() -> None:
    env = single(level="5x5/3", reward=lambda step: "much")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="the reward must be a number, not 'much'"):
        env.step(0)


def test_every_scheme_is_described() -> None:
    assert list(REWARDS) == ["win", "progress", "mehta", "risk-aware"]
