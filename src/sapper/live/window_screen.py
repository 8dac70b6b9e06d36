"""A program in a window, seen by pictures and played by the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from sapper.game.enums import State
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.live.profiles import UNKNOWN, Profile
from sapper.live.sight import ScreenLost, Sight
from sapper.live.x11 import LEFT, RIGHT, Window
from sapper.vision import Grid, NoBoardFound, Reader

LINGER = 0.3
"""The seconds for which the pointer stays on a cell that is pressed again."""
MOST_PRESSED = 3
"""How often a cell is pressed that stays as it is."""


class WindowScreen:
    """A window with a board in it.

    Args:
        window: The window.
        profile: What is known about the program.
        mines: The mine count, if it is known. Otherwise it is read once, from the first picture.
        alone: Whether no person uses the pointer and the keys. Then the pointer leaves the window, because
            programs light up the cell under it, and Escape closes windows that lie over this one.

    Raises:
        SapperError: The parts that read pictures are not installed.
    """

    def __init__(
        self,
        window: Window,
        profile: Profile = UNKNOWN,
        mines: int | None = None,
        alone: bool = False,
    ) -> None:
        self._window, self._profile, self._mines = window, profile, mines
        self._alone = alone
        self._reader = Reader(mines, expected=True)
        self._grid: Grid | None = None
        self._picture: NDArray[np.uint8] | None = None
        self._sight: Sight | None = None
        self._consistent = True
        self.mines_source = "given"
        """Where the mine count comes from: ``given``, ``counter`` or, as an assumption, ``standard``."""
        self._opened: set[Cell] = set()
        """The cells that were pressed last; the program did not react if they are pressed again."""
        self._pressed = 0
        """How often they were pressed."""
        if alone:
            window.leave()

    @property
    def grid(self) -> Grid | None:
        """Where the board lies in the window; None before it was seen."""
        return self._grid

    def read(self) -> Sight | None:
        """Take a picture and read it; None while it shows no board, or another window lies over it."""
        above = self._window.windows_above()
        if above:
            if self._alone:
                with suppress(ScreenLost):  # it may close by itself meanwhile
                    above[-1].press_keys("Escape")
            return None
        picture = self._window.picture()
        if picture is None:
            return None
        still = self._picture is not None and np.array_equal(picture, self._picture)
        if still and (self._sight is None or self._consistent):
            return self._sight
        self._picture, self._sight = picture, self._read(picture)
        return self._sight

    def open(self, cells: Sequence[Cell]) -> None:
        """Press the left button on each cell. Cells that never react are open, whatever they look like."""
        again = bool(cells) and set(cells) <= self._opened
        self._pressed = self._pressed + 1 if again else 1
        self._opened = set(cells)
        if self._pressed > MOST_PRESSED and self._sight is not None and not self._sight.view.is_untouched:
            self._reader.know_opened(cells)
            self._picture = None
            return
        self._window.press([self._place(cell) for cell in cells], LEFT, LINGER if again else 0.0)

    def flag(self, cells: Sequence[Cell]) -> None:
        """Press the right button on each cell."""
        self._window.press([self._place(cell) for cell in cells], RIGHT)

    def chord(self, cell: Cell) -> None:
        """Press the button that opens the neighbours of a number."""
        self._window.press([self._place(cell)], self._profile.chord_button)

    def new_game(self) -> None:
        """Begin another game as the profile says.

        Raises:
            ScreenLost: The profile does not say how.
        """
        if self._profile.new_game_place is not None:
            self._window.press([self._profile.new_game_place(self._window.size())], LEFT)
        elif self._profile.new_game_keys:
            self._window.press_keys(self._profile.new_game_keys)
        else:
            raise ScreenLost("it is not known how this program begins another game; begin one yourself")

    def _read(self, picture: NDArray[np.uint8]) -> Sight | None:
        try:
            seen = self._reader.read(picture)
        except NoBoardFound:
            return None
        self._grid, self._consistent = seen.grid, seen.consistent
        if self._mines is None:
            # A count that changed while flags are set or the end is drawn would make positions impossible.
            self._mines, self.mines_source = seen.mines, seen.mines_source
            self._reader = Reader(seen.mines, expected=True)
        shown = zip(*map(np.ndarray.tolist, seen.shown_mines.nonzero()), strict=True)
        state = State.LOST if seen.is_over else State.PLAYING
        view = View.from_array(seen.numbers, self._mines, seen.flags)
        return Sight(view, state, tuple(shown), tuple(seen.doubtful))

    def _place(self, cell: Cell) -> tuple[int, int]:
        if self._grid is None:
            raise ScreenLost("no board was seen in the window")
        return self._grid.centre(cell)
