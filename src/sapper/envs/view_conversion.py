"""Convert the numbers of an environment to a `View`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.envs.encodings import COVERED, FLAGGED
from sapper.game.view import View


def view_of(numbers: NDArray[np.int8], mines: int) -> View:
    """Return the view of one game. In `numbers` -3 is a flagged cell.

    >>> view_of(np.array([[1, -2, -3]], np.int8), mines=1)
    View.parse('1?F 1')
    """
    flags = numbers == FLAGGED
    return View.from_array(np.where(flags, np.int8(COVERED), numbers), mines, flags if flags.any() else None)
