"""Tie-breaking: how agents choose among equally good cells, in Python and in the C++ core alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper.game.rules import Cell

TIE = 1e-12
"""Risks that differ by at most this much are equal."""

T = TypeVar("T")


def pick(items: Sequence[T], rng: Generator) -> T:
    """Choose one item, each with the same probability. This uses one random number, or none for one item."""
    if len(items) == 1:
        return items[0]
    return items[(int(rng.bit_generator.random_raw()) * len(items)) >> 64]


def lowest(risk: NDArray[np.float64]) -> list[Cell]:
    """List the cells whose risk equals the lowest risk within `TIE`, row by row. Cells with nan are ignored.

    >>> lowest(np.array([[np.nan, 0.25], [0.5, 0.25]]))
    [(0, 1), (1, 1)]
    """
    with np.errstate(invalid="ignore"):
        cells = np.argwhere(risk <= np.fmin.reduce(risk, axis=None) + TIE)
    return [(int(row), int(col)) for row, col in cells]


def least(risks: Mapping[T, float]) -> tuple[list[T], float]:
    """Return the items whose risk equals the lowest risk within `TIE`, in the given order, and that risk.

    >>> least({"a": 0.5, "b": 0.25, "c": 0.25})
    (['b', 'c'], 0.25)
    """
    lowest_risk = min(risks.values())
    return [item for item, risk in risks.items() if risk <= lowest_risk + TIE], lowest_risk
