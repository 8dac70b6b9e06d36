"""Win rates and differences of win rates, with their intervals and tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval and the number of games it is based on."""

    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two agents compared on the same boards: the win rate of `a` minus that of `b`."""

    a: str
    b: str
    games: int
    only_a: int
    """The number of boards that only `a` won."""
    only_b: int
    """The number of boards that only `b` won."""
    difference: float
    low: float
    high: float
    p: float
    """The two-sided mid-p value of McNemar's test."""
    p_exact: float
    """The two-sided exact p value of McNemar's test. It is conservative: a little too large."""
    adjusted: Estimate | None
    """The luck-adjusted difference, if both agents state exact risks."""


def wilson(wins: float, games: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval of a rate, which is accurate near 0 and 1 and with few games.

    >>> low, high = wilson(8, 10)
    >>> f"{low:.4f} {high:.4f}"
    '0.4902 0.9433'
    """
    if games <= 0:
        return 0.0, 1.0
    z = _z(level)
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    # For rates of 0 and 1 the bound equals the rate; rounding errors are removed.
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return low, high


def luck_adjusted(won: ArrayLike, luck: ArrayLike, level: float = LEVEL) -> Estimate | None:
    """The luck-adjusted win rate; None if the luck is unknown or there are too few games.

    Luck is the sum over a game's guesses of (survived - stated chance). Its mean is zero if the stated
    chances are exact. The part of the results that correlates with luck is then noise, which a regression
    removes.
    The interval is Wilson's, for the number of games that would give the same precision without adjustment.
    """
    won, luck = np.asarray(won, np.float64), np.asarray(luck, np.float64)
    if len(won) < 3 or np.isnan(luck).any():
        return None
    value, variance = _regress_out(won, luck[:, None])
    rate = float(np.clip(value, 0.0, 1.0))
    plain = float(won.var(ddof=1))
    games = len(won) * plain / variance if plain > 0 and variance > 0 else float(len(won))
    low, high = wilson(rate * games, games, level)
    return Estimate(rate, low, high, len(won))


def paired_difference(
    a: str,
    b: str,
    won_a: ArrayLike,
    won_b: ArrayLike,
    luck_a: ArrayLike | None = None,
    luck_b: ArrayLike | None = None,
    level: float = LEVEL,
) -> PairedDifference:
    """Compare two agents on the same boards, with McNemar's test and the interval of Bonett and Price."""
    first, second = np.asarray(won_a, bool), np.asarray(won_b, bool)
    if len(first) != len(second) or not len(first):
        raise ValueError(f"{a} and {b} must have played the same boards, at least one")
    games = len(first)
    only_a, only_b = int((first & ~second).sum()), int((second & ~first).sum())
    # One board is added to each side, so that the interval covers the true difference as often as stated.
    p_a, p_b = (only_a + 1) / (games + 2), (only_b + 1) / (games + 2)
    half = _z(level) * math.sqrt((p_a + p_b - (p_a - p_b) ** 2) / (games + 2))
    p, p_exact = mcnemar(only_a, only_b)
    adjusted = None
    if luck_a is not None and luck_b is not None:
        luck = np.column_stack([np.asarray(luck_a, np.float64), np.asarray(luck_b, np.float64)])
        if games > 3 and not np.isnan(luck).any():
            value, variance = _regress_out(first.astype(np.float64) - second, luck)
            spread = _z(level) * math.sqrt(variance / games)
            adjusted = Estimate(value, value - spread, value + spread, games)
    return PairedDifference(
        a=a,
        b=b,
        games=games,
        only_a=only_a,
        only_b=only_b,
        difference=(only_a - only_b) / games,
        low=max(-1.0, p_a - p_b - half),
        high=min(1.0, p_a - p_b + half),
        p=p,
        p_exact=p_exact,
        adjusted=adjusted,
    )


def mcnemar(only_a: int, only_b: int) -> tuple[float, float]:
    """McNemar's two-sided test, from the boards that only one agent won: (mid-p, exact p).

    >>> mcnemar(4, 4)
    (1.0, 1.0)
    """
    total, k = only_a + only_b, min(only_a, only_b)
    if only_a == only_b:
        return 1.0, 1.0
    at_k = math.exp(_log_binomial(total, k) - total * math.log(2))
    below, term = 0.0, at_k
    for i in range(k, 0, -1):  # from the largest term down, so that negligible terms can be dropped
        term *= i / (total - i + 1)
        below += term
        if term < below * 1e-18:
            break
    return min(1.0, 2 * below + at_k), min(1.0, 2 * (below + at_k))


def _regress_out(result: NDArray[np.float64], luck: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and variance of `result` without the part that a regression on `luck` explains."""
    games = len(result)
    varying = luck[:, luck.std(axis=0) > 1e-12]
    if not varying.shape[1]:
        return float(result.mean()), float(result.var(ddof=1))
    centred = varying - varying.mean(axis=0)
    slope, *_ = np.linalg.lstsq(centred, result - result.mean(), rcond=None)
    rest = result - result.mean() - centred @ slope
    free = max(1, games - 1 - varying.shape[1])
    return float(result.mean() - varying.mean(axis=0) @ slope), float(rest @ rest) / free


def _log_binomial(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _z(level: float) -> float:
    return NormalDist().inv_cdf(0.5 + level / 2)
