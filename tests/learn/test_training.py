"""Training learns, repeats itself, goes on after a break, and refuses what it cannot go on from."""

from __future__ import annotations

import json
import math
from pathlib import Path
from shutil import copyfile

import pytest
import torch

from sapper.errors import SapperError
from sapper.learn.networks.paper_networks import CNN
from sapper.learn.networks.resnet import ResNet
from sapper.learn.simulation.evaluation import evaluate
from sapper.learn.simulation.levels import Level, level_of
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training import checkpoint, training_loop
from sapper.learn.training.board_q_learner import BoardQLearner
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.learner_registry import make_learner
from sapper.learn.training.online_learner import OnlineLearner, Recipe
from sapper.learn.training.resnet_learner import ResNetLearner
from sapper.learn.training.resnet_self_play import BoardMix
from sapper.learn.training.training_loop import LearnerRun, Limits, LogEntry, ranking, train

TINY = Level("tiny", 6, 6, 4, "zero", (2, 2))


def setup(cells: int = 36 * 32, seed: int = 0) -> Setup:
    return Setup(torch.device("cpu"), seed=seed, cells=cells, threads=1)


def tiny_learner(seed: int = 0, filters: int = 16, cells: int = 36 * 32) -> OnlineLearner:
    torch.manual_seed(seed)
    network = CNN([(filters, 3), (filters, 3)])
    return OnlineLearner("tiny", network, TINY, Recipe(rate=5e-3), setup(cells, seed))


def rate(learner: Learner, level: Level = TINY, games: int = 600) -> float:
    generator = torch.Generator().manual_seed(99)
    return evaluate(learner.judge(), level, games, generator, learner.style, batch=200).rate


