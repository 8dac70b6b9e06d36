"""look and Reader: the position in a picture of any Minesweeper program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.errors import NoBoardFound
from sapper.game.rules import Cell
from sapper.game.whole_numbers import whole_number
from sapper.vision.board_reading import read_board
from sapper.vision.grid import Grid
from sapper.vision.grounds import without_impossible_numbers
from sapper.vision.images import Picture, rgb_picture
from sapper.vision.looks import Looks
from sapper.vision.mine_count import mine_count
from sapper.vision.network import chances
from sapper.vision.proofreading import contradiction, repair
from sapper.vision.seen import Seen
from sapper.vision.shown import as_flags, as_numbers
from sapper.vision.symbols import MINE

if TYPE_CHECKING:
    from PIL.Image import Image

DOUBT = 0.9
"""A cell that is read with less confidence is doubtful."""
LEAST_READABLE = 0.75
"""Kept grids whose cells are read with less confidence on average no longer fit."""

MOST_CHANGED = 0.5
"""If more of the cells have changed, the board is searched anew: the window may show something else."""


def look(image: Picture, mines: int | None = None) -> Seen:
    """Read the position in a picture of a Minesweeper program.

    The picture is a path, the bytes of a file, an image of Pillow or a uint8 array. The board is found by its
    own regularity; window frames and other content may be around it. Without `mines`, the count is read from
    the program's counter or assumed from the size of the board; ``mines_source`` of the result says which.

    Raises:
        NoBoardFound: There is no board in the picture.
        UnreadableImage: It is no picture, or it is damaged or too large.
        SapperError: Pillow or onnxruntime is not installed.
    """
    return Reader(mines).read(image)


class Reader:
    """Reads pictures of the same window one after the other.

    It keeps the grid that it found while the cells stay readable, and reads only cells that changed.

    Args:
        mines: The mine count, if it is known.
        expected: Whether a board is known to be there. Otherwise blank cells, as tables have them, are taken
            for an untouched board only if a mine counter stands beside them, or if the mine count is given.
    """

    def __init__(self, mines: int | None = None, expected: bool = False) -> None:
        if mines is not None and whole_number("mines", mines) < 0:
            raise ValueError(f"mines must not be negative, not {mines}")
        self.mines, self._expected = mines, expected or mines is not None
        self._kept: Grid | None = None
        self._kept_size: tuple[int, int] | None = None
        self.forget()

    def forget(self) -> None:
        """Search the whole next picture for the board."""
        self.grid: Grid | None = None
        self.changed: tuple[Cell, ...] = ()
        """The cells that the last picture shows otherwise than the one before; all after a search."""
        self._size: tuple[int, int] | None = None
        self._pixels: NDArray[np.uint8] | None = None
        self._pictures: NDArray[np.uint8] | None = None
        self._chances: NDArray[np.float32] | None = None
        self._seen: Seen | None = None
        self._looks = Looks()
        self._opened: list[NDArray[np.uint8]] = []
        self._tried = False

    def read(self, image: Picture) -> Seen:
        """Read one picture; see `look`."""
        picture = rgb_picture(image)
        if self.grid is not None and picture.size == self._size:
            seen = self._read_again(picture)
            if seen is not None:
                return seen
        kept = self._kept if self._expected and picture.size == self._kept_size else None
        self.forget()
        from sapper.vision.search import board_at, find_board

        found = find_board(picture, self._expected)
        if kept is not None and (found is None or kept.has_part(found[0]) or found[0].has_part(kept)):
            # A program that draws much at once, as at the end of a game, still draws it in the same place.
            found = board_at(picture, kept, LEAST_READABLE)
        if found is None:
            raise NoBoardFound("no board found in the picture")
        self.grid, self._pictures, self._chances = found
        self._size, self._pixels = picture.size, np.asarray(picture)
        self._kept, self._kept_size = self.grid, self._size
        self.changed = tuple(self.grid.cells)
        self._seen = self._interpret(picture, learn=True)
        return self._seen

    def know_opened(self, cells: Iterable[Cell]) -> None:
        """Take some cells of the last picture for opened, as they did not change when they were pressed."""
        assert self._pictures is not None
        self._opened += [self._pictures[cell] for cell in cells]
        self._seen = None

    def _read_again(self, picture: Image) -> Seen | None:
        """Read the cells that changed, or return None where the kept grid no longer fits."""
        from sapper.vision.cell_pictures import cut

        assert self.grid is not None and self._pictures is not None and self._chances is not None
        cells = self.grid.cells
        before = self._pictures.reshape(len(cells), *self._pictures.shape[2:])
        near = self._touched(picture)
        pictures = before.copy()
        if near:
            pictures[near] = cut(picture, [self.grid.edges(cells[index]) for index in near])
        differs = np.abs(pictures.astype(np.int16) - before).reshape(len(cells), -1).max(axis=1) > 8
        self.changed = tuple(cell for cell, other in zip(cells, differs, strict=True) if other)
        if not self.changed:
            # A picture that was taken while the program draws teaches nothing. One that stays is complete.
            if self._seen is None or (not self._seen.consistent and not self._tried):
                self._seen = self._interpret(picture, learn=True)
            return self._seen
        if differs.mean() > MOST_CHANGED:
            return None
        flat = self._chances.reshape(len(cells), -1).copy()
        flat[differs] = chances(pictures[differs])
        if float((1 - flat[differs, -1]).mean()) < LEAST_READABLE:
            return None
        # A cell that fades is compared with what was last read of it: each step of a fade may be too small.
        pictures[~differs] = before[~differs]
        self._pictures = pictures.reshape(self._pictures.shape)
        self._chances = flat.reshape(self._chances.shape)
        self._seen = self._interpret(picture)
        return self._seen

    def _touched(self, picture: Image) -> list[int]:
        """The indices of the cells with a changed pixel in or around them: the others need not be cut."""
        from sapper.vision.cell_pictures import MARGIN

        assert self.grid is not None
        pixels = np.asarray(picture)
        before, self._pixels = self._pixels, pixels
        if before is None or before.shape != pixels.shape:
            return list(range(self.grid.rows * self.grid.cols))
        changed = (pixels != before).any(axis=2)
        # How many pixels changed above and left of each place: any rectangle is a sum of four of them.
        sums = np.zeros((changed.shape[0] + 1, changed.shape[1] + 1), np.int64)
        sums[1:, 1:] = changed.cumsum(axis=0).cumsum(axis=1)
        edges = np.array([self.grid.edges(cell) for cell in self.grid.cells])
        around = np.ceil(np.array([self.grid.cell_width, self.grid.cell_height]) * MARGIN) + 1
        width, height = picture.size
        left, top = (
            np.clip(np.floor(edges[:, i] - around[i]), 0, (width, height)[i]).astype(int) for i in (0, 1)
        )
        right, bottom = (
            np.clip(np.ceil(edges[:, i + 2] + around[i]), 0, (width, height)[i]).astype(int) for i in (0, 1)
        )
        found = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return [int(index) for index in np.flatnonzero(found)]

    def _interpret(self, picture: Image, learn: bool = False) -> Seen:
        assert self.grid is not None and self._pictures is not None and self._chances is not None
        by_ground = without_impossible_numbers(self._chances, self._pictures)
        read = self._looks.remembered(self._pictures, by_ground)
        seen = interpret(picture, self.grid, self._pictures, read, self.mines, self._opened)
        self._tried = learn
        if seen.consistent or not learn:
            return seen
        # The network may not know how this program draws a number. Then all cells that look so are wrong.
        shown = read_board(read, self._pictures, self.mines, self._opened).shown
        if self._looks.remember(self._pictures, read, shown, seen.mines):
            read = self._looks.remembered(self._pictures, by_ground)
            return interpret(picture, self.grid, self._pictures, read, self.mines, self._opened)
        return seen


def interpret(
    picture: Image,
    grid: Grid,
    pictures: NDArray[np.uint8],
    read: NDArray[np.float32],
    mines: int | None,
    opened: Sequence[NDArray[np.uint8]] = (),
) -> Seen:
    """Turn the probabilities of the cells into a position that the engine has checked."""
    board = read_board(read, pictures, mines, opened)
    shown = board.shown
    if mines is not None and mines > shown.size:
        raise ValueError(f"a {grid.rows}x{grid.cols} board has at most {shown.size} mines, not {mines}")
    count, source = mine_count(picture, grid, shown, mines)
    repaired, wrong = repair(shown, read, count, certain_count=source == "given")
    confidences = board.confidences.copy()
    for cell in repaired:
        confidences[cell] = min(confidences[cell], float(read[cell][shown[cell]]))
    doubt = (confidences < DOUBT) | board.unsettled
    for cell in [*repaired, *wrong]:
        doubt[cell] = True
    return Seen(
        numbers=as_numbers(shown),
        flags=as_flags(shown),
        shown_mines=shown == MINE,
        mines=count,
        mines_source=source,
        confidences=confidences,
        doubtful=tuple((int(row), int(col)) for row, col in np.argwhere(doubt)),
        repaired=tuple(repaired),
        consistent=contradiction(shown, count) is None,
        grid=grid,
    )
