"""Grounds: a symbol that lies on another ground than opened cells is a flag or a mine, and no number.

The network reads each cell alone. Where covered and opened cells differ in colour, the ground around a
symbol says more than its shape: a flag that looks like a 7 to the network lies on a covered cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.vision.symbols import COVERED, FLAG, HIT, MINE, NOTHING, WRONG_FLAG

Floats = NDArray[np.float32]

SURE = 0.9
"""Blank cells that are read with this probability show what the two grounds look like."""
FEWEST = 3
"""The fewest such cells of each kind."""
SAME = 5.0
"""Grounds whose colours differ by less, of 255, are the same."""
APART = 15.0
"""The grounds of covered and of opened cells must differ by this much to say something."""
MOST_ON_GROUND = 0.6
"""The share of numbers that must lie on the ground of the zeros, so that others are no numbers."""
LEFT = 1e-3
"""What is left of the probability of a number on the ground of covered cells."""


def edge_colours(cells: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The mean colours along the four edges of cells, of shape (cells, 12)."""
    side = cells.shape[1]
    edge, middle = side // 7, slice(side // 4, side - side // 4)
    near, far = slice(edge, edge + 3), slice(side - edge - 3, side - edge)
    places = ((near, middle), (far, middle), (middle, near), (middle, far))
    means = [
        cells[:, rows, cols].reshape(len(cells), -1, 3).mean(axis=1, dtype=float) for rows, cols in places
    ]
    return np.concatenate(means, axis=1)


def without_impossible_numbers(
    read: Floats, pictures: NDArray[np.uint8], shown: NDArray[np.int8] | None = None
) -> Floats:
    """Return the probabilities of cells (rows, cols, classes), without what their grounds rule out.

    `shown` says which cells are zeros and which are covered, once that is settled. Before, those count that
    are read without doubt.
    """
    flat = read.reshape(-1, read.shape[-1])
    if not (flat[:, [MINE, HIT]] > SURE).any():  # wrong flags are shown beside mines
        flat = flat.copy()
        flat[:, FLAG] += flat[:, WRONG_FLAG]
        flat[:, WRONG_FLAG] = 0
        read = flat.reshape(read.shape)
    edges = edge_colours(pictures.reshape(-1, *pictures.shape[2:]))
    opened = edges[flat[:, 0] > SURE if shown is None else (shown == 0).ravel()]
    numbered = (flat[:, 1:9].sum(axis=1) > 0.05).nonzero()[0]
    if len(opened) < FEWEST or not len(numbered):
        return read
    opened = np.unique(opened.round(), axis=0)
    ruled_out = np.zeros(len(numbered), bool)
    covered = edges[flat[:, COVERED] > SURE if shown is None else (shown == COVERED).ravel()]
    if len(covered) >= FEWEST and np.median(nearest(opened, covered)) >= APART:
        ruled_out |= nearest(edges[numbered], covered) < SAME
    # Where the numbers lie on the ground of the zeros, doubtful symbols on another ground are none of them.
    away = nearest(edges[numbered], opened)
    if (away < SAME).mean() >= MOST_ON_GROUND:
        other = (away > APART) & (flat[numbered, 1:9].max(axis=1) < SURE)
        if other.sum() > 1:  # one cell may be lit up by the pointer
            ruled_out |= other
    result = flat.copy()
    cells = result[numbered[ruled_out]]
    known = cells[:, :NOTHING].sum(axis=1, keepdims=True)
    cells[:, :COVERED] *= LEFT
    if not (flat[:, [MINE, HIT]] > SURE).any():  # mines are shown at the end of a game alone
        cells[:, MINE:NOTHING] *= LEFT
    cells[:, :NOTHING] *= known / np.maximum(cells[:, :NOTHING].sum(axis=1, keepdims=True), 1e-9)
    result[numbered[ruled_out]] = cells
    return result.reshape(read.shape)


def nearest(edges: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the colours of each cell are from those of the nearest other one."""
    if not len(edges):
        return np.empty(0)
    away = [np.abs(others - own).max(axis=1).min() for own in edges]
    return np.array(away)
