"""Grid: where the cells of a board lie in a picture."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import product

from sapper.game.rules import Cell

MOST_OFF = 1.0
"""By how many pixels a board may seem larger or smaller than one whose cells are of whole pixels."""
SAME_SIZE, SAME_PLACE = 0.02, 0.2
"""How far the cells of a part may differ in size and in place, as shares of a cell."""


@dataclass(frozen=True)
class Grid:
    """Where the cells of a board lie in a picture, in pixels. Sizes may be fractions of pixels."""

    left: float
    """The left edge of the first column."""
    top: float
    """The upper edge of the first row."""
    cell_width: float
    """The width of a cell; the mean of all where they differ."""
    cell_height: float
    rows: int
    cols: int
    xs: tuple[float, ...] = ()
    """The edges of all columns from left to right, where they are not evenly spaced; else empty."""
    ys: tuple[float, ...] = ()
    """The edges of all rows from top to bottom, where they are not evenly spaced; else empty."""

    def edges(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edges of a cell."""
        row, col = cell
        left, right = self._x(col), self._x(col + 1)
        top, bottom = self._y(row), self._y(row + 1)
        return left, top, right, bottom

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
        row = bisect_right(range(self.rows + 1), y, key=self._y) - 1
        col = bisect_right(range(self.cols + 1), x, key=self._x) - 1
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def moved(self, dx: float, dy: float) -> Grid:
        """Return the same grid at another place."""
        xs, ys = tuple(x + dx for x in self.xs), tuple(y + dy for y in self.ys)
        return replace(self, left=self.left + dx, top=self.top + dy, xs=xs, ys=ys)

    def part(self, rows: range, cols: range) -> Grid:
        """Return some of its rows and columns as a grid."""
        return replace(
            self,
            left=self._x(cols.start),
            top=self._y(rows.start),
            rows=len(rows),
            cols=len(cols),
            xs=self.xs[cols.start : cols.stop + 1],
            ys=self.ys[rows.start : rows.stop + 1],
        )

    def grown(self, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Grid:
        """Return the grid with more columns and rows of the usual size on its sides."""
        return replace(
            self,
            left=self._x(0) - left * self.cell_width,
            top=self._y(0) - top * self.cell_height,
            rows=self.rows + top + bottom,
            cols=self.cols + left + right,
            xs=_continued(self.xs, self.cell_width, left, right) if self.xs else (),
            ys=_continued(self.ys, self.cell_height, top, bottom) if self.ys else (),
        )

    def in_pixels(self) -> list[Grid]:
        """Return the grid, and those near it whose cells are of whole pixels, if its size allows that."""
        found = [self]
        width, height = float(round(self.cell_width)), float(round(self.cell_height))
        wide, high = abs(self.cell_width - width) * self.cols, abs(self.cell_height - height) * self.rows
        if max(wide, high) < MOST_OFF and not self.xs and not self.ys:
            for x, y in product((-1, 0, 1), repeat=2):
                left, top = float(round(self.left) + x), float(round(self.top) + y)
                found.append(replace(self, left=left, top=top, cell_width=width, cell_height=height))
        return found

    def has_part(self, other: Grid) -> bool:
        """Whether another grid is a smaller part of this one: cells of the same size in the same places."""
        x, y = (other.left - self.left) / self.cell_width, (other.top - self.top) / self.cell_height
        smaller = len(other.cells) < len(self.cells)
        alike = abs(other.cell_width / self.cell_width - 1) < SAME_SIZE
        return smaller and alike and max(abs(x - round(x)), abs(y - round(y))) < SAME_PLACE

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def _x(self, line: int) -> float:
        return self.xs[line] if self.xs else self.left + line * self.cell_width

    def _y(self, line: int) -> float:
        return self.ys[line] if self.ys else self.top + line * self.cell_height


def _continued(lines: tuple[float, ...], pitch: float, before: int, after: int) -> tuple[float, ...]:
    """Lines with more of them at an even distance before the first and behind the last."""
    first = [lines[0] - step * pitch for step in range(before, 0, -1)]
    return (*first, *lines, *(lines[-1] + step * pitch for step in range(1, after + 1)))
