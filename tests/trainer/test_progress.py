"""The player's progress: ratings, repetition, the file, and the choice of exercises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sapper.errors import SapperError
from sapper.trainer.choice import next_exercise
from sapper.trainer.exercise import read_exercises
from sapper.trainer.progress import Progress, Rating
from sapper.trainer.progress_file import check_writable, default_file, read_progress, write_progress
from tests.trainer import plain_ratings
from tests.trainer.plain_ratings import BOXES

EXERCISES = read_exercises()
ONE = next(each for each in EXERCISES if each.kind == "deduction")
NOW = 1_800_000_000
DAY = 86_400
NEAREST = 24
"""The next exercise is one of this many nearest to the player's rating."""
MOST_HISTORY = 2_000


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_an_answer_moves_the_rating_as_the_formula_says() -> None:
    progress = Progress()
    result = progress.record(ONE, True, NOW)
    value, deviation = plain_ratings.after(1500, 350, ONE.difficulty, 1)
    assert result.after == pytest.approx(value)
    assert progress.ratings["deduction"].value == result.after
    assert progress.ratings["deduction"].deviation == pytest.approx(deviation)
    assert progress.ratings["guess"] == Rating()
    assert (progress.answered["deduction"], progress.right["deduction"]) == (1, 1)
    later = progress.rating("deduction", NOW + 100 * DAY)
    assert later.value == result.after
    assert later.deviation == pytest.approx(plain_ratings.idle(deviation, 100))


def test_many_answers_move_the_rating_as_the_formula_says() -> None:
    progress, generator = Progress(), rng()
    expected: dict[str, tuple[float, float, int]] = {"deduction": (1500, 350, 0), "guess": (1500, 350, 0)}
    now = NOW
    for each in EXERCISES[::40]:
        right, now = bool(generator.random() < 0.6), now + int(generator.integers(10 * DAY))
        value, deviation, at = expected[each.kind]
        grown = plain_ratings.idle(deviation, (now - at) / DAY) if at else deviation
        expected[each.kind] = (*plain_ratings.after(value, grown, each.difficulty, float(right)), now)
        progress.record(each, right, now)
    for kind, rating in progress.ratings.items():
        assert (rating.value, rating.deviation) == pytest.approx(expected[kind][:2], rel=1e-12)
    assert len(progress.seen) > 100


def test_a_missed_exercise_comes_back_at_growing_distances() -> None:
    progress = Progress()
    progress.record(ONE, False, NOW)
    now = NOW
    for seconds in BOXES:
        assert progress.due(now + seconds - 1) == []
        assert progress.due(now + seconds) == [ONE.name]
        now += seconds
        before = progress.ratings["deduction"]
        assert progress.record(ONE, True, now).is_repeated
        assert progress.ratings["deduction"] == before  # repeated answers are not rated
    assert progress.repetitions == {}


def test_a_second_miss_starts_again_and_an_early_answer_changes_nothing() -> None:
    progress = Progress()
    progress.record(ONE, False, NOW)
    progress.record(ONE, True, NOW + BOXES[0])
    kept = progress.repetitions[ONE.name]
    progress.record(ONE, True, NOW + BOXES[0] + 5)
    assert progress.repetitions[ONE.name] == kept
    progress.record(ONE, False, NOW + BOXES[0] + 10)
    assert progress.repetitions[ONE.name].box == 0


def test_what_has_come_back_comes_first() -> None:
    progress = Progress()
    progress.record(ONE, False, NOW)
    assert not next_exercise(progress, rng(), NOW + 1).has_returned
    chosen = next_exercise(progress, rng(), NOW + BOXES[0])
    assert (chosen.exercise, chosen.has_returned) == (ONE, True)
    assert not next_exercise(progress, rng(), NOW + BOXES[0], kind="guess").has_returned


def test_new_exercises_fit_the_player() -> None:
    for level in (800.0, 1300.0, 1800.0):
        progress = Progress()
        progress.ratings["deduction"] = Rating(level, 60)
        chosen = next_exercise(progress, rng(), NOW, "deduction").exercise
        nearer = [
            each
            for each in EXERCISES
            if each.kind == "deduction" and abs(each.difficulty - level) < abs(chosen.difficulty - level)
        ]
        assert len(nearer) < NEAREST


def test_an_exercise_is_new_until_all_were_seen() -> None:
    progress, generator = Progress(), rng()
    fitting = [each for each in EXERCISES if "box" in each.patterns]
    for _ in fitting:
        chosen = next_exercise(progress, generator, NOW, pattern_name="box")
        assert chosen.exercise.name not in progress.seen
        assert "box" in chosen.exercise.patterns
        progress.record(chosen.exercise, True, NOW)
    assert next_exercise(progress, generator, NOW, pattern_name="box").exercise in fitting


def test_choices_without_an_exercise_are_refused() -> None:
    with pytest.raises(ValueError, match="guesses have no pattern"):
        next_exercise(Progress(), rng(), NOW, "guess", "1-1")
    with pytest.raises(ValueError, match="there is no pattern 'x'"):
        next_exercise(Progress(), rng(), NOW, None, "x")
    every = frozenset(each.name for each in EXERCISES)
    with pytest.raises(ValueError, match="no other exercise fits"):
        next_exercise(Progress(), rng(), NOW, without=every)


def filled() -> Progress:
    progress = Progress()
    for number, each in enumerate(EXERCISES[::250]):
        progress.record(each, number % 3 > 0, NOW + 60 * number)
    return progress


def test_a_progress_survives_its_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "trainer.json"
    assert read_progress(file) == Progress()
    write_progress(file, filled())
    assert read_progress(file) == filled()
    assert [path.name for path in file.parent.iterdir()] == ["trainer.json"]


def test_the_history_keeps_the_newest_results() -> None:
    progress = filled()
    progress.history = [(0, "guess", 1)] * MOST_HISTORY
    progress.record(next(each for each in EXERCISES if each.name not in progress.seen), True, NOW)
    assert len(progress.history) == MOST_HISTORY
    assert progress.history[-1][0] == NOW


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"ratings": {}},
        {"ratings": {"deduction": {"rating": "x"}, "guess": {}}},
        {"seen": [1]},
        {"seen": 3},
        {"repetitions": {"a": [9, 1]}},
        {"repetitions": {"a": [0, -1]}},
        {"repetitions": {"a": 1}},
        {"history": [[1, "other", 1500]]},
        {"history": [[1e400, "guess", 1500]]},
    ],
)
def test_a_damaged_progress_is_refused_in_one_sentence(change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="trainer"):
        Progress.from_dict(filled().to_dict() | change)
    file = tmp_path / "trainer.json"
    file.write_text(json.dumps(filled().to_dict() | change))
    with pytest.raises(SapperError, match="cannot be read"):
        read_progress(file)


@pytest.mark.parametrize("content", [b"", b"[", b"[]", b"\xff\xfe", b"null", b"[" * 100_000])
def test_a_file_that_is_no_progress_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "trainer.json"
    file.write_bytes(content)
    with pytest.raises(SapperError, match="the progress cannot be read"):
        read_progress(file)
    assert file.read_bytes() == content


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for file in (tmp_path / "file" / "trainer.json", tmp_path):
        with pytest.raises(SapperError, match="your progress cannot be kept: "):
            check_writable(file)
    with pytest.raises(SapperError, match="your progress cannot be kept: "):
        write_progress(tmp_path / "file" / "trainer.json", Progress())


def test_the_file_is_where_xdg_puts_user_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "sapper" / "trainer.json"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # the rules say that such a path is ignored
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_file() == tmp_path / ".local" / "share" / "sapper" / "trainer.json"
