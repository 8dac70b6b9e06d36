"""Propagation: the two rules of single numbers, applied until nothing changes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.game.rules import Cell
from sapper.game.view import View


def propagate(view: View) -> tuple[list[Cell], list[Cell]]:
    """Find the covered cells that single numbers prove free and those they prove to be mines, row by row.

    If all mines around a number are known, its other covered neighbours are free. If a number lacks as many
    mines as it has covered neighbours, they are all mines. The cells that are decided in this way help to
    decide others. Flags are ignored.

    >>> propagate(View.parse("1?/1?/1?/?? 2"))
    ([], [])
    >>> propagate(View.parse("1?1/111/??? 1"))
    ([(2, 0), (2, 1), (2, 2)], [(0, 1)])
    """
    numbers = view.numbers
    covered, mine, free = numbers == -2, numbers == -1, np.zeros(numbers.shape, bool)
    while True:
        around, lacks = _sum_around(covered), numbers - _sum_around(mine)
        asks = (numbers >= 0) & (around > 0)
        freed = covered & (_sum_around(asks & (lacks == 0)) > 0)
        mined = covered & (_sum_around(asks & (lacks == around)) > 0)
        if not (freed | mined).any():
            return _cells(free), _cells(mine & (numbers == -2))
        free |= freed
        mine |= mined
        covered &= ~(freed | mined)


def _sum_around(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Count the neighbours of each cell that are in a mask."""
    rows, cols = mask.shape
    padded = np.pad(mask.astype(np.int8), 1)
    total = np.zeros((rows, cols), np.int8)
    for row in range(3):
        for col in range(3):
            if (row, col) != (1, 1):
                total += padded[row : row + rows, col : col + cols]
    return total


def _cells(mask: NDArray[np.bool_]) -> list[Cell]:
    return [(int(row), int(col)) for row, col in np.argwhere(mask)]
