"""Where the time of a game went: the seconds by kind of move add up, and only long pauses are hesitations."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sapper
from sapper import BEGINNER, make, play
from sapper.game.record import GameRecord
from sapper.review import TimeUse
from tests.replay.sample_files import FOLDER


def timed(times: list[float | None]) -> GameRecord:
    """A game whose moves came at these times; the last time holds for the rest."""
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    given = times + [times[-1]] * (len(record.moves) - len(times))
    moves = tuple(move.at_time(time) for move, time in zip(record.moves, given, strict=False))
    return replace(record, moves=moves)


def test_a_record_without_times_has_no_time_use() -> None:
    review = sapper.review(play(make("sapper-fast"), BEGINNER, seed=4), "fast")
    assert review.times is None
    assert "times" not in review.to_dict()
    assert all("pause" not in move.to_dict() for move in review.moves)


@pytest.mark.parametrize("name", ["beginner.avf", "expert.rmv"])
def test_the_seconds_add_up(name: str) -> None:
    review = sapper.review(FOLDER / name, "fast")
    times = review.times
    assert times is not None
    pauses: dict[str, float] = {"certain": 0.0, "guesses": 0.0, "flags": 0.0}
    before: float | None = None
    for move in review.moves:
        if before is None:
            assert move.pause is None
        else:
            assert move.time is not None
            assert move.pause == pytest.approx(move.time - before)
            kind = {"forced": "certain", None: "flags"}.get(move.grade, "guesses")
            pauses[kind] += move.pause or 0.0
        before = move.time
    assert (times.certain, times.guesses, times.flags) == pytest.approx(tuple(pauses.values()))
    assert review.to_dict()["times"] == times.to_dict()


def test_long_pauses_before_certain_moves_are_hesitations() -> None:
    steps = [0.0, 0.2, 0.4, 0.6, 3.1, 3.3, 3.5, 4.4, 4.6]
    review = sapper.review(timed(list(steps)), "fast")
    forced = [move for move in review.moves if move.grade == "forced" and (move.pause or 0) > 0]
    assert {4, 7} <= {move.number for move in forced}
    times = review.times
    assert isinstance(times, TimeUse)
    assert times.hesitations == ((4, pytest.approx(2.5)),)  # 0.9 s is less than a second
    assert times.sentence.endswith("Long pauses before certain cells: 2.5 s at move 4.")


def test_where_every_pause_is_long_none_is_a_hesitation() -> None:
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    even = timed([2.0 * number for number in range(len(record.moves))])
    times = sapper.review(even, "fast").times
    assert times is not None
    assert times.hesitations == ()
    assert times.certain == pytest.approx(2.0 * (len(record.moves) - 1) - times.guesses)


def test_a_move_without_a_time_ends_no_pause() -> None:
    review = sapper.review(timed([0.0, None, 1.0, 1.5]), "fast")
    assert [move.pause for move in review.moves[:4]] == [None, None, None, 0.5]
