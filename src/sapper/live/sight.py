"""Sight and Screen: what a back end sees of a running program, and what it must be able to do there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sapper.errors import SapperError
from sapper.game.enums import State
from sapper.game.rules import Cell
from sapper.game.view import View


class ScreenLost(SapperError):  # noqa: N818 - the name says what happened
    """The program cannot be seen or does not respond any more."""


@dataclass(frozen=True)
class Sight:
    """What a back end read at one moment."""

    view: View
    state: str = State.PLAYING
    """What the program says about the game: ``playing``, ``won`` or ``lost``."""
    shown_mines: tuple[Cell, ...] = ()
    """Mines that the program shows although they were not opened, as many do at the end of a game."""
    doubtful: tuple[Cell, ...] = ()
    """Cells that may have been misread."""

    @property
    def is_over(self) -> bool:
        """Whether the program says that the game is over."""
        return self.state != State.PLAYING


class Screen(Protocol):
    """A running program. Implement these methods, and `LivePlayer` plays on it.

    The methods that act return at once. They do not wait until the program has drawn the result.
    """

    def read(self) -> Sight | None:
        """Read the position. None means that it cannot be read now, as when another window covers it."""

    def open(self, cells: Sequence[Cell]) -> None:
        """Open covered cells, one after the other."""

    def flag(self, cells: Sequence[Cell]) -> None:
        """Set or remove flags."""

    def chord(self, cell: Cell) -> None:
        """Open the neighbours without a flag of a number."""

    def new_game(self) -> None:
        """Begin another game."""
