"""Tests of the shipped networks, their cards and their agents."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from sapper import AGENTS, BEGINNER, View
from sapper._core import DeepNetwork
from sapper.agents.turn import stream
from sapper.learn.playing.network_agent import NeuralAgent
from sapper.learn.training.learner_registry import LEARNERS
from sapper.learn.training.onnx_export import read_weights
from sapper.shipped_networks import shipped_networks

MODELS = shipped_networks()
SHIPPED = sorted(path.stem for path in MODELS.glob("*.onnx"))


BOARDS = [name for name in SHIPPED if not name.startswith("dqn")]


ROOT = Path(__file__).parents[2]


def test_every_network_has_its_card_and_all_are_small() -> None:
    assert {"resnet", "resnet-small", "mlp-3", "cnn-18", "cnn-19", "cnn-20", "dqn-5x5"} <= set(SHIPPED)
    for name in SHIPPED:
        card = json.loads((MODELS / f"{name}.json").read_text())
        assert card["name"] == name
        known = {"architecture", "parameters", "command", "seed", "hardware", "minutes", "games", "measured"}
        assert known <= card.keys()
        assert card["measured"]
        if name in BOARDS:
            assert all(each["games"] >= 10_000 for each in card["measured"])
        assert card["sha256"] == hashlib.sha256((MODELS / f"{name}.onnx").read_bytes()).hexdigest()
        assert re.fullmatch("[0-9a-f]{40}", card["commit"])
        assert card["parameters"] == sum(
            each.numel() for each in read_weights(MODELS / f"{name}.onnx").values()
        )
        assert name in LEARNERS
    assert sum(path.stat().st_size for path in MODELS.iterdir()) < 25 * 2**20


def test_every_shipped_network_plays_and_is_described() -> None:
    page = (ROOT / "docs" / "learners.md").read_text()
    for name in SHIPPED:
        assert f"`{name}`" in page
        assert name in AGENTS or name.startswith("dqn")


def test_resnet_finds_what_is_certain() -> None:
    """Below the numbers 1, 2, 1 the outer cells are mines and the middle cell is free."""
    agent = NeuralAgent("resnet")
    view = View.parse("000/121/???/??? 3")
    agent.reset(BEGINNER, stream(0, 0))
    assert set(agent.choose(view).opens) == {(2, 1)}


def test_the_weights_of_the_core_have_their_card() -> None:
    (path,) = MODELS.glob("*.weights")
    card = json.loads(path.with_suffix(".json").read_text())
    network = DeepNetwork(path.read_bytes(), path.name)
    assert card["name"] == path.stem == "sapper-deep"
    assert path.stem in AGENTS
    assert card["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (card["blocks"], card["channels"], card["margin"]) == (
        network.blocks,
        network.channels,
        network.margin,
    )
    assert len(card["runs"]) == 3
    for run in card["runs"]:
        assert {"command", "seed", "seconds", "positions", "hardware"} <= run.keys()
        assert re.fullmatch("[0-9a-f]{40}", run["commit"])
    boards = {(each["level"], each["first_move"]) for each in card["measured"]}
    assert {("expert", "safe"), ("expert", "zero")} <= boards
    assert len(boards) >= 6
    for each in card["measured"]:
        assert each["games"] >= 100_000
        low, high = each["interval"]
        assert low < each["gain"] < high
        assert high > 0  # on no board is it shown to be weaker than sapper-strong
    assert f"`{path.stem}`" in (ROOT / "docs" / "learners.md").read_text()
