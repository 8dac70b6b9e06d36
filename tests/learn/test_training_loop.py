"""Tests of the training loop: repeatability, logs, resuming, ranking."""

from __future__ import annotations

import json
import math
from pathlib import Path
from shutil import copyfile

import pytest
import torch

from sapper.errors import SapperError
from sapper.learn.training import training_loop
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import make_learner
from sapper.learn.training.online_learner import Recipe
from sapper.learn.training.training_loop import LearnerRun, Limits, LogEntry, ranking, train
from tests.learn.tiny_learner import tiny_learner


@pytest.mark.parametrize(("name", "steps"), [("cnn-18", 40), ("mehta-2", 30), ("resnet-small", 4)])
def test_a_run_with_a_number_of_steps_repeats_itself(tmp_path: Path, name: str, steps: int) -> None:
    """This includes the threads of the teacher. A limit in minutes depends on the clock and cannot repeat."""

    def weights(out: Path) -> list[torch.Tensor]:
        learner = make_learner(name, Setup(torch.device("cpu"), seed=3, cells=600, threads=2))
        train([LearnerRun(learner, out, log_every=1)], Limits(steps=steps), lambda *_: None)
        return list(learner.network.parameters())

    first = weights(tmp_path)
    (tmp_path / f"{name}.pt").unlink()
    assert all(torch.equal(ours, theirs) for ours, theirs in zip(weights(tmp_path), first, strict=True))


def test_a_finished_training_can_be_extended(tmp_path: Path) -> None:
    run = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    train([run], Limits(steps=60), lambda *_: None)
    again = LearnerRun(tiny_learner(seed=5), tmp_path, log_every=50)
    again.resume()
    assert again.learner.steps == 60
    assert again.games == run.games > 0
    for ours, theirs in zip(
        again.learner.network.parameters(), run.learner.network.parameters(), strict=True
    ):
        assert torch.equal(ours, theirs)
    state, kept = again.learner.optimizers()[0].state_dict(), run.learner.optimizers()[0].state_dict()
    assert state["state"][0]["step"] == kept["state"][0]["step"]
    train([again], Limits(steps=80), lambda *_: None)
    assert again.learner.steps == 80
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    games = [line["games"] for line in lines]
    assert games == sorted(games)
    assert set(lines[0]) == {"games", "wins", "played", "moves", "left", "loss", "seconds"}


def test_an_interrupted_run_writes_a_checkpoint(tmp_path: Path) -> None:
    run = LearnerRun(tiny_learner(), tmp_path, log_every=1)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([run], Limits(minutes=60), stop, turn=40)
    again = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    again.resume()
    assert again.learner.steps == 40


def test_a_killed_run_resumes_from_its_last_checkpoint(tmp_path: Path) -> None:
    """The log of a run that was killed is ahead of its checkpoint, and its last line may be incomplete."""
    run = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    kept = tmp_path / "kept"

    def stop(*_: object) -> None:
        if run.learner.steps == 80:
            copyfile(run.checkpoint, kept)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([run], Limits(minutes=60), stop, save_every=0.0)
    kept.replace(run.checkpoint)
    with run.log.open("a") as log:
        log.write('{"games": 99999')
    again = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    again.resume()
    assert again.learner.steps == 60
    assert again.games < run.games
    lines = [json.loads(line) for line in again.log.read_text().splitlines()]
    assert [line["games"] for line in lines][-1] == again.games
    train([again], Limits(steps=100), lambda *_: None)
    games = [json.loads(line)["games"] for line in again.log.read_text().splitlines()]
    assert games == sorted(set(games))


def test_a_damaged_log_is_reported(tmp_path: Path) -> None:
    run = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    run.save()
    run.log.write_text("noise\n")
    with pytest.raises(SapperError, match=r"log .* is damaged"):
        run.resume()


def test_a_resumed_training_keeps_its_limits(tmp_path: Path) -> None:
    run = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    with pytest.raises(ValueError, match="has no limits"):
        train([run], None, lambda *_: None)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([run], Limits(steps=50), stop)
    again = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    assert again.resume()
    assert again.learner.steps == 20
    train([again], None, lambda *_: None)
    assert again.learner.steps == 50


def test_a_log_without_a_checkpoint_is_overwritten(tmp_path: Path) -> None:
    """A run that is killed before its first checkpoint leaves only a log."""
    (tmp_path / "tiny.jsonl").write_text('{"games": 99999}\n')
    run = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    assert not run.resume()
    train([run], Limits(steps=40), lambda *_: None)
    assert "99999" not in run.log.read_text()


@pytest.mark.parametrize(
    ("minutes", "steps"), [(0.0, None), (-1.0, None), (math.nan, None), (None, 0), (None, None)]
)
def test_limits_that_never_end_are_refused(minutes: float | None, steps: int | None) -> None:
    with pytest.raises(ValueError, match=r"training (time must|must have|needs)"):
        Limits(minutes, steps)


def test_a_turn_of_slow_steps_ends_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callback is called after each step if steps are slow, such as those of a large network on a CPU."""
    monkeypatch.setattr(training_loop, "PATIENCE", 0.0)
    seen: list[int] = []
    train(
        [LearnerRun(tiny_learner(), tmp_path, 10**9)],
        Limits(steps=3),
        lambda c, _: seen.append(c.learner.steps),
    )
    assert seen == [1, 2, 3]


def test_moves_per_game_decide_the_rank_while_few_games_are_won(tmp_path: Path) -> None:
    lucky, long, fresh = (LearnerRun(tiny_learner(), tmp_path, 1) for _ in range(3))
    lucky.last = LogEntry(1000, 1, 1000, 3.0, 20.0, 0.5, 1.0)
    long.last = LogEntry(1000, 0, 1000, 9.0, 10.0, 0.4, 1.0)
    assert ranking([fresh, lucky, long]) == [long, lucky, fresh]


def test_a_learner_without_a_log_entry_is_not_dropped(tmp_path: Path) -> None:
    first, second = tiny_learner(), tiny_learner(seed=1)
    first.name, second.name = "first", "second"
    runs = [LearnerRun(first, tmp_path, 10**9), LearnerRun(second, tmp_path, 10**9)]
    train(runs, Limits(steps=80), lambda *_: None, drop_slow=True)
    assert not any(run.dropped for run in runs)


def test_several_learners_are_ranked_and_the_worst_is_dropped(tmp_path: Path) -> None:
    good, bad = tiny_learner(), tiny_learner(seed=1, filters=2)
    good.name, bad.name = "good", "bad"
    bad.recipe = Recipe(rate=0.0)  # it cannot learn
    runs = [LearnerRun(bad, tmp_path, 100), LearnerRun(good, tmp_path, 100)]
    dropped: list[str] = []

    def watch(run: LearnerRun, line: LogEntry | None) -> None:
        if run.dropped:
            dropped.append(run.learner.name)

    train(runs, Limits(steps=240), watch, drop_slow=True)
    assert dropped == ["bad"]
    assert [run.learner.name for run in ranking(runs)] == ["good", "bad"]
    assert runs[0].dropped
    assert not runs[1].dropped
    assert runs[0].learner.steps < 240 == runs[1].learner.steps
    again = LearnerRun(bad, tmp_path, 100)
    assert again.resume()
    assert again.dropped
