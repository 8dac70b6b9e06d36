"""What a board shows, as classes of `symbols`: as a view has it, and where it breaks the rules."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from sapper.vision.symbols import COVERED, FLAG, HIT


def as_numbers(shown: NDArray[np.int8]) -> NDArray[np.int8]:
    """The classes of `symbols` as numbers of a view."""
    numbers = np.where(shown <= 8, shown, -2).astype(np.int8)
    numbers[shown == HIT] = -1
    return numbers


def as_flags(shown: NDArray[np.int8]) -> NDArray[np.bool_]:
    """The cells with a flag that may be right."""
    flags: NDArray[np.bool_] = shown == FLAG
    return flags


def neighbour_sum(values: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each cell, how many of its up to eight neighbours are true."""
    padded = np.pad(values.astype(np.int64), 1)
    rows, cols = values.shape
    total = sum(padded[r : r + rows, c : c + cols] for r, c in product(range(3), repeat=2))
    return np.asarray(total) - values


def broken_rules(shown: NDArray[np.int8]) -> NDArray[np.bool_]:
    """The opened cells that break a rule by themselves.

    An opened 0 has no covered neighbour, and a number has as many covered or mined neighbours as it says.
    """
    covered = shown >= COVERED
    around = neighbour_sum(covered)
    broken: NDArray[np.bool_] = ~covered & (((shown == 0) & (around > 0)) | (around < shown))
    return broken
