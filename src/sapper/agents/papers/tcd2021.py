"""Search, constraints and Q-learning on boards without cascades.

Paper: Agarwal, Flesch, Xu and Yin, "AI approaches to solve Minesweeper problem", Trinity College Dublin,
2021. Its rules: no cascade, start (0, 0), won when all free cells are open or all mines are flagged. What it
says of the first cell, and every difference of ours, is in docs/papers/tcd2021.md.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.base import Decision, NeedsReset
from sapper.agents.composed import Composed
from sapper.agents.enumerating import Enumerating
from sapper.agents.tie_break import pick
from sapper.agents.turn import stream
from sapper.game.enums import State, WonBy
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

START = (0, 0)
"""Where the paper starts every game."""

COVERED = -2


class _Traversal(NeedsReset):
    """Walks from each opened cell to its neighbours: what depth-first and breadth-first search share."""

    paper = "tcd2021"
    quick = True

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game at no cell."""
        self.visited: set[Cell] = set()

    def _arrive(self, view: View) -> list[Cell]:
        """The cells opened since the last turn: one, unless the rules cascade."""
        new = [cell for cell in view.opened if cell not in self.visited]
        self.visited.update(new)
        return new


class TcdDfs(_Traversal):
    """Opens cells in depth-first order and never looks at a number.

    Section 3.2: the first approach, made to try the game out; it has no published result. Differs in nothing
    known.
    """

    name = "tcd-dfs"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with an empty stack."""
        super().reset(rules, rng)
        self.stack = [START]

    def choose(self, view: View) -> Decision:
        """Open the first covered neighbour of the cell opened last, or go back to the one before."""
        for cell in self._arrive(view):
            self.stack += reversed(view.covered_around(cell))
        while self.stack:
            cell = self.stack.pop()
            if view[cell] == COVERED:
                return Decision.guess(cell, reason="the next in depth")
        return Decision.give_up("the search has seen every cell it can reach")


class TcdBfs(_Traversal):
    """Opens cells in breadth-first order, those that a neighbour proves free before the others.

    Section 3.2, Algorithm 1. A cell is judged once by each neighbour, when that is opened, and not again when
    more is known. Differs: where both queues are empty, Algorithm 1 has no answer; here the agent gives up.
    """

    name = "tcd-bfs"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with empty queues."""
        super().reset(rules, rng)
        self.safe: deque[Cell] = deque()
        self.uncertain: deque[Cell] = deque([START])
        self.mines: set[Cell] = set()

    def choose(self, view: View) -> Decision:
        """Judge the neighbours of the cells just opened, flag the mines, and open the first of a queue."""
        flags: list[Cell] = []
        self.mines.update(view.hits)
        for cell in self._arrive(view):
            around = view.neighbours(cell)
            unknown = [near for near in around if view[near] == COVERED and near not in self.mines]
            missing = view[cell] - sum(near in self.mines for near in around)
            if missing == 0:
                self.safe.extend(unknown)
            elif missing == len(unknown):
                self.mines.update(unknown)
                flags += unknown
            else:
                self.uncertain.extend(unknown)
        for queue in (self.safe, self.uncertain):
            while queue:
                cell = queue.popleft()
                if view[cell] == COVERED and cell not in self.mines:
                    return Decision((cell,), tuple(flags), certain=queue is self.safe)
        return Decision.sure([], flags, reason="both queues are empty")


