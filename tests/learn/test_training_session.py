"""Tests of `sapper train`, from the list of learners to an agent that plays."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import torch

from sapper import Rules, SapperError, make, play
from sapper.cli.main import run
from sapper.learn.playing.aua_csp_dqn import AuaCspDqn
from sapper.learn.playing.network_agent import NeuralAgent
from sapper.learn.training import training_session
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import LEARNERS, make_learner


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().err.split())


def test_a_learner_is_trained_resumed_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    train = ["train", "mlp-1", "--out", str(out), "--device", "cpu", "--cells", "1300", "--measure", "20"]
    picture = tmp_path / "curve.png"
    assert run([*train, "--steps", "60", "--plot", str(picture), "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)["learners"]
    assert card["steps"] == 60
    assert card["parameters"] == 3071
    assert card["measured"][0]["games"] == 20
    assert card["onnx_difference"] < 1e-5
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in out.iterdir()} == {
        f"mlp-1.{end}" for end in ("pt", "jsonl", "onnx", "json")
    }

    assert run([*train, "--steps", "80"]) == 2
    assert "mlp-1.pt exists: add --resume" in said(capsys)
    assert run([*train, "--steps", "80", "--resume"]) == 0
    capsys.readouterr()
    assert run(["bench", str(out / "mlp-1.onnx"), "--level", "6x6/5", "--games", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"][0]["games"] == 3
    record = play(NeuralAgent(out / "mlp-1.onnx"), Rules(6, 6, 5), seed=1)
    assert record.result in {"won", "lost"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name the learners to train"),
        (["cnn-99"], "no learner is called 'cnn-99'; did you mean"),
        (["mlp-1", "--device", "tpu"], "the device must be auto, cpu or cuda, not 'tpu'"),
        (["mlp-1", "--level", "8x8/3"], "learners train on beginner, intermediate, expert, not on '8x8/3'"),
        (["mlp-1", "--first-move", "unsafe"], "the first move safe or zero, not 'unsafe'"),
        (["resnet-small", "--level", "beginner"], "resnet-small chooses its own boards"),
        (["mlp-1", "dqn-5x5", "--first-move", "zero"], "dqn-5x5 chooses its own boards"),
        (["mlp-1", "--minutes", "0"], "the training time must be above 0 minutes, not 0"),
        (["mlp-1", "--rate", "-1"], "the rate must be above 0, not -1"),
        (["mlp-1", "--plot", "curve.doc"], "a plot must end in .png, .svg, .pdf; curve.doc does not"),
        (["mlp-1", "--from", "nowhere.pt"], "there is no checkpoint at nowhere.pt"),
        (["mlp-1", "--from", "nowhere.onnx"], "there is no network at nowhere.onnx"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(["train", *arguments, "--out", str(tmp_path), "--steps", "1", "--cells", "1"]) == 2
    assert complaint in said(capsys)


def test_each_learner_keeps_its_own_first_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["train", "mlp-1", "cnn-18", "--level", "intermediate", "--steps", "1", "--cells", "1"]
    assert run([*arguments, "--measure", "0", "--out", str(tmp_path), "--json"]) == 0
    mlp, cnn = json.loads(capsys.readouterr().out)["learners"]
    assert mlp["trained_on"] == "intermediate, zero start"
    assert cnn["trained_on"] == "intermediate, safe start"
    assert "beginner" not in cnn["architecture"]


def test_resuming_without_a_checkpoint_prints_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["train", "mlp-1", "--steps", "1", "--cells", "1", "--measure", "0", "--resume"]
    assert run([*arguments, "--out", str(tmp_path)]) == 0
    assert "so its training starts from scratch" in said(capsys)


def test_a_trained_window_network_plays_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["train", "dqn-5x5-slow", "--steps", "20", "--everywhere", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    (card,) = json.loads(capsys.readouterr().out)["learners"]
    assert card["measured"] == []
    assert card["trained_on"] is None
    agent = make(str(tmp_path / "dqn-5x5-slow.onnx"))
    assert isinstance(agent, AuaCspDqn)
    assert agent.name == "aua-csp-dqn:dqn-5x5-slow"
    assert play(agent, Rules(9, 9, 10), seed=1).result in {"won", "lost"}


def test_without_torch_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert run(["train", "mlp-1"]) == 2
    assert "training needs torch: pip install 'sapper[train]'" in said(capsys)


def test_the_list_names_every_learner(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "--list", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == [*LEARNERS, "deep"]


def test_an_exported_network_that_differs_is_refused(tmp_path: Path) -> None:
    learner = make_learner("mlp-1", Setup(torch.device("cpu"), cells=1))
    path = tmp_path / "mlp-1.onnx"
    learner.export(path)
    found = training_session.check_export(learner, path)
    assert found is not None
    assert found < 1e-5
    other = make_learner("mlp-1", Setup(torch.device("cpu"), seed=1, cells=1))
    with pytest.raises(SapperError, match="differs from its network by"):
        training_session.check_export(other, path)
