"""Equations over named cells, as papers print them, with the same deduction steps as `Knowledge`."""

from __future__ import annotations

from collections.abc import Iterable

from sapper import _core
from sapper.knowledge.deduction import Deduction, Pair


class Equations(Deduction[str]):
    """Constraints without a board. Each one gives the names of its cells and the number of mines in them.

    A fact names the equations that it follows from as ``#1``, ``#2`` and so on, in the order given.

    >>> system = Equations([("ab", 2), ("abcde", 3), ("de", 1), ("e", 1)])
    >>> system.single_cell()[-1].numbers
    ('#2',)
    >>> system.values
    {'a': 1, 'b': 1, 'c': 0, 'd': 0, 'e': 1}
    """

    names: list[str]

    def __init__(self, equations: Iterable[tuple[Iterable[str], int]]) -> None:
        """Set up the equations, for example ``[("ab", 1), (["a", "b", "c"], 2)]``."""
        rows = [(list(cells), mines) for cells, mines in equations]
        self.names = sorted({name for cells, _ in rows for name in cells})
        super().__init__(_core.Knowledge(1, max(1, len(self.names)), 0))
        place = {name: at for at, name in enumerate(self.names)}
        for number, (cells, mines) in enumerate(rows):
            if len(set(cells)) < len(cells):
                raise ValueError(f"equation #{number + 1} names a cell twice")
            self.native.add([place[name] for name in cells], mines, number)
        self._check()

    @property
    def values(self) -> dict[str, int]:
        """The known cells, each with 1 for a mine or 0 for a free cell."""
        return {fact.cell: int(fact.mine) for fact in sorted(self.facts, key=lambda fact: fact.cell)}

    def _cells(self, cells: Iterable[Pair]) -> tuple[str, ...]:
        return tuple(self.names[col] for _, col in cells)

    def _numbers(self, numbers: Iterable[Pair]) -> tuple[str, ...]:
        # The core numbers the equations row by row, like the cells of a board.
        return tuple(f"#{row * max(1, len(self.names)) + col + 1}" for row, col in numbers)
