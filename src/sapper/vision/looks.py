"""Looks: cells that look alike show the same, which settles what the network has never seen.

A program draws each number in one way. If the network reads one of them wrongly, it does so in every
cell that looks like it, and no repair of single cells helps. Here all cells of one look are changed
together. What the engine has confirmed in one picture is remembered for the next pictures of the same
window.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from sapper.game.rules import Cell
from sapper.vision.proofreading import contradiction
from sapper.vision.symbols import NOTHING

Floats = NDArray[np.float32]

SURE = 0.97
"""Cells that the network reads with a higher probability are not changed."""
ALIKE = 7.0
"""The mean difference of colours, of 255, up to which two cells look alike. Other numbers differ by more."""
CHOICES = 7
"""How many readings of one look are tried."""
MOST_LOOKS = 24
REMEMBERED = 0.98
"""The probability of what is remembered of a look."""


class Looks:
    """What the cells of one window look like, as far as the engine has confirmed it."""

    def __init__(self) -> None:
        self._known: list[tuple[NDArray[np.int16], int]] = []

    def remembered(self, pictures: NDArray[np.uint8], read: Floats) -> Floats:
        """Return the probabilities of cells, with those of doubtful cells replaced by what is remembered."""
        if not self._known:
            return read
        result = read.copy()
        for cell in _doubtful(read):
            for look, kind in self._known:
                if _difference(pictures[cell], look) <= ALIKE:
                    result[cell] = (1 - REMEMBERED) / (result.shape[2] - 1)
                    result[cell][kind] = REMEMBERED
                    break
        return result

    def remember(
        self, pictures: NDArray[np.uint8], read: Floats, shown: NDArray[np.int8], mines: int
    ) -> bool:
        """Find a reading of one look that makes a board possible, and remember it.

        Args:
            pictures: The pictures of the cells, (rows, cols, side, side, 3).
            read: The probabilities of what they show, (rows, cols, classes).
            shown: What the network alone reads in each cell.
            mines: The mine count.

        Returns:
            Whether one was found. It is the likeliest that leaves no contradiction.
        """
        problem = contradiction(shown, mines)
        if problem is None:
            return False
        near = {
            (row + down, col + right)
            for row, col in problem.cells
            for down, right in product((-1, 0, 1), repeat=2)
        }
        groups = _groups(pictures, read, _doubtful(read))
        if near:  # without any cell named, the mine count alone is wrong, and any look may be misread
            groups = [group for group in groups if near.intersection(group)]
        trials: list[tuple[float, int, int]] = []
        for index, group in enumerate(groups):
            rows, cols = np.array(group).T
            logs = np.log(np.maximum(read[rows, cols, :NOTHING], 1e-6)).mean(axis=0)
            now = int(shown[group[0]])
            trials += [
                (float(logs[now] - logs[kind]), index, int(kind))
                for kind in np.argsort(-logs)[:CHOICES]
                if kind != now
            ]
        for _, index, kind in sorted(trials):
            trial = shown.copy()
            for cell in groups[index]:
                trial[cell] = kind
            if contradiction(trial, mines) is None:
                self._known.append((pictures[groups[index][0]].astype(np.int16), kind))
                return True
        return False


def _doubtful(read: Floats) -> list[Cell]:
    """The cells that the network is not sure of, the most doubtful first."""
    rows, cols, _ = read.shape
    sure = read[:, :, :NOTHING].max(axis=2)
    cells = [cell for cell in product(range(rows), range(cols)) if sure[cell] < SURE]
    return sorted(cells, key=lambda cell: float(sure[cell]))


def _groups(pictures: NDArray[np.uint8], read: Floats, cells: list[Cell]) -> list[list[Cell]]:
    """Doubtful cells by their looks, the most doubtful looks first, whatever the network reads in them."""
    groups: list[list[Cell]] = []
    for cell in cells:
        for group in groups:
            if _difference(pictures[cell], pictures[group[0]].astype(np.int16)) <= ALIKE:
                group.append(cell)
                break
        else:
            if len(groups) < MOST_LOOKS:
                groups.append([cell])
    return groups


def _difference(picture: NDArray[np.uint8], look: NDArray[np.int16]) -> float:
    """How much the middle of two cells differs. The edges depend on the neighbours."""
    side = len(look)
    middle = slice(side // 5, side - side // 5)
    return float(np.abs(picture[middle, middle].astype(np.int16) - look[middle, middle]).mean())
