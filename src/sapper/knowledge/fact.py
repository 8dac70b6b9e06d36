"""What a step works on and what it finds: constraints, facts, and the solutions of a component."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C")
"""What stands for a cell: a `(row, col)` pair on a board, a name in a paper's equations."""


@dataclass(frozen=True, slots=True)
class Constraint(Generic[C]):
    """So many of these unknown cells are mines."""

    cells: tuple[C, ...]
    mines: int
    numbers: tuple[C, ...] = ()
    """The opened cells whose numbers say so; one, unless the constraint was made from others."""

    def __str__(self) -> str:
        return f"{' + '.join(map(str, self.cells))} = {self.mines}"


@dataclass(frozen=True, slots=True)
class Fact(Generic[C]):
    """One cell became known: which, what it is, by which step, and from which numbers.

    >>> print(Fact((0, 2), False, "subset", ((0, 0), (0, 1))))
    (0, 2) is free: subset, from the numbers at (0, 0), (0, 1)
    """

    cell: C
    mine: bool
    step: str
    """The name of the step that found it, as `Knowledge.deduce` takes it."""
    numbers: tuple[C, ...] = ()
    """The numbers that the step put together. What they say rests on cells known before."""

    def __str__(self) -> str:
        what = "a mine" if self.mine else "free"
        where = f", from the numbers at {', '.join(map(str, self.numbers))}" if self.numbers else ""
        return f"{self.cell} is {what}: {self.step}{where}"


@dataclass(frozen=True, slots=True)
class Component(Generic[C]):
    """Cells that hang together by shared numbers, and their solutions by how many mines those hold."""

    cells: tuple[C, ...]
    numbers: tuple[C, ...]
    solutions: dict[int, float]
    """How many solutions hold so many mines."""
    with_mine: dict[int, tuple[float, ...]]
    """Of those, how many have a mine in each of `cells`."""

    @property
    def total(self) -> float:
        """The number of solutions."""
        return sum(self.solutions.values())

    @property
    def shares(self) -> dict[C, float]:
        """For each cell the share of all solutions that have a mine there."""
        sums = [sum(counts) for counts in zip(*self.with_mine.values(), strict=True)]
        return {cell: with_mine / self.total for cell, with_mine in zip(self.cells, sums, strict=True)}


@dataclass(frozen=True, slots=True)
class Enumeration(Generic[C]):
    """Every solution of the constraints, component by component."""

    components: tuple[Component[C], ...]
    complete: bool
    """False when a limit was met; then the components are those finished before."""
    nodes: int
    """The work it took: how many values were tried."""
