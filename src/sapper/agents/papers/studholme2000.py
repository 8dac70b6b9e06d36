"""The agent of studholme2000: connected constraints, and guesses that no information can improve.

Paper: Studholme, "Minesweeper as a Constraint Satisfaction Problem", project report, University of Toronto,
2000. The method is reconstructed from its public summary and from the descriptions in pgms-csp and tcd2021.
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
    """Solves connected constraints by backtracking; guesses the safest cell, unavoidable guesses last.

    Each opened cell is a constraint. Nested constraints are subtracted, and each connected set is solved by
    itself. A crap shoot is a set about which no other cell can give information. It must be guessed at some
    time, so it is left for the end. Among equally safe cells, corners come first, then edges. Differs
    wherever the method had to be guessed, because its sections are not known to us.
    """

    name = "studholme"
    paper = "studholme2000"
    steps = ("single-cell", "reduce")
    rule = "mean"

    def best(self, view: View, found: Enumeration[Cell], odds: dict[Cell, Odds]) -> tuple[list[Cell], float]:
        """Return the safest cells outside crap shoots; among those, the cells with the fewest neighbours."""
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
    """Return whether no information from outside can distinguish the solutions of a component.

    All solutions have the same number of mines, so the mine count does not help. No other unknown cell is
    beside the component, so no number helps either.
    """
    own = set(component.cells)
    return len(component.solutions) == 1 and not any(
        near in odds and near not in own for cell in own for near in view.neighbours(cell)
    )
