"""The input encodings of the papers' networks, in numpy.

Every function takes an array ``(..., rows, cols)`` of the numbers that an environment observes: 0..8 for
opened cells, -1 for a mine that was hit, -2 for a covered cell, -3 for a flagged cell. The leading axes can
hold any number of boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Numbers = NDArray[np.int8]

HIT, COVERED, FLAGGED = -1, -2, -3
OUTSIDE = -4
"""The value of window cells that are outside the board."""


def one_hot(numbers: Numbers, values: Sequence[int], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Encode each value as a plane that is 1 where the number equals it: ``(..., len(values), rows, cols)``.

    >>> one_hot(np.array([[0, -2]], np.int8), [0, -2]).tolist()
    [[[1, 0]], [[0, 1]]]
    """
    if out is None:
        out = np.empty((*numbers.shape[:-2], len(values), *numbers.shape[-2:]), np.int8)
    planes = np.array(values, np.int8)[:, None, None]
    np.equal(numbers[..., None, :, :], planes, out=out)
    return out


def ten_planes(numbers: Numbers) -> NDArray[np.int8]:
    """Encode the one-hot input of sajjad2022: planes for 0..8, then one for covered cells.

    A flagged cell counts as covered. A mine that was hit is in no plane.
    """
    return one_hot(np.where(numbers == FLAGGED, np.int8(COVERED), numbers), [*range(9), COVERED])


def windows(numbers: Numbers, size: int = 5) -> NDArray[np.int8]:
    """Return the window around every cell, with -4 outside the board: ``(..., rows, cols, size, size)``.

    The network of aua2023 takes one such window at a time.

    >>> windows(np.array([[1, -2]], np.int8), size=3)[0, 0].tolist()
    [[-4, -4, -4], [-4, 1, -2], [-4, -4, -4]]
    """
    reach = size // 2
    border = [(0, 0)] * (numbers.ndim - 2) + [(reach, reach), (reach, reach)]
    padded = np.pad(numbers, border, constant_values=OUTSIDE)
    return sliding_window_view(padded, (size, size), axis=(-2, -1)).copy()


def surroundings(numbers: Numbers, size: int = 5) -> NDArray[np.int8]:
    """Return the 24 cells around every cell, as for sajjad2022's perceptron: ``(..., rows, cols, 24)``."""
    found = windows(numbers, size)
    flat = found.reshape(*found.shape[:-2], size * size)
    return np.delete(flat, size * size // 2, axis=-1)


def mehta_ten(numbers: Numbers) -> NDArray[np.int8]:
    """Encode Mehta's first state, ``(..., rows, cols, 10)``: a field for each of 1..8, 0 and unknown."""
    known = np.where(numbers < 0, np.int8(COVERED), numbers)
    return np.moveaxis(one_hot(known, [*range(1, 9), 0, COVERED]), -3, -1)


def mehta_two(numbers: Numbers) -> NDArray[np.int8]:
    """Encode Mehta's second state, ``(..., rows, cols, 2)``: the number, and 0 if the cell is unexplored."""
    return np.stack([np.maximum(numbers, 0), (numbers != COVERED).astype(np.int8)], axis=-1)


def mehta_one(numbers: Numbers) -> NDArray[np.int8]:
    """Encode Mehta's third state, ``(..., rows, cols, 1)``: the number, or 9 for unknown."""
    return np.where(numbers < 0, np.int8(9), numbers)[..., None]


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding function with the bounds of its values."""

    function: Callable[[Numbers], NDArray[np.int8]]
    low: int
    high: int


ENCODINGS = {
    "ten-planes": Encoding(ten_planes, 0, 1),
    "windows": Encoding(windows, OUTSIDE, 8),
    "surroundings": Encoding(surroundings, OUTSIDE, 8),
    "mehta-ten": Encoding(mehta_ten, 0, 1),
    "mehta-two": Encoding(mehta_two, 0, 8),
    "mehta-one": Encoding(mehta_one, 0, 9),
}
"""The papers' encodings by name."""
