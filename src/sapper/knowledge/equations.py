"""Equations over named cells, as a paper prints them, with the steps that `Knowledge` has for a board."""

from __future__ import annotations

from collections.abc import Iterable

from sapper import _core
from sapper.knowledge.deduction import Deduction, Pair


class Equations(Deduction[str]):
    """Constraints without a board: each is the names of its cells and the mines among them.

    Facts name the equations they come from as ``#1``, ``#2``, in the order given.

    >>> system = Equations([("ab", 2), ("abcde", 3), ("de", 1), ("e", 1)])
    >>> system.single_cell()[-1].numbers
    ('#2',)
    >>> system.values
    {'a': 1, 'b': 1, 'c': 0, 'd': 0, 'e': 1}
    """

    def __init__(self, equations: Iterable[tuple[Iterable[str], int]]) -> None:
        """Set up equations, e.g. ``[("ab", 1), (["a", "b", "c"], 2)]``."""
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
        """The cells known so far: 1 for a mine, 0 for a free cell."""
        return {fact.cell: int(fact.mine) for fact in sorted(self.facts, key=lambda fact: fact.cell)}

    def _cells(self, cells: Iterable[Pair]) -> tuple[str, ...]:
        return tuple(self.names[col] for _, col in cells)

    def _numbers(self, numbers: Iterable[Pair]) -> tuple[str, ...]:
        # The core numbers equations as it numbers cells: row-major.
        return tuple(f"#{row * max(1, len(self.names)) + col + 1}" for row, col in numbers)
