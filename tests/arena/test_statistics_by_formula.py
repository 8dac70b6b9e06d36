"""Luck-adjusted rates and paired differences equal their published formulas, computed here in another way."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from sapper.arena.statistics import Estimate, luck_adjusted, mcnemar, paired_difference, wilson

WON = np.array([1, 0, 1, 1, 0, 1, 0, 0, 1, 1], bool)
LUCK = np.array([0.3, -0.6, 0.1, 0.4, -0.2, 0.2, -0.5, -0.1, 0.5, 0.2])
OTHER_WON = np.array([0, 0, 1, 0, 1, 1, 0, 0, 1, 0], bool)
OTHER_LUCK = np.array([-0.1, -0.3, 0.4, -0.5, 0.3, 0.1, 0.0, -0.2, 0.6, -0.1])


def regression(result: NDArray[np.float64], *luck: NDArray[np.float64]) -> tuple[float, float]:
    """The intercept of a least-squares fit, and the variance of its residuals, by the normal equations."""
    design = np.column_stack([np.ones(len(result)), *luck])
    fitted = np.linalg.inv(design.T @ design) @ design.T @ result
    residuals = result - design @ fitted
    return float(fitted[0]), float(residuals @ residuals) / (len(result) - design.shape[1])


@pytest.mark.parametrize("games", [3, 4, 10])
def test_the_adjusted_rate_is_the_intercept_of_a_regression(games: int) -> None:
    won, luck = WON[:games], LUCK[:games]
    value, variance = regression(won.astype(float), luck)
    assert 0 < value < 1
    equivalent = games * float(np.var(won, ddof=1)) / variance
    low, high = wilson(value * equivalent, equivalent, 0.9)
    estimate = luck_adjusted(won, luck, 0.9)
    assert estimate is not None
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((value, low, high), abs=1e-12)
    assert estimate.games == games


@pytest.mark.parametrize(("sign", "bound"), [(1, 0.0), (-1, 1.0)])
def test_an_adjusted_rate_stays_a_probability(sign: int, bound: float) -> None:
    """Luck that is far from its mean of zero would carry the rate beyond 0 or 1."""
    luck = sign * (2 + np.array([0.1, 0.4, 0.2, 0.3]))
    won = np.array([False, True, False, True]) if sign == 1 else np.array([True, False, True, False])
    estimate = luck_adjusted(won, luck)
    assert estimate is not None
    assert estimate.value == bound
    assert 0 <= estimate.low <= estimate.high <= 1


def test_luck_that_explains_every_result_leaves_the_games_as_they_are() -> None:
    """The variance that remains is zero, so no number of games would be equivalent."""
    won = np.array([True, True, True])
    estimate = luck_adjusted(won, np.array([0.1, 0.2, 0.4]))
    assert estimate == Estimate(1.0, *wilson(3, 3), 3)
    won = np.array([True, False, True, False])
    assert luck_adjusted(won, won - 0.5) == Estimate(0.5, *wilson(2, 4), 4)


def test_luck_that_hardly_varies_is_left_out() -> None:
    estimate = luck_adjusted(WON, np.full(10, 0.25) + 1e-14 * LUCK)
    assert estimate is not None
    assert estimate.value == WON.mean()
    assert (estimate.low, estimate.high) == pytest.approx(wilson(6, 10))


def test_a_paired_difference_has_the_interval_of_bonett_and_price() -> None:
    pair = paired_difference("a", "b", WON, OTHER_WON, level=0.9)
    assert (pair.a, pair.b, pair.games, pair.only_a, pair.only_b) == ("a", "b", 10, 3, 1)
    # One is added to each count: (3 + 1) / 12 and (1 + 1) / 12.
    z = stats.norm.ppf(0.95)
    half = z * np.sqrt((4 / 12 + 2 / 12 - (2 / 12) ** 2) / 12)
    assert pair.difference == pytest.approx(0.2)
    assert (pair.low, pair.high) == pytest.approx((2 / 12 - half, 2 / 12 + half), abs=1e-12)
    assert (pair.p, pair.p_exact) == mcnemar(3, 1)


def test_the_interval_of_a_difference_stays_within_minus_one_and_one() -> None:
    better = paired_difference("a", "b", [True], [False])
    worse = paired_difference("a", "b", [False], [True])
    assert (better.high, worse.low) == (1.0, -1.0)
    assert better.low == -worse.high
    assert -1 < better.low < 0


@pytest.mark.parametrize("games", [4, 10])
def test_the_adjusted_difference_is_the_intercept_of_a_regression_on_the_luck_of_both(games: int) -> None:
    won, other, luck, other_luck = (each[:games] for each in (WON, OTHER_WON, LUCK, OTHER_LUCK))
    value, variance = regression(won.astype(float) - other, luck, other_luck)
    spread = stats.norm.ppf(0.975) * np.sqrt(variance / games)
    pair = paired_difference("a", "b", won, other, luck, other_luck)
    assert pair.adjusted is not None
    found = pair.adjusted.value, pair.adjusted.low, pair.adjusted.high
    assert found == pytest.approx((value, value - spread, value + spread), abs=1e-9)
    assert pair.adjusted.games == games


def test_a_difference_is_adjusted_only_where_the_luck_of_both_is_known() -> None:
    assert paired_difference("a", "b", WON[:3], OTHER_WON[:3], LUCK[:3], OTHER_LUCK[:3]).adjusted is None
    assert paired_difference("a", "b", WON, OTHER_WON, LUCK, None).adjusted is None
    assert paired_difference("a", "b", WON, OTHER_WON, None, LUCK).adjusted is None
    unknown = np.where(LUCK > 0.45, np.nan, LUCK)
    assert paired_difference("a", "b", WON, OTHER_WON, LUCK, unknown).adjusted is None


def test_no_games_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="at least one"):
        paired_difference("a", "b", [], [])


def test_one_win_more_of_very_many_is_no_evidence() -> None:
    """Terms too small to matter are dropped, and nothing else is."""
    mid_p, exact = mcnemar(100_000, 100_001)
    assert exact == 1.0
    assert mid_p == pytest.approx(1.0, abs=0.01) and mid_p < 1
    assert mcnemar(1, 2)[1] == 1.0
    assert mcnemar(1, 2)[0] == pytest.approx(2 / 8 + 3 / 8)


def test_an_interval_widens_with_its_level_and_holds_the_rate() -> None:
    bounds = [wilson(3, 10, level) for level in (0.5, 0.8, 0.95, 0.99)]
    lows, highs = zip(*bounds, strict=True)
    assert list(lows) == sorted(lows, reverse=True)
    assert list(highs) == sorted(highs)
    assert wilson(3, 10) == bounds[2]
    assert wilson(0, 10)[0] == 0.0 and wilson(10, 10)[1] == 1.0


def test_one_game_and_parts_of_a_game_have_an_interval() -> None:
    """The games that plain play would need for the same precision need not be a whole number."""
    theirs = stats.binomtest(1, 1).proportion_ci(0.95, method="wilson")
    assert wilson(1, 1) == pytest.approx((theirs.low, theirs.high))
    assert wilson(0.25, 0.5)[0] == pytest.approx(1 - wilson(0.25, 0.5)[1])
    assert 0 < wilson(0.25, 0.5)[0] < 0.5
    assert wilson(0, -1) == (0.0, 1.0)


def test_no_rounding_moves_the_interval_off_zero_and_one() -> None:
    for games in range(1, 400):
        assert wilson(0, games)[0] == 0.0
        assert wilson(games, games)[1] == 1.0


def test_estimates_are_values_that_cannot_be_changed() -> None:
    results: list[Any] = [Estimate(0.5, 0.4, 0.6, 10), paired_difference("a", "b", WON, OTHER_WON)]
    for result in results:
        with pytest.raises(FrozenInstanceError):
            result.games = 11
