"""View: what a player sees of a board."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from sapper import _core
from sapper.game.rules import Cell
from sapper.game.whole_numbers import whole_number

_INT8 = np.dtype(np.int8)


class View(_core.View):
    """What a player may see: the numbers of the opened cells, the flags and the mine count.

    ``numbers`` is an int8 array: 0..8 for an opened cell, -2 for a covered one, -1 for a mine that was hit. A
    view contains no promise about the first cell. It is not checked for contradictions; `analyse` does that.
    Views are immutable, and they are compared and hashed by what they show. Every array is a new copy.

    >>> view = View.parse("1??/??? 2")
    >>> view
    View.parse('1??/??? 2')
    >>> view[0, 0], view.opened, view.covered_around((0, 0))
    (1, [(0, 0)], [(0, 1), (1, 0), (1, 1)])

    A view is a collection of its cells, row by row. As an array it is its numbers:

    >>> [cell for cell in view if view[cell] == 1], (2, 0) in view, len(view)
    ([(0, 0)], False, 6)
    >>> np.asarray(view).tolist()
    [[1, -2, -2], [-2, -2, -2]]
    """

    __slots__ = ()

    @classmethod
    def from_array(cls, numbers: ArrayLike, mines: int, flags: ArrayLike | None = None) -> Self:
        """Build a view from a (rows, cols) array of whole numbers and the board's mine count."""
        if not (type(numbers) is np.ndarray and numbers.dtype is _INT8 and numbers.ndim == 2):
            numbers = _int8_array(numbers)
        if type(mines) is not int or not 0 <= mines < 2**31:
            if mines is None:
                raise ValueError("mines must be a whole number; where it is not known, use PartialView")
            mines = whole_number("mines", mines)
            if not 0 <= mines < 2**31:  # more than any board has; the core would see another count
                raise ValueError(
                    f"mines must be between 0 and {numbers.size}, the number of cells, not {mines}"
                )
        made: Self = (
            _core.make_view(cls, numbers, mines) if flags is None else cls(numbers, mines, _flag_array(flags))
        )
        return made

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position text. A `NotationError` says where the text is wrong.

        The symbols are ``?`` for a covered cell, ``0`` to ``8`` for a number (``.`` is also 0), ``F`` for a
        flag and ``*`` for a hit mine. Rows are separated by newlines or ``/``. The mine count is a first line
        ``mines N``, or it follows the rows: ``1??/???/??? 2``. The cells of a row may also stand apart, with
        spaces between them.
        """
        if not isinstance(text, str):
            raise ValueError(f"position text must be a string, not {type(text).__name__}")
        return cls(_core.parse_position(text.encode("utf-8", "surrogatepass")))

    def __str__(self) -> str:
        """Return the position text on one line."""
        return _core.print_position(self, False)

    @property
    def text(self) -> str:
        """The position text on several lines: ``mines N``, then one line per row."""
        return _core.print_position(self, True)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.cols

    def __iter__(self) -> Iterator[Cell]:
        """Yield every cell (row, col), row by row."""
        return product(range(self.rows), range(self.cols))

    def __contains__(self, cell: object) -> bool:
        """Whether a pair (row, col) of whole numbers is a cell of the board."""
        if not isinstance(cell, Iterable):
            return False
        try:
            row, col = map(operator.index, cell)
        except (TypeError, ValueError):
            return False
        return 0 <= row < self.rows and 0 <= col < self.cols

    def __len__(self) -> int:
        """Return the number of cells."""
        return self.rows * self.cols

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the numbers as a new array."""
        if copy is False:
            raise ValueError("a view has no array to share: its numbers are always copied")
        return self.numbers if dtype is None else self.numbers.astype(dtype, copy=False)

    def _repr_svg_(self) -> str | None:
        from sapper.game.board_svg import view_svg

        return view_svg(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self),)


def _int8_array(numbers: ArrayLike) -> NDArray[np.int8]:
    try:
        array = np.asarray(numbers)
    except (ValueError, TypeError) as error:
        raise ValueError(f"numbers must be a rectangle of whole numbers: {error}") from None
    if array.ndim != 2 or array.dtype.kind not in "iu":
        raise ValueError(f"numbers must be a 2-D array of whole numbers, not {array.ndim}-D {array.dtype}")
    if array.size > _core.MAX_CELLS:  # a broadcast array may be huge and use no memory
        raise ValueError(f"a board has at most {_core.MAX_CELLS} cells")
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
