"""From the probabilities of all cells to what a board shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sapper.vision.blank_looks import LOOKS_LIKE, BoardReading, Floats, cell_colours, settle
from sapper.vision.grounds import without_impossible_numbers
from sapper.vision.symbols import COVERED, NOTHING

NEARLY_RULED_OUT = 1e-4
"""What is left of the probability that a cell is covered whose look is known to be an opened one."""


def read_board(
    chances: Floats,
    pictures: NDArray[np.uint8],
    mines: int | None = None,
    opened: Sequence[NDArray[np.uint8]] = (),
) -> BoardReading:
    """Settle what each cell shows, from probabilities (rows, cols, classes) and pictures of the cells.

    `opened` holds pictures of cells that are known to be open.
    """
    board = _read(chances, pictures, mines, opened)
    if board.unsettled.any():
        return board
    # Now the ground of covered cells is known. What was read as a number there lies on a covered cell.
    again = without_impossible_numbers(chances, pictures, board.shown)
    other = again[:, :, :NOTHING].argmax(axis=2) != chances[:, :, :NOTHING].argmax(axis=2)
    return _read(again, pictures, mines, opened) if other.any() else board


def _read(
    chances: Floats, pictures: NDArray[np.uint8], mines: int | None, opened: Sequence[NDArray[np.uint8]]
) -> BoardReading:
    likely = chances[:, :, :NOTHING].copy()
    colours = cell_colours(pictures.reshape(-1, *pictures.shape[2:])).reshape(*likely.shape[:2], -1)
    known_open = np.zeros(likely.shape[:2], bool)
    for known in cell_colours(np.array(opened)) if opened else ():
        known_open |= np.abs(colours - known).max(axis=2) < LOOKS_LIKE
    likely[known_open, COVERED] *= NEARLY_RULED_OUT
    likely /= np.maximum(likely.sum(axis=2, keepdims=True), 1e-9)
    shown = likely.argmax(axis=2).astype(np.int8)
    symbol_chances = likely.max(axis=2).astype(np.float32)
    confidences = symbol_chances * (1 - chances[:, :, NOTHING])
    board = BoardReading(shown, confidences, np.zeros(shown.shape, bool), symbol_chances)
    if ((shown == 0) | (shown == COVERED)).any():
        settle(board, likely, colours, known_open, mines)
    return board
