"""Tests of the learner of `resnet`."""

from __future__ import annotations

import torch

from sapper.learn.networks.resnet import ResNet
from sapper.learn.training.learner import Setup
from sapper.learn.training.resnet_learner import ResNetLearner
from sapper.learn.training.resnet_self_play import BoardMix
from tests.learn.tiny_learner import TINY, random_rate, rate, setup


def test_resnet_learns_from_exact_risks() -> None:
    torch.manual_seed(0)
    learner = ResNetLearner("tiny", ResNet(3, 16), setup(), (BoardMix(6, 6, (4, 4), 1.0),), (TINY,))
    losses = [float(learner.step(step / 150)) for step in range(150)]
    assert sum(losses[-20:]) < 0.7 * sum(losses[:20])
    assert rate(learner) > random_rate() + 0.30
    assert learner.tally().games > 50


def test_resnet_learns_from_the_mines_without_a_teacher() -> None:
    torch.manual_seed(0)
    alone = Setup(torch.device("cpu"), cells=36 * 16, teacher=False)
    learner = ResNetLearner("tiny", ResNet(2, 8), alone, (BoardMix(6, 6, (4, 4), 1.0),), (TINY,))
    losses = [float(learner.step(step / 60)) for step in range(60)]
    assert sum(losses[-10:]) < sum(losses[:10])
    assert learner.style.margin == 0  # without a teacher there are no targets for guesses
