"""Tables of judged guesses: what `thinking.py` keeps, and sums over it."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Document = dict[str, Any]


def read(paths: Iterable[Path]) -> tuple[Document, list[Document]]:
    """Read the heading and the games of files that differ only in their seed."""
    headings, games = [], []
    for path in paths:
        heading, *rest = path.read_text().splitlines()
        headings.append(json.loads(heading))
        games += [json.loads(line) for line in rest]
    if any({**heading, "seed": 0} != {**headings[0], "seed": 0} for heading in headings):
        sys.exit("these are files of different studies")
    return headings[0], games


@dataclass(frozen=True)
class Line:
    """The results of one effort over a selection of guesses."""

    positions: int
    differs: float
    """The share of answers that differ from the cell of the reference agent."""
    gain: float
    half: float
    """`gain` is in points of win rate per guess, and `half` is half of its 95% interval."""
    per_game: float
    per_game_half: float
    """The same per game."""
    step: float
    step_half: float
    """The gain per game minus that of the previous effort."""
    seconds: float
    """The mean time per guess on one core."""


def line(games: Sequence[Document], effort: int, bounds: tuple[float, float] = (0, math.inf)) -> Line:
    """Sum up one effort, over guesses with a number of covered free cells within `bounds`.

    Games are independent of each other, but guesses of one game are not, so errors are computed over games.
    """
    low, high = bounds
    chosen = [[each for each in game["positions"] if low <= each["covered"] < high] for game in games]
    every = [each for own in chosen for each in own]
    if not every:
        return Line(0, *[math.nan] * 8)
    sums = sums_of(chosen, effort)
    steps = sums - (sums_of(chosen, effort - 1) if effort else 0)
    counts = np.array([len(own) for own in chosen])
    gain = sums.sum() / counts.sum()
    rest = sums - gain * counts  # for the error of a ratio of two sums, by linearisation
    return Line(
        len(every),
        float(np.mean([each["differs"][effort] for each in every])),
        float(gain),
        1.96 * math.sqrt(float(rest @ rest)) / int(counts.sum()),
        *mean_and_half(sums),
        *mean_and_half(steps),
        float(np.mean([each["seconds"][effort] for each in every])),
    )


def more_per_game(games: Sequence[Document], effort: int, other: int) -> tuple[float, float]:
    """Return by how many points per game an effort gains more than another, and half of its 95% interval."""
    chosen = [game["positions"] for game in games]
    return mean_and_half(sums_of(chosen, effort) - sums_of(chosen, other))


def sums_of(games: Sequence[Sequence[Document]], effort: int) -> NDArray[np.float64]:
    """Return the gain of an effort in each game, in points."""
    return np.array([100 * sum(each["gains"][effort] for each in own) for own in games])


def mean_and_half(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return a mean and half of its 95% interval."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else math.inf
    return float(values.mean()), 1.96 * spread / math.sqrt(len(values))
