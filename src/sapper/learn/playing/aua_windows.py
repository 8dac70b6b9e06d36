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


RINGS = 2
"""The rings of cells at the edge of the board that the authors' program never asks the network about."""


def candidates(view: View) -> list[Cell]:
    """Return the cells that the network may decide about."""
    known = _known_around(view)
    return _cells(known >= max(0, min(KNOWN_NEEDED, int(known.max()))))


def inner_candidates(view: View) -> list[Cell]:
    """Return the cells that the authors' program asks about: three known neighbours, and away from the edge.

    The program uses the same range for rows and columns. It fits the shorter side of the board: 2 to 6 on
    9x9, and 2 to 13 on 16x16 and on 16x30.
    """
    enough = _known_around(view) >= KNOWN_NEEDED
    inner = np.zeros_like(enough)
    end = min(view.rows, view.cols) - RINGS
    if end > RINGS:
        inner[RINGS:end, RINGS:end] = True
    return _cells(enough & inner)


def _known_around(view: View) -> NDArray[np.int8]:
    """Count the opened or flagged neighbours of every covered cell without a flag; -1 for the others."""
    known = np.pad((view.numbers != -2) | view.flags, 1).astype(np.int8)
    rows, cols = view.rows, view.cols
    around = np.sum([known[i : i + rows, j : j + cols] for i in range(3) for j in range(3)], axis=0)
    return np.where((view.numbers == -2) & ~view.flags, around, -1).astype(np.int8)


def _cells(mask: NDArray[np.bool_]) -> list[Cell]:
    return [(int(row), int(col)) for row, col in np.argwhere(mask)]
