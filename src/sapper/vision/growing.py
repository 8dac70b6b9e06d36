"""Adds to a grid the rows and columns beside it that show cells.

The lines between opened cells may be faint, and a grid that was moved by half a cell has lost a column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cell_pictures import cut
from sapper.vision.grid import Grid
from sapper.vision.lattice import MOST_LINES
from sapper.vision.network import chances
from sapper.vision.symbols import COVERED, NOTHING

if TYPE_CHECKING:
    from PIL.Image import Image

CLEAR = 0.95
"""With this probability of being cells, one symbol among them is enough."""
MANY_NUMBERS = 0.3
"""With this share of clear numbers, blank cells among them may look like the ground beside the board."""
LEAST_VALID = 0.6
"""The least mean probability that cells that are added are cells."""
SURE = 0.9
"""A cell that shows a symbol, or a relief, with this probability is not the ground beside the board."""
OUTSIDE = 0.05
"""How far a row or column that is added may lie out of the picture, as a share of a cell."""
REACH = 0.06
"""How far the line behind a blank row or column may lie from its even place, as a share of a cell."""
MOST_UNLINED = 0.2
"""The largest share of blank cells without a line behind them."""


def grown(picture: Image, grid: Grid) -> Grid:
    """Return the grid with the rows and columns on its four sides that show cells."""
    pixels = np.asarray(picture)
    for side in range(4):
        was_cut = False
        while max(grid.rows, grid.cols) < MOST_LINES:
            wider = grid.grown(*(int(side == other) for other in range(4)))
            rows, cols = range(wider.rows), range(wider.cols)
            strip = wider.part(
                (rows, rows[:1], rows, rows[-1:])[side], (cols[:1], cols, cols[-1:], cols)[side]
            )
            if not _inside(strip, picture.size) or not _shows_cells(
                picture, strip, (pixels, side) if was_cut else None
            ):
                break
            grid, was_cut = wider, True
    return grid


def _inside(strip: Grid, size: tuple[int, int]) -> bool:
    left, top, _, _ = strip.edges((0, 0))
    _, _, right, bottom = strip.edges((strip.rows - 1, strip.cols - 1))
    reach = OUTSIDE * strip.cell_width
    return min(left, top) >= -reach and right <= size[0] + reach and bottom <= size[1] + reach


def _shows_cells(picture: Image, strip: Grid, lines: tuple[NDArray[np.uint8], int] | None) -> bool:
    """Whether a row or column shows cells; blank ones count only if `lines` says where to look for lines."""
    read = chances(cut(picture, [strip.edges(cell) for cell in strip.cells]))
    if (read[:, NOTHING] > 0.5).any() or 1 - read[:, NOTHING].mean() < LEAST_VALID:
        return False
    valid = 1 - read[:, NOTHING].mean()
    symbol = read[:, 1:NOTHING].sum(axis=1) - read[:, COVERED]
    if valid > CLEAR and (symbol.max() > SURE or (read[:, COVERED] > SURE).mean() >= 0.5):
        return True
    if (read[:, 1:9].max(axis=1) > SURE).mean() >= MANY_NUMBERS:
        return True
    # Blank cells without a clear relief may also be the ground beside the board, which has no
    # line behind it. They are looked for only where a row or column of the board was missing before.
    if lines is None:
        return False
    lined = [_has_line(*lines, strip.edges(cell)) for cell in strip.cells]
    return float(np.mean(lined)) >= 1 - MOST_UNLINED


def _has_line(pixels: NDArray[np.uint8], side: int, box: tuple[float, float, float, float]) -> bool:
    """Whether a line is seen on the outer edge of a cell, and nothing across its middle."""
    if side % 2:  # look at rows as at columns
        pixels, box = pixels.transpose(1, 0, 2), (box[1], box[0], box[3], box[2])
    left, top, right, bottom = box
    height, width = bottom - top, right - left
    rows = slice(max(0, round(top + 0.2 * height)), max(1, round(bottom - 0.2 * height)))
    reach = max(1, round(REACH * width))

    def strength(x: float) -> float:
        low, high = max(1, round(x) - reach), min(pixels.shape[1], round(x) + reach + 1)
        if low >= high:
            return 0.0
        part = pixels[rows, low - 1 : high].astype(np.int16)
        steps = np.abs(np.diff(part, axis=1)).max(axis=2)
        # A line is continuous: one column is strong in nearly all of its pixels.
        return float(np.sort(steps, axis=0)[len(steps) // 5].max()) if steps.size else 0.0

    return strength(left if side < 2 else right) > 0.5 and strength((left + right) / 2) == 0
