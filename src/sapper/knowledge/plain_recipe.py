"""A recipe of steps in plain Python: what the agents that are made of steps do on each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge import plain_steps as plain
from sapper.knowledge.fact import Constraint
from sapper.knowledge.plain_steps import Known

STEPS: dict[str, Callable[[Sequence[Constraint[Any]]], Known]] = {
    "single-cell": plain.single_cell,
    "subset": plain.subset,
    "reduce": plain.reduce,
    "pairs": plain.pairs,
    "consistency-1": lambda constraints: plain.consistency(constraints, 1),
    "consistency-2": lambda constraints: plain.consistency(constraints, 2),
    "consistency-3": lambda constraints: plain.consistency(constraints, 3),
    "trial": plain.trial,
    "trial-mine": lambda constraints: plain.trial(constraints, (True,)),
    "trial-pairs": lambda constraints: plain.trial(constraints, (True,), pairs=True),
    "enumeration": plain.enumeration,
}
"""The steps that need constraints only, by the names that recipes have for them."""
BOARD_STEPS = ("near", "mine-count", "total-8")
"""The steps that need more than constraints: which numbers are new, or the cells of the whole board."""


def constraints_of(view: View) -> list[Constraint[Cell]]:
    """Turn each number into a constraint on its covered neighbours. Mines that were hit are taken off."""
    found = []
    for number in view.opened:
        hits = sum(view[cell] == -1 for cell in view.neighbours(number))
        found.append(Constraint(tuple(view.covered_around(number)), view[number] - hits, (number,)))
    return found


def deduce(view: View, steps: Sequence[str]) -> Known:
    """Run steps in the given order until a free cell is found, and return all cells that became known.

    After a step that finds only mines, the first step runs again. The step ``subset`` leaves its differences
    for the steps after it, ``reduce`` leaves what it has replaced, and ``total-8`` leaves the mine count. The
    count of the mines also runs at the end if it is one of the steps.
    """
    constraints, at = plain.substitute(constraints_of(view), {}), 0
    known: Known = {}
    while at < len(steps):
        name = steps[at]
        unknown = [cell for cell in view.covered if cell not in known]
        mines = view.mines - len(view.hits) - sum(known.values())
        longer = len(constraints)
        if name == "mine-count":
            found = plain.mine_count(unknown, mines)
        elif name == "near":
            found = plain.near({c.numbers[0]: c for c in constraints_of(view)}, view.opened, known)
        elif name == "total-8":
            found, constraints = {}, plain.total(constraints, unknown, mines, most=8)
        else:
            found = STEPS[name](constraints)
            if name in ("subset", "reduce"):
                constraints = (plain.differences if name == "subset" else plain.reduced)(constraints)
        known |= found
        constraints = plain.substitute(constraints, found)
        if False in found.values():
            unknown = [cell for cell in unknown if cell not in found]
            counted = "mine-count" in steps
            return known | (plain.mine_count(unknown, mines - sum(found.values())) if counted else {})
        repeats = bool(found) or (name == "total-8" and len(constraints) > longer)
        steps = [step for step in steps if step != "total-8" or len(constraints) == longer]
        at = 0 if repeats else at + 1
    return known
