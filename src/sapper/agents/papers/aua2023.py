"""Logic, constraints, and what others had done with them before.

Paper: Leblebjian and Alakach, "Applying Constraint Satisfaction Problem and Reinforcement Learning on
Minesweeper", American University of Armenia, 2023. Sections 4.1 (its own methods) and 3.1 (the solvers it
describes). Its rules: the first cell is never a mine, start (0, 0), and a wrong flag loses. Every difference
of ours is in docs/papers/aua2023.md.
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
"""What a learner supplies: a decision in a position where the methods are stuck. Known mines carry flags."""


class AuaFirst(Composed):
    """Single-cell rules alone; stuck means lost.

    Section 4.1.1, the first method: a number equal to its covered neighbours makes them mines, one equal to
    its flags frees the rest. Differs in nothing known.
    """

    name = "aua-first"
    paper = "aua2023"
    steps: tuple[str, ...] = ("single-cell",)
    rule = "none"
    flags = True


class AuaCsp(Composed):
    """Single cells, pairs of numbers, then mines assumed and refuted; stuck means lost.

    Section 4.1. The third method assumes a mine, follows it up by the first two without opening anything, and
    opens the cell where that ends in a contradiction. After every find the first method has its turn again.
    Differs in nothing known.
    """

    name = "aua-csp"
    paper = "aua2023"
    steps = ("single-cell", "pairs", "trial-pairs")
    rule = "none"
    flags = True


class AuaHybrid(AuaCsp):
    """The three methods with a learner's guess where they are stuck: the hook for learners.

    Section 4.2. The learner is asked for a decision; it may open a cell or flag one. Where a wrong flag
    loses, as in the paper, a flag that stands is right, and the methods build on it. Elsewhere it may be
    wrong, and no decision takes it off: the cell under it stays covered, even when it is proven free.
    """

    def __init__(self, learner: Guess) -> None:
        self.learner = learner

    def choose(self, view: View) -> Decision:
        """Take over the flags where they must be right, then go by the methods."""
        self.knowledge.update(view, trust_flags=self.rules.on_wrong_flag == OnWrongFlag.LOSE)
        free: list[Cell] = []
        if self.knowledge.deduce(*self.steps):
            flagged = view.flags
            free = [cell for cell in self.knowledge.safe if not flagged[cell]]
        flags = self.knowledge.to_flag(view)
        return self.certain(free, flags) if free or flags else self.guess(view)

    def guess(self, view: View) -> Decision:
        """Ask the learner, unless there is no cell left to ask about."""
        if view.covered == view.flagged:
            return Decision.give_up("every covered cell carries a flag")
        return self.learner(view, self.rng)


class StanfordLogic(Composed):
    """Single-cell rules, then any cell at random.

    Section 3.1.1, the Logic AI of Stanford's study. Differs: how it guesses is not said; ours is any unknown
    cell.
    """

    name = "stanford-logic"
    paper = "aua2023"
    flags = True


class StanfordCombined(Enumerating):
    """Single-cell rules, then every arrangement of the mines weighed, within a limit.

    Section 3.1.1, the Combination AI. A cell that is free, or a mine, in every arrangement is so; else the
    cell that is a mine in the fewest is opened. The arrangements are those of the cells beside numbers, and
    hold the mine count.

    Differs: arrangements are counted component by component, and their number alone is held against the
    limit, as if they had been visited one by one. It stands for the study's time limit, which is not given;
    `seconds` sets a real one. A game that meets a limit is lost, its end a time-out.
    """

    name = "stanford-combined"
    paper = "aua2023"

    def __init__(self, limit: int = 1_000_000, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.limit = limit

    def fits(self, found: Enumeration[Cell]) -> bool:
        """Whether the arrangements of the whole frontier are few enough to be visited."""
        return prod(component.total for component in found.components) <= self.limit

    def cut_short(self, view: View) -> Decision:
        """Give up, out of time."""
        return Decision.give_up("out of time: too many arrangements to visit", by=TIME_OUT)


class StanfordCsp(StanfordCombined):
    """Every arrangement of the mines weighed on every move, within a limit.

    Section 3.1.1, the CSP AI. Differs as `stanford-combined`, of which it is the half without the logic.
    """

    name = "stanford-csp"
    steps = ()


class Rc1(Composed):
    """Generalised arc consistency, each number by itself, then any cell at random.

    Section 3.1.2, after Bayer, Snyder and Choueiry: GAC. Differs: they leave the guess open; ours is any
    unknown cell.
    """

    name = "rc-1"
    paper = "aua2023"
    steps: tuple[str, ...] = ("consistency-1",)
    flags = True


class Rc2(Rc1):
    """Consistency of every number, then of every two, then any cell at random.

    Section 3.1.2: 2-RC, after GAC. Differs as `rc-1`.
    """

    name = "rc-2"
    steps = ("consistency-1", "consistency-2")


class Rc3(Rc1):
    """Consistency of every number, of every two, of every three, then any cell at random.

    Section 3.1.2: 3-RC, after GAC and 2-RC. Differs as `rc-1`.
    """

    name = "rc-3"
    steps = ("consistency-1", "consistency-2", "consistency-3")


class DynamicCsp(Composed):
    """Constraints that come and go with every cell, each step tried in thought first; then any cell.

    Section 3.1.3, after Gil and Chai. Before a step is taken its opposite is assumed, and refuted by
    propagation alone. Differs: how they search and guess is not said; ours never goes back, and guesses any
    unknown cell.
    """

    name = "dynamic-csp"
    paper = "aua2023"
    steps = ("single-cell", "trial")
    flags = True