def random_rate(level: Level = TINY, games: int = 600) -> float:
    def judge(views: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.rand(len(views), 1, *views.shape[1:], generator=draws)

    draws = torch.Generator().manual_seed(7)
    generator = torch.Generator().manual_seed(99)
    return evaluate(judge, level, games, generator, Style(sure=0.0, margin=0.0), batch=200).rate


def test_a_tiny_network_learns_to_win() -> None:
    """The margin: 30 points above random play on 6x6 with 4 mines from a zero, after 300 steps."""
    learner = tiny_learner()
    for step in range(300):
        learner.step(step / 300)
    assert rate(learner) > random_rate() + 0.30


def test_resnet_learns_from_exact_risks() -> None:
    torch.manual_seed(0)
    learner = ResNetLearner("tiny", ResNet(3, 16), setup(), (BoardMix(6, 6, (4, 4), 1.0),), (TINY,))
    losses = [float(learner.step(step / 150)) for step in range(150)]
    assert sum(losses[-20:]) < 0.7 * sum(losses[:20])
    assert rate(learner) > random_rate() + 0.30
    assert learner.tally().games > 50


def test_resnet_learns_from_the_mines_where_there_is_no_teacher() -> None:
    torch.manual_seed(0)
    alone = Setup(torch.device("cpu"), cells=36 * 16, teacher=False)
    learner = ResNetLearner("tiny", ResNet(2, 8), alone, (BoardMix(6, 6, (4, 4), 1.0),), (TINY,))
    losses = [float(learner.step(step / 60)) for step in range(60)]
    assert sum(losses[-10:]) < sum(losses[:10])
    assert learner.style.margin == 0  # guesses were not taught, so the lowest risk decides


def test_q_learning_learns_to_win() -> None:
    torch.manual_seed(0)
    learner = BoardQLearner("tiny", CNN([(16, 3), (16, 3)]), TINY, setup())
    for step in range(300):
        learner.step(step / 300)
    assert rate(learner) > random_rate() + 0.10


def test_the_same_seed_gives_the_same_first_losses() -> None:
    def losses(seed: int, steps: int = 1000) -> list[float]:
        learner = tiny_learner(seed, filters=4, cells=1)
        return [float(learner.step(step / 1000)) for step in range(steps)]

    first = losses(3)
    assert losses(3) == first
    assert losses(4, 10) != first[:10]


@pytest.mark.parametrize(("name", "steps"), [("cnn-18", 40), ("mehta-2", 30), ("resnet-small", 4)])
def test_a_run_with_a_number_of_steps_repeats_itself(tmp_path: Path, name: str, steps: int) -> None:
    """Through the whole of training, the threads of the teacher included; minutes depend on the clock."""

    def weights(out: Path) -> list[torch.Tensor]:
        learner = make_learner(name, Setup(torch.device("cpu"), seed=3, cells=600, threads=2))
        train([LearnerRun(learner, out, log_every=1)], Limits(steps=steps), lambda *_: None)
        return list(learner.network.parameters())

    first = weights(tmp_path)
    (tmp_path / f"{name}.pt").unlink()
    assert all(torch.equal(ours, theirs) for ours, theirs in zip(weights(tmp_path), first, strict=True))


def test_training_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    course = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    train([course], Limits(steps=60), lambda *_: None)
    again = LearnerRun(tiny_learner(seed=5), tmp_path, log_every=50)
    again.resume()
    assert again.learner.steps == 60
    assert again.games == course.games > 0
    for ours, theirs in zip(
        again.learner.network.parameters(), course.learner.network.parameters(), strict=True
    ):
        assert torch.equal(ours, theirs)
    state, kept = again.learner.optimizers()[0].state_dict(), course.learner.optimizers()[0].state_dict()
    assert state["state"][0]["step"] == kept["state"][0]["step"]
    train([again], Limits(steps=80), lambda *_: None)
    assert again.learner.steps == 80
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    games = [line["games"] for line in lines]
    assert games == sorted(games)
    assert set(lines[0]) == {"games", "wins", "played", "moves", "left", "loss", "seconds"}


def test_an_interrupted_run_keeps_what_it_learnt(tmp_path: Path) -> None:
    course = LearnerRun(tiny_learner(), tmp_path, log_every=1)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([course], Limits(minutes=60), stop, turn=40)
    again = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    again.resume()
    assert again.learner.steps == 40


def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    """Killed between two checkpoints: the log is ahead of the last one, its last line half written."""
    course = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    kept = tmp_path / "kept"

    def stop(*_: object) -> None:
        if course.learner.steps == 80:
            copyfile(course.checkpoint, kept)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([course], Limits(minutes=60), stop, save_every=0.0)
    kept.replace(course.checkpoint)
    with course.log.open("a") as log:
        log.write('{"games": 99999')
    again = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    again.resume()
    assert again.learner.steps == 60
    assert again.games < course.games
    lines = [json.loads(line) for line in again.log.read_text().splitlines()]
    assert [line["games"] for line in lines][-1] == again.games
    train([again], Limits(steps=100), lambda *_: None)
    games = [json.loads(line)["games"] for line in again.log.read_text().splitlines()]
    assert games == sorted(set(games))


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    course = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    course.save()
    course.log.write_text("noise\n")
    with pytest.raises(SapperError, match=r"log .* is damaged"):
        course.resume()


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.pt"
    checkpoint.save(tiny_learner(), path, checkpoint.RunState(1.0, 2))
    with pytest.raises(SapperError, match="does not fit the network tiny"):
        checkpoint.load(tiny_learner(filters=8), path)
    with pytest.raises(SapperError, match=r"is a checkpoint of tiny, not of cnn-18"):
        checkpoint.load(make_learner("cnn-18", setup(1)), path)
    with pytest.raises(SapperError, match="is not that of cnn-18"):
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
    with pytest.raises(SapperError, match="no checkpoint"):
        checkpoint.load(tiny_learner(), path)


def test_weights_are_trained_on_elsewhere(tmp_path: Path) -> None:
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
    with pytest.raises(SapperError, match=r"training on tiny, zero start, not on beginner, safe start"):
        checkpoint.load(other, path)


def test_training_goes_on_to_the_limits_of_the_first_time(tmp_path: Path) -> None:
    course = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    with pytest.raises(ValueError, match="has no limits"):
        train([course], None, lambda *_: None)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train([course], Limits(steps=50), stop)
    again = LearnerRun(tiny_learner(), tmp_path, log_every=50)
    assert again.resume()
    assert again.learner.steps == 20
    train([again], None, lambda *_: None)
    assert again.learner.steps == 50


def test_weights_go_on_on_another_kind_of_device(tmp_path: Path) -> None:
    """Its random numbers and its optimizer's memory are of the device and stay behind."""
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


def test_a_log_without_a_checkpoint_is_begun_anew(tmp_path: Path) -> None:
    """A run that is killed before its first checkpoint leaves a log that belongs to nothing."""
    (tmp_path / "tiny.jsonl").write_text('{"games": 99999}\n')
    course = LearnerRun(tiny_learner(), tmp_path, log_every=1)
    assert not course.resume()
    train([course], Limits(steps=40), lambda *_: None)
    assert "99999" not in course.log.read_text()


@pytest.mark.parametrize(
    ("minutes", "steps"), [(0.0, None), (-1.0, None), (math.nan, None), (None, 0), (None, None)]
)
def test_limits_that_never_end_are_refused(minutes: float | None, steps: int | None) -> None:
    with pytest.raises(ValueError, match=r"training (takes|needs)"):
        Limits(minutes, steps)


def test_a_turn_of_slow_steps_ends_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches a large network on a CPU sees it come on after each step."""
    monkeypatch.setattr(training_loop, "PATIENCE", 0.0)
    seen: list[int] = []
    train(
        [LearnerRun(tiny_learner(), tmp_path, 10**9)], Limits(steps=3), lambda c, _: seen.append(c.learner.steps)
    )
    assert seen == [1, 2, 3]


def test_moves_count_while_hardly_any_game_is_won(tmp_path: Path) -> None:
    lucky, long, fresh = (LearnerRun(tiny_learner(), tmp_path, 1) for _ in range(3))
    lucky.last = LogEntry(1000, 1, 1000, 3.0, 20.0, 0.5, 1.0)
    long.last = LogEntry(1000, 0, 1000, 9.0, 10.0, 0.4, 1.0)
    assert ranking([fresh, lucky, long]) == [long, lucky, fresh]


def test_who_has_not_been_judged_is_not_dropped(tmp_path: Path) -> None:
    first, second = tiny_learner(), tiny_learner(seed=1)
    first.name, second.name = "first", "second"
    courses = [LearnerRun(first, tmp_path, 10**9), LearnerRun(second, tmp_path, 10**9)]
    train(courses, Limits(steps=80), lambda *_: None, drop_slow=True)
    assert not any(course.dropped for course in courses)


def test_several_learners_are_ranked_and_the_slow_dropped(tmp_path: Path) -> None:
    good, bad = tiny_learner(), tiny_learner(seed=1, filters=2)
    good.name, bad.name = "good", "bad"
    bad.recipe = Recipe(rate=0.0)  # it cannot learn
    courses = [LearnerRun(bad, tmp_path, 100), LearnerRun(good, tmp_path, 100)]
    told: list[str] = []

    def watch(course: LearnerRun, line: LogEntry | None) -> None:
        if course.dropped:
            told.append(course.learner.name)

    train(courses, Limits(steps=240), watch, drop_slow=True)
    assert told == ["bad"]
    assert [course.learner.name for course in ranking(courses)] == ["good", "bad"]
    assert courses[0].dropped
    assert not courses[1].dropped
    assert courses[0].learner.steps < 240 == courses[1].learner.steps
    again = LearnerRun(bad, tmp_path, 100)
    assert again.resume()
    assert again.dropped
