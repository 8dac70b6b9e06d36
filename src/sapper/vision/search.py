"""Finds the board in a picture: lattices are proposed by their lines and judged by what their cells show."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.vision.board_reading import read_board
from sapper.vision.cell_pictures import cut
from sapper.vision.counters import shows_mine_counter
from sapper.vision.grid import Grid
from sapper.vision.grounds import without_impossible_numbers
from sapper.vision.growing import grown
from sapper.vision.lattice import LEAST_LINES, lattices
from sapper.vision.network import chances
from sapper.vision.plausibility import alike_part, covered_alike, may_be_played
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
UNTOUCHED_ALIKE = 0.9
"""The least share of the cells of an untouched board that look as the cells beside them do."""
SHIFTS = (-0.5, -0.12, 0.12)
"""Other places of the first line that are tried, as shares of a cell."""
WELL_PLACED = 0.98
"""With such cells, no other places are tried."""
LEAST_GAIN, LEAST_RATIO = 0.1, 8.0
"""By how much cells at another place must be likelier to be cells, or by what factor fewer may be none.
Less is chance, and spoils a good grid."""


def find_board(picture: Image, expected: bool = False) -> Found | None:
    """Return the grid of the board, the pictures of its cells and their probabilities; or None.

    Blank cells alone, such as those of a table, are a board only if one is expected, or if a mine counter
    stands beside them.
    """
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
        return next((found for found in untouched if expected or shows_mine_counter(pixels, found[0])), None)
    return best[1]


def board_at(picture: Image, grid: Grid, least_valid: float) -> Found | None:
    """Read the cells of a grid that was found before; None where no cell shows anything, or most are none."""
    pictures = cut(picture, [grid.edges(cell) for cell in grid.cells])
    read = chances(pictures)
    if float(1 - read[:, NOTHING].mean()) < least_valid or np.isin(read.argmax(axis=1), (0, COVERED)).all():
        return None
    shape = grid.rows, grid.cols
    return grid, pictures.reshape(*shape, *pictures.shape[1:]), read.reshape(*shape, -1)


def _judge(picture: Image, grid: Grid, untouched: list[Found]) -> tuple[float, Found] | None:
    """Read a lattice; return a score and the board, or None where it is no board.

    A lattice of blank cells goes to `untouched`: it may be a table as well.
    """
    valid = _validity(picture, grid)
    if valid < WELL_PLACED:
        valid, grid = max(((_validity(picture, other), other) for other in grid.in_pixels()), key=_first)
    if valid < WELL_PLACED:
        tries = []
        for dx, dy in product((0, *SHIFTS), repeat=2):
            moved = grid.moved(dx * grid.cell_width, dy * grid.cell_height)
            tries.append((_validity(picture, moved), moved))
        best = max(tries, key=_first)
        if best[0] >= valid + LEAST_GAIN or LEAST_RATIO * (1 - best[0]) < 1 - valid:
            valid, grid = best
    if valid < LEAST_VALID - 0.25:
        return None
    found = _trimmed(picture, grown(picture, grid))
    if found is None:
        return None
    grid, pictures, read = found
    valid = float(1 - read[:, :, NOTHING].mean())
    if valid < LEAST_VALID:
        return None
    board = read_board(without_impossible_numbers(read, pictures), pictures)
    shown = board.shown
    if not ((shown > 0) & (shown < COVERED)).any():
        if valid > CLEAR and np.isin(shown, (0, COVERED)).all():
            # Where no cell shows anything, no cell has been opened.
            read[:, :, COVERED], read[:, :, 0] = read[:, :, COVERED] + read[:, :, 0], 0
            rows, cols = alike_part(pictures)
            pictures, read = pictures[rows, cols], read[rows, cols]
            if min(read.shape[:2]) >= LEAST_LINES and covered_alike(
                np.full(read.shape[:2], COVERED, np.int8), pictures, UNTOUCHED_ALIKE
            ):
                part = grid.part(range(grid.rows)[rows], range(grid.cols)[cols])
                untouched.append((part, np.ascontiguousarray(pictures), read.copy()))
        return None
    if not may_be_played(board, pictures, valid):
        return None
    area = grid.rows * grid.cols * grid.cell_width * grid.cell_height
    return valid**2 * area, found


def _first(entry: tuple[float, Grid]) -> float:
    return entry[0]


def _validity(picture: Image, grid: Grid) -> float:
    """How likely some cells of a grid are cells, on average."""
    return float(1 - _sample(picture, grid)[:, NOTHING].mean())


def _sample(picture: Image, grid: Grid) -> NDArray[np.float32]:
    """Read some cells of a grid."""
    count = grid.rows * grid.cols
    chosen = np.unique(np.linspace(0, count - 1, min(count, SAMPLE)).astype(int))
    # A prime step visits all columns; without it a sample could follow one column.
    chosen = np.unique((chosen * 7919) % count)
    cells = [(int(index) // grid.cols, int(index) % grid.cols) for index in chosen]
    return chances(cut(picture, [grid.edges(cell) for cell in cells]))


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
