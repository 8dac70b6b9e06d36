"""Grid: where the cells of a board lie in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sapper.game.rules import Cell


@dataclass(frozen=True)
class Grid:
    """Where the cells of a board lie in a picture, in pixels. Sizes may be fractions of pixels."""

    left: float
    """The left edge of the first column."""
    top: float
    """The upper edge of the first row."""
    cell_width: float
    cell_height: float
    rows: int
    cols: int

    def edges(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edges of a cell."""
        left, top = self.left + cell[1] * self.cell_width, self.top + cell[0] * self.cell_height
        return left, top, left + self.cell_width, top + self.cell_height

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the edges of a cell in whole pixels."""
        left, top, right, bottom = (round(edge) for edge in self.edges(cell))
        return left, top, right, bottom

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the pixel (x, y) in the middle of a cell, where a pointer should press."""
        left, top, right, bottom = self.edges(cell)
        return math.floor((left + right) / 2), math.floor((top + bottom) / 2)

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell under a pixel, or None beside the board."""
        row = math.floor((y - self.top) / self.cell_height)
        col = math.floor((x - self.left) / self.cell_width)
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]
