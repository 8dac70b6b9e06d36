"""Intervals and tests agree with scipy's, and cover the true value as often as they state."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from sapper.arena.statistics import luck_adjusted, mcnemar, paired_difference, wilson


@pytest.mark.parametrize(("wins", "games"), [(0, 7), (7, 7), (1, 10), (412, 1000), (35_600, 100_000)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_wilson_agrees_with_scipy(wins: int, games: int, level: float) -> None:
    theirs = stats.binomtest(wins, games).proportion_ci(level, method="wilson")
    assert wilson(wins, games, level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_no_games_give_the_whole_interval() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("only_a", "only_b"),
    [(0, 0), (1, 0), (0, 5), (3, 9), (12, 12), (40, 61), (5000, 5100), (300_000, 301_000)],
)
def test_mcnemar_is_the_binomial_test(only_a: int, only_b: int) -> None:
    mid_p, exact = mcnemar(only_a, only_b)
    n, k = only_a + only_b, min(only_a, only_b)
    assert exact == pytest.approx(stats.binomtest(k, n).pvalue if n else 1.0, rel=1e-6)
    expected = min(1.0, 2 * stats.binom.cdf(k, n, 0.5) - stats.binom.pmf(k, n, 0.5)) if n else 1.0
    assert mid_p == pytest.approx(expected, rel=1e-6)


def games_with_luck(rng: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Games of two guesses with risks of 1/4 and 1/3, of which half are won: those in which both survive."""
    first, second = rng.random(games) < 3 / 4, rng.random(games) < 2 / 3
    luck = (first - 3 / 4) + np.where(first, second - 2 / 3, 0.0)
    return first & second, luck


def test_the_luck_adjusted_interval_is_unbiased_narrower_and_covers() -> None:
    rng, trials, covered, raw, adjusted = np.random.default_rng(5), 400, 0, [], []
    for _ in range(trials):
        won, luck = games_with_luck(rng, 500)
        estimate = luck_adjusted(won, luck)
        assert estimate is not None
        low, high = wilson(int(won.sum()), len(won))
        assert estimate.high - estimate.low < 0.6 * (high - low)
        covered += estimate.low <= 0.5 <= estimate.high
        raw.append(won.mean())
        adjusted.append(estimate.value)
    assert np.mean(adjusted) == pytest.approx(0.5, abs=4 * np.std(adjusted) / np.sqrt(trials))
    assert np.std(adjusted) < 0.6 * np.std(raw)
    assert stats.binomtest(covered, trials, 0.95).pvalue > 1e-3


def test_there_is_no_adjustment_without_stated_chances() -> None:
    won = np.array([True, False, True, True])
    assert luck_adjusted(won, np.array([0.1, np.nan, 0, 0])) is None
    assert luck_adjusted(won[:2], np.zeros(2)) is None
    plain = luck_adjusted(won, np.zeros(4))
    assert plain is not None
    assert (plain.value, (plain.low, plain.high)) == (0.75, wilson(3, 4))


def test_a_rate_of_one_still_has_an_interval() -> None:
    estimate = luck_adjusted(np.ones(20, bool), np.linspace(-1, 1, 20))
    assert estimate is not None
    assert estimate.value == 1.0
    assert estimate.low == pytest.approx(wilson(20, 20)[0])


def test_paired_difference_counts_and_covers() -> None:
    a, b = np.array([1, 1, 0, 1, 0], bool), np.array([1, 0, 0, 0, 1], bool)
    pair = paired_difference("a", "b", a, b)
    assert (pair.only_a, pair.only_b, pair.games) == (2, 1, 5)
    assert pair.difference == pytest.approx(0.2)
    assert pair.low < 0.2 < pair.high
    assert pair.adjusted is None

    rng, trials, covered = np.random.default_rng(7), 600, 0
    for _ in range(trials):
        base = rng.random(300)
        pair = paired_difference(
            "a", "b", base < 0.45, np.where(rng.random(300) < 0.8, base < 0.4, base > 0.6)
        )
        covered += pair.low <= 0.05 <= pair.high
    assert covered / trials > 0.93


def test_the_paired_interval_is_that_of_bonett_and_price() -> None:
    """Computed by hand for 8 boards: `a` alone won 3 of them, `b` alone won 1."""
    a = np.array([1, 1, 1, 0, 1, 1, 0, 0], bool)
    b = np.array([0, 0, 0, 1, 1, 1, 0, 0], bool)
    pair = paired_difference("a", "b", a, b)
    # One board is added to each side: 4/10 and 2/10, with variance (0.4 + 0.2 - 0.2^2) / 10.
    half = 1.959963984540054 * math.sqrt((0.4 + 0.2 - 0.2**2) / 10)
    assert (pair.low, pair.high) == pytest.approx((0.2 - half, 0.2 + half))


def test_the_regression_loses_one_degree_of_freedom_per_luck_and_one_for_the_mean() -> None:
    """The residual variance is the one that scipy's linear regression states."""
    rng = np.random.default_rng(2)
    won_a, luck_a = games_with_luck(rng, 9)
    won_b, luck_b = games_with_luck(rng, 9)
    result = won_a.astype(float) - won_b
    design = np.column_stack([np.ones(9), luck_a, luck_b])
    slopes, *_ = np.linalg.lstsq(design, result, rcond=None)
    rest = result - design @ slopes
    variance = rest @ rest / (9 - 3)
    adjusted = paired_difference("a", "b", won_a, won_b, luck_a, luck_b).adjusted
    assert adjusted is not None
    assert adjusted.value == pytest.approx(slopes[0])  # the mean result of a game without luck
    half = 1.959963984540054 * math.sqrt(variance / 9)
    assert (adjusted.low, adjusted.high) == pytest.approx((slopes[0] - half, slopes[0] + half))
    # With one agent, the interval is Wilson's for the games that give the same variance without regression.
    fit = stats.linregress(luck_a, won_a.astype(float))
    variance = np.sum((won_a - fit.intercept - fit.slope * luck_a) ** 2) / (9 - 2)
    games = 9 * won_a.var(ddof=1) / variance
    alone = luck_adjusted(won_a, luck_a)
    assert alone is not None
    assert alone.value == pytest.approx(np.clip(fit.intercept, 0, 1))
    assert (alone.low, alone.high) == pytest.approx(wilson(alone.value * games, games))


def test_luck_narrows_a_paired_difference() -> None:
    rng = np.random.default_rng(3)
    won_a, luck_a = games_with_luck(rng, 4000)
    won_b, luck_b = games_with_luck(rng, 4000)
    pair = paired_difference("a", "b", won_a, won_b, luck_a, luck_b)
    assert pair.adjusted is not None
    assert pair.adjusted.high - pair.adjusted.low < 0.6 * (pair.high - pair.low)
    assert pair.adjusted.low < 0 < pair.adjusted.high


def test_agents_on_different_boards_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="same boards"):
        paired_difference("a", "b", [True], [True, False])
