"""Series of figures from counts and reliability tables, with their intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.calibration import Reliability
from sapper.arena.statistics import wilson
from sapper.report.figure import Series

AS_STATED = Series("as stated", [0, 1], [0, 100], published=True)
"""Where stated risks and what happened agree."""


def shares(name: str, values: NDArray[Any], edges: NDArray[Any], total: int) -> Series:
    """A histogram of values as shares of a total, with Wilson's intervals."""
    counts = np.histogram(values, edges)[0]
    bounds = [wilson(float(count), total) for count in counts]
    return Series(
        name, counts / max(1, total), edges, [low for low, _ in bounds], [high for _, high in bounds]
    )


def reliability_series(name: str, table: Reliability) -> Series:
    """What happened against what was stated, in per cent, with Wilson's intervals."""
    bounds = [wilson(each.observed * each.n, each.n) for each in table.bins]
    return Series(
        name,
        [each.observed for each in table.bins],
        [100 * each.stated for each in table.bins],
        [low for low, _ in bounds],
        [high for _, high in bounds],
    )
