"""Recognition: the pattern that proves a cell, found from the numbers that the engine's proof needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.equations import Equations
from sapper.knowledge.propagation import propagate
from sapper.solver.analysis import Analysis, analyse
from sapper.solver.explanation import explain_cell

LINES = {"1-1": (1, 1), "1-2": (1, 2), "1-2-1": (1, 2, 1), "1-2-2-1": (1, 2, 2, 1)}
"""The patterns of numbers in a row, from the easiest to the hardest."""


REACH = 5
"""How far a number of a proof with three numbers may lie from the cell, in rows or columns.

The first number is beside the cell, and each further one shares an unknown cell with another one.
"""


@dataclass(frozen=True, slots=True)
class Recognised:
    """The pattern that proves a cell."""

    cell: Cell
    mine: bool
    pattern: str
    """The name of the pattern. It is never "reduction", which `is_reduced` says."""
    is_reduced: bool
    """Whether known mines must be subtracted from the numbers before the pattern is seen."""
    numbers: tuple[Cell, ...]
    """The opened cells that form the pattern."""
    uses_mine_count: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the pattern, and "reduction" if the numbers are reduced."""
        return (self.pattern, "reduction") if self.is_reduced else (self.pattern,)


class Recogniser:
    """Recognises the patterns in one view.

    Mines that single numbers prove count as known. They are subtracted from the numbers, as a player does by
    putting flags on them. The flags of the view are ignored.

    >>> found = Recogniser(View.parse("???/121 2")).of((0, 1))
    >>> found.pattern, found.mine, found.numbers
    ('1-2-1', False, ((1, 0), (1, 1), (1, 2)))
    """

    def __init__(self, view: View) -> None:
        free, mines = propagate(view)
        self._easy = {*free, *mines}
        self.view = flagged(view, mines)
        """The view with flags on exactly the mines that single numbers prove."""
        self.analysis: Analysis = analyse(self.view, trust_flags=True)
        known = self.view.flags | (self.view.numbers == -1)
        self._left: dict[Cell, int] = {}
        self._unknown: dict[Cell, frozenset[Cell]] = {}
        self._mines_around: dict[Cell, int] = {}
        for cell in self.view.opened:
            near = self.view.neighbours(cell)
            covered = {each for each in near if self.view[each] == -2 and not known[each]}
            unknown = frozenset(covered.difference(free))
            self._mines_around[cell] = sum(bool(known[each]) for each in near)
            if unknown:
                self._left[cell] = self.view[cell] - self._mines_around[cell]
                self._unknown[cell] = unknown

    def of(self, cell: Cell) -> Recognised | None:
        """Return the pattern that proves a covered cell, or None if the cell is not certain."""
        risk = float(self.analysis.risk[cell])
        if risk not in {0.0, 1.0}:
            return None
        mine = risk == 1
        if cell in self._easy:
            return self._single(cell, mine)
        for name, values in LINES.items():
            if run := self._proof_among(self._runs(cell, values), cell, mine):
                return self._found(cell, mine, name, run)
        numbers, uses_mine_count = self._proof(cell)
        if uses_mine_count:
            return Recognised(cell, mine, "mine-count", False, numbers, True)
        return self._found(cell, mine, *self._shape(cell, mine, numbers))

    def _single(self, cell: Cell, mine: bool) -> Recognised:
        """Name the numbers around a cell that have exactly as many mines as they need."""
        full = (number for number in self.view.neighbours(cell) if self.view[number] >= 0)
        numbers = tuple(number for number in full if self.view[number] == self._mines_around[number])
        return Recognised(cell, mine, "one-number", False, numbers[:1], False)

    def _proof(self, cell: Cell) -> tuple[tuple[Cell, ...], bool]:
        proof = explain_cell(self.view, self.analysis, cell, trust_flags=True)
        return proof.numbers, proof.uses_mine_count

    def _found(self, cell: Cell, mine: bool, name: str, numbers: tuple[Cell, ...]) -> Recognised:
        return Recognised(cell, mine, name, self._is_reduced(numbers), tuple(sorted(numbers)), False)

    def _is_reduced(self, numbers: tuple[Cell, ...]) -> bool:
        return any(self._left.get(number) != self.view[number] for number in numbers)

    def _proof_among(
        self, candidates: Iterable[tuple[Cell, ...]], cell: Cell, mine: bool
    ) -> tuple[Cell, ...] | None:
        """Return the first set of numbers that proves a cell, if possible one that needs no reduction."""
        proofs = [numbers for numbers in candidates if self._proves(numbers, cell, mine)]
        return min(proofs, key=self._is_reduced, default=None)

    def _runs(self, cell: Cell, values: tuple[int, ...]) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows and columns of numbers near a cell that show these values after reduction."""
        for start in sorted(self._left):
            for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                run = tuple((start[0] + step[0] * i, start[1] + step[1] * i) for i in range(len(values)))
                if all(self._left.get(at) == value for at, value in zip(run, values, strict=True)) and any(
                    cell in self._unknown[at] for at in run
                ):
                    yield run

    def _proves(self, numbers: tuple[Cell, ...], cell: Cell, mine: bool) -> bool:
        """Whether these numbers alone prove a cell, by listing all solutions around them."""
        equations = Equations(
            ([f"{near}" for near in sorted(self._unknown[number])], self._left[number]) for number in numbers
        )
        equations.enumeration()
        return equations.values.get(f"{cell}") == int(mine)

    def _shape(self, cell: Cell, mine: bool, numbers: tuple[Cell, ...]) -> tuple[str, tuple[Cell, ...]]:
        """Name a proof by the places of its numbers, and return the numbers of a proof of that name.

        A cell often has several shortest proofs, and the engine finds one of them. All proofs with two or
        three numbers are compared, so that a rotated position has the same pattern.
        """
        if len(numbers) == 2:
            for name, pairs in (("inside", self._nested(cell)), ("box", self._overlapping(cell))):
                if proof := self._proof_among(pairs, cell, mine):
                    return name, proof
        if len(numbers) == 3:
            for name, triples in (("1-2", self._ones_and_twos(cell)), ("triangle", self._corners(cell))):
                if proof := self._proof_among(triples, cell, mine):
                    return name, proof
        return "chain", numbers

    def _near(self, cell: Cell) -> list[Cell]:
        """List the numbers beside unknown cells that a proof of a cell with up to three numbers may use."""
        row, col = cell
        return [at for at in self._left if max(abs(at[0] - row), abs(at[1] - col)) <= REACH]

    def _nested(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """Yield the pairs of numbers of which one has all its unknown cells in common with the other."""
        near = self._near(cell)
        for outer in near:
            if cell in self._unknown[outer]:
                yield from (
                    tuple(sorted((inner, outer)))
                    for inner in near
                    if self._unknown[inner] < self._unknown[outer]
                )

    def _overlapping(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """Yield the pairs of numbers that share unknown cells."""
        for pair in combinations(sorted(self._near(cell)), 2):
            if self._unknown[pair[0]] & self._unknown[pair[1]]:
                yield pair

    def _ones_and_twos(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """Yield a 1 and a 2 side by side that prove a mine, with each third number beside that mine."""
        near = self._near(cell)
        for one in near:
            for two in near:
                beside = abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1
                if not beside or (self._left[one], self._left[two]) != (1, 2):
                    continue
                beyond = self._unknown[two] - self._unknown[one]
                if len(beyond) == 1:
                    yield from (
                        tuple(sorted((one, two, third)))
                        for third in near
                        if third not in {one, two} and beyond <= self._unknown[third]
                    )

    def _corners(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """Yield the triples of numbers in two rows and two columns."""
        near = set(self._near(cell))
        for row, col in sorted(near):
            for down in (-1, 1):
                for right in (-1, 1):
                    corner = ((row, col), (row + down, col), (row, col + right))
                    if near.issuperset(corner):
                        yield tuple(sorted(corner))


def flagged(view: View, mines: list[Cell]) -> View:
    """Return the view with flags on these cells and on no others."""
    flags = np.zeros(view.shape, np.bool_)
    for cell in mines:
        flags[cell] = True
    return View.from_array(view.numbers, view.mines, flags)
