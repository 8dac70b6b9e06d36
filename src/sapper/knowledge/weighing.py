"""Weighing: the exact risks from the solutions of all components and the mine count of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Generic

from sapper.errors import InconsistentView
from sapper.game.rules import Cell
from sapper.knowledge.fact import C, Component, Enumeration
from sapper.knowledge.knowledge import Knowledge

EXACT = 2.0**53
"""The largest count up to which a float represents every whole number exactly."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The number of layouts with a mine in a cell, and the number of layouts without."""

    mine: int
    free: int

    @property
    def risk(self) -> float:
        """The share of layouts that have a mine in the cell."""
        return self.mine / (self.mine + self.free)


@dataclass(frozen=True, slots=True)
class Weighed(Generic[C]):
    """The odds of every cell, over all layouts that fit the mine count."""

    cells: dict[C, Odds]
    """The odds of each cell of the components."""
    elsewhere: Odds | None
    """The odds of each cell beside no number, or None if there is no such cell."""


def weigh(components: Sequence[Component[C]], elsewhere: int, mines: int) -> Weighed[C] | None:
    """Combine the solutions of components on a board with `elsewhere` other cells and `mines` mines in all.

    A solution with m mines leaves ``mines - m`` mines for the other cells. Each way to place these is a
    layout. Return None if no layout has exactly `mines` mines.

    >>> cell = Component(("a", "b"), ("n",), {1: 2.0}, {1: (1.0, 1.0)})
    >>> found = weigh([cell], elsewhere=3, mines=2)
    >>> found.cells["a"].risk, found.elsewhere
    (0.5, Odds(mine=2, free=4))
    """
    ways = [
        [round(component.solutions.get(m, 0)) for m in range(max(component.solutions) + 1)]
        for component in components
    ]
    before, after = [[1]], [[1]]
    for way in ways:
        before.append(_product(before[-1], way))
    for way in reversed(ways):
        after.append(_product(after[-1], way))
    cells: dict[C, Odds] = {}
    for at, component in enumerate(components):
        others = _product(before[at], after[-2 - at])
        free, with_mine = [0] * len(component.cells), [0] * len(component.cells)
        for held, solutions in component.solutions.items():
            weight = _placed(others, elsewhere, mines - held)
            for i, count in enumerate(component.with_mine[held]):
                with_mine[i] += round(count) * weight
                # Beyond EXACT a small difference may be rounded to 0. That must not make a mine certain.
                free[i] += (round(solutions - count) or solutions > EXACT) * weight
        odds = (Odds(*pair) for pair in zip(with_mine, free, strict=True))
        cells.update(zip(component.cells, odds, strict=True))
    layouts = _placed(before[-1], elsewhere, mines)
    if layouts == 0:
        return None
    if elsewhere == 0:
        return Weighed(cells, None)
    inside = _placed(before[-1], elsewhere - 1, mines - 1)
    return Weighed(cells, Odds(inside, layouts - inside))


def odds_of(knowledge: Knowledge, found: Enumeration[Cell]) -> dict[Cell, Odds]:
    """Compute the odds of every unknown cell, row by row. `found` holds all solutions of the game.

    Raises:
        InconsistentView: No layout fits the mine count.
    """
    unknown = knowledge.unknown
    beside = sum(len(component.cells) for component in found.components)
    weighed = weigh(found.components, len(unknown) - beside, knowledge.mines_left)
    if weighed is None:
        raise InconsistentView("the numbers do not fit the mine count: no layout fits both", [], True)
    odds = {cell: weighed.cells.get(cell, weighed.elsewhere) for cell in unknown}
    return {cell: each for cell, each in odds.items() if each is not None}


def _product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Combine two lists of counts, each indexed by the number of mines (a convolution)."""
    out = [0] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        if left:
            for j, right in enumerate(b):
                out[i + j] += left * right
    return out


def _placed(ways: Sequence[int], cells: int, mines: int) -> int:
    """Count the layouts from solutions by number of mines; the remaining mines lie in `cells` other cells."""
    return sum(
        count * comb(cells, mines - held) for held, count in enumerate(ways) if count and held <= mines
    )
