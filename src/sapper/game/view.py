"""View: what may be seen of a board."""

from __future__ import annotations

import operator
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper import _core


class View(_core.View):
    """What a player may see: the numbers of the opened cells, the flags and the mine count.

    ``numbers`` is an int8 array: 0..8 for an opened cell, -2 for a covered one, -1 for a mine that was hit.
    A view promises nothing about the first cell, and is not checked for contradictions; `analyse` does that.
    """

    __slots__ = ()

    @classmethod
    def from_array(cls, numbers: ArrayLike, mines: int, flags: ArrayLike | None = None) -> Self:
        """Build a view from a (rows, cols) array of whole numbers and the board's mine count."""
        if not (type(numbers) is np.ndarray and numbers.dtype.char == "b" and numbers.ndim == 2):
            numbers = _int8_array(numbers)
        if type(mines) is not int:
            mines = _whole(mines)
        return cls(numbers, mines, None if flags is None else _flag_array(flags))


def _int8_array(numbers: ArrayLike) -> NDArray[np.int8]:
    try:
        array = np.asarray(numbers)
    except (ValueError, TypeError) as error:
        raise ValueError(f"numbers must be a rectangle of whole numbers: {error}") from None
    if array.ndim != 2 or array.dtype.kind not in "iu":
        raise ValueError(
            f"numbers must be a 2-D array of whole numbers, not {array.ndim}-D {array.dtype}"
        )
    if array.size and (array.min() < -2 or array.max() > 8):
        raise ValueError("numbers are 0..8, -2 for covered or -1 for a hit mine")
    return array.astype(np.int8)


def _flag_array(flags: ArrayLike) -> NDArray[np.bool_]:
    try:
        array = np.asarray(flags)
    except (ValueError, TypeError) as error:
        raise ValueError(f"flags must be a rectangle of booleans: {error}") from None
    if array.ndim != 2 or array.dtype.kind != "b":
        raise ValueError(f"flags must be a 2-D array of booleans, not {array.ndim}-D {array.dtype}")
    return array


def _whole(mines: object) -> int:
    try:
        return operator.index(mines)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"mines must be a whole number, not {mines!r}") from None
