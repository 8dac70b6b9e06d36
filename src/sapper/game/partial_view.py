"""PartialView: a view of which something is not known, such as the mine count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper.game.enums import FirstMove, check_choice
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.game.whole_numbers import whole_number

UNREADABLE = -3
"""The number of a cell that is open, so that it holds no mine, but whose number cannot be read."""
_COVERED = -2


@dataclass(frozen=True, eq=False)
class PartialView:
    """What is seen of a board when not everything can be seen.

    `View` is the exact value: it has a mine count and a number in every open cell. Programs on a screen do
    not always show both. `sapper.solver.analyse_partial` analyses this value, and says what it assumes.

    >>> PartialView.from_array([[1, -2], [-3, -2]])
    <PartialView of 2x2: unknown mines, 2 covered cells, 1 unreadable>
    """

    numbers: NDArray[np.int8]
    """As `View.numbers`, with -3 for an open cell whose number cannot be read."""
    mines: int | None
    """The mine count; None if it is not known."""
    flags: NDArray[np.bool_]
    first_move: str = FirstMove.UNSAFE.value
    """What the program promises about the first cell. It matters while no cell is open."""

    @classmethod
    def from_array(
        cls,
        numbers: ArrayLike,
        mines: int | None = None,
        flags: ArrayLike | None = None,
        first_move: str = FirstMove.UNSAFE,
    ) -> Self:
        """Build one from a (rows, cols) array of whole numbers.

        Raises:
            ValueError: The array is no rectangle of such numbers, or the mine count is out of range.
        """
        try:
            given = np.asarray(numbers)
        except (ValueError, TypeError) as error:
            raise ValueError(f"numbers must be a rectangle of whole numbers: {error}") from None
        unreadable = given == UNREADABLE if given.dtype.kind in "iu" else np.zeros(given.shape, bool)
        readable = np.where(unreadable, _COVERED, given) if unreadable.any() else given
        view = View.from_array(readable, 0, flags)  # checks everything but the mine count
        if mines is not None:
            mines = whole_number("mines", mines)
            if not 0 <= mines <= len(view):
                raise ValueError(f"mines must be between 0 and {len(view)}, the number of cells, not {mines}")
        kept = view.numbers
        kept[unreadable] = UNREADABLE
        shown = view.flags & ~unreadable
        kept.flags.writeable = shown.flags.writeable = False
        return cls(kept, mines, shown, check_choice("first_move", first_move, FirstMove))

    @classmethod
    def of(cls, view: View, first_move: str = FirstMove.UNSAFE) -> Self:
        """The same as a view, with a promise about the first cell."""
        return cls.from_array(view.numbers, view.mines, view.flags, first_move)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows, cols = self.numbers.shape
        return rows, cols

    @property
    def unreadable(self) -> list[Cell]:
        """The cells that are open but cannot be read, row by row."""
        return _cells(self.numbers == UNREADABLE)

    @property
    def is_untouched(self) -> bool:
        """Whether every cell is covered."""
        return bool((self.numbers == _COVERED).all())

    @property
    def view(self) -> View:
        """The exact view.

        Raises:
            ValueError: The mine count is not known, or a cell is unreadable.
        """
        if self.mines is None:
            raise ValueError("the mine count is not known, so there is no exact view")
        if self.unreadable:
            raise ValueError(f"the cell {self.unreadable[0]} cannot be read, so there is no exact view")
        return View.from_array(self.numbers, self.mines, self.flags)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PartialView):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        arrays = self.numbers.tobytes(), self.flags.tobytes()
        return self.shape, self.mines, self.first_move, *arrays

    def __repr__(self) -> str:
        rows, cols = self.shape
        mines = "unknown mines" if self.mines is None else f"{self.mines} mines"
        covered = int((self.numbers == _COVERED).sum())
        told = f"{mines}, {covered} covered cells"
        if self.unreadable:
            told += f", {len(self.unreadable)} unreadable"
        return f"<PartialView of {rows}x{cols}: {told}>"


def changed_cells(before: View | PartialView, after: View | PartialView) -> list[Cell]:
    """Return the cells whose number or flag differs between two views of one size, row by row.

    >>> changed_cells(View.parse("1??/??? 2"), View.parse("12?/?F? 2"))
    [(0, 1), (1, 1)]
    """
    if before.shape != after.shape:
        sizes = " and ".join(f"{rows}x{cols}" for rows, cols in (before.shape, after.shape))
        raise ValueError(f"views of different sizes cannot be compared: {sizes}")
    return _cells((before.numbers != after.numbers) | (before.flags != after.flags))


def _cells(marks: NDArray[np.bool_]) -> list[Cell]:
    return list(zip(*map(np.ndarray.tolist, marks.nonzero()), strict=True))
