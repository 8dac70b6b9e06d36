"""The mine count of a picture: given, read from a counter, usual for the size, or assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.vision.grid import Grid
from sapper.vision.symbols import FLAG, HIT, MINE

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
    usual = STANDARD.get((grid.rows, grid.cols))
    if usual is not None and usual >= least:
        return usual, "standard"
    return max(least, round(DENSITY * shown.size)), "assumed"
