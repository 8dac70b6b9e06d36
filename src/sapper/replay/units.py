"""The units of 3BV: what a player without chords must open, one press for each.

Every region of connected zeros, an opening, is one unit. Every number that borders no zero is one unit too.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.game.board import Board
from sapper.game.rules import Cell


class Units:
    """The units of a board's 3BV.

    >>> from sapper import Rules
    >>> units = Units(Board.from_mines(Rules(2, 5, 2), [(0, 0), (1, 0)]))
    >>> units.count, units.of.get((0, 4)), units.of.get((0, 1))
    (1, 0, None)
    """

    def __init__(self, board: Board) -> None:
        self.rows, self.cols = board.rules.rows, board.rules.cols
        self.numbers: list[list[int]] = board.numbers.tolist()
        self.of: dict[Cell, int] = {}
        """The unit that opening a cell solves. Mines and the numbers around an opening have none."""
        self.opening: list[frozenset[Cell]] = []
        """What each opening uncovers: its zeros and the numbers around them. Openings are the first units."""
        for cell in self.cells():
            if self.number(cell) == 0 and cell not in self.of:
                self.opening.append(self._flood(cell, len(self.opening)))
        self.count = len(self.opening)
        """The board's 3BV."""
        uncovered = frozenset[Cell]().union(*self.opening)
        for cell in self.cells():
            if self.number(cell) > 0 and cell not in uncovered:
                self.of[cell] = self.count
                self.count += 1

    def cells(self) -> Iterator[Cell]:
        """All cells, in row-major order."""
        return ((row, col) for row in range(self.rows) for col in range(self.cols))

    def number(self, cell: Cell) -> int:
        """The number of a cell; -1 for a mine."""
        return self.numbers[cell[0]][cell[1]]

    def around(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell."""
        row, col = cell
        return [
            (r, c)
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, col - 1), min(self.cols, col + 2))
            if (r, c) != cell
        ]

    def _flood(self, start: Cell, unit: int) -> frozenset[Cell]:
        """Give the zeros that are connected with ``start`` to a unit; return what they uncover."""
        found, waiting = {start}, [start]
        self.of[start] = unit
        while waiting:
            for cell in self.around(waiting.pop()):
                found.add(cell)
                if self.number(cell) == 0 and cell not in self.of:
                    self.of[cell] = unit
                    waiting.append(cell)
        return frozenset(found)
