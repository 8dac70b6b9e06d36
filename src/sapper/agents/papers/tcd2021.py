"""The agents of tcd2021: search, constraints and Q-learning on boards without cascades.

Paper: Agarwal, Flesch, Xu and Yin, "AI approaches to solve Minesweeper problem", Trinity College Dublin,
2021. Its rules: there is no cascade, games start at (0, 0), and a game is won when all free cells are open or
all mines are flagged. docs/papers/tcd2021.md says what the paper states about the first cell, and lists every
difference between the paper and this code.
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
"""The cell at which the paper starts every game."""

COVERED = -2


class _Traversal(NeedsReset):
    """The common part of depth-first and breadth-first search: the cells visited so far."""

    paper = "tcd2021"
    quick = True

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game without visited cells."""
        self.visited: set[Cell] = set()

    def _arrive(self, view: View) -> list[Cell]:
        """Return the cells that were opened since the last turn. Without cascades it is one."""
        new = [cell for cell in view.opened if cell not in self.visited]
        self.visited.update(new)
        return new


class TcdDfs(_Traversal):
    """Opens cells in depth-first order and never looks at a number.

    Section 3.2: the paper's first approach, made to test the game. It has no published result. Differs:
    nothing, as far as we know.
    """

    name = "tcd-dfs"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with an empty stack."""
        super().reset(rules, rng)
        self.stack = [START]

    def choose(self, view: View) -> Decision:
        """Open the first covered neighbour of the last opened cell, or go back to an earlier cell."""
        for cell in self._arrive(view):
            self.stack += reversed(view.covered_around(cell))
        while self.stack:
            cell = self.stack.pop()
            if view[cell] == COVERED:
                return Decision.guess(cell, reason="the next cell in depth-first order")
        return Decision.give_up("the search has seen every cell it can reach")


class TcdBfs(_Traversal):
    """Opens cells in breadth-first order; cells that a neighbour proves free come first.

    Section 3.2, Algorithm 1. Each neighbour judges a cell once, when the neighbour is opened, and not again
    when more is known. Differs: if both queues are empty, Algorithm 1 is undefined; here the agent gives up.
    """

    name = "tcd-bfs"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with empty queues."""
        super().reset(rules, rng)
        self.safe: deque[Cell] = deque()
        self.uncertain: deque[Cell] = deque([START])
        self.mines: set[Cell] = set()

    def choose(self, view: View) -> Decision:
        """Judge the neighbours of the newly opened cells, flag mines, and open the first cell of a queue."""
        flags: list[Cell] = []
        self.mines.update(view.hits)
        for cell in self._arrive(view):
            around = self.around(view, cell)
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

    def around(self, view: View, cell: Cell) -> list[Cell]:
        """List the neighbours of a cell, in the order in which they join the queues."""
        return view.neighbours(cell)


class TcdCsp(Composed):
    """Uses single constraints, then reduced ones; guesses the cell with the smallest sum of risks.

    Section 3.3, Algorithms 2 and 3. Each turn opens one cell, the one found last. Mines are flagged when they
    are found. Constraints are reduced only when no known free cell is left. For a guess, the share of a
    number is its missing mines divided by its covered neighbours. Each covered cell beside a number gets the
    sum of the shares of the numbers around it, and the smallest sum is opened. Differs: known free cells and
    flagged mines leave all constraints at once, where Algorithm 3 removes a cell when it is opened, and a
    flagged mine is never guessed. `tcd-csp-literal` plays without these two differences. If flags do not win,
    all known free cells are opened at once, because their order does not matter.
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
        """Open a known free cell. If there is none, reduce the constraints, then guess."""
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
        """Open the cell with the smallest sum. A sum is not a probability, so no risk is stated."""
        return replace(super().guess(view), risk=None)


class TcdCspBacktracking(TcdCsp, Enumerating):
    """Like tcd-csp, but counts every solution by backtracking before it guesses.

    Section 5 names it as future work. It opens or flags what holds in every solution, else it opens the cell
    that is free in the most layouts. If the search reaches its limit, it guesses as tcd-csp does and marks
    the decision as a time-out. Differs: all details are ours.
    """

    name = "tcd-csp-backtracking"

    def guess(self, view: View) -> Decision:
        """Count all solutions before guessing."""
        return Enumerating.guess(self, view)


class QValues:
    """A Q-value for every cell, learned during a game from the numbers around the cell.

    Algorithms 4 and 5. As in the paper, there is no discounted term: Q <- (1 - alpha) Q + alpha R. Cells are
    given as a mask of the board.
    """

    def __init__(self, rules: Rules, alpha: float) -> None:
        self.alpha = alpha
        self.of = np.zeros((rules.rows, rules.cols))

    def learn(self, numbers: NDArray[np.int8], cells: NDArray[np.bool_]) -> None:
        """Update the values of some cells by their rewards."""
        self.of[cells] = (1 - self.alpha) * self.of[cells] + self.alpha * self.rewards(numbers)[cells]

    @staticmethod
    def rewards(numbers: NDArray[np.int8]) -> NDArray[np.float64]:
        """Compute the rewards of Algorithm 4: 10 for a neighbour that shows 0, -10 n for one that shows n.

        >>> QValues.rewards(np.array([[0, -2, -2], [1, 2, -2]], np.int8))[0]
        array([-30., -20., -20.])
        """
        pays = np.zeros((numbers.shape[0] + 2, numbers.shape[1] + 2))
        pays[1:-1, 1:-1] = np.where(numbers == 0, 10.0, -10.0 * np.maximum(numbers, 0))
        rows = pays[:-2] + pays[1:-1] + pays[2:]
        around: NDArray[np.float64] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - pays[1:-1, 1:-1]
        return around

    def best(self, cells: NDArray[np.bool_]) -> Cell:
        """Return the first cell with the highest value."""
        row, col = np.unravel_index(np.where(cells, self.of, -np.inf).argmax(), cells.shape)
        return int(row), int(col)

    def worst(self, cells: NDArray[np.bool_]) -> Cell:
        """Return the first cell with the lowest value."""
        row, col = np.unravel_index(np.where(cells, self.of, np.inf).argmin(), cells.shape)
        return int(row), int(col)


class TcdQLearning(NeedsReset):
    """Learns a Q-value per cell during each game: neighbouring zeros raise it, other numbers lower it.

    Section 3.4, Algorithms 4 and 5. It learns while it plays, and every game starts from zero, because a
    value belongs to a place on the board and not to what is seen there. Differs: the paper gives no learning
    rate; here it is 0.5.

    The worst neighbour is flagged when all cells around it are open. The wording of the paper means all but
    one (``covered=1``). With that reading, the agent wins almost every game with one mine, as in the paper,
    only if alpha is 1.
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
        """Open the best neighbour of the last cell if its value is at least 0, else the best cell of all."""
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
        return self._open(self.best_of_all(closed), flags)

    def best_of_all(self, closed: NDArray[np.bool_]) -> Cell:
        """Choose one of the best cells of the board: the first by rows."""
        return self.values.best(closed)

    def _open(self, cell: Cell, flags: tuple[Cell, ...] = ()) -> Decision:
        self.current = cell
        return Decision((cell,), flags, reason=f"a Q-value of {self.values.of[cell]:.3g}")


