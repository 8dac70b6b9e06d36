"""Before any cell is opened: what the rules promise of the first one, as risks, a move and a reason."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.game.board import Board
from sapper.game.enums import FirstMove
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver.analysis import DEFAULT_MEMORY, Analysis


def check_room(rules: Rules) -> None:
    """Refuse rules whose promise no first cell can keep.

    Raises:
        ValueError: The mines do not fit beside any start.
    """
    try:
        Board.random(rules, seed=0, start=(0, 0))  # a corner has the fewest neighbours
    except ValueError:
        mines = f"{rules.mines} mine{'s' * (rules.mines != 1)}"
        raise ValueError(f"no start leaves room for {mines} with its neighbours free") from None


def is_promised(rules: Rules, view: View | None) -> bool:
    """Whether the rules promise something of the first cell, and none is open; a new game has no view yet."""
    return rules.first_move != FirstMove.UNSAFE and (view is None or view.is_untouched)


class FirstMoveAnalysis(Analysis):
    """The analysis of an untouched view under rules that promise something of its first cell.

    Without a start the player may choose it, and no cell is a risk. A board that is laid out already keeps
    the promise at its start alone; every layout that does is equally likely.

    >>> FirstMoveAnalysis(View.parse("???/??? 1"), Rules(2, 3, 1), start=(0, 0)).risk.tolist()
    [[0.0, 0.2, 0.2], [0.2, 0.2, 0.2]]
    """

    def __init__(self, view: View, rules: Rules, start: Cell | None = None) -> None:
        super().__init__(view, math.inf, DEFAULT_MEMORY, False)
        self.rules, self.start = rules, start
        self.kept: list[Cell] = []
        """The cells that the promise keeps free, once the start is known."""
        if start is not None:
            self.kept = [start, *(view.neighbours(start) if rules.first_move == FirstMove.ZERO else ())]

    @property
    def exact(self) -> bool:
        """The risks are counted, never estimated."""
        return True

    @cached_property
    def risk(self) -> NDArray[np.float64]:
        """The risk of opening each cell first."""
        rules = self.rules
        others = rules.cells - len(self.kept)
        share = rules.mines / others if self.start is not None and others else 0.0
        risk = np.full((rules.rows, rules.cols), share)
        for cell in self.kept:
            risk[cell] = 0.0
        risk.flags.writeable = False
        return risk

    @property
    def safe(self) -> list[Cell]:
        """The cells that can be opened first without a risk."""
        return [(row, col) for row, col in np.argwhere(self.risk == 0).tolist()]

    @property
    def mines(self) -> list[Cell]:
        """The cells that are certainly mines: all the others, where the mines fill them."""
        return [(row, col) for row, col in np.argwhere(self.risk == 1).tolist()]

    @cached_property
    def solutions(self) -> int:
        """The number of layouts that keep the promise at the start; of all, while there is none."""
        return math.comb(self.rules.cells - len(self.kept), self.rules.mines)

    def layouts_log2(self) -> float:
        """The base-two logarithm of their number."""
        return math.log2(self.solutions)

    @property
    def best(self) -> Decision:
        """The start, or a corner where the player may choose."""
        if self.start is not None:
            promise = self._promise("the start of this board")
            return Decision.sure([self.start], reason=f"the first cell: {promise}")
        reason = f"the first cell: {self._promise('it')} wherever it is"
        if self.rules.first_move == FirstMove.SAFE:
            reason += ", and a corner, with the fewest neighbours, is most often a zero"
        return Decision.sure([(0, 0)], reason=reason)

    def why(self, cell: Cell) -> str:
        """What is known about a cell."""
        if self.start is None:
            return f"{self._promise('the first cell')} wherever it is"
        if cell in self.kept:
            return f"certain: {self._promise(f'the start {self.start}')}"
        risk = float(self.risk[cell])
        if risk in {0, 1}:
            return "certain: the mine count leaves no other choice"
        return f"a risk of {risk:.2%}"

    def _promise(self, what: str) -> str:
        kind = "a zero" if self.rules.first_move == FirstMove.ZERO else "free"
        return f"the rules promise that {what} is {kind}"
