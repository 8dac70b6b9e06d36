"""The input and output of deduction steps: constraints, facts, and the solutions of a component."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C")
"""The type of a cell: a `(row, col)` pair on a board, or a name in the equations of a paper."""


@dataclass(frozen=True, slots=True)
class Constraint(Generic[C]):
    """The statement that exactly `mines` of some unknown cells are mines."""

    cells: tuple[C, ...]
    mines: int
    numbers: tuple[C, ...] = ()
    """The opened cells whose numbers imply it: one cell, unless it was derived from other constraints."""

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.cells))} = {self.mines}"


@dataclass(frozen=True, slots=True)
class Fact(Generic[C]):
    """A cell that became known, with the step and the numbers that prove it.

    >>> print(Fact((0, 2), False, "subset", ((0, 0), (0, 1))))
    (0, 2) is free: subset, from the numbers at (0, 0), (0, 1)
    """

    cell: C
    mine: bool
    step: str
    """The name of the step that found it, as in `Deduction.deduce`."""
    numbers: tuple[C, ...] = ()
    """The numbers that the step combined. The proof may also use cells that were known before."""

    def __str__(self) -> str:
        what = "a mine" if self.mine else "free"
        where = f", from the numbers at {', '.join(map(str, self.numbers))}" if self.numbers else ""
        return f"{self.cell} is {what}: {self.step}{where}"


@dataclass(frozen=True, slots=True)
class Component(Generic[C]):
    """Cells that are connected by shared numbers, and their solutions, grouped by number of mines."""

    cells: tuple[C, ...]
    numbers: tuple[C, ...]
    solutions: dict[int, float]
    """The number of solutions for each number of mines."""
    with_mine: dict[int, tuple[float, ...]]
    """For each number of mines, how many of the solutions have a mine in each of `cells`."""

    @property
    def total(self) -> float:
        """The number of solutions."""
        return sum(self.solutions.values())

    @property
    def shares(self) -> dict[C, float]:
        """The share of all solutions that have a mine in a cell, for each cell."""
        sums = [sum(counts) for counts in zip(*self.with_mine.values(), strict=True)]
        return {cell: with_mine / self.total for cell, with_mine in zip(self.cells, sums, strict=True)}


@dataclass(frozen=True, slots=True)
class Enumeration(Generic[C]):
    """The solutions of all constraints, component by component."""

    components: tuple[Component[C], ...]
    complete: bool
    """False if a limit was reached. Then `components` holds only those that were finished before."""
    nodes: int
    """The number of values that were tried, as a measure of the work."""
