"""Constraints in coupled sets, and a name for guesses that nothing can better.

Paper: Studholme, "Minesweeper as a Constraint Satisfaction Problem", project report, University of Toronto,
2000. Reconstructed from its public summary and from what pgms-csp and tcd2021 say of it;
docs/papers/studholme2000.md says what is known and what is guessed.
"""

from __future__ import annotations

from sapper.agents.enumerating import Enumerating
from sapper.agents.tie_break import least
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.fact import Component, Enumeration
from sapper.knowledge.weighing import Odds


class Studholme(Enumerating):
    """Coupled sets of constraints solved by backtracking; guesses the safest cell, crap shoots last.

    Each opened cell is a constraint; those inside others are subtracted, and sets that share cells are solved
    by themselves. A crap shoot is a set that no other cell can ever tell anything about: it has to be
    guessed, now or at the end, and is left for the end. Of equally safe cells a corner comes before an edge,
    and that before any other. Differs in what is guessed of it; its sections are not known to us.
    """

    name = "studholme"
    paper = "studholme2000"
    steps = ("single-cell", "reduce")
    rule = "mean"

    def best(self, view: View, found: Enumeration[Cell], odds: dict[Cell, Odds]) -> tuple[list[Cell], float]:
        """The safest cells outside crap shoots, those with the fewest neighbours."""
        shots = {
            cell
            for component in found.components
            if is_crap_shoot(view, component, odds)
            for cell in component.cells
        }
        risks = {cell: each.risk for cell, each in odds.items() if each.free}
        safest, risk = least({cell: risks[cell] for cell in risks if cell not in shots} or risks)
        fewest = min(len(view.neighbours(cell)) for cell in safest)
        return [cell for cell in safest if len(view.neighbours(cell)) == fewest], risk


def is_crap_shoot(view: View, component: Component[Cell], odds: dict[Cell, Odds]) -> bool:
    """Whether nothing outside can tell the solutions of a component apart.

    They hold equally many mines, so the mine count says nothing; and beside its cells there is no other
    unknown one whose number would.
    """
    own = set(component.cells)
    return len(component.solutions) == 1 and not any(
        near in odds and near not in own for cell in own for near in view.neighbours(cell)
    )
