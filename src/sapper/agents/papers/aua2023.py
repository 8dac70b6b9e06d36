"""The agents of aua2023: its three methods of logic, and the solvers of others that it describes.

Paper: Leblebjian and Alakach, "Applying Constraint Satisfaction Problem and Reinforcement Learning on
Minesweeper", American University of Armenia, 2023. Section 4.1 has its own methods, and section 3.1 has the
solvers of others. Its rules: the first cell is never a mine, games start at (0, 0), and a wrong flag loses.
docs/papers/aua2023.md lists every difference between the paper and this code.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from numpy.random import Generator

from sapper.agents.base import TIME_OUT, Decision
from sapper.agents.composed import Composed
from sapper.agents.enumerating import Enumerating
from sapper.game.enums import OnWrongFlag
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.fact import Enumeration

Guess = Callable[[View, Generator], Decision]
"""The function of a learner. It is called when the methods are stuck. Known mines already carry flags."""


class AuaFirst(Composed):
    """Uses single numbers only, and never guesses: it loses when it is stuck.

    Section 4.1.1, the first method. If a number equals its covered neighbours, they are mines. If it equals
    its flags, the other neighbours are free. Differs: nothing, as far as we know.
    """

    name = "aua-first"
    paper = "aua2023"
    steps: tuple[str, ...] = ("single-cell",)
    rule = "none"
    flags = True


class AuaCsp(Composed):
    """Uses single numbers, pairs, then refuted assumptions; never guesses, so it loses when stuck.

    Section 4.1. The third method assumes that a cell is a mine and draws conclusions by the first two
    methods, without opening anything. If they contradict each other, the cell is free. After each new fact
    the first method runs again. Differs: the second method compares any two numbers that share cells, where
    the paper speaks of neighbours.
    """

    name = "aua-csp"
    paper = "aua2023"
    steps: tuple[str, ...] = ("single-cell", "pairs", "trial-pairs")
    rule = "none"
    flags = True


class AuaHybrid(AuaCsp):
    """The three methods, with a guess of a learner where they are stuck.

    Section 4.2. The learner's decision may open a cell or flag one. If a wrong flag loses the game, as in the
    paper, every flag on the board is right, and the methods use it. Otherwise a flag may be wrong. No
    decision removes a flag, so the cell under it stays covered, even if it is proven free.
    """

    def __init__(self, learner: Guess) -> None:
        self.learner = learner

    def choose(self, view: View) -> Decision:
        """Use the flags if they must be right, then apply the methods."""
        self.knowledge.update(view, trust_flags=self.rules.on_wrong_flag == OnWrongFlag.LOSE)
        free: list[Cell] = []
        if self.knowledge.deduce(*self.steps):
            flagged = view.flags
            free = [cell for cell in self.knowledge.safe if not flagged[cell]]
        flags = self.knowledge.to_flag(view)
        return self.certain(free, flags) if free or flags else self.guess(view)

    def guess(self, view: View) -> Decision:
        """Let the learner decide, unless every covered cell carries a flag."""
        if view.covered == view.flagged:
            return Decision.give_up("every covered cell carries a flag")
        return self.learner(view, self.rng)


class StanfordLogic(Composed):
    """Uses single numbers, else opens any unknown cell.

    Section 3.1.1, the Logic AI of a study at Stanford. Differs: the paper does not say how it guesses. Here
    each unknown cell is equally likely.
    """

    name = "stanford-logic"
    paper = "aua2023"
    flags = True


class StanfordCombined(Enumerating):
    """Uses single numbers, else counts every arrangement of the mines; loses where there are too many.

    Section 3.1.1, the Combination AI. It opens cells that are free in every arrangement, and flags those that
    are mines in every arrangement. If there are none, it opens the cell that is a mine in the fewest. The
    arrangements are those of the cells beside numbers, and they fit the mine count.

    Differs: arrangements are counted component by component. The total is compared with a limit, as if each
    arrangement had been visited. The limit replaces the time limit of the study, which is not known;
    `seconds` sets a real time limit. A game that reaches a limit is lost by a time-out.
    """

    name = "stanford-combined"
    paper = "aua2023"

    def __init__(self, limit: int = 1_000_000, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.limit = limit

    def fits(self, found: Enumeration[Cell]) -> bool:
        """Return whether the number of arrangements of the whole frontier is within the limit."""
        return prod(component.total for component in found.components) <= self.limit

    def cut_short(self, view: View) -> Decision:
        """Give up with a time-out."""
        return Decision.give_up("out of time: too many arrangements to visit", by=TIME_OUT)


class StanfordCsp(StanfordCombined):
    """Counts every arrangement of the mines on every move; loses where there are too many.

    Section 3.1.1, the CSP AI: `stanford-combined` without the single numbers. Differs as that agent does.
    """

    name = "stanford-csp"
    steps = ()


class Rc1(Composed):
    """Uses generalised arc consistency (one number at a time), else opens any unknown cell.

    Section 3.1.2, the GAC of Bayer, Snyder and Choueiry. Differs: they do not say how to guess. Here each
    unknown cell is equally likely.
    """

    name = "rc-1"
    paper = "aua2023"
    steps: tuple[str, ...] = ("consistency-1",)
    flags = True


class Rc2(Rc1):
    """Uses relational consistency of one and of two numbers, else opens any unknown cell.

    Section 3.1.2: GAC, then 2-RC. Differs as `rc-1` does.
    """

    name = "rc-2"
    steps = ("consistency-1", "consistency-2")


class Rc3(Rc1):
    """Uses relational consistency of one, two and three numbers, else opens any unknown cell.

    Section 3.1.2: GAC, 2-RC, then 3-RC. Differs as `rc-1` does.
    """

    name = "rc-3"
    steps = ("consistency-1", "consistency-2", "consistency-3")


class DynamicCsp(Composed):
    """Updates constraints with every cell and refutes assumptions; else opens any unknown cell.

    Section 3.1.3, after Gil and Chai. A cell is opened or flagged if the opposite assumption is refuted by
    propagation. Differs: the paper does not say how they search and guess. Here there is no backtracking, and
    each unknown cell is equally likely as a guess.
    """

    name = "dynamic-csp"
    paper = "aua2023"
    steps = ("single-cell", "trial")
    flags = True
