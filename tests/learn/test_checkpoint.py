"""Tests of saving and loading learners."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from sapper.errors import SapperError
from sapper.learn.networks.paper_networks import CNN
from sapper.learn.simulation.levels import level_of
from sapper.learn.training import checkpoint
from sapper.learn.training.learner_registry import make_learner
from sapper.learn.training.online_learner import OnlineLearner, Recipe
from tests.learn.tiny_learner import setup, tiny_learner


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    with pytest.raises(SapperError, match="does not fit the network tiny"):
        checkpoint.load(tiny_learner(filters=8), path)
    with pytest.raises(SapperError, match=r"is a checkpoint of tiny, not of cnn-18"):
        checkpoint.load(make_learner("cnn-18", setup(1)), path)
    with pytest.raises(SapperError, match="does not fit cnn-18"):
        checkpoint.begin_from(make_learner("cnn-18", setup(1)), path)


@pytest.mark.parametrize("damage", ["truncated", "noise", "empty", "other"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    data = path.read_bytes()
    bytes_of = {"truncated": data[: len(data) // 2], "noise": b"\x80\x05noise" * 99, "empty": b""}
    if damage == "other":
        torch.save({"something": 1}, path)
    else:
        path.write_bytes(bytes_of[damage])
    with pytest.raises(SapperError, match="is not a checkpoint"):
        checkpoint.load(tiny_learner(), path)


def test_no_damage_of_a_checkpoint_escapes_as_another_error(tmp_path: Path) -> None:
    """Bytes are changed where the structure is: in the pickled part and in the directory."""
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    content, rng, refused = path.read_bytes(), np.random.default_rng(7), 0
    places = np.concatenate([np.arange(min(3000, len(content) // 2)), len(content) - 1 - np.arange(1000)])
    for place in rng.choice(places, 250):
        damaged = bytearray(content)
        damaged[place] = rng.integers(256)
        path.write_bytes(damaged)
        try:
            checkpoint.load(tiny_learner(), path)
        except SapperError:
            refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ["tiny"]),
        ("past", None),
        ("past", {"seconds": "x", "games": 1}),
        ("past", {}),
        ("levels", 5),
        ("levels", [None]),
        ("average", 5),
    ],
)
def test_a_checkpoint_with_a_field_of_a_wrong_type_is_refused(
    tmp_path: Path, field: str, value: object
) -> None:
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    state = torch.load(path, weights_only=True)
    torch.save(state | {field: value}, path)
    for read in (checkpoint.load, checkpoint.begin_from):
        with pytest.raises(SapperError, match="is damaged: a field of the checkpoint"):
            read(tiny_learner(), path)


def test_a_training_can_start_from_the_weights_of_another(tmp_path: Path) -> None:
    learner = tiny_learner()
    for step in range(20):
        learner.step(step / 20)
    checkpoint.save(learner, tmp_path / "a.pt", checkpoint.RunState(0.0, 0))
    learner.export(tmp_path / "a.onnx")
    for path in (tmp_path / "a.pt", tmp_path / "a.onnx"):
        other = tiny_learner(seed=9)
        checkpoint.begin_from(other, path)
        for ours, theirs in zip(other.network.parameters(), learner.average.parameters(), strict=True):
            assert torch.equal(ours, theirs)


def test_a_checkpoint_of_another_level_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    other = OnlineLearner("tiny", CNN([(16, 3), (16, 3)]), level_of("beginner", "safe"), Recipe(), setup())
    with pytest.raises(SapperError, match=r"trained on tiny, zero start, not on beginner, safe start"):
        checkpoint.load(other, path)


def test_weights_can_be_loaded_on_another_kind_of_device(tmp_path: Path) -> None:
    """The states of the random generator and of the optimizer belong to the device and are not loaded."""
    learner = tiny_learner()
    for step in range(5):
        learner.step(step / 5)
    path = tmp_path / "tiny.pt"
    checkpoint.save(learner, path, checkpoint.RunState(1.0, 2))
    state = torch.load(path)
    torch.save({**state, "device": "cuda", "generator": torch.zeros(16, dtype=torch.uint8)}, path)
    other = tiny_learner(seed=9)
    assert checkpoint.load(other, path).games == 2
    assert other.steps == 5
    for ours, theirs in zip(other.network.parameters(), learner.network.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    other.step(0.5)
