"""Other readings of tcd2021, whose figures differ from ours. research/readings.py plays them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper import Agent, Decision, Rules, View, make
from sapper.agents.papers.tcd2021 import START, QValues, TcdBfs, TcdCsp, TcdQLearning
from sapper.agents.papers.tcd2021_literal import TcdCspLiteral
from sapper.game.rules import Cell


class Guessing(TcdCsp):
    """Plays as tcd-csp, but guesses by another rule."""

    def __init__(self, rule: str) -> None:
        self.rule = rule


class KeptConstraints:
    """Algorithms 2 and 3 read literally: an opened cell leaves the constraints, but a flagged mine stays.

    The text removes cells from constraints when they are opened. It subtracts flagged mines only from the
    value of new constraints. With `shares`, a guess divides the missing mines of a number by all its covered
    neighbours, including the flagged ones.
    """

    def __init__(self, shares: bool) -> None:
        self.shares = shares

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin without constraints. Each is stored as a set of cells, as bits, and a number of mines."""
        self.rules = rules
        self.constraints: list[tuple[int, int]] = []
        self.free: list[int] = []
        self.flagged: set[int] = set()
        self.opened: set[int] = set()

    def choose(self, view: View) -> Decision:
        """Open a cell from the list of free cells. If it is empty, reduce, then flag, then guess."""
        self.take_over(view)
        if self.waiting() is None:
            self.reduce()
            self.find()
        if (cell := self.waiting()) is not None:
            return Decision((self.place(cell),), self.new_flags(view))
        if flags := self.new_flags(view):
            return Decision((), flags)
        return self.guess(view)

    def take_over(self, view: View) -> None:
        """Add constraints of new open cells, remove these cells from the others, and find decided cells."""
        for cell in view.opened:
            at = self.rules.index(cell)
            if at in self.opened:
                continue
            self.opened.add(at)
            near = [self.rules.index(each) for each in view.covered_around(cell)]
            mines = view[cell] - sum(each in self.flagged for each in near)
            new = sum(1 << each for each in near if each not in self.flagged)
            self.constraints = [(cells & ~(1 << at), left) for cells, left in self.constraints]
            self.constraints.append((new, mines))
        self.find()

    def find(self) -> None:
        """Store the cells that single constraints decide."""
        self.constraints = [(cells, left) for cells, left in dict.fromkeys(self.constraints) if cells]
        for cells, left in self.constraints:
            if left not in (0, cells.bit_count()):
                continue
            members = [at for at in range(self.rules.cells) if cells >> at & 1]
            if left == 0:
                self.free += [at for at in members if at not in self.free]
            else:
                self.flagged.update(members)

    def reduce(self) -> None:
        """Replace constraints that contain others by the differences, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for at in range(len(self.constraints)):
                for small, mines in self.constraints:
                    cells, left = self.constraints[at]
                    if small and small != cells and small & cells == small:
                        self.constraints[at] = cells & ~small, left - mines
                        changed = True

    def waiting(self) -> int | None:
        """Return the most recently found free cell that is still covered."""
        while self.free and self.free[-1] in self.opened:
            self.free.pop()
        return self.free[-1] if self.free else None

    def guess(self, view: View) -> Decision:
        """Of the covered cells beside numbers, open the one with the smallest sum of shares."""
        sums: dict[Cell, float] = {}
        for cell in view.opened:
            covered = view.covered_around(cell)
            unknown = [each for each in covered if self.rules.index(each) not in self.flagged]
            lacks = view[cell] - (len(covered) - len(unknown))
            for each in unknown:
                sums[each] = sums.get(each, 0.0) + lacks / len(covered if self.shares else unknown)
        if not sums:
            flagged = [self.place(at) for at in sorted(self.flagged)]
            return Decision.guess(next((cell for cell in view.covered if cell not in flagged), START))
        return Decision.guess(min(sums, key=lambda cell: (sums[cell], cell)))

    def new_flags(self, view: View) -> tuple[Cell, ...]:
        """Return the mines that were found but carry no flag yet."""
        flags = view.flags
        return tuple(cell for at in sorted(self.flagged) if not flags[cell := self.place(at)])

    def place(self, at: int) -> Cell:
        return divmod(at, self.rules.cols)


class Stack(deque[Cell]):
    """A queue that returns the most recently added cell first, like `list.pop`."""

    def popleft(self) -> Cell:
        """Remove and return the cell that was added last."""
        return self.pop()


class Stacked(TcdBfs):
    """Plays as tcd-bfs, with stacks instead of queues."""

    def __init__(self, safe: bool, uncertain: bool) -> None:
        self.stacked = safe, uncertain

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with empty stacks."""
        super().reset(rules, rng)
        if self.stacked[0]:
            self.safe = Stack()
        if self.stacked[1]:
            self.uncertain = Stack(self.uncertain)


class JudgedAgain(TcdBfs):
    """Plays as tcd-bfs, but every number judges its neighbours again at every turn."""

    def _arrive(self, view: View) -> list[Cell]:
        return view.opened


class Summed(TcdQLearning):
    """Plays as tcd-qlearning, but adds up rewards as in equation 3 of the paper: Q <- Q + R."""

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with every value at zero."""
        super().reset(rules, rng)
        self.values = SummedValues(rules, self.alpha)


class SummedValues(QValues):
    """Values that sum all rewards, so that old rewards never lose weight."""

    def learn(self, numbers: NDArray[np.int8], cells: NDArray[np.bool_]) -> None:
        """Add the rewards to the values of `cells`."""
        self.of[cells] += self.rewards(numbers)[cells]


MAKERS: dict[str, Callable[[], Agent]] = {
    "`tcd-bfs` as we read it": partial(make, "tcd-bfs"),
    "`tcd-bfs-ring`": partial(make, "tcd-bfs-ring"),
    "BFS, stacks for queues": partial(Stacked, True, True),
    "BFS, a stack of safe nodes": partial(Stacked, True, False),
    "BFS, a stack of uncertain nodes": partial(Stacked, False, True),
    "BFS, nodes judged again every turn": JudgedAgain,
    "`tcd-csp` as we read it": partial(make, "tcd-csp"),
    "CSP, guesses the smallest mean": partial(Guessing, "mean"),
    "CSP, guesses any cell": partial(Guessing, "any"),
    "CSP, guesses any cell beside a number": partial(Guessing, "frontier"),
    "CSP, flagged mines stay in constraints": partial(KeptConstraints, False),
    "CSP, the same, and share a number's mines": partial(KeptConstraints, True),
    "`tcd-csp-literal`": partial(make, "tcd-csp-literal"),
    "`tcd-csp-literal`, but flagged cells are not guessed": partial(TcdCspLiteral, False),
    "`tcd-qlearning` as we read it": partial(make, "tcd-qlearning"),
    "RL, Q + R": Summed,
    "RL, Q + R, flags with one cell covered": partial(Summed, covered=1),
}
BOARDS = ("8x8/1", "8x8/3", "10x10/5", "10x10/10", "16x16/30", "16x16/40")
