"""The deterministic solvers of sajjad2022: single point, equations, Kaye's consistency test, Becerra's CSP.

Paper: Muhammad Hamza Sajjad 2022, "Neural network learner for Minesweeper". Section 2.4.1 and Algorithm 1
describe the single point strategy, section 2.4.2 equations, and section 2.3.2 Kaye's use of the consistency
problem (steps 1 to 3). Sections 2.4.2 and 6.2.2 cite Becerra's solver (D. Becerra 2015, "Algorithmic
Approaches to Playing Minesweeper").

Differs from the paper:
- Algorithm 1 as printed never opens the cell that it picks at random. Here it does. The algorithm goes from
  number to number. Here all cells that single numbers decide are opened together, with the same result.
- Equations are solved by differences, also of pairs that overlap, as in its two examples. The second example
  prints an impossible sum (docs/papers/sajjad2022.md).
- Kaye's test asks whether any layout with a mine in a cell fits the numbers, and whether any layout with a
  number from 0 to 8 in the cell does. Every layout without a mine there gives the cell such a number, so one
  list of the solutions of its component answers both questions. The test does not use the mine count.
- The paper cites the results of Becerra's solver without a description. Here it is Studholme's method, on
  which Becerra's thesis builds: subsets, then connected constraints solved by backtracking, then the cell
  that is free in most solutions. If the cells beside no number are at least as safe, one of them is opened: a
  corner, else an edge, else any. Each solution counts once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.agents.base import Decision
from sapper.agents.composed import Composed
from sapper.agents.tie_break import lowest
from sapper.game.rules import Cell
from sapper.game.view import View


class SinglePoint(Composed):
    """Uses single numbers: if all mines around one are flagged, opens the rest; else opens any cell.

    Section 2.4.1, Algorithm 1. Differs: it does open the cell that it picks at random.
    """

    name = "single-point"
    paper = "sajjad2022"
    steps = ("single-cell",)
    rule = "any"
    flags = True


class CspEquations(Composed):
    """Solves the equations of the numbers by differences of two at a time; else opens any cell.

    Section 2.4.2. Differs: the paper does not say in which order it takes pairs, or how it guesses.
    """

    name = "csp-equations"
    paper = "sajjad2022"
    steps = ("single-cell", "subset", "pairs")
    rule = "any"
    flags = True


class KayeConsistency(Composed):
    """Kaye's test: opens cells that cannot be mines in any solution; else opens any cell.

    Section 2.3.2. Differs: one list of solutions answers the ten questions about a cell.
    """

    name = "kaye-consistency"
    paper = "sajjad2022"
    steps = ("single-cell", "enumeration")
    rule = "any"
    flags = True


class BecerraCsp(Composed):
    """Uses subsets, then all solutions of each component; else guesses the safest cell, corners first.

    Sections 2.4.2 and 6.2.2 cite it without a description. Differs: this is the method that it builds on.
    """

    name = "becerra-csp"
    paper = "sajjad2022"
    steps = ("single-cell", "subset", "enumeration")
    rule = "boards"

    def guess(self, view: View) -> Decision:
        """Guess the cell that is free in most solutions, or a cell beside no number if that is as safe."""
        frontier = set(self.knowledge.frontier)
        rest = [cell for cell in self.knowledge.unknown if cell not in frontier]
        if not frontier and not rest:
            return Decision.give_up("no cell is left to open")
        if not frontier:
            return self.take(self.outermost(rest), self.knowledge.density)
        shares = self.knowledge.risks("boards")
        beside = lowest(shares)
        risk = float(shares[beside[0]])
        # The average number of mines that the solutions leave for the cells beside no number.
        left = max(0.0, self.knowledge.mines_left - float(np.nansum(shares)))
        if rest and left <= risk * len(rest):
            return self.take(self.outermost(rest), min(1.0, left / len(rest)))
        return self.take(beside, risk)

    def outermost(self, cells: Sequence[Cell]) -> list[Cell]:
        """Return the corners among some cells, else those at an edge, else all."""
        last_row, last_col = self.rules.rows - 1, self.rules.cols - 1
        edges = [(row in (0, last_row)) + (col in (0, last_col)) for row, col in cells]
        most = max(edges)
        return [cell for cell, at in zip(cells, edges, strict=True) if at == most]
