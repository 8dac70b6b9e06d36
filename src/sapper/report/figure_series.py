"""Series with intervals, from counts and from reliability tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.calibration import Reliability
from sapper.arena.statistics import wilson
from sapper.report.figure import Series

AS_STATED = Series("as stated", [0, 1], [0, 100], published=True)
"""The diagonal: stated risks that come true exactly as often as stated."""


def shares(name: str, values: NDArray[Any], edges: NDArray[Any], total: int) -> Series:
    """A histogram: the share of the total in each bin, with Wilson's intervals."""
    counts = np.histogram(values, edges)[0]
    bounds = [wilson(float(count), total) for count in counts]
    return Series(
        name, counts / max(1, total), edges, [low for low, _ in bounds], [high for _, high in bounds]
    )


def reliability_series(name: str, table: Reliability) -> Series:
    """The observed share against the stated risk in per cent, with Wilson's intervals."""
    bounds = [wilson(each.observed * each.n, each.n) for each in table.bins]
    return Series(
        name,
        [each.observed for each in table.bins],
        [100 * each.stated for each in table.bins],
        [low for low, _ in bounds],
        [high for _, high in bounds],
    )
