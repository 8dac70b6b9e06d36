"""Completing a layout: some placement of the mines that fits what was seen of a game."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse


def complete_layout(view: View, known: Iterable[Cell] = ()) -> tuple[Cell, ...]:
    """Return the mines of one layout that fits a view. The same view always gets the same layout.

    It is no prediction: many layouts fit a view of an unfinished game, and this is only one of them. With it,
    the moves of a game whose mines were never shown can be replayed and reviewed.

    Args:
        view: What is seen of the game. Its flags are ignored.
        known: Cells that certainly hold mines.

    Raises:
        InconsistentView: No layout fits.

    >>> complete_layout(View.parse("1??/???/??? 2"))
    ((0, 1), (0, 2))
    """
    numbers = view.numbers
    for cell in known:
        numbers[cell] = -1
    while True:
        analysis = analyse(View.from_array(numbers, view.mines))
        mines = analysis.mines
        if not mines:
            risk = np.nan_to_num(analysis.risk)
            if not risk.any():
                break
            mines = [divmod(int(risk.argmax()), view.cols)]
        for cell in mines:
            numbers[cell] = -1
    return tuple(zip(*map(np.ndarray.tolist, (numbers == -1).nonzero()), strict=True))
