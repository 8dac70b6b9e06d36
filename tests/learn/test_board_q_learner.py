"""Tests of Q-learning on whole boards."""

from __future__ import annotations

import torch

from sapper.learn.networks.paper_networks import CNN
from sapper.learn.training.board_q_learner import BoardQLearner
from tests.learn.tiny_learner import TINY, random_rate, rate, setup


def test_q_learning_learns_to_win() -> None:
    torch.manual_seed(0)
    learner = BoardQLearner("tiny", CNN([(16, 3), (16, 3)]), TINY, setup())
    for step in range(300):
        learner.step(step / 300)
    assert rate(learner) > random_rate() + 0.10
