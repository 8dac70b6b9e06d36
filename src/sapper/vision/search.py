"""Finds the board in a picture: lattices are proposed by their lines and judged by what their cells show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.vision.board_reading import broken_rules, read_board
from sapper.vision.cell_pictures import cut
from sapper.vision.counters import states_no_flags
from sapper.vision.grid import Grid
from sapper.vision.grounds import without_impossible_numbers
from sapper.vision.lattice import LEAST_LINES, MOST_LINES, lattices
from sapper.vision.network import chances
from sapper.vision.symbols import COVERED, NOTHING

if TYPE_CHECKING:
    from PIL.Image import Image

Found = tuple[Grid, NDArray[np.uint8], NDArray[np.float32]]

SAMPLE = 48
"""How many cells of a lattice are read before it is read as a whole."""
LEAST_VALID = 0.8
"""The least mean probability that the cells of a board are cells."""
CLEAR = 0.95
"""A large lattice with such cells is taken at once."""
SURE_SYMBOL = 0.9
"""A cell that shows a symbol, or a relief, with this probability is not the ground beside the board."""
OUTSIDE = 0.05
"""How far a row or column that is added may lie out of the picture, as a share of a cell."""
MOST_BROKEN = 0.12
"""The largest share of opened cells that may break a rule by themselves."""
SHIFTS = (-0.5, -0.12, 0.12)
"""Other places of the first line that are tried, as shares of a cell."""


def find_board(picture: Image) -> Found | None:
    """Return the grid of the board, the pictures of its cells and their probabilities; or None."""
    pixels = np.asarray(picture)
    if min(pixels.shape[:2]) < 12 * LEAST_LINES:
        return None
    best: tuple[float, Found] | None = None
    untouched: list[Found] = []
    for grid in lattices(pixels):
        found = _judge(picture, grid, untouched)
        if found is None:
            continue
        score, board = found
        if best is None or score > best[0]:
            best = found
        valid = float(1 - board[2][:, :, NOTHING].mean())
        if valid > CLEAR:
            break
    if best is None:
        return next((found for found in untouched if states_no_flags(pixels, found[0])), None)
    return best[1]


def _judge(picture: Image, grid: Grid, untouched: list[Found]) -> tuple[float, Found] | None:
    """Read a lattice; return a score and the board, or None where it is no board.

    A lattice of blank cells without a clear relief goes to `untouched`: it may be a table as well.
    """
    valid = _validity(picture, grid)
    if valid < CLEAR:
        tries = [(valid, grid)]
        for dx in (0, *SHIFTS):
            for dy in (0, *SHIFTS):
                if (dx, dy) != (0, 0):
                    moved = grid.moved(dx * grid.cell_width, dy * grid.cell_height)
                    tries.append((_validity(picture, moved), moved))
        valid, grid = max(tries, key=lambda entry: entry[0])
    if valid < LEAST_VALID - 0.25:
        return None
    found = _trimmed(picture, _grown(picture, grid))
    if found is None:
        return None
    grid, pictures, read = found
    valid = float(1 - read[:, :, NOTHING].mean())
    if valid < LEAST_VALID or not _makes_sense(read, pictures):
        if valid > CLEAR and (np.isin(read.argmax(axis=2), (0, COVERED))).all():
            # Where no cell shows anything, no cell has been opened.
            read[:, :, COVERED], read[:, :, 0] = read[:, :, COVERED] + read[:, :, 0], 0
            untouched.append((grid, pictures, read))
        return None
    area = grid.rows * grid.cols * grid.cell_width * grid.cell_height
    return valid**2 * area, found


def _validity(picture: Image, grid: Grid) -> float:
    """How likely some cells of a grid are cells, on average."""
    count = grid.rows * grid.cols
    chosen = np.unique(np.linspace(0, count - 1, min(count, SAMPLE)).astype(int))
    # A prime step visits all columns; without it a sample could follow one column.
    chosen = np.unique((chosen * 7919) % count)
    cells = [(int(index) // grid.cols, int(index) % grid.cols) for index in chosen]
    read = chances(cut(picture, [grid.edges(cell) for cell in cells]))
    return float(1 - read[:, NOTHING].mean())


def _grown(picture: Image, grid: Grid) -> Grid:
    """Add the rows and columns beside the grid that show cells.

    The lines between opened cells may be faint, and a grid that was moved by half a cell has lost a column.
    """
    for side in range(4):
        while True:
            wider = grid.grown(*(int(side == other) for other in range(4)))
            rows, cols = range(wider.rows), range(wider.cols)
            rows = (rows, rows[:1], rows, rows[-1:])[side]
            cols = (cols[:1], cols, cols[-1:], cols)[side]
            edges = wider.part(rows, cols)
            x, y, right, bottom = *edges.edges((0, 0))[:2], *edges.edges((len(rows) - 1, len(cols) - 1))[2:]
            reach_x, reach_y = OUTSIDE * grid.cell_width, OUTSIDE * grid.cell_height
            if min(x + reach_x, y + reach_y) < 0 or right > picture.width + reach_x:
                break
            if bottom > picture.height + reach_y or max(wider.rows, wider.cols) > MOST_LINES:
                break
            read = chances(cut(picture, [edges.edges(cell) for cell in edges.cells]))
            # Blank cells without a clear relief may also be the ground beside the board.
            symbol = read[:, 1:NOTHING].sum(axis=1) - read[:, COVERED]
            if (read[:, NOTHING] > 0.5).any() or 1 - read[:, NOTHING].mean() < CLEAR:
                break
            if symbol.max() < SURE_SYMBOL and (read[:, COVERED] > SURE_SYMBOL).mean() < 0.5:
                break
            grid = wider
    return grid


def _trimmed(picture: Image, grid: Grid) -> Found | None:
    """Read all cells, and take off outer rows and columns that hold no cells."""
    pictures = cut(picture, [grid.edges(cell) for cell in grid.cells])
    read = chances(pictures)
    pictures = pictures.reshape(grid.rows, grid.cols, *pictures.shape[1:])
    read = read.reshape(grid.rows, grid.cols, -1)
    nothing = read[:, :, NOTHING]
    r0, r1, c0, c1 = 0, grid.rows, 0, grid.cols
    while True:
        if r1 - r0 < LEAST_LINES or c1 - c0 < LEAST_LINES:
            return None
        part = nothing[r0:r1, c0:c1]
        sides = [part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()]
        worst = int(np.argmax(sides))
        if sides[worst] < 0.5:
            break
        r0, r1 = r0 + (worst == 0), r1 - (worst == 1)
        c0, c1 = c0 + (worst == 2), c1 - (worst == 3)
    kept = grid.part(range(r0, r1), range(c0, c1))
    pictures = np.ascontiguousarray(pictures[r0:r1, c0:c1])
    return kept, pictures, read[r0:r1, c0:c1].copy()


def _makes_sense(read: NDArray[np.float32], pictures: NDArray[np.uint8]) -> bool:
    """Whether a reading may be a position of a game: most rules hold, and an untouched board is sure."""
    board = read_board(without_impossible_numbers(read, pictures), pictures)
    shown = board.shown
    opened = shown < COVERED
    numbered = (shown > 0) & opened
    if numbered.any():
        return bool(broken_rules(shown).sum() <= max(2, MOST_BROKEN * opened.sum()))
    # Without a number only the reliefs speak. The cells of a chess board have none.
    return not opened.any() and not board.unsettled.any() and bool((board.confidences > 0.5).all())
