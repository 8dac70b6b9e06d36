"""Checks a read board with the engine, and repairs it by the least likely changes of the reading."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InconsistentView, OutOfBudget
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.vision.shown import as_numbers, broken_rules, neighbour_sum
from sapper.vision.symbols import HIT, MINE, NOTHING

Floats = NDArray[np.float32]

MOST_REPAIRS = 6
"""A picture with more misread cells is not repaired: it is shown with its doubts."""
CHOICES = 6
"""How many readings of one cell are tried."""
LEAST_CHANCE = 1e-5
SECONDS = 2.0
"""The time that the engine may take for one check."""


def contradiction(shown: NDArray[np.int8], mines: int) -> InconsistentView | None:
    """Return the engine's contradiction, or None if some layout fits or the engine has no time to tell."""
    try:
        analyse(View.from_array(as_numbers(shown), mines), budget=SECONDS)
    except InconsistentView as error:
        return error
    except (OutOfBudget, ValueError):
        return None
    return None


def shown_layout_errors(shown: NDArray[np.int8]) -> NDArray[np.bool_]:
    """The numbers that disagree with the mines that a lost game shows beside them."""
    mines = (shown == MINE) | (shown == HIT)
    return (shown <= 8) & (neighbour_sum(mines) > shown)


def repair(
    shown: NDArray[np.int8], chances: Floats, mines: int, certain_count: bool
) -> tuple[list[Cell], list[Cell]]:
    """Change `shown` until some layout fits it; return the changed cells, and those still in a contradiction.

    No cell is changed for a mine count that is only assumed.
    """
    if not certain_count:
        error = contradiction(shown, mines)
        if error is not None and error.uses_mine_count:
            return [], []
    before = shown.copy()
    for _ in range(MOST_REPAIRS):
        wrong = _wrong_cells(shown, mines)
        if not wrong:
            break
        change = _cheapest_change(shown, chances, mines, wrong)
        if change is None:
            shown[:] = before
            return [], _wrong_cells(shown, mines)
        cell, kind = change
        shown[cell] = kind
    left = _wrong_cells(shown, mines)
    if left:
        shown[:] = before
        return [], _wrong_cells(shown, mines)
    return [(int(row), int(col)) for row, col in np.argwhere(before != shown)], []


def _wrong_cells(shown: NDArray[np.int8], mines: int) -> list[Cell]:
    """Numbers that cannot all be right: those that break a rule alone, else those the engine names."""
    alone = broken_rules(shown) | shown_layout_errors(shown)
    if alone.any():
        return [(int(row), int(col)) for row, col in np.argwhere(alone)]
    error = contradiction(shown, mines)
    return [] if error is None else list(error.cells)


def _cheapest_change(
    shown: NDArray[np.int8], chances: Floats, mines: int, wrong: list[Cell]
) -> tuple[Cell, int] | None:
    """The likeliest other reading of one cell that leaves fewer wrong cells."""
    rows, cols = shown.shape
    near = {
        (r, c)
        for row, col in wrong[:24]
        for r, c in product(range(row - 1, row + 2), range(col - 1, col + 2))
        if 0 <= r < rows and 0 <= c < cols
    }
    changes: list[tuple[float, Cell, int]] = []
    for cell in near:
        now = float(chances[cell][shown[cell]])
        order = np.argsort(-chances[cell][:NOTHING])[:CHOICES]
        for kind in (int(kind) for kind in order):
            chance = float(chances[cell][kind])
            if kind != shown[cell] and chance > LEAST_CHANCE:
                changes.append((np.log(max(now, 1e-9)) - np.log(chance), cell, kind))
    changes.sort()
    bad_now = len(wrong)
    for _, cell, kind in changes[:120]:
        old = shown[cell]
        shown[cell] = kind
        left = len(_wrong_cells(shown, mines))
        shown[cell] = old
        if left < bad_now:
            return cell, kind
    return None
