"""Calibration: whether stated probabilities come true as often as stated.

Of all guesses with a stated risk of about 20%, a fifth should hit a mine. The guesses of one game are not
independent. But each stated risk is conditional on everything before it, so the deviations from the stated
risks are uncorrelated, and their variances add up. This does not hold for stated win probabilities: those of
one game all come true together, or none does. Only the games are independent there, so the variance is
computed from the sums over games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper.game.record import GameRecord

BINS = 20
LEAST = 10.0
"""The least variance of a bin. With less, z is far from normally distributed."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements of about the same probability, and the share of them that came true."""

    low: float
    high: float
    """Bounds of the stated probability. The upper bound belongs to the next bin, except in the last bin."""
    n: int
    stated: float
    """The mean of the stated probabilities."""
    observed: float
    """The share that came true; if luck was subtracted, the mean of the outcomes minus luck."""
    z: float
    """The deviation in standard errors, computed under the assumption that the statements are right."""
    half: float
    """Half the width of the 95% interval of the observed share."""

    @property
    def gap(self) -> float:
        """The observed share minus the mean stated probability."""
        return self.observed - self.stated


@dataclass(frozen=True, slots=True)
class Reliability:
    """A reliability table: all statements in bins from low to high, and one bin of all together."""

    bins: tuple[Bin, ...]
    whole: Bin

    @property
    def worst(self) -> float:
        """The largest absolute z of any bin; 0 if nothing was stated."""
        return max((abs(each.z) for each in self.bins), default=0.0)

    @property
    def widest_gap(self) -> float:
        """The largest absolute gap of any bin."""
        return max((abs(each.gap) for each in self.bins), default=0.0)

    def __str__(self) -> str:
        """The table in Markdown."""
        lines = [
            "| stated | n | mean stated | observed | gap, points | z |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        named = [(f"{each.low:.1%} - {each.high:.1%}", each) for each in self.bins]
        for name, each in [*named, ("all", self.whole)]:
            gap = f"{100 * each.gap:+.2f} ± {100 * each.half:.2f}"
            figures = f"{each.n:,} | {each.stated:.2%} | {each.observed:.2%} | {gap} | {each.z:+.2f}"
            lines.append(f"| {name} | {figures} |")
        return "\n".join(lines)


def reliability_of_risks(
    risk: ArrayLike, survived: ArrayLike, bins: int = BINS, least: float = LEAST
) -> Reliability:
    """Compare the stated risk of every guess with whether the guess was survived.

    >>> table = reliability_of_risks([0.25] * 80, [True] * 61 + [False] * 19)
    >>> [(each.n, each.stated, each.observed, round(each.z, 2)) for each in table.bins]
    [(80, 0.25, 0.2375, -0.26)]
    """
    return reliability(risk, ~_outcomes(survived), bins, least)


def reliability(
    stated: ArrayLike,
    happened: ArrayLike,
    bins: int = BINS,
    least: float = LEAST,
    game: ArrayLike | None = None,
    luck: ArrayLike | None = None,
) -> Reliability:
    """Compare stated probabilities, such as those of winning, with what happened.

    Args:
        stated: The probabilities, one per statement.
        happened: Whether each statement came true.
        bins: The number of bins of equal width to start with. Empty bins are dropped.
        least: Neighbouring bins are joined until the expected variance of each is at least this.
        game: The game of each statement, if the statements of one game come true together. The variance is
            then computed from the games, and not as if the statements were independent.
        luck: What chance has added to each outcome after the statement, as `luck_to_come` computes it. It is
            zero on average, and is subtracted, so that a gap is visible with fewer games. Needs `game`.
    """
    chance, true = _chances(stated), _outcomes(happened).astype(np.float64)
    if chance.shape != true.shape:
        raise ValueError(f"{chance.size} probabilities were stated, but {true.size} outcomes given")
    if luck is not None:
        if game is None:
            raise ValueError("luck needs the number of each statement's game")
        added = np.asarray(luck, np.float64)
        if added.shape != true.shape:
            raise ValueError(f"{true.size} outcomes were given, but the luck of {added.size}")
        true = true - added
    if not isinstance(bins, int) or bins < 1:
        raise ValueError(f"bins must be a whole number, at least 1, not {bins!r}")
    edges = np.linspace(0, 1, bins + 1)
    home = np.minimum(np.searchsorted(edges, chance, side="right") - 1, bins - 1)
    counts = np.bincount(home, minlength=bins)
    expected = np.bincount(home, chance * (1 - chance), minlength=bins)
    joined: list[list[int]] = []
    for each in np.flatnonzero(counts).tolist():
        if joined and expected[joined[-1]].sum() < least:
            joined[-1].append(each)
        else:
            joined.append([each])
    if len(joined) > 1 and expected[joined[-1]].sum() < least:
        joined[-2:] = [joined[-2] + joined[-1]]
    numbers = None if game is None else _games(game, chance.size)
    found = []
    for own in joined:
        here = (home >= own[0]) & (home <= own[-1])
        part = chance[here], true[here], None if numbers is None else numbers[here]
        found.append(_bin(float(edges[own[0]]), float(edges[own[-1] + 1]), *part))
    return Reliability(tuple(found), _bin(0.0, 1.0, chance, true, numbers))


def luck_to_come(
    win: NDArray[np.float64],
    risk: NDArray[np.float64],
    survived: NDArray[np.bool_],
    game: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The luck of each guess and the later guesses of its game: what they added to the chance to win.

    It is zero on average. Surviving a guess multiplies the chance by 1 / (1 - risk), and hitting a mine by 0.
    The risks must be exact. `win`, the chance that was stated, may be wrong, and counts as 0 where it is nan.
    The guesses must be in the order of play, and `game`, the number of their game, must ascend.

    >>> luck_to_come(np.array([0.4, 0.6]), np.array([0.2, 0.5]), np.array([True, False]), np.array([0, 0]))
    array([-0.5, -0.6])
    """
    each = np.nan_to_num(win) * (survived / np.maximum(1 - risk, 1e-9) - 1)
    total = np.cumsum(each)
    last = np.searchsorted(game, game, side="right") - 1
    luck: NDArray[np.float64] = total[last] - total + each
    return luck


def guesses_of(records: Iterable[GameRecord]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The stated risk of every guess in these games, and whether it was survived."""
    guesses = [
        (move.risk, not move.hit)
        for record in records
        for move in record.moves
        if move.do == "open" and move.risk is not None and not move.certain
    ]
    return np.array([risk for risk, _ in guesses], np.float64), np.array([safe for _, safe in guesses], bool)


def _bin(
    low: float,
    high: float,
    chance: NDArray[np.float64],
    true: NDArray[np.float64],
    game: NDArray[np.int64] | None,
) -> Bin:
    n = len(chance)
    if n == 0:
        return Bin(low, high, 0, math.nan, math.nan, 0.0, math.nan)
    off, observed = float(np.sum(true - chance)), float(true.mean())
    if game is None:
        variance, spread = float(np.sum(chance * (1 - chance))), n * observed * (1 - observed)
    else:
        _, place = np.unique(game, return_inverse=True)
        variance = float(np.sum(np.bincount(place, true - chance) ** 2))
        spread = float(np.sum(np.bincount(place, true - observed) ** 2))
    if variance > 0:
        z = off / math.sqrt(variance)
    else:  # all statements were certain, so one that fails refutes them all
        z = 0.0 if abs(off) < 1e-9 else math.copysign(math.inf, off)
    return Bin(low, high, n, float(chance.mean()), observed, z, 1.96 * math.sqrt(spread) / n)


def _games(game: ArrayLike, count: int) -> NDArray[np.int64]:
    numbers = np.asarray(game)
    if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
        raise ValueError(f"game must hold one number for each of the {count} statements")
    return numbers.astype(np.int64)


def _chances(stated: ArrayLike) -> NDArray[np.float64]:
    chance = np.asarray(stated, np.float64)
    if chance.ndim != 1 or not np.all((chance >= 0) & (chance <= 1)):
        raise ValueError("stated probabilities must be a list of numbers between 0 and 1")
    return chance


def _outcomes(happened: ArrayLike) -> NDArray[np.bool_]:
    outcomes = np.asarray(happened)
    if outcomes.ndim != 1 or (outcomes.size and outcomes.dtype.kind != "b"):
        raise ValueError("outcomes must be a list of True and False")
    return outcomes.astype(bool)
