"""The errors a user of the library may want to catch."""

from __future__ import annotations


class SapperError(Exception):
    """Something that could not be done, in a sentence a user can act on."""


class InconsistentView(SapperError, ValueError):  # noqa: N818 - the public contract names it
    """No layout of the mines fits a view.

    The numbers at ``cells``, together with the mine count when ``uses_mine_count``, contradict each other;
    leave any one of them out and a layout fits.
    """

    def __init__(self, message: str, cells: list[tuple[int, int]], uses_mine_count: bool) -> None:
        super().__init__(message)
        self.cells = cells
        self.uses_mine_count = uses_mine_count

    def __reduce__(self) -> tuple[type[InconsistentView], tuple[str, list[tuple[int, int]], bool]]:
        return type(self), (str(self), self.cells, self.uses_mine_count)


class OutOfBudget(SapperError):  # noqa: N818 - what happened, as its message says
    """An exact answer did not fit into the time or memory it was given."""


class NotationError(SapperError, ValueError):
    """A position text that cannot be read; ``line`` and ``column`` say where, in characters from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int]]:
        return type(self), (str(self), self.line, self.column)


class GameOver(SapperError, ValueError):  # noqa: N818 - a fact about the game, as its message says
    """A move in a game that has ended."""
