"""The rating formulas, against the worked example of Glickman's paper."""

from __future__ import annotations

import pytest

from sapper.trainer.glicko import DAYS_UNTIL_UNKNOWN, LARGEST_DEVIATION, LEAST_DEVIATION, Rating

OPPONENTS = (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200)
    # The paper's table: E = 0.639, 0.432, 0.303, then r' = 1464 and RD' = 151.4.
    assert [player.expected(each) for each in OPPONENTS] == pytest.approx([0.639, 0.432, 0.303], abs=5e-4)
    new = player.after(zip(OPPONENTS, (1, 0, 0), strict=True))
    assert new.value == pytest.approx(1464, abs=0.5)
    assert new.deviation == pytest.approx(151.4, abs=0.05)


def test_no_result_changes_nothing() -> None:
    same = Rating(1432, 77).after([])
    assert (same.value, same.deviation) == pytest.approx((1432, 77))


def test_a_harder_exercise_gains_more_and_loses_less() -> None:
    player = Rating(1500, 100)
    gains = [player.after([(Rating(level, 80), 1)]).value - 1500 for level in (1200, 1500, 1800)]
    losses = [player.after([(Rating(level, 80), 0)]).value - 1500 for level in (1200, 1500, 1800)]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert losses[0] < losses[1] < losses[2] < 0


def test_the_deviation_shrinks_with_results_and_grows_with_time() -> None:
    player = Rating(1500, 350)
    for _ in range(500):
        player = player.after([(Rating(player.value, 80), 1)]).after([(Rating(player.value, 80), 0)])
    assert player.deviation == LEAST_DEVIATION
    assert Rating(1500, 50).idle(DAYS_UNTIL_UNKNOWN).deviation == pytest.approx(LARGEST_DEVIATION)
    assert Rating(1500, 50).idle(10 * DAYS_UNTIL_UNKNOWN).deviation == LARGEST_DEVIATION
    assert Rating(1500, 50).idle(-3) == Rating(1500, 50)
    assert 50 < Rating(1500, 50).idle(30).deviation < 100
