"""What the engine says of blank cells that are taken for covered: hardly ever are all of them proven to be 0.

Covered cells beside numbers hold the mines of these numbers. Blank cells that hold none, and that have no
other covered neighbours, look as opened zeros do: they border on numbers only.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InconsistentView, OutOfBudget
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.vision.shown import as_numbers, neighbour_sum
from sapper.vision.symbols import COVERED

PRICE = 3.0
"""What each such cell costs, as the logarithm of a probability."""
MOST = 12.0
"""What all of them cost at most."""
MISREAD = 1.0
"""What a contradiction costs: most often a number was misread, whatever the blank cells are."""
MOST_MISREAD = 3
"""How many contradictions, each with the numbers in it, are left out before the engine says nothing."""
LARGEST = 12
"""A larger group of covered cells among opened ones is left as it is."""
SECONDS = 0.2
"""The time that the engine may take for one choice."""
USUAL_SHARE = 5
"""Without a mine count, one of so many cells is taken for a mine."""


def price_of_left_overs(shown: NDArray[np.int8], looks: list[NDArray[np.int64]], mines: int | None) -> float:
    """What it costs that the cells of some looks, each an array of cells, are taken for covered."""
    covered = shown >= COVERED
    alone = [own for own in _joined(shown.shape, looks) if not (neighbour_sum(covered & ~own)[own] > 0).any()]
    found, misread = _proven(shown, alone, mines)
    return min(MOST, MISREAD * misread + PRICE * sum(float(beside.sum()) for _, beside in found))


def left_overs(
    shown: NDArray[np.int8], blank: NDArray[np.bool_], mines: int | None
) -> list[NDArray[np.int64]]:
    """The groups of covered blank cells among opened ones that are proven to hold no mine."""
    own = (shown == COVERED) & blank
    other = neighbour_sum((shown >= COVERED) & ~own) > 0
    alone = [group for group in _groups(own) if not (group & other).any()]
    return [np.argwhere(group) for group, _ in _proven(shown, alone, mines)[0]]


Masks = tuple[NDArray[np.bool_], NDArray[np.bool_]]


def _proven(
    shown: NDArray[np.int8], groups: list[NDArray[np.bool_]], mines: int | None
) -> tuple[list[Masks], int]:
    """Groups whose cells beside numbers hold no mine, with these cells; and how often no layout fitted."""
    beside = neighbour_sum((shown > 0) & (shown < COVERED)) > 0
    judged = [(own, own & beside) for own in groups if (own & beside).any()]
    if not judged:
        return [], 0
    shown = shown.copy()
    for misread in range(MOST_MISREAD + 1):
        count = min(shown.size // USUAL_SHARE if mines is None else mines, int((shown >= COVERED).sum()))
        try:
            risk = analyse(View.from_array(as_numbers(shown), count), budget=SECONDS).risk
        except InconsistentView as error:
            if not error.cells or (mines is None and error.uses_mine_count):
                return [], misread
            for cell in error.cells:  # one of these numbers was misread, so they prove nothing
                shown[cell] = COVERED
            continue
        except (OutOfBudget, ValueError):
            return [], misread
        return [(own, near) for own, near in judged if (risk[near] == 0).all()], misread
    return [], MOST_MISREAD + 1


def _groups(own: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The groups of cells that lie beside each other, without the large ones."""
    left = {(int(row), int(col)) for row, col in np.argwhere(own)}
    found = []
    while left:
        waiting = [left.pop()]
        group = list(waiting)
        while waiting:
            row, col = waiting.pop()
            near = {(row + down, col + right) for down, right in product((-1, 0, 1), repeat=2)} & left
            left -= near
            group += near
            waiting += near
        if len(group) <= LARGEST:
            mask = np.zeros(own.shape, bool)
            mask[tuple(np.array(group).T)] = True
            found.append(mask)
    return found


def _joined(shape: tuple[int, ...], looks: list[NDArray[np.int64]]) -> list[NDArray[np.bool_]]:
    """Where the cells of each look are; looks with cells beside each other are one."""
    joined: list[NDArray[np.bool_]] = []
    for cells in looks:
        own = np.zeros(shape, bool)
        own[cells[:, 0], cells[:, 1]] = True
        near = neighbour_sum(own) > 0
        for other in [other for other in joined if (other & near).any()]:
            joined = [kept for kept in joined if kept is not other]
            own |= other
        joined.append(own)
    return joined
