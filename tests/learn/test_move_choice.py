"""Tests of the rule that turns logits into moves."""

from __future__ import annotations

import pytest
import torch

from sapper import BEGINNER, View
from sapper.agents.turn import stream
from sapper.learn.playing.network_agent import NeuralAgent
from sapper.learn.simulation.levels import level_of
from sapper.learn.simulation.move_choice import Style
from tests.learn.random_views import views


@pytest.mark.parametrize("name", ["resnet-small", "mlp-3", "cnn-18"])
def test_an_agent_makes_the_same_moves_as_training(name: str) -> None:
    agent = NeuralAgent(name)
    agent.reset(BEGINNER, stream(0, 0))
    numbers, mines = views(60, level_of("beginner", "safe"), seed=4)
    logits = torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))
    style = Style(**agent.card["style"])
    sure, guess = style.moves(logits, numbers == -2, numbers >= 0)
    for index in range(60):
        decision = agent.choose(View.from_array(numbers[index].numpy(), int(mines[index])))
        wanted = sure[index] if sure[index].any() else guess[index]
        assert decision.opens == tuple((int(row), int(col)) for row, col in wanted.nonzero())
        assert not decision.certain
