"""The mine count of a picture: given, read from a counter, usual for the size, or assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.vision.counters import MOST_SHARE, displays, fractions
from sapper.vision.grid import Grid
from sapper.vision.symbols import FLAG, HIT, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from PIL.Image import Image

STANDARD = {(8, 8): 10, (9, 9): 10, (10, 10): 10, (16, 16): 40, (16, 30): 99, (30, 16): 99}
"""The usual mine counts, by rows and columns."""
DENSITY = 0.17
"""The share of mines that is assumed for a board of another size."""


def mine_count(picture: Image, grid: Grid, shown: NDArray[np.int8], given: int | None) -> tuple[int, str]:
    """Return the mine count of a board and where it comes from: given, counter, standard or assumed."""
    if given is not None:
        return given, "given"
    least = int(((shown == FLAG) | (shown == MINE) | (shown == HIT)).sum())
    counted = _counter(picture, grid, shown, least)
    if counted is not None:
        return counted, "counter"
    usual = STANDARD.get((grid.rows, grid.cols))
    if usual is not None and usual >= least:
        return usual, "standard"
    return max(least, round(DENSITY * shown.size)), "assumed"


def _counter(picture: Image, grid: Grid, shown: NDArray[np.int8], least: int) -> int | None:
    """The mine count that a counter beside the board states, if one agrees with the flags on the board."""
    flags = int(((shown == FLAG) | (shown == WRONG_FLAG)).sum())
    pixels = np.asarray(picture)
    most = int(MOST_SHARE * shown.size)
    stated = {mines for set_flags, mines in fractions(pixels, grid) if set_flags == flags}
    # The left display counts the mines without a flag, the right one is the clock.
    left = displays(pixels, grid)
    if len(left) == 2:
        stated.add(left[0] + flags)
    stated = {mines for mines in stated if max(1, least) <= mines <= most}
    return stated.pop() if len(stated) == 1 else None
