"""Tests of loading a network and playing with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from sapper import BEGINNER, SapperError, make, play
from sapper.learn.playing import network_agent
from sapper.learn.playing.network_agent import NeuralAgent, beside_open
from sapper.learn.training.onnx_export import read_weights
from sapper.shipped_networks import shipped_networks

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


def network(path: Path, inputs: list[str], shape: list[int]) -> Path:
    """Write a network that gives zeros of this shape, whatever it is asked, with the card of a whole one."""
    kinds: dict[str, list[str | int | None]] = {
        "views": ["N", "R", "C"],
        "windows": ["N", 5, 5],
        "other": [2, 2, 2],
    }
    zeros = helper.make_tensor("zeros", TensorProto.FLOAT, shape, [0.0] * int(np.prod(shape)))
    graph = helper.make_graph(
        [helper.make_node("Constant", [], ["found"], value=zeros)],
        "constant",
        [helper.make_tensor_value_info(name, TensorProto.INT8, kinds[name]) for name in inputs],
        [helper.make_tensor_value_info("found", TensorProto.FLOAT, shape)],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    style = {"sure": 0.1, "margin": 0.0, "border": False}
    path.with_suffix(".json").write_text(json.dumps({"name": "constant", "style": style}))
    return path


@pytest.mark.parametrize(
    ("inputs", "shape"),
    [
        ([], [1, 1, 9, 9]),
        (["other"], [1, 1, 9, 9]),
        (["views"], [1, 9, 9]),
        (["views"], [1, 1, 9, 8]),
        (["views", "other"], [1, 1, 9, 9]),
        (["windows"], [1, 1, 2]),
        (["windows"], [1, 1]),
    ],
)
def test_a_network_with_another_shape_is_refused_in_one_sentence(
    tmp_path: Path, inputs: list[str], shape: list[int]
) -> None:
    path = network(tmp_path / "constant.onnx", inputs, shape)
    with pytest.raises(SapperError, match=r"damaged|whole boards"):
        for seed in range(20):  # a network that judges windows is not asked in every game
            play(make(str(path)), BEGINNER, seed)


def test_a_constant_network_of_the_right_shape_plays(tmp_path: Path) -> None:
    path = network(tmp_path / "constant.onnx", ["views"], [1, 1, 9, 9])
    assert play(make(str(path)), BEGINNER, 1).result == "lost"


@pytest.mark.parametrize(
    "change",
    [
        {"name": 5},
        {"paper": []},
        {"style": []},
        {"style": {"sure": "x", "margin": 0, "border": 0}},
        {"style": {"sure": None, "margin": 0, "border": 0}},
        {"style": {"sure": 0, "margin": 10**400, "border": 0}},
        {"style": {"sure": 0, "margin": float("nan"), "border": 0}},
        {"style": {"sure": 0, "margin": 0}},
    ],
)
def test_a_card_with_a_field_of_a_wrong_type_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = network(tmp_path / "constant.onnx", ["views"], [1, 1, 9, 9])
    card = path.with_suffix(".json")
    card.write_text(json.dumps(json.loads(card.read_text()) | change))
    with pytest.raises(SapperError, match="is not the card of a network"):
        make(str(path))


def test_a_card_of_a_million_brackets_is_damaged(tmp_path: Path) -> None:
    path = network(tmp_path / "constant.onnx", ["views"], [1, 1, 9, 9])
    path.with_suffix(".json").write_text("[" * 10**6)
    with pytest.raises(SapperError, match="is damaged"):
        make(str(path))
