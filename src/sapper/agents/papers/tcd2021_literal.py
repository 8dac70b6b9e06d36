"""The agents of tcd2021 again, as close to the paper's words and its public program as we can get.

Paper: Agarwal, Flesch, Xu and Yin, "AI approaches to solve Minesweeper problem", Trinity College Dublin,
2021. `tcd2021` has our first reading of the same algorithms. docs/papers/tcd2021.md compares both readings
with the published values, and says what the authors' program shows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper.agents.base import Decision, NeedsReset
from sapper.agents.papers.tcd2021 import COVERED, START, TcdBfs, TcdQLearning
from sapper.agents.tie_break import least, pick
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions in the order in which the authors' program visits the neighbours of a cell."""

HIT = -1
"""The value of a mine that was hit."""

Constraint = tuple[tuple[Cell, ...], int]
"""Some covered cells, in the order in which they were found, and the number of mines among them."""


def ring(view: View, cell: Cell) -> list[Cell]:
    """Return the neighbours of a cell in turn, once round the cell.

    >>> ring(View.parse("???/??? 1"), (0, 1))
    [(0, 2), (1, 2), (1, 1), (1, 0), (0, 0)]
    """
    row, col = cell
    around = ((row + down, col + right) for down, right in RING)
    return [(r, c) for r, c in around if 0 <= r < view.rows and 0 <= c < view.cols]


class TcdBfsRing(TcdBfs):
    """Like tcd-bfs, but visits the neighbours of a cell in turn, once round the cell.

    Section 3.2, Algorithm 1. The paper does not say in which order `adjacents` lists the neighbours; this is
    the order of the authors' program. Differs: as `tcd-bfs` does.
    """

    name = "tcd-bfs-ring"

    def around(self, view: View, cell: Cell) -> list[Cell]:
        """List the neighbours of a cell in turn."""
        return ring(view, cell)