class TcdCsp(Composed):
    """Single constraints, then reduced ones; guesses by the risks around a cell, summed up.

    Section 3.3, Algorithms 2 and 3. One cell a turn, the one found last; mines are flagged as they are found,
    and constraints are reduced only when no cell known to be free is left. A guess sums up, for every covered
    neighbour of a number, the shares of mines that the numbers round it leave; the smallest sum is opened.
    Differs: where flags do not win, all cells known to be free are opened at once, for no order wins more.
    """

    name = "tcd-csp"
    paper = "tcd2021"
    steps = ("single-cell", "reduce")
    rule = "sum"
    flags = True

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with empty lists."""
        super().reset(rules, rng)
        self.non_mines: list[Cell] = []
        self.listed: set[Cell] = set()

    def choose(self, view: View) -> Decision:
        """Open a cell known to be free; where there is none reduce constraints, then guess."""
        if view.is_untouched:
            return Decision.guess(START)
        if self.rules.won_by == WonBy.OPEN:
            return super().choose(view)
        self.knowledge.update(view)
        if not self.knowledge.deduce("single-cell"):
            self.knowledge.deduce(*self.steps)
        free, flags = self.knowledge.safe, self.knowledge.to_flag(view)
        self.non_mines += [cell for cell in free if cell not in self.listed]
        self.listed.update(free)
        while self.non_mines:
            cell = self.non_mines.pop()
            if view[cell] == COVERED:
                return self.certain([cell], flags)
        return self.certain([], flags) if flags else self.guess(view)

    def guess(self, view: View) -> Decision:
        """Open the cell of the smallest sum, which is no probability and is not stated as one."""
        return replace(super().guess(view), risk=None)


class TcdCspBacktracking(TcdCsp, Enumerating):
    """As tcd-csp, with backtracking: before a guess every solution is searched and weighed.

    Section 5 names it as future work. What holds in every solution is opened or flagged, else the cell that
    is free in the most layouts. Where the search meets its limit the guess is that of tcd-csp, marked as a
    time-out. Differs in all the paper leaves open.
    """

    name = "tcd-csp-backtracking"

    def guess(self, view: View) -> Decision:
        """Search before guessing."""
        return Enumerating.guess(self, view)


class QValues:
    """A value for every cell, learned from the numbers around it while a game is played.

    Algorithms 4 and 5. The discounted term is left out, as the paper does: Q <- (1 - alpha) Q + alpha R.
    Cells are given as a mask of the board.
    """

    def __init__(self, rules: Rules, alpha: float) -> None:
        self.alpha = alpha
        self.of = np.zeros((rules.rows, rules.cols))

    def learn(self, numbers: NDArray[np.int8], cells: NDArray[np.bool_]) -> None:
        """Move the values of some cells towards their rewards."""
        self.of[cells] = (1 - self.alpha) * self.of[cells] + self.alpha * self.rewards(numbers)[cells]

    @staticmethod
    def rewards(numbers: NDArray[np.int8]) -> NDArray[np.float64]:
        """Algorithm 4: every neighbour that shows zero pays 10, one that shows n pays -10 n.

        >>> QValues.rewards(np.array([[0, -2, -2], [1, 2, -2]], np.int8))[0]
        array([-30., -20., -20.])
        """
        pays = np.zeros((numbers.shape[0] + 2, numbers.shape[1] + 2))
        pays[1:-1, 1:-1] = np.where(numbers == 0, 10.0, -10.0 * np.maximum(numbers, 0))
        rows = pays[:-2] + pays[1:-1] + pays[2:]
        around: NDArray[np.float64] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - pays[1:-1, 1:-1]
        return around

    def best(self, cells: NDArray[np.bool_]) -> Cell:
        """The first cell of the greatest value."""
        row, col = np.unravel_index(np.where(cells, self.of, -np.inf).argmax(), cells.shape)
        return int(row), int(col)

    def worst(self, cells: NDArray[np.bool_]) -> Cell:
        """The first cell of the least value."""
        row, col = np.unravel_index(np.where(cells, self.of, np.inf).argmin(), cells.shape)
        return int(row), int(col)


class TcdQLearning(NeedsReset):
    """Learns a value for every cell while it plays: zeros speak for a cell, numbers against it.

    Section 3.4, Algorithms 4 and 5. It learns as it plays and starts every game afresh, for a value belongs
    to a place on the board, not to what is seen there. Differs: the learning rate is not given; ours is 0.5.

    The worst neighbour is flagged when the cells around it are open. As worded, all of them but one
    (``covered=1``); read so it wins almost every game of one mine, as the paper's does, only with alpha 1.
    """

    name = "tcd-qlearning"
    paper = "tcd2021"

    def __init__(self, alpha: float = 0.5, covered: int = 0) -> None:
        self.alpha, self.covered = alpha, covered

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with every value at zero."""
        self.values = QValues(rules, self.alpha)
        self.current: Cell | None = None

    def choose(self, view: View) -> Decision:
        """Open the best neighbour of the last cell if its value is not negative, else the best cell."""
        if view.is_untouched:
            return self._open(START)
        numbers = view.numbers
        closed = (numbers == COVERED) & ~view.flags
        row, col = self.current or (view.opened or view.hits)[0]
        near = np.zeros_like(closed)
        around = np.s_[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        near[around] = closed[around]
        flags: tuple[Cell, ...] = ()
        if near.any():
            self.values.learn(numbers, near)
            best, worst = self.values.best(near), self.values.worst(near)
            if self.values.of[best] >= 0:
                return self._open(best)
            if len(view.covered_around(worst)) == self.covered:
                flags, closed[worst] = (worst,), False
        self.values.learn(numbers, closed)
        if not closed.any():
            return Decision((), flags, reason="no cell is left to open")
        return self._open(self.values.best(closed), flags)

    def _open(self, cell: Cell, flags: tuple[Cell, ...] = ()) -> Decision:
        self.current = cell
        return Decision((cell,), flags, reason=f"a Q-value of {self.values.of[cell]:.3g}")


class TcdCspQ(TcdCsp):
    """As tcd-csp, guessing the cell of the greatest Q-value instead of the smallest sum.

    Section 5 names it as future work. The values are those of tcd-qlearning, learned anew in every game,
    whenever a guess is due. Differs in all the paper leaves open.
    """

    name = "tcd-csp-q"

    def __init__(self, alpha: float = 0.5) -> None:
        self.alpha = alpha

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with every value at zero."""
        super().reset(rules, rng)
        self.values = QValues(rules, self.alpha)

    def guess(self, view: View) -> Decision:
        """Open the covered cell without a flag that has the greatest value."""
        numbers = view.numbers
        closed = (numbers == COVERED) & ~view.flags
        if not closed.any():
            return Decision.give_up("every covered cell carries a flag")
        self.values.learn(numbers, closed)
        cell = self.values.best(closed)
        return Decision.guess(cell, reason=f"a Q-value of {self.values.of[cell]:.3g} is the greatest")


class TabularQ(NeedsReset):
    """A table of positions learned from 100,000 random moves: +1 a free cell, -1 a mine.

    Section 3.4, the earlier work it starts from. Opens the cell of the greatest value in the table, where a
    cell never tried counts 0; ties at random. Trained once for each set of rules, from move 1 after a start
    at (0, 0), and frozen. On boards of more than about 16 cells hardly a position comes up twice: the paper's
    own reproach; beyond 480 cells fewer are tried. Differs: the learning rate is one over the visits, so that
    a value is the mean reward. Not given.
    """

    name = "tabular-q"
    paper = "tcd2021"

    def __init__(self, iterations: int = 100_000, seed: int = 1 << 63) -> None:
        self.iterations, self.seed = iterations, seed

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Train for these rules, unless that is done already."""
        self.rng = rng
        self.table = learn_table(rules, self.seed, self.iterations)

    def choose(self, view: View) -> Decision:
        """Look the position up."""
        known, flags = self.table.get(_key(view.numbers), {}), view.flags
        values = {
            cell: known.get(cell[0] * view.cols + cell[1], 0.0) for cell in view.covered if not flags[cell]
        }
        if not values:
            return Decision.give_up("every covered cell carries a flag")
        best = max(values.values())
        return Decision.guess(pick([cell for cell, value in values.items() if value == best], self.rng))


Table = dict[bytes, dict[int, float]]
"""The mean reward of every cell tried, row-major, by the key of the numbers that were seen."""

KEY_BYTES = 16

STANDARD_CELLS = 480
"""Boards with more cells get fewer moves to learn from, as each takes longer."""


@lru_cache(maxsize=4)
def learn_table(rules: Rules, seed: int, iterations: int) -> Table:
    """Play at random, and keep the mean reward of every move in every position.

    At most one game an iteration: on a board that the start decides there is no move to learn from.
    """
    iterations = min(iterations, iterations * STANDARD_CELLS // rules.cells)
    table: Table = {}
    visits: dict[tuple[bytes, int], int] = {}
    rng, moves, start = stream(seed, 0), 0, rules.index(START)
    for index in range(iterations):
        game = _core.Game(rules.native, _core.Board.random(rules.native, seed, index, start))
        game.open(start)
        while game.state == State.PLAYING:
            if moves == iterations:
                return table
            moves += 1
            numbers = _core.View(game).numbers
            covered = np.flatnonzero(numbers == COVERED)
            cell = int(covered[pick(range(len(covered)), rng)])
            reward = -1.0 if game.open(cell)[0, 2] < 0 else 1.0
            key = _key(numbers)
            count = visits[key, cell] = visits.get((key, cell), 0) + 1
            values = table.setdefault(key, {})
            old = values.get(cell, 0.0)
            values[cell] = old + (reward - old) / count
    return table


def _key(numbers: NDArray[np.int8]) -> bytes:
    """At most 16 bytes that stand for what is seen: the numbers of large boards would fill the memory."""
    seen = numbers.tobytes()
    return seen if len(seen) <= KEY_BYTES else blake2b(seen, digest_size=KEY_BYTES).digest()
