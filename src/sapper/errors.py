"""The errors that a user of the library may want to catch."""

from __future__ import annotations


class SapperError(Exception):
    """The base class of Sapper's errors. The message is a sentence that tells a user what to change."""


class InconsistentView(SapperError, ValueError):  # noqa: N818 - the public contract names it
    """No layout of the mines fits a view.

    The numbers at ``cells`` contradict each other, together with the mine count if ``uses_mine_count`` is
    true. If any one of them is left out, a layout fits.
    """

    def __init__(self, message: str, cells: list[tuple[int, int]], uses_mine_count: bool) -> None:
        super().__init__(message)
        self.cells = cells
        self.uses_mine_count = uses_mine_count

    def __reduce__(self) -> tuple[type[InconsistentView], tuple[str, list[tuple[int, int]], bool]]:
        return type(self), (str(self), self.cells, self.uses_mine_count)


class OutOfBudget(SapperError):  # noqa: N818 - the name says what happened
    """The time or memory limit was too small for an exact answer."""


class NoBoardFound(SapperError):  # noqa: N818 - the public contract names it
    """A picture shows no Minesweeper board that can be found."""


class NotationError(SapperError, ValueError):
    """A position text that cannot be read. ``line`` and ``column`` give the place of the error, from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int]]:
        return type(self), (str(self), self.line, self.column)


class GameOver(SapperError, ValueError):  # noqa: N818 - the name states a fact about the game
    """A move was made in a game that is already over."""