class TcdQLearningTies(TcdQLearning):
    """Like tcd-qlearning, but breaks ties among the best cells of the whole board at random.

    Section 3.4, Algorithms 4 and 5. The paper does not say which of several equal cells is opened; the
    authors' program visits the cells of the board in a random order. Differs: as `tcd-qlearning` does.
    """

    name = "tcd-qlearning-ties"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with every value at zero."""
        super().reset(rules, rng)
        self.rng = rng

    def best_of_all(self, closed: NDArray[np.bool_]) -> Cell:
        """Choose one of the best cells of the board, each with the same probability."""
        values = np.where(closed, self.values.of, -np.inf)
        best: list[Cell] = [divmod(int(at), closed.shape[1]) for at in np.flatnonzero(values == values.max())]
        return pick(best, self.rng)


class TcdCspLiteral(NeedsReset):
    """Plays Algorithms 2 and 3 to the letter: first found first opened, late flags, flags guessed too.

    Section 3.3. Free cells are opened in the order in which they were found, one at a time. A mine is flagged
    after the next cell has been opened, not when it is found. Opening a cell removes that cell alone from the
    constraints (Algorithm 3, line 8), so known free cells and flagged mines stay in those that were made
    before. Constraints are reduced in one pass over all pairs. A guess adds up, over the numbers beside a
    cell, the missing mines divided by the unrevealed neighbours. Flagged mines are unrevealed, so they count,
    and may be chosen. That loses: the agent gives up instead of opening its own flag. Differs: equal sums are
    broken at random, where the paper says nothing.
    """

    name = "tcd-csp-literal"
    paper = "tcd2021"

    def __init__(self, flags_too: bool = True) -> None:
        self.flags_too = flags_too
        """Whether a guess may choose a flagged cell."""

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with empty lists."""
        self.rng = rng
        self.opened: set[Cell] = set()
        self.flagged: set[Cell] = set()
        self.constraints: list[Constraint] = []
        self.non_mines: deque[Cell] = deque()
        self.listed: set[Cell] = set()
        self.mines: list[Cell] = []
        self.chose_flag = False

    def choose(self, view: View) -> Decision:
        """Open the free cell that was found first. If there is none, reduce the constraints, then guess."""
        if view.is_untouched:
            return Decision.guess(START)
        if self.chose_flag:
            return Decision.give_up("the cell with the smallest sum carries a flag")
        for cell in new_cells(view, self.opened):
            self.take_in(view, cell)
        flags = [cell for cell in sorted(self.flagged) if not view.flags[cell]]
        free = self.next_free(view)
        if free is None:
            self.constraints = reduced(self.constraints)
            self.find()
            free = self.next_free(view)
        if free is not None:
            return Decision.sure([free], flags)
        return self.guess(view, tuple(flags))

    def take_in(self, view: View, cell: Cell) -> None:
        """Make the constraint of a new open cell, flag the mines found before, then look for new ones."""
        self.opened.add(cell)
        if view[cell] < 0:  # a mine that was hit: every constraint loses the cell and one mine
            self.constraints = [without(one, cell, mined=True) for one in self.constraints]
        else:
            near = [each for each in ring(view, cell) if each not in self.opened]
            known = sum(each in self.flagged for each in near)
            known += sum(view[each] == HIT for each in view.neighbours(cell))
            cells = tuple(each for each in near if each not in self.flagged)
            self.constraints = [without(one, cell) for one in self.constraints]
            self.constraints.append((cells, view[cell] - known))
        self.constraints = list(dict.fromkeys(self.constraints))
        self.flagged.update(mine for mine in self.mines if mine not in self.opened)
        self.mines = []
        self.find()

    def find(self) -> None:
        """List the cells of constraints that decide all their cells, and drop these constraints."""
        undecided: list[Constraint] = []
        for cells, mines in self.constraints:
            if mines == 0:
                self.non_mines += [cell for cell in cells if cell not in self.listed]
                self.listed.update(cells)
            elif mines == len(cells):
                self.mines += cells
            else:
                undecided.append((cells, mines))
        self.constraints = undecided

    def next_free(self, view: View) -> Cell | None:
        """Take the free cell that was found first, if one is still covered."""
        while self.non_mines:
            cell = self.non_mines.popleft()
            if view[cell] == COVERED:
                return cell
        return None

    def guess(self, view: View, flags: tuple[Cell, ...]) -> Decision:
        """Open the unrevealed cell with the smallest sum. It is no probability, so no risk is stated."""
        sums: dict[Cell, float] = {}
        for cell in view.opened:
            unrevealed = view.covered_around(cell)
            missing = view[cell] - sum(each in self.flagged for each in unrevealed)
            missing -= sum(view[each] == HIT for each in view.neighbours(cell))
            for each in unrevealed:
                sums[each] = sums.get(each, 0.0) + missing / len(unrevealed)
        if not self.flags_too:
            sums = {cell: total for cell, total in sums.items() if cell not in self.flagged}
        if not sums:
            return Decision.sure([], flags, reason="no number has a covered neighbour")
        cells, smallest = least(dict(sorted(sums.items())))
        cell = pick(cells, self.rng)
        if cell in self.flagged:
            self.chose_flag = True
            return Decision.sure([], flags, reason="the cell with the smallest sum carries a flag")
        return Decision((cell,), flags, reason=f"nothing is proven; a sum of {smallest:.3g} is the smallest")


def new_cells(view: View, known: set[Cell]) -> list[Cell]:
    """Return the cells that were hit or opened since the last turn, mines first."""
    return [cell for cell in (*view.hits, *view.opened) if cell not in known]


def without(constraint: Constraint, cell: Cell, mined: bool = False) -> Constraint:
    """Remove a cell from a constraint, with its mine if it has one."""
    cells, mines = constraint
    if cell not in cells:
        return constraint
    return tuple(each for each in cells if each != cell), mines - mined


def reduced(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Subtract constraints from those that contain them, in one pass over all pairs, the smallest first.

    >>> a, b, c = (0, 0), (0, 1), (0, 2)
    >>> reduced([((a, b, c), 2), ((b, c), 1)])
    [(((0, 1), (0, 2)), 1), (((0, 0),), 1)]
    """
    found = sorted(constraints, key=lambda one: len(one[0]))
    sets = [set(cells) for cells, _ in found]
    mines = [number for _, number in found]
    for one in range(len(found)):
        for other in range(len(found)):
            if one == other or not (sets[one] and sets[other] and mines[one] and mines[other]):
                continue
            small, large = (one, other) if sets[one] <= sets[other] else (other, one)
            if sets[small] <= sets[large]:
                sets[large] = sets[large] - sets[small]
                mines[large] -= mines[small]
    rest = [
        tuple(cell for cell in cells if cell in kept) for (cells, _), kept in zip(found, sets, strict=True)
    ]
    return [(cells, number) for cells, number in zip(rest, mines, strict=True) if cells]
