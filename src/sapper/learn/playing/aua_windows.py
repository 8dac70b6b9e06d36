"""The 5x5 windows that the network of aua2023 sees (section 4.2).

When the paper's solver is stuck, the network decides about one covered cell, given the window around it. The
paper only considers covered cells with at least three known neighbours, that is neighbours that are opened or
flagged. Sometimes there is no such cell, for example after the first cell of a game. We then consider the
cells with the most known neighbours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.game.rules import Cell
from sapper.game.view import View

EDGE = -3
"""The value of window cells that are outside the board. A flag is -1 and a covered cell is -2."""

KNOWN_NEEDED = 3
"""The number of known neighbours that the paper requires."""


def window_at(view: View, cell: Cell) -> NDArray[np.int8]:
    """Return the 5x5 window around a cell: numbers, -1 for flags, -2 for covered, `EDGE` outside."""
    shown = np.where(view.flags, np.int8(-1), view.numbers)
    padded = np.pad(shown, 2, constant_values=EDGE)
    return padded[cell[0] : cell[0] + 5, cell[1] : cell[1] + 5]


def candidates(view: View) -> list[Cell]:
    """Return the cells that the network may decide about."""
    known = np.pad((view.numbers != -2) | view.flags, 1).astype(np.int8)
    rows, cols = view.rows, view.cols
    around = sum(known[i : i + rows, j : j + cols] for i in range(3) for j in range(3))
    known_around = np.where((view.numbers == -2) & ~view.flags, around, -1)
    enough = min(KNOWN_NEEDED, int(known_around.max()))
    return [(int(row), int(col)) for row, col in np.argwhere(known_around >= max(0, enough))]