class TcdCspQ(TcdCsp):
    """Like tcd-csp, but guesses the cell with the highest Q-value instead of the smallest sum.

    Section 5 names it as future work. The values are those of tcd-qlearning. They are learned in each game,
    before each guess. Differs: all details are ours.
    """

    name = "tcd-csp-q"

    def __init__(self, alpha: float = 0.5) -> None:
        self.alpha = alpha

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin with every value at zero."""
        super().reset(rules, rng)
        self.values = QValues(rules, self.alpha)

    def guess(self, view: View) -> Decision:
        """Open the covered, unflagged cell with the highest value."""
        numbers = view.numbers
        closed = (numbers == COVERED) & ~view.flags
        if not closed.any():
            return Decision.give_up("every covered cell carries a flag")
        self.values.learn(numbers, closed)
        cell = self.values.best(closed)
        return Decision.guess(cell, reason=f"a Q-value of {self.values.of[cell]:.3g} is the greatest")


class TabularQ(NeedsReset):
    """Looks positions up in a Q-table that was learned from 100,000 random moves.

    Section 3.4, the earlier work that the paper starts from. The reward is +1 for a free cell and -1 for a
    mine. The agent opens the cell with the highest value; a cell that was never tried has value 0, and ties
    are broken at random. The table is trained once per set of rules, from games that start at (0, 0), and
    then frozen. On boards of more than about 16 cells, hardly any position occurs twice, as the paper
    criticises. Boards of more than 480 cells get fewer moves. Differs: the paper gives no learning rate. Here
    it is one divided by the number of visits, so a value is the mean reward.
    """

    name = "tabular-q"
    paper = "tcd2021"

    def __init__(self, iterations: int = 100_000, seed: int = 1 << 63) -> None:
        self.iterations, self.seed = iterations, seed

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Train for these rules, unless a table exists already."""
        self.rng = rng
        self.table = learn_table(rules, self.seed, self.iterations)

    def choose(self, view: View) -> Decision:
        """Open the cell with the highest value in the table."""
        known, flags = self.table.get(_key(view.numbers), {}), view.flags
        values = {
            cell: known.get(cell[0] * view.cols + cell[1], 0.0) for cell in view.covered if not flags[cell]
        }
        if not values:
            return Decision.give_up("every covered cell carries a flag")
        best = max(values.values())
        return Decision.guess(pick([cell for cell, value in values.items() if value == best], self.rng))


Table = dict[bytes, dict[int, float]]
"""The mean reward of each tried cell, as a row-major index, for each position key."""

KEY_BYTES = 16

STANDARD_CELLS = 480
"""Boards with more cells get fewer training moves, because each takes longer."""


@lru_cache(maxsize=4)
def learn_table(rules: Rules, seed: int, iterations: int) -> Table:
    """Play random games, and keep the mean reward of every move in every position.

    There are at most `iterations` games, because a game that ends with its first cell has no move to learn
    from.
    """
    iterations = min(iterations, iterations * STANDARD_CELLS // rules.cells)
    table: Table = {}
    visits: dict[tuple[bytes, int], int] = {}
    rng, moves, start = stream(seed, 0), 0, rules.index(START)
    playing = State.PLAYING.value
    for index in range(iterations):
        game = _core.Game(rules.native, _core.Board.random(rules.native, seed, index, start))
        game.open(start)
        while game.state == playing:
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
    """Return a key of at most 16 bytes for a position, so that large boards need little memory."""
    seen = numbers.tobytes()
    return seen if len(seen) <= KEY_BYTES else blake2b(seen, digest_size=KEY_BYTES).digest()
