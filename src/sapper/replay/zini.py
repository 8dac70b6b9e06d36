"""ZiNi: how few presses can win a board when flags and chords are allowed. Mines are known.

The fewest presses are hard to find, so ZiNi is the number of presses that a simple method needs. Elmar
Zimmermann and Christoph Nikolaus described it in 2009: chord where a chord saves most over single opens, and
open one cell where no chord saves anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from sapper.game.board import Board
from sapper.game.rules import Cell
from sapper.replay.units import Units

ATTEMPTS = 40
"""Random attempts of `zini`. Boards with more cells than expert get fewer, as each takes longer."""
EXPERT_CELLS = 480


@dataclass(frozen=True, slots=True)
class Zini:
    """How many presses different methods need for a board. The board never needs more than `best`."""

    greedy: int
    """The presses of the greedy method: highest premium first; among equals the leftmost, then the top."""
    human: int
    """The presses if all openings are opened first and only opened cells may chord, as a player would do."""
    best: int
    """The fewest presses of `greedy`, `human` and several greedy attempts with random choices."""


def zini(board: Board, attempts: int = ATTEMPTS, seed: int = 0) -> Zini:
    """Count the presses that a board needs when flags and chords are allowed.

    The random attempts differ in which of several equal premiums comes first. The same seed gives the same
    result.

    >>> from sapper import BEGINNER
    >>> board = Board.random(BEGINNER, seed=1)
    >>> board.bbbv, zini(board)
    (15, Zini(greedy=13, human=15, best=13))
    """
    units = Units(board)
    greedy = _Solver(units).solve(only_opened=False)
    human_solver = _Solver(units)
    human_solver.open_openings()
    human = human_solver.solve(only_opened=True)
    best, random = min(greedy, human), Random(seed)
    for _ in range(attempts * EXPERT_CELLS // max(EXPERT_CELLS, units.rows * units.cols)):
        order = list(units.cells())
        random.shuffle(order)
        best = min(best, _Solver(units, order).solve(only_opened=False))
    return Zini(greedy, human, best)


class _Solver:
    """A board that is being solved with known mines."""

    def __init__(self, units: Units, order: list[Cell] | None = None) -> None:
        self.units = units
        self.presses = 0
        by_column = sorted(units.cells(), key=lambda cell: (cell[1], cell[0]))
        self.order = [cell for cell in order or by_column if units.number(cell) >= 0]
        self.rank = {cell: rank for rank, cell in enumerate(self.order)}
        self.covered = set(self.order)
        self.unflagged = {cell for cell in units.cells() if units.number(cell) < 0}
        self.unsolved = set(range(units.count))
        self.premiums: dict[Cell, int] = {}
        self.queue: list[tuple[int, int, Cell]] = []  # highest premium first; may hold outdated entries
        self._refresh(self.covered)

    def open_openings(self) -> None:
        """Open every opening with one press."""
        for cell, unit in self.units.of.items():
            if unit < len(self.units.opening) and unit in self.unsolved:
                self._press_open(cell)

    def solve(self, *, only_opened: bool) -> int:
        """Uncover all cells; return how many presses it took."""
        singles = iter(self.order)
        while self.unsolved:
            cell = self._best(only_opened)
            if cell is not None:
                self._chord(cell)
            else:
                self._press_open(next(c for c in singles if self.units.of.get(c) in self.unsolved))
        return self.presses

    def _best(self, only_opened: bool) -> Cell | None:
        """The cell with the highest premium; None when no chord saves anything."""
        while self.queue and self.queue[0][0] <= 0:
            premium, _, cell = self.queue[0]
            if -premium == self.premiums[cell] and not (only_opened and cell in self.covered):
                return cell
            heappop(self.queue)  # outdated, or still covered; opening a covered cell adds it again
        return None

    def _premium(self, cell: Cell) -> int:
        """How many presses a chord on this cell saves, compared with opening the same cells one by one."""
        around = self.units.around(cell)
        solves = {self.units.of.get(c) for c in (*around, cell) if c in self.covered} & self.unsolved
        flags = sum(c in self.unflagged for c in around)
        return len(solves) - flags - (cell in self.covered) - 1

    def _chord(self, cell: Cell) -> None:
        """Open the cell if it is covered, flag the mines around it and chord."""
        if cell in self.covered:
            self._press_open(cell)
        around = self.units.around(cell)
        flagged = self.unflagged.intersection(around)
        self.presses += len(flagged) + 1
        self.unflagged -= flagged
        self._refresh(flagged)
        for c in around:
            if c in self.covered:
                self._uncover(c)

    def _press_open(self, cell: Cell) -> None:
        self.presses += 1
        self._uncover(cell)

    def _uncover(self, cell: Cell) -> None:
        unit = self.units.of.get(cell)
        is_opening = unit is not None and unit < len(self.units.opening)
        opened = self.covered & self.units.opening[unit] if is_opening and unit is not None else {cell}
        self.covered -= opened
        self.unsolved.discard(unit if unit is not None else -1)
        self._refresh(opened)

    def _refresh(self, changed: set[Cell]) -> None:
        """Compute again the premiums that depend on these cells."""
        for cell in {near for c in changed for near in (c, *self.units.around(c))}:
            if cell in self.rank:
                premium = self.premiums[cell] = self._premium(cell)
                if premium >= 0:
                    heappush(self.queue, (-premium, self.rank[cell], cell))
