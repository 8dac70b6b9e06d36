"""Knowledge of a game on a board: constraints that follow the view, and the steps that use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.deduction import Deduction, Pair
from sapper.knowledge.fact import Fact


class Knowledge(Deduction[Cell]):
    """What is known of one game.

    `update` takes over the cells that have opened since the last view: each number becomes a constraint on
    its covered neighbours, and cells that are known leave every constraint they are in, found by an index
    from cells to constraints. Flags are ignored unless trusted.

    >>> knowledge = Knowledge.of(View.parse("11?/??? 1"))
    >>> [str(constraint) for constraint in knowledge.constraints]
    ['(1, 0) + (1, 1) = 1', '(0, 2) + (1, 0) + (1, 1) + (1, 2) = 1']
    >>> knowledge.single_cell()
    []
    >>> [str(fact) for fact in knowledge.subset()][0]
    '(0, 2) is free: subset, from the numbers at (0, 0), (0, 1)'
    >>> knowledge.safe
    [(0, 2), (1, 2)]
    """

    def __init__(self, rows: int, cols: int, mines: int, *, indexed: bool = True) -> None:
        """Know nothing yet of a board.

        Args:
            rows: Rows of the board.
            cols: Columns of the board.
            mines: Mines in all of it.
            indexed: Find constraints by the cells in them; otherwise by a pass through all constraints,
                with the same results, to measure what the index is worth.
        """
        super().__init__(_core.Knowledge(rows, cols, mines, indexed))

    @classmethod
    def of(cls, view: View, trust_flags: bool = False) -> Self:
        """What the numbers of one view say."""
        knowledge = cls(view.rows, view.cols, view.mines)
        knowledge.update(view, trust_flags)
        return knowledge

    def update(self, view: View, trust_flags: bool = False) -> None:
        """Take over what is new in a view; one that does not follow from the last is read anew."""
        self.native.update(view, trust_flags)
        self._check()

    def near(self) -> list[Fact[Cell]]:
        """As `single_cell`, but a number is looked at only when it opens, or one near it decides something.

        Near is at most two cells away. What an older number says since a guess beside it, is missed.
        """
        return self._step("near")

    def mine_count(self) -> list[Fact[Cell]]:
        """When every mine is known, all other cells are free; when only mines are left, all are mines."""
        return self._step("mine-count")

    def total(self, most: int) -> None:
        """Add the mine count as a constraint once at most so many cells are unknown: the step ``total-N``."""
        self._step(f"total-{most}")

    def contradiction(self, cell: Cell, mine: bool, pairs: bool = False) -> list[Cell] | None:
        """Assume a cell to be a mine, or free, and follow it up: the numbers that contradict it, or None."""
        return self.native.contradicts(cell, mine, pairs)

    def guess(
        self,
        rule: str,
        elsewhere: bool = False,
        nodes: int | None = _core.ENUMERATION_NODES,
        seconds: float | None = None,
    ) -> tuple[list[Cell], float]:
        """List the cells that a rule finds best to guess, row by row, and their risk as it sees it.

        Args:
            rule: ``none``: no cell, but the first of an untouched board. ``any``: every unknown cell alike.
                ``frontier``: those beside a number. Three go by the share of mines among the unknown cells
                round a number: ``least-number`` takes the cells of the number with the smallest, ``sum`` and
                ``mean`` add up or average the shares round a cell. ``most`` takes the largest share of mines
                in a constraint on the cell. ``boards``: the share of its component's solutions with a mine
                there, each counted once.
            elsewhere: Weigh the cells beside no number too, by `density`. They are weighed in any case where
                no cell beside a number is unknown.
            nodes: The limit of ``boards``; cells beyond it are not weighed.
            seconds: The same in seconds.
        """
        found = self.native.guess(rule, elsewhere, nodes, seconds)
        self._check()
        return found

    def risks(
        self,
        rule: str,
        elsewhere: bool = False,
        nodes: int | None = _core.ENUMERATION_NODES,
        seconds: float | None = None,
    ) -> NDArray[np.float64]:
        """The risk of every cell as a rule of `guess` sees it; nan where it says nothing."""
        found = np.asarray(self.native.risks(rule, elsewhere, nodes, seconds))
        self._check()
        return found

    def fact(self, cell: Cell) -> Fact[Cell] | None:
        """How a cell became known; None if it was not deduced."""
        found = self.native.fact(cell)
        return None if found is None else Fact(found[0], found[1], found[2], tuple(found[3]))

    @property
    def safe(self) -> list[Cell]:
        """Covered cells known to be free, row by row."""
        return self.native.safe

    @property
    def mines(self) -> list[Cell]:
        """Covered cells known to be mines, row by row."""
        return self.native.mines

    def to_flag(self, view: View) -> list[Cell]:
        """The known mines that carry no flag yet in the view last taken over."""
        return self.native.to_flag(view)

    @property
    def unknown(self) -> list[Cell]:
        """Cells of which nothing certain is known, row by row."""
        return self.native.unknown

    @property
    def frontier(self) -> list[Cell]:
        """The unknown cells that are in some constraint, row by row."""
        return self.native.frontier

    @property
    def mines_left(self) -> int:
        """The mine count less the mines that are known or were hit."""
        return self.native.mines_left

    @property
    def density(self) -> float:
        """The mines left as a share of the unknown cells."""
        return self.native.density

    @property
    def counted(self) -> bool:
        """Whether the mine count has settled every cell: the step ``mine-count`` found something."""
        return self.native.counted

    @property
    def complete(self) -> bool:
        """Whether no enumeration met its limits since a step or `deduce` was last called."""
        return self.native.complete

    def _cells(self, cells: Iterable[Pair]) -> tuple[Cell, ...]:
        return tuple(cells)

    def _numbers(self, numbers: Iterable[Pair]) -> tuple[Cell, ...]:
        return tuple(numbers)
