"""Tests of the papers' networks: parameter counts and board sizes."""

from __future__ import annotations

import pytest
import torch

from sapper.learn.networks.paper_networks import CNN, WindowDQN, WindowMLP, parameters
from sapper.learn.networks.resnet import ResNet
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import make_learner

SETUP = Setup(torch.device("cpu"), cells=1, teacher=False)


# sajjad2022 5.5.3.2 states 3,071 and 'above 22,000' for mlp-1 and mlp-4, and 32,833 for cnn-18 to cnn-20. The
# other counts follow from the layers.
COUNTS = {
    "mlp-1": 3_071,
    "mlp-2": 7_591,
    "mlp-3": 14_461,
    "mlp-4": 22_081,
    "cnn-0": 30_101,
    "cnn-1": 62_054,
    "cnn-3": 30_721,
    "cnn-4": 25_377,
    "cnn-8": 14_596,
    "cnn-10": 15_684,
    "cnn-11": 62_054,
    "cnn-14": 15_684,
    "cnn-18": 32_833,
    "cnn-19": 32_833,
    "cnn-20": 32_833,
}


@pytest.mark.parametrize("name", COUNTS)
def test_parameters_are_as_published(name: str) -> None:
    assert parameters(make_learner(name, SETUP).network) == COUNTS[name]


@pytest.mark.parametrize(
    "network", [ResNet(3, 8), WindowMLP([8, 8, 8, 8]), CNN([(8, 5), (8, 3)])], ids=lambda n: type(n).__name__
)
def test_one_network_judges_boards_of_any_size(network: torch.nn.Module) -> None:
    for rows, cols in ((1, 1), (1, 12), (9, 9), (16, 30)):
        views = torch.full((2, rows, cols), -2, dtype=torch.int8)
        logits = network(views, torch.tensor([0, 1]))
        assert logits.shape[2:] == (rows, cols)
        assert logits.isfinite().all()


def test_windows_have_two_values() -> None:
    windows = torch.randint(-3, 9, (4, 5, 5), dtype=torch.int8)
    assert WindowDQN()(windows).shape == (4, 2)
    assert WindowDQN(planes=True, all_cells=True)(windows).shape == (4, 27)
