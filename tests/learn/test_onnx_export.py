"""The exported networks give the same outputs as torch."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
import torch

from sapper.learn.simulation.levels import Level, level_of
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import make_learner
from sapper.learn.training.onnx_export import difference, read_weights
from sapper.learn.training.stuck_positions import positions
from sapper.shipped_networks import shipped_networks
from tests.learn.random_views import views

MODELS = shipped_networks()
SHIPPED = sorted(path.stem for path in MODELS.glob("*.onnx"))


BOARDS = [name for name in SHIPPED if not name.startswith("dqn")]


BEGINNERS = level_of("beginner", "safe")


SMALL = Level("small", 5, 6, 6, "safe", (0, 0))


@pytest.mark.parametrize("name", BOARDS)
def test_the_exported_file_agrees_with_torch(name: str) -> None:
    network = make_learner(name, Setup(torch.device("cpu"), cells=1, teacher=False)).average
    path = MODELS / f"{name}.onnx"
    network.load_state_dict(read_weights(path))
    # resnet takes a hundred times as long per view as most other networks, so its views are smaller.
    for level in (level_of("intermediate", "safe"), level_of("expert", "safe")):
        assert difference(network, path, *views(10, level)) < 1e-5
    assert difference(network, path, *views(980, SMALL if name == "resnet" else BEGINNERS)) < 1e-5


def test_the_exported_window_network_agrees_with_torch() -> None:
    network = make_learner("dqn-5x5", Setup(torch.device("cpu"))).average
    path = MODELS / "dqn-5x5.onnx"
    network.load_state_dict(read_weights(path))
    windows = torch.from_numpy(np.stack([each.window for each in islice(positions(8), 1000)]))
    assert difference(network, path, windows) < 1e-5
