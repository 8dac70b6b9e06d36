"""The rules by which agents guess in plain Python, to read and to test the C++ rules against.

A rule gives unknown cells a risk, and the agent opens one of the cells with the lowest. `Knowledge.risks`
computes the same for the rule of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge import plain_steps as plain
from sapper.knowledge.fact import Constraint
from sapper.knowledge.plain_steps import Known

Risks = dict[Cell, float]
"""The risk of each rated cell."""


def risks(
    view: View, constraints: Sequence[Constraint[Cell]], known: Known, rule: str, elsewhere: bool = False
) -> Risks:
    """Rate unknown cells by a rule.

    If `elsewhere` says so, cells that the rule does not rate get the density of mines. They also get it if
    the rule rates no cell at all.

    Args:
        view: The position.
        constraints: What the steps have left of the constraints. They contain unknown cells only.
        known: The cells that the steps have made known.
        rule: The name of the rule.
        elsewhere: Whether to rate the cells beside no number too.
    """
    unknown = [cell for cell in view.covered if cell not in known]
    density = (view.mines - len(view.hits) - sum(known.values())) / len(unknown) if unknown else 0.0
    if rule == "none":
        return {(0, 0): density} if view.is_untouched else {}
    if rule == "most":
        rated = most(constraints)
    elif rule == "boards":
        rated = boards(constraints)
    elif rule == "any":
        rated = {}
    else:
        around = shares_around(view, known)
        rated = {cell: BY_SHARES[rule](shares) for cell, shares in around.items()}
        rated = dict.fromkeys(rated, density) if rule == "frontier" else rated
    if elsewhere or not rated:
        rated |= {cell: density for cell in unknown if cell not in rated}
    return rated


def shares_around(view: View, known: Known) -> dict[Cell, list[float]]:
    """For each unknown cell beside numbers, list their shares: missing mines divided by unknown cells."""
    around: dict[Cell, list[float]] = {}
    for number in view.opened:
        near = view.neighbours(number)
        unknown = [cell for cell in near if view[cell] == -2 and cell not in known]
        missing = view[number] - sum(view[cell] == -1 or known.get(cell, False) for cell in near)
        for cell in unknown:
            around.setdefault(cell, []).append(missing / len(unknown))
    return around


BY_SHARES: dict[str, Callable[[list[float]], float]] = {
    "frontier": len,
    "least-number": min,
    "sum": sum,
    "mean": lambda shares: sum(shares) / len(shares),
}
"""What each rule makes of the shares of the numbers around a cell."""


def most(constraints: Sequence[Constraint[Cell]]) -> Risks:
    """The largest share of mines in any constraint on the cell."""
    found: Risks = {}
    for constraint in constraints:
        for cell in constraint.cells:
            found[cell] = max(found.get(cell, 0.0), constraint.mines / len(constraint.cells))
    return found


def boards(constraints: Sequence[Constraint[Cell]]) -> Risks:
    """The share of all solutions of its component, the 'boards' of pgms-csp, that have a mine in the cell."""
    found: Risks = {}
    for component in plain.components(constraints):
        solutions = list(plain.solutions(component))
        for cell in solutions[0]:
            found[cell] = sum(solution[cell] for solution in solutions) / len(solutions)
    return found
