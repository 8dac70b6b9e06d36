"""The first move: risks, a move and a reason while no cell is open and the rules promise something."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.game.board import Board
from sapper.game.enums import FirstMove
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver.analysis import DEFAULT_MEMORY, Analysis


def check_room(rules: Rules) -> None:
    """Check that some start cell can be what the rules promise.

    Raises:
        ValueError: There are too many mines for any start.
    """
    try:
        Board.random(rules, seed=0, start=(0, 0))  # a corner has the fewest neighbours
    except ValueError:
        mines = f"{rules.mines} mine{'s' * (rules.mines != 1)}"
        raise ValueError(f"no start leaves room for {mines} with its neighbours free") from None


def is_promised(rules: Rules, view: View | None) -> bool:
    """Return whether no cell is open and the rules promise something about the first one.

    A new game has no view yet, so `view` may be None.
    """
    return rules.first_move != FirstMove.UNSAFE and (view is None or view.is_untouched)


class FirstMoveAnalysis(Analysis):
    """The analysis of an untouched view under rules that promise something about the first cell.

    Without a start, the mines are placed after the player's first move, so no cell has a risk. With a start,
    the board exists already, and the promise is only about that cell. Every layout that keeps the promise is
    equally likely.

    >>> FirstMoveAnalysis(View.parse("???/??? 1"), Rules(2, 3, 1), start=(0, 0)).risk.tolist()
    [[0.0, 0.2, 0.2], [0.2, 0.2, 0.2]]
    """

    rules: Rules
    """The rules of the game."""
    start: Cell | None
    """The start of the board; None if there is no board yet."""
    kept: tuple[Cell, ...]
    """The cells that the promise makes free. There are none while there is no start."""

    def __init__(self, view: View, rules: Rules, start: Cell | None = None) -> None:
        super().__init__(view, math.inf, DEFAULT_MEMORY, False)
        around = view.neighbours(start) if start is not None and rules.first_move == FirstMove.ZERO else ()
        kept = () if start is None else (start, *around)
        self.__dict__.update(rules=rules, start=start, kept=kept)  # `__setattr__` raises

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.view, self.rules, self.start)

    @property
    def exact(self) -> bool:
        """Always True: the risks are never estimated."""
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
        """The cells that can be opened first without risk."""
        return [(row, col) for row, col in np.argwhere(self.risk == 0).tolist()]

    @property
    def mines(self) -> list[Cell]:
        """The cells that are certainly mines. There are none unless the mines fill all other cells."""
        return [(row, col) for row, col in np.argwhere(self.risk == 1).tolist()]

    @cached_property
    def solutions(self) -> int:
        """The number of layouts that keep the promise at the start. Without a start, all layouts count."""
        return math.comb(self.rules.cells - len(self.kept), self.rules.mines)

    def layouts_log2(self) -> float:
        """Return the base-two logarithm of the number of layouts."""
        return math.log2(self.solutions)

    @property
    def best(self) -> Decision:
        """The recommended first move: the start, or a corner if there is none."""
        if self.start is not None:
            promise = self._promise("the start of this board")
            return Decision.sure([self.start], reason=f"the first cell: {promise}")
        reason = f"the first cell: {self._promise('it')} wherever it is"
        if self.rules.first_move == FirstMove.SAFE:
            reason += ", and a corner, with the fewest neighbours, is most often a zero"
        return Decision.sure([(0, 0)], reason=reason)

    def why(self, cell: Cell) -> str:
        """Return a sentence that says what is known about a cell."""
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
