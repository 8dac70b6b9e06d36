"""Grounds: a symbol on the ground of the covered cells is a flag or a mine, and no number.

The network reads each cell alone. Where covered and opened cells differ in colour, the ground around a
symbol says more than its shape: a flag that looks like a 7 to the network lies on a covered cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.vision.symbols import COVERED, NOTHING

Floats = NDArray[np.float32]

SURE = 0.9
"""Blank cells that are read with this probability show what the two grounds look like."""
FEWEST = 3
"""The fewest such cells of each kind."""
SAME = 5.0
"""Grounds whose colours differ by less, of 255, are the same."""
APART = 15.0
"""The grounds of covered and of opened cells must differ by this much to say something."""
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


def without_numbers_on_covered(read: Floats, pictures: NDArray[np.uint8]) -> Floats:
    """Return the probabilities of cells (rows, cols, classes), with what their grounds rule out taken away."""
    flat = read.reshape(-1, read.shape[-1])
    edges = edge_colours(pictures.reshape(-1, *pictures.shape[2:]))
    covered = np.unique(edges[flat[:, COVERED] > SURE].round(), axis=0)
    opened = edges[flat[:, 0] > SURE]
    if min(int((flat[:, COVERED] > SURE).sum()), len(opened)) < FEWEST:
        return read
    if np.median(_nearest(opened, covered)) < APART:
        return read
    numbered = (flat[:, 1:9].sum(axis=1) > 0.05).nonzero()[0]
    on_covered = numbered[_nearest(edges[numbered], covered) < SAME]
    if not len(on_covered):
        return read
    result = flat.copy()
    cells = result[on_covered]
    known = cells[:, :NOTHING].sum(axis=1, keepdims=True)
    cells[:, :COVERED] *= LEFT
    cells[:, :NOTHING] *= known / np.maximum(cells[:, :NOTHING].sum(axis=1, keepdims=True), 1e-9)
    result[on_covered] = cells
    return result.reshape(read.shape)


def _nearest(edges: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the colours of each cell are from those of the nearest other one."""
    if not len(edges):
        return np.empty(0)
    away = [np.abs(others - own).max(axis=1).min() for own in edges]
    return np.array(away)
