"""Calibration: whether what is stated with a probability happens as often.

Of all guesses with a stated risk of about 20%, a fifth must hit a mine. Guesses of one game are not
independent, yet sums stay fair: each stated risk is the chance given all that came before, so the deviations
are uncorrelated, and their variances add up.
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
"""The least variance of a bin: with less, z is far from normal, and 3 no rare value."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements of about the same probability, and how often what they say came true."""

    low: float
    high: float
    """Bounds of the stated probability; the upper one belongs to the next bin, but for 1."""
    n: int
    stated: float
    """Their mean."""
    observed: float
    """The share that came true."""
    z: float
    """The deviation in standard errors, as they are if the statements are right."""

    @property
    def gap(self) -> float:
        """The observed share less the stated probability."""
        return self.observed - self.stated


@dataclass(frozen=True, slots=True)
class Reliability:
    """A reliability table: bins from low to high that hold every statement, and all together."""

    bins: tuple[Bin, ...]
    whole: Bin

    @property
    def worst(self) -> float:
        """The largest absolute z of any bin; 0 where nothing was stated."""
        return max((abs(each.z) for each in self.bins), default=0.0)

    @property
    def widest_gap(self) -> float:
        """The largest difference of any bin between what was stated and what was observed."""
        return max((abs(each.gap) for each in self.bins), default=0.0)

    def __str__(self) -> str:
        """The table in Markdown."""
        lines = ["| stated | n | mean stated | observed | z |", "|---|---:|---:|---:|---:|"]
        named = [(f"{each.low:.1%} - {each.high:.1%}", each) for each in self.bins]
        for name, each in [*named, ("all", self.whole)]:
            figures = f"{each.n:,} | {each.stated:.3%} | {each.observed:.3%} | {each.z:+.2f}"
            lines.append(f"| {name} | {figures} |")
        return "\n".join(lines)


def reliability_of_risks(
    risk: ArrayLike, survived: ArrayLike, bins: int = BINS, least: float = LEAST
) -> Reliability:
    """Hold the stated risk of every guess against whether it was survived.

    >>> table = reliability_of_risks([0.25] * 80, [True] * 61 + [False] * 19)
    >>> [(each.n, each.stated, each.observed, round(each.z, 2)) for each in table.bins]
    [(80, 0.25, 0.2375, -0.26)]
    """
    return reliability(risk, ~_outcomes(survived), bins, least)


def reliability(
    stated: ArrayLike, happened: ArrayLike, bins: int = BINS, least: float = LEAST
) -> Reliability:
    """Hold stated probabilities, such as those of winning, against what happened.

    Args:
        stated: Probabilities, one a statement.
        happened: Whether each came true.
        bins: Bins of equal width to begin with. Empty ones are dropped.
        least: Neighbouring bins are joined until the variance expected of each is at least this.
    """
    chance, true = _chances(stated), _outcomes(happened)
    if chance.shape != true.shape:
        raise ValueError(f"{chance.size} probabilities were stated, but {true.size} outcomes given")
    if not isinstance(bins, int) or bins < 1:
        raise ValueError(f"bins must be a whole number, at least 1, not {bins!r}")
    edges = np.linspace(0, 1, bins + 1)
    home = np.minimum(np.searchsorted(edges, chance, side="right") - 1, bins - 1)
    sums = np.stack(
        [
            np.bincount(home, weights, minlength=bins)
            for weights in (np.ones_like(chance), chance, true.astype(np.float64), chance * (1 - chance))
        ],
        axis=1,
    )
    joined: list[tuple[float, float, NDArray[np.float64]]] = []
    for low, high, own in zip(edges[:-1], edges[1:], sums, strict=True):
        if own[0] == 0:
            continue
        if joined and joined[-1][2][3] < least:
            first, _, before = joined.pop()
            joined.append((first, float(high), before + own))
        else:
            joined.append((float(low), float(high), own))
    if len(joined) > 1 and joined[-1][2][3] < least:
        (first, _, before), (_, last, own) = joined[-2:]
        joined[-2:] = [(first, last, before + own)]
    return Reliability(tuple(_bin(*each) for each in joined), _bin(0.0, 1.0, sums.sum(axis=0)))


def guesses_of(records: Iterable[GameRecord]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The stated risk of every guess in some games, and whether it was survived."""
    guesses = [
        (move.risk, not move.hit)
        for record in records
        for move in record.moves
        if move.do == "open" and move.risk is not None and not move.certain
    ]
    return np.array([risk for risk, _ in guesses], np.float64), np.array([safe for _, safe in guesses], bool)


def _bin(low: float, high: float, sums: NDArray[np.float64]) -> Bin:
    n, stated, true, variance = (float(value) for value in sums)
    if n == 0:
        return Bin(low, high, 0, math.nan, math.nan, 0.0)
    off = true - stated
    if variance > 0:
        z = off / math.sqrt(variance)
    else:  # certainties: one that fails refutes them all
        z = 0.0 if abs(off) < 1e-9 else math.copysign(math.inf, off)
    return Bin(low, high, int(n), stated / n, true / n, z)


def _chances(stated: ArrayLike) -> NDArray[np.float64]:
    chance = np.asarray(stated, np.float64)
    if chance.ndim != 1 or not np.all((chance >= 0) & (chance <= 1)):
        raise ValueError("stated probabilities are a list of numbers between 0 and 1")
    return chance


def _outcomes(happened: ArrayLike) -> NDArray[np.bool_]:
    outcomes = np.asarray(happened)
    if outcomes.ndim != 1 or (outcomes.size and outcomes.dtype.kind != "b"):
        raise ValueError("outcomes are a list of True and False")
    return outcomes.astype(bool)
