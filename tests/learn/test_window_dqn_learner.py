"""Tests of the learner of `dqn-5x5`."""

from __future__ import annotations

from itertools import islice

import pytest
import torch

from sapper.learn.training.learner import Setup
from sapper.learn.training.stuck_positions import positions
from sapper.learn.training.window_dqn_learner import DQNRecipe, WindowDQNLearner, local_risk


def test_the_network_learns_to_decide() -> None:
    torch.manual_seed(0)
    stuck = list(islice(positions(1), 60))
    plan = DQNRecipe(rate=0.002, decay=0.98, planes=True)
    learner = WindowDQNLearner("dqn", plan, Setup(torch.device("cpu")), (stuck[i % 60] for i in range(10**6)))
    for _ in range(300):
        learner.step(0.0)
    learner.tally()
    for _ in range(60):
        learner.step(0.0)
    last = learner.tally()
    assert last.wins / last.games > 0.8, "it has trained on these positions; random decisions reach 0.5"


def test_every_recipe_for_future_work_takes_a_step() -> None:
    for plan in (
        DQNRecipe(all_cells=True),
        DQNRecipe(planes=True, all_cells=True),
        DQNRecipe(heuristic=True),
        DQNRecipe(both=True),
        DQNRecipe(pretrain=2),
    ):
        supply = positions(2)
        learner = WindowDQNLearner("dqn", plan, Setup(torch.device("cpu")), supply)
        assert learner.step(0.0).isfinite()


def test_local_risk_is_missing_mines_divided_by_covered_cells() -> None:
    window = torch.full((5, 5), -2, dtype=torch.int8)
    assert local_risk(window[None]).tolist() == [0.5]  # no number beside the cell
    window[1, 1] = 2  # seven covered cells beside it, and a flag
    window[0, 0] = -1
    assert local_risk(window[None]).tolist() == pytest.approx([1 / 7])
    window[3, 3] = 4  # eight covered cells beside it
    assert local_risk(window[None]).tolist() == pytest.approx([(1 / 7 + 1 / 2) / 2])


def test_a_resumed_training_equals_an_uninterrupted_one() -> None:
    def learner() -> WindowDQNLearner:
        torch.manual_seed(4)
        return WindowDQNLearner("dqn", DQNRecipe(pretrain=1, at_once=2), Setup(torch.device("cpu"), seed=4))

    whole, broken, resumed = learner(), learner(), learner()
    losses = [float(whole.step(0.0)) for _ in range(12)]
    assert [float(broken.step(0.0)) for _ in range(7)] == losses[:7]
    resumed.load(broken.state())
    assert [float(resumed.step(0.0)) for _ in range(5)] == losses[7:]
    assert resumed.epsilon == whole.epsilon < 1
