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
