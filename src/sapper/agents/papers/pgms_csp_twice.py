"""A reading of pgms-csp whose simplification subtracts the overlap of two constraints twice.

Paper: "CSPStrategy" for Programmer's Minesweeper (PGMS; Ramsdell 1995), unsigned. Section 3.2, step 2,
reduces the constraint of a number by those of its neighbours. docs/papers/pgms-csp.md says what the author's
program does there, and compares this reading with `pgms-csp`.
"""

from __future__ import annotations

from math import prod

from numpy.random import Generator

from sapper.agents.base import Decision, NeedsReset
from sapper.agents.tie_break import pick
from sapper.errors import SapperError
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.knowledge.equations import Equations

COVERED = -2


class PgmsCspTwice(NeedsReset):
    """Like pgms-csp, but subtracts all constraints inside another at once, so that overlaps count twice.

    Sections 3.2 and 3.3. The constraint of a number loses, in one go, the constraints of all neighbouring
    numbers that lie inside it. Where two of them share cells, the mines in these cells are subtracted twice.
    The value is then too small, and cells may seem free that are not. No decision is therefore called
    certain. If no board fits the constraints, any cell that is not known to be a mine is opened. Cells are
    visited column by column, and the first of equally good cells is opened. Differs: boards are listed by
    component. A list that is cut off does not count.
    """

    name = "pgms-csp-twice"
    paper = "pgms-csp"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game without constraints. Sets of cells are stored as bits."""
        self.rules, self.rng = rules, rng
        self.order = [(row, col) for col in range(rules.cols) for row in range(rules.rows)]
        self.values: dict[Cell, int] = {}
        self.cells: dict[Cell, int] = {}
        self.near: dict[Cell, list[Cell]] = {}
        self.clear = self.mines = 0

    def choose(self, view: View) -> Decision:
        """Open a cell that the constraints clear, else the cell that is clear in most boards."""
        for cell in (*view.hits, *view.opened):
            if cell not in self.values:
                self.take_in(view, cell)
        found = None
        for cell in self.order:
            if cell in self.values:
                self.decide(cell)
                self.simplify(cell)
        for cell in self.order:
            if view[cell] == COVERED and not view.flags[cell] and self.clear & self.bit(cell):
                found = cell
                break
        if found:
            return Decision((found,), reason="its constraints leave no mine for the cell")
        return self.guess(view)

    def take_in(self, view: View, cell: Cell) -> None:
        """Make the constraint of a cell that was opened. A mine that was hit has none."""
        if view[cell] < 0:
            self.mines |= self.bit(cell)
            self.clear &= ~self.bit(cell)
            self.values[cell], self.cells[cell], self.near[cell] = 0, 0, []
            return
        self.clear |= self.bit(cell)
        self.near[cell] = view.neighbours(cell)
        self.values[cell] = view[cell]
        self.cells[cell] = sum(self.bit(each) for each in self.near[cell])

    def decide(self, cell: Cell) -> None:
        """Remove known mines from a constraint (step 1), and decide its cells if it can (steps 3, 4)."""
        known = self.cells[cell] & self.mines
        self.values[cell] -= known.bit_count()
        self.cells[cell] &= ~known
        unknown = self.cells[cell] & ~self.clear
        if self.values[cell] == 0:
            self.clear |= unknown
        elif self.values[cell] == unknown.bit_count():
            self.mines |= unknown

    def simplify(self, cell: Cell) -> None:
        """Subtract the constraints of neighbouring numbers that lie inside this one (step 2)."""
        own, taken = self.cells[cell], 0
        for near in self.near[cell]:
            inside = self.cells.get(near, 0) & ~self.clear
            if inside and own & inside == inside:
                taken |= inside
                self.values[cell] -= self.values[near]
        self.cells[cell] = own & ~taken

    def guess(self, view: View) -> Decision:
        """Open the cell that is clear in most boards of the frontier (step 6)."""
        flags = view.flags
        known: list[tuple[list[str], int]] = []
        for cell in self.order:
            unknown = self.cells.get(cell, 0) & ~self.clear & ~self.mines
            mines = (self.cells.get(cell, 0) & self.mines).bit_count()
            if unknown:
                known.append((self.names(unknown), self.values[cell] - mines))
        shares = self.shares(known)
        open_to = {name: cell for cell in self.order if (name := _name(cell)) in shares and not flags[cell]}
        if open_to:
            best = min(open_to, key=lambda name: shares[name])
            if shares[best] < 1:
                return Decision.guess(open_to[best], risk=shares[best], reason="it is clear in most boards")
        left = [cell for cell in view.covered if not flags[cell]]
        unmarked = [cell for cell in left if not self.mines & self.bit(cell)]
        if not left:
            return Decision.give_up("every covered cell carries a flag")
        return Decision.guess(pick(unmarked or left, self.rng), reason="no board fits the constraints")

    @staticmethod
    def shares(known: list[tuple[list[str], int]]) -> dict[str, float]:
        """Return the share of boards with a mine in each cell; nothing if no board fits."""
        if not known or any(not 0 <= mines <= len(names) for names, mines in known):
            return {}
        try:
            found = Equations(known).solutions()
        except (ValueError, SapperError):
            return {}
        if prod(component.total for component in found.components) == 0:
            return {}
        return {cell: share for component in found.components for cell, share in component.shares.items()}

    def bit(self, cell: Cell) -> int:
        """Return the bit of a cell."""
        return 1 << (cell[1] * self.rules.rows + cell[0])

    def names(self, cells: int) -> list[str]:
        """List the names of a set of cells."""
        return [_name(cell) for cell in self.order if cells & self.bit(cell)]


def _name(cell: Cell) -> str:
    return f"{cell[1]:04d} {cell[0]:04d}"
