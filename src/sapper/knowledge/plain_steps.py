"""The deduction steps in plain Python, to read and to test the C++ steps against.

Every step takes constraints, oldest first, and returns the cells that it proves, each with whether it is a
mine. It proves the same as one call of the method of `Knowledge` that has the same name. `plain_recipe` runs
several steps in turn, and `plain_guesses` has the rules by which agents guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from sapper.errors import InconsistentView
from sapper.game.rules import Cell
from sapper.knowledge.fact import Constraint
from sapper.plural import counted

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


def near(numbers: Mapping[Cell, Constraint[Cell]], opened: Sequence[Cell], known: Known) -> Known:
    """Look at the numbers that were just opened. If one decides something, look at those near it again.

    Near means at most two cells away, which is where numbers share cells. Older numbers are not looked at, so
    the step misses what they prove after a guess next to them.

    Args:
        numbers: The constraint of each number, by its place.
        opened: The places of the numbers that were opened since the last call.
        known: The cells that are known already.
    """
    found: Known = {}
    waiting = list(opened)
    while waiting:
        place = waiting.pop()
        for constraint in substitute([numbers[place]], known | found):
            if constraint.mines in (0, len(constraint.cells)):
                found |= dict.fromkeys(constraint.cells, constraint.mines > 0)
                waiting += [other for other in numbers if distance(place, other) <= 2]
    return found


def distance(a: Cell, b: Cell) -> int:
    """The number of king's moves between two cells."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def subset(constraints: Sequence[Constraint[Any]]) -> Known:
    """Add every difference of nested constraints, and differences of those. Then apply `single_cell`."""
    return single_cell(differences(constraints))


def differences(constraints: Sequence[Constraint[Any]]) -> list[Constraint[Any]]:
    """List the constraints, the differences of nested ones, the differences of those, and so on."""
    found = {frozenset(c.cells): c for c in constraints}
    fresh = list(found.values())
    while fresh:
        pairs = [pair for c in fresh for other in found.values() for pair in ((c, other), (other, c))]
        made = [new for pair in pairs if (new := difference(*pair))]
        fresh = list({frozenset(c.cells): c for c in made if frozenset(c.cells) not in found}.values())
        found.update((frozenset(c.cells), c) for c in fresh)
    return list(found.values())


def reduce(constraints: Sequence[Constraint[Any]]) -> Known:
    """Replace larger constraints by their differences. Then apply `single_cell`."""
    return single_cell(reduced(constraints))


def reduced(constraints: Sequence[Constraint[Any]]) -> list[Constraint[Any]]:
    """Replace larger constraints by their differences, oldest first, until nothing changes."""
    left, changed = list(constraints), True
    while changed:
        changed = False
        for at in range(len(left)):
            while smaller := next((new for c in left if (new := difference(left[at], c))), None):
                left[at], changed = smaller, True
    return left


def pairs(constraints: Sequence[Constraint[Any]]) -> Known:
    """Compare every two constraints that share cells."""
    known: Known = {}
    for a, b in combinations(constraints, 2):
        if set(a.cells) & set(b.cells):
            known |= compare(a, b)
    return known


def compare(a: Constraint[Any], b: Constraint[Any]) -> Known:
    """Bound the mines that two constraints share, and from that the mines in their other cells."""
    both = [cell for cell in a.cells if cell in b.cells]
    only_a = [cell for cell in a.cells if cell not in both]
    only_b = [cell for cell in b.cells if cell not in both]
    least = max(0, a.mines - len(only_a), b.mines - len(only_b))
    most = min(len(both), a.mines, b.mines)
    if least > most:
        raise InconsistentView(f"{a} and {b} cannot both be met", [], False)
    known: Known = {}
    bounds = (
        (both, least, most),
        (only_a, a.mines - most, a.mines - least),
        (only_b, b.mines - most, b.mines - least),
    )
    for cells, fewest, greatest in bounds:
        if greatest == 0 or fewest == len(cells):
            known |= dict.fromkeys(cells, greatest > 0)
    return known


def consistency(constraints: Sequence[Constraint[Any]], k: int) -> Known:
    """Find what holds in every solution of k connected constraints."""
    known: Known = {}
    for chosen in combinations(constraints, k):
        if len(list(components(chosen))) == 1:
            known |= common(chosen)
    return known


def trial(
    constraints: Sequence[Constraint[Any]], assume: Sequence[bool] = (True, False), pairs: bool = False
) -> Known:
    """Assume that an unknown cell is a mine, then that it is free. A contradiction refutes the assumption.

    Args:
        constraints: The constraints.
        assume: What to assume of a cell: a mine (True), free (False), or one after the other.
        pairs: Whether to draw conclusions from an assumption by pairs of constraints too.
    """
    known = single_cell(constraints)
    left = substitute(constraints, known)
    for cell in {cell for constraint in left for cell in constraint.cells}:
        for mine in assume:
            if contradicts(left, cell, mine, pairs):
                known[cell] = not mine
                break
    return known


def contradicts(constraints: Sequence[Constraint[Any]], cell: Any, mine: bool, pairs: bool = False) -> bool:
    """Follow an assumption about a cell, without opening anything. Return whether it contradicts a number.

    With `pairs`, constraints that the assumption has changed are compared with those that share cells.
    """
    known, before = {cell: mine}, 0
    try:
        while before < len(known):
            before = len(known)
            known |= single_cell(substitute(constraints, known))
            left = substitute(constraints, known)
            changed = [constraint for constraint in left if constraint not in constraints]
            for a, b in product(changed, left) if pairs else ():
                if a != b and set(a.cells) & set(b.cells):
                    known |= compare(a, b)
    except InconsistentView:
        return True
    return False


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


def mine_count(unknown: Sequence[Any], mines: int) -> Known:
    """If every mine is known, all other cells are free. If only mines are left, all cells are mines.

    Args:
        unknown: The cells of the whole board that are not known.
        mines: The number of mines among them.
    """
    if not 0 <= mines <= len(unknown):
        left = counted(len(unknown), "cell")
        raise InconsistentView(f"{left} cannot hold {counted(mines, 'mine')}", [], False)
    return dict.fromkeys(unknown, mines > 0) if mines in (0, len(unknown)) else {}


def total(
    constraints: Sequence[Constraint[Any]], unknown: Sequence[Any], mines: int, most: int
) -> list[Constraint[Any]]:
    """Add the mine count as one more constraint if at most `most` cells are unknown. It proves no cell."""
    few = 0 < len(unknown) <= most
    return [*constraints, Constraint(tuple(unknown), mines)] if few else list(constraints)
