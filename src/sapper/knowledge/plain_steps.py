"""The deduction steps in plain Python, to read and to test the C++ steps against.

Every function takes constraints, oldest first, and returns the cells that it proves, each with whether it is
a mine. It proves the same as one call of the method of `Knowledge` that has the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sapper.errors import InconsistentView
from sapper.knowledge.fact import Constraint

Known = dict[Any, bool]
"""Known cells, each with whether it is a mine."""


def substitute(constraints: Sequence[Constraint[Any]], known: Known) -> list[Constraint[Any]]:
    """Remove known cells and their mines from constraints. Drop constraints that have no cells left."""
    left = []
    for constraint in constraints:
        cells = tuple(cell for cell in constraint.cells if cell not in known)
        mines = constraint.mines - sum(known.get(cell, False) for cell in constraint.cells)
        if not 0 <= mines <= len(cells):
            raise InconsistentView(f"{constraint} cannot be met", [], False)
        if cells:
            left.append(Constraint(cells, mines, constraint.numbers))
    return left


def single_cell(constraints: Sequence[Constraint[Any]]) -> Known:
    """Use constraints one at a time: with no mine left all cells are free, with only mines all are mines."""
    known: Known = {}
    left = substitute(constraints, known)
    while decided := [c for c in left if c.mines in (0, len(c.cells))]:
        for constraint in decided:
            for cell in constraint.cells:
                if known.setdefault(cell, constraint.mines > 0) != (constraint.mines > 0):
                    raise InconsistentView(f"{cell} cannot be both free and a mine", [], False)
        left = substitute(left, known)
    return known


def difference(large: Constraint[Any], small: Constraint[Any]) -> Constraint[Any] | None:
    """Subtract a constraint from one that contains all its cells and more; None if it does not."""
    if not set(small.cells) < set(large.cells):
        return None
    cells = tuple(cell for cell in large.cells if cell not in small.cells)
    return Constraint(cells, large.mines - small.mines, tuple({*large.numbers, *small.numbers}))


def subset(constraints: Sequence[Constraint[Any]]) -> Known:
    """Add every difference of nested constraints, and differences of those. Then apply `single_cell`."""
    found = {frozenset(c.cells): c for c in constraints}
    fresh = list(found.values())
    while fresh:
        pairs = [pair for c in fresh for other in found.values() for pair in ((c, other), (other, c))]
        made = [new for pair in pairs if (new := difference(*pair))]
        fresh = list({frozenset(c.cells): c for c in made if frozenset(c.cells) not in found}.values())
        found.update((frozenset(c.cells), c) for c in fresh)
    return single_cell(list(found.values()))


def reduce(constraints: Sequence[Constraint[Any]]) -> Known:
    """Replace larger constraints by their differences, oldest first, until nothing changes."""
    left, changed = list(constraints), True
    while changed:
        changed = False
        for at in range(len(left)):
            while smaller := next((new for c in left if (new := difference(left[at], c))), None):
                left[at], changed = smaller, True
    return single_cell(left)


def pairs(constraints: Sequence[Constraint[Any]]) -> Known:
    """Find what holds in every solution of two constraints that share cells."""
    return consistency(constraints, 2)


def consistency(constraints: Sequence[Constraint[Any]], k: int) -> Known:
    """Find what holds in every solution of k connected constraints."""
    known: Known = {}
    for chosen in combinations(constraints, k):
        if len(list(components(chosen))) == 1:
            known |= common(chosen)
    return known


def trial(constraints: Sequence[Constraint[Any]], assume: Sequence[bool] = (True, False)) -> Known:
    """Assume that an unknown cell is a mine, then that it is free. A contradiction refutes the assumption."""
    known = single_cell(constraints)
    left = substitute(constraints, known)
    for cell in {cell for constraint in left for cell in constraint.cells}:
        for mine in assume:
            try:
                single_cell(substitute(left, {cell: mine}))
            except InconsistentView:
                known[cell] = not mine
                break
    return known


def enumeration(constraints: Sequence[Constraint[Any]]) -> Known:
    """Find the cells that are equal in every solution of their component."""
    known: Known = {}
    for component in components(constraints):
        known |= common(component)
    return known


def components(constraints: Sequence[Constraint[Any]]) -> Iterator[list[Constraint[Any]]]:
    """Split constraints into connected groups. Two constraints are connected if they share a cell."""
    left = list(constraints)
    while left:
        together = [left.pop(0)]
        for member in together:
            near = [c for c in left if set(c.cells) & set(member.cells)]
            together += near
            left = [c for c in left if c not in near]
        yield together


def solutions(constraints: Sequence[Constraint[Any]]) -> Iterator[Known]:
    """Yield every assignment of the cells that satisfies all constraints, by backtracking."""
    if not constraints:
        yield {}
        return
    cell = constraints[0].cells[0]
    for mine in (False, True):
        try:
            left = substitute(constraints, {cell: mine})
        except InconsistentView:
            continue
        yield from ({cell: mine, **rest} for rest in solutions(left))


def common(constraints: Sequence[Constraint[Any]]) -> Known:
    """Find what holds in every solution of constraints."""
    every = iter(solutions(constraints))
    known = next(every, None)
    if known is None:
        raise InconsistentView("no layout fits the constraints", [], False)
    for solution in every:
        known = {cell: mine for cell, mine in known.items() if solution[cell] == mine}
    return known
