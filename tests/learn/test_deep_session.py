"""`sapper train deep`, with a tiny network and a few steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from sapper import BEGINNER, Arena
from sapper.cli.main import run
from sapper.learn.networks.deep_resnet import DeepResNet
from sapper.learn.training.deep_runs import DeepOptions, Run
from sapper.learn.training.deep_trainer import save_network


def deep(*arguments: object) -> int:
    return run(["train", "deep", *map(str, arguments)])


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(7)
    path = tmp_path_factory.mktemp("start") / "start.pt"
    save_network(DeepResNet(3, 16), path, {})
    return path


@pytest.fixture(scope="module")
def trained(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("deep")
    assert deep("--steps", 2, "--minutes", 0.1, "--from", start, "--out", out, "--seed", 3) == 0
    return out


def test_a_training_writes_weights_that_play(trained: Path) -> None:
    card = json.loads((trained / "sapper-deep.json").read_text())
    assert card["blocks"] == 3
    assert card["positions"] > 0
    assert card["labelled"] > 0
    results = Arena(BEGINNER, seed=1).run([str(trained / "sapper-deep.weights")], 10)
    assert results.summaries[0].games == 10
    for name in ("teacher.pt", "student.pt", "teacher.jsonl", "student.jsonl", "student.onnx"):
        assert (trained / name).is_file()


def test_a_resumed_training_adds_positions_of_another_seed(
    trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = json.loads((trained / "sapper-deep.json").read_text())["positions"]
    assert deep("--resume", "--out", trained, "--seed", 3, "--steps", 1) == 2
    assert "positions of seed 3 are in" in " ".join(capsys.readouterr().err.split())
    assert deep("--resume", "--out", trained, "--seed", 5, "--steps", 1, "--minutes", 0.1, "--json") == 0
    (card,) = json.loads(capsys.readouterr().out)["learners"]
    assert card["positions"] >= before
    starts = [json.loads(line) for line in (trained / "teacher.jsonl").read_text().splitlines()]
    assert [each["kept"] for each in starts if "start" in each] == [0, before]


def test_a_training_is_not_overwritten(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (trained / "teacher.pt").read_bytes()
    assert deep("--out", trained, "--seed", 9) == 2
    assert "holds a training already" in " ".join(capsys.readouterr().err.split())
    assert (trained / "teacher.pt").read_bytes() == before


def test_bad_settings_get_a_sentence(start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, sentence in (
        (("--resume",), "there is no training in"),
        (("--resume", "--from", start), "leave out --from"),
        (("--minutes", "0"), "minutes must be a number above 0"),
        (("mlp-1",), "deep is trained alone"),
        (("--level", "expert"), "deep is trained alone"),
        (("--from", tmp_path / "none.pt"), "there is no checkpoint at"),
    ):
        assert deep(*arguments, "--out", tmp_path) == 2
        assert sentence in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_deep_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[-1]["name"] == "deep"


def test_the_rate_never_fades_unless_asked(tmp_path: Path) -> None:
    """The last step of a run may come after the time, and once divided by zero there."""
    run_of = Run("teacher", DeepOptions(out=tmp_path, start_from=tmp_path, seconds=0.01), lambda _: None)
    run_of.began -= 1
    assert run_of.fade() == 1.0
