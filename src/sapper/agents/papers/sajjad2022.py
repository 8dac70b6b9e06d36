"""The deterministic solvers of sajjad2022: single point, equations, Kaye's consistency test, Becerra's CSP.

Paper: Muhammad Hamza Sajjad 2022, "Neural network learner for Minesweeper". Section 2.4.1 and Algorithm 1
give the single point strategy, 2.4.2 equations, 2.3.2 Kaye's use of the consistency problem (steps 1 to 3),
2.4.2 and 6.2.2 cite Becerra's solver (D. Becerra 2015, "Algorithmic Approaches to Playing Minesweeper").

Differs from the paper:
- Algorithm 1 as printed never opens the cell it picks at random; here it does. All that single numbers decide
  is opened before the next look, where the algorithm goes from number to number: no cell is decided
  otherwise.
- Equations are solved by differences, of pairs that overlap too, as its two examples do. The second of these
  prints a sum that cannot be (docs/papers/sajjad2022.md).
- Kaye's test of a cell asks whether any layout with a mine there fits the numbers, and then whether any with
  a number 0 to 8 does. A layout without a mine there gives it one of these numbers, so both questions are
  answered at once by listing the solutions of the cell's component. The mine count is no part of the test.
- Becerra's solver is cited with its results, not described. Here it is what his thesis builds on,
  Studholme's: subsets, coupled constraints solved by backtracking, then the cell that is safe in most
  solutions, unless the cells beside no number are safer; of those a corner, then an edge, then any. Each
  solution counts once.
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
    """A number with all its mines flagged frees the rest; else any covered cell.

    Section 2.4.1, Algorithm 1. Differs: it opens the cell that it picks at random.
    """

    name = "single-point"
    paper = "sajjad2022"
    steps = ("single-cell",)
    rule = "any"
    flags = True


class CspEquations(Composed):
    """Solves the equations of the numbers by their differences, two at a time; else any cell.

    Section 2.4.2. Differs: how it goes from pair to pair, and guesses, is not said.
    """

    name = "csp-equations"
    paper = "sajjad2022"
    steps = ("single-cell", "subset", "pairs")
    rule = "any"
    flags = True


class KayeConsistency(Composed):
    """Kaye's steps 1-3: a cell that fits as a mine in no layout is safe; out of cells, any is guessed.

    Section 2.3.2. Differs: the ten questions about a cell are answered by one list of solutions.
    """

    name = "kaye-consistency"
    paper = "sajjad2022"
    steps = ("single-cell", "enumeration")
    rule = "any"
    flags = True


class BecerraCsp(Composed):
    """Coupled subsets: subsets, then all solutions of each component; else the safest, corners first.

    Sections 2.4.2 and 6.2.2 cite it. Differs in what we do not know of it: this is what it builds on.
    """

    name = "becerra-csp"
    paper = "sajjad2022"
    steps = ("single-cell", "subset", "enumeration")
    rule = "boards"

    def guess(self, view: View) -> Decision:
        """The cell safe in most solutions of its component, or one beside no number where that is safer."""
        frontier = set(self.knowledge.frontier)
        rest = [cell for cell in self.knowledge.unknown if cell not in frontier]
        if not frontier and not rest:
            return Decision.give_up("no cell is left to open")
        if not frontier:
            return self.take(self.outermost(rest), self.knowledge.density)
        shares = self.knowledge.risks("boards")
        beside = lowest(shares)
        risk = float(shares[beside[0]])
        # The mines that the solutions leave, on average, for the cells beside no number.
        left = max(0.0, self.knowledge.mines_left - float(np.nansum(shares)))
        if rest and left <= risk * len(rest):
            return self.take(self.outermost(rest), min(1.0, left / len(rest)))
        return self.take(beside, risk)

    def outermost(self, cells: Sequence[Cell]) -> list[Cell]:
        """The corners among cells; if there is none, those at an edge; if there is none, all."""
        last_row, last_col = self.rules.rows - 1, self.rules.cols - 1
        edges = [(row in (0, last_row)) + (col in (0, last_col)) for row, col in cells]
        most = max(edges)
        return [cell for cell, at in zip(cells, edges, strict=True) if at == most]
