"""Tests of loading a network and playing with it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from sapper import BEGINNER, SapperError, make, play
from sapper.learn.playing import network_agent
from sapper.learn.playing.network_agent import NeuralAgent, beside_open
from sapper.learn.playing.shipped_networks import shipped_networks
from sapper.learn.training.onnx_export import read_weights

MODELS = shipped_networks()


def test_beside_open_is_what_touches_a_number() -> None:
    numbers = np.full((4, 4), -2, np.int8)
    numbers[0, 0] = 1
    assert beside_open(numbers).sum() == 4


def test_a_network_whose_weights_were_changed_is_refused(tmp_path: Path) -> None:
    """A model with a changed byte among its weights still loads, but the checksum in its card differs."""
    data = bytearray((MODELS / "mlp-1.onnx").read_bytes())
    data[len(data) // 2] ^= 0x40
    path = tmp_path / "mlp-1.onnx"
    path.write_bytes(data)
    path.with_suffix(".json").write_text((MODELS / "mlp-1.json").read_text())
    with pytest.raises(
        SapperError, match=r"mlp-1\.onnx is damaged, or not the one that mlp-1\.json describes"
    ):
        make(str(path))


@pytest.mark.parametrize("damage", ["truncated", "noise", "empty", "missing"])
def test_a_damaged_network_is_reported_in_one_sentence(tmp_path: Path, damage: str) -> None:
    data = (MODELS / "mlp-1.onnx").read_bytes()
    path = tmp_path / "mlp-1.onnx"
    path.with_suffix(".json").write_text((MODELS / "mlp-1.json").read_text())
    if damage != "missing":
        path.write_bytes({"truncated": data[: len(data) // 2], "noise": b"noise" * 999, "empty": b""}[damage])
    with pytest.raises(SapperError, match=r"mlp-1\.onnx is damaged|no network at"):
        NeuralAgent(path)
    if damage != "missing":
        with pytest.raises(SapperError, match=r"mlp-1\.onnx is damaged"):
            read_weights(path)


def test_the_path_of_a_network_is_the_name_of_an_agent(tmp_path: Path) -> None:
    for end in ("onnx", "json"):
        (tmp_path / f"own.{end}").write_bytes((MODELS / f"mlp-1.{end}").read_bytes())
    agent = make(str(tmp_path / "own.onnx"))
    assert play(agent, BEGINNER, 1).moves == play(make("mlp-1"), BEGINNER, 1).moves
    with pytest.raises(SapperError, match=r"there is no network at .*none\.onnx"):
        make(str(tmp_path / "none.onnx"))
    with pytest.raises(SapperError, match="judges windows"):
        NeuralAgent("dqn-5x5")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": "x"}', '{"name": "x", "style": {}}'])
def test_a_damaged_card_is_reported_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(SapperError, match="card"):
        NeuralAgent(tmp_path / "x.onnx")


def test_without_onnxruntime_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    network_agent.open_model.cache_clear()
    with pytest.raises(SapperError, match=r"pip install 'sapper\[neural\]'"):
        make("mlp-1")
    network_agent.open_model.cache_clear()
