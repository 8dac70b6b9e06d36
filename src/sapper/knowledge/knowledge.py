"""Knowledge of one game on a board: its constraints, updated with every view, and the deduction steps."""

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
    """What is known about one game.

    `update` reads the cells that were opened since the last view. Each number becomes a constraint on its
    covered neighbours. A known cell is removed from every constraint; an index from cells to constraints
    finds them. Flags are ignored unless they are trusted.

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
        """Start without any knowledge of the cells.

        Args:
            rows: The number of rows.
            cols: The number of columns.
            mines: The number of mines on the whole board.
            indexed: Whether to find the constraints of a cell by an index. Without it, all constraints are
                searched, with the same results. This serves to measure the gain of the index.
        """
        super().__init__(_core.Knowledge(rows, cols, mines, indexed))

    @classmethod
    def of(cls, view: View, trust_flags: bool = False) -> Self:
        """Make the knowledge that the numbers of one view give."""
        knowledge = cls(view.rows, view.cols, view.mines)
        knowledge.update(view, trust_flags)
        return knowledge

    def update(self, view: View, trust_flags: bool = False) -> None:
        """Read what is new in a view. A view that does not follow from the last one is read as a whole."""
        self.native.update(view, trust_flags)
        self._check()

    def near(self) -> list[Fact[Cell]]:
        """Like `single_cell`, but examine a number only when it opens or a number near it gives a new fact.

        Near means at most two cells away. The step misses what an older number proves after a guess next to
        it.
        """
        return self._step("near")

    def mine_count(self) -> list[Fact[Cell]]:
        """If every mine is known, all other cells are free. If only mines are left, all cells are mines."""
        return self._step("mine-count")

    def total(self, most: int) -> None:
        """Add the mine count as a constraint if at most `most` cells are unknown. The step is ``total-N``."""
        self._step(f"total-{most}")

    def contradiction(self, cell: Cell, mine: bool, pairs: bool = False) -> list[Cell] | None:
        """Assume that a cell is a mine or free. Return the numbers that contradict this, or None."""
        return self.native.contradicts(cell, mine, pairs)

    def guess(
        self,
        rule: str,
        elsewhere: bool = False,
        nodes: int | None = _core.ENUMERATION_NODES,
        seconds: float | None = None,
    ) -> tuple[list[Cell], float]:
        """List the cells that a guessing rule rates best, row by row, and the risk that it gives them.

        Several rules use the share of a number: the mines it lacks divided by the unknown cells around it.

        - ``none``: no cell is guessed, except the first cell of an untouched board.
        - ``any``: all unknown cells are equal.
        - ``frontier``: all unknown cells beside a number are equal.
        - ``least-number``: the cells around the number with the smallest share are best.
        - ``sum``: the risk is the sum of the shares of the numbers around the cell.
        - ``mean``: the risk is the mean of the shares of the numbers around the cell.
        - ``most``: the risk is the largest share of mines in any constraint on the cell.
        - ``boards``: the risk is the share of its component's solutions that have a mine in the cell.

        Args:
            rule: The name of the rule.
            elsewhere: Whether to rate the cells beside no number too, by `density`. They are always rated if
                no cell beside a number is unknown.
            nodes: The limit on tried values of the rule ``boards``. Cells beyond it are not rated.
            seconds: The limit on time of the rule ``boards``.
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
        """Return the risk of every cell by a rule of `guess`; nan where the rule gives none."""
        found = np.asarray(self.native.risks(rule, elsewhere, nodes, seconds))
        self._check()
        return found

    def fact(self, cell: Cell) -> Fact[Cell] | None:
        """Return the fact by which a cell became known, or None if it was not deduced."""
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
        """List the known mines that carry no flag in the view of the last `update`."""
        return self.native.to_flag(view)

    @property
    def unknown(self) -> list[Cell]:
        """The covered cells that are not known to be free or mines, row by row."""
        return self.native.unknown

    @property
    def frontier(self) -> list[Cell]:
        """The unknown cells that are in some constraint, row by row."""
        return self.native.frontier

    @property
    def mines_left(self) -> int:
        """The mine count minus the mines that are known or were hit."""
        return self.native.mines_left

    @property
    def density(self) -> float:
        """The number of mines left divided by the number of unknown cells."""
        return self.native.density

    @property
    def counted(self) -> bool:
        """Whether the step ``mine-count`` found something. Then every cell is known."""
        return self.native.counted

    @property
    def complete(self) -> bool:
        """Whether no enumeration reached a limit in the last call of a step or of `deduce`."""
        return self.native.complete

    def _cells(self, cells: Iterable[Pair]) -> tuple[Cell, ...]:
        return tuple(cells)

    def _numbers(self, numbers: Iterable[Pair]) -> tuple[Cell, ...]:
        return tuple(numbers)
