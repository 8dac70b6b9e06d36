"""Position text: reading, writing, and pointing at what is wrong with it."""

from __future__ import annotations

from sapper.errors import NotationError
from sapper.game.view import View


def parse_position(text: str) -> View:
    """Read position text; `NotationError` says where it is wrong. The same as `View.parse`."""
    return View.parse(text)


def print_position(view: View, lines: bool = False) -> str:
    """Write position text: on one line, or as ``mines N`` and one line for each row."""
    return view.text if lines else str(view)


def point_at(text: str, error: NotationError) -> str:
    """The wrong line of a position text, with a caret under the wrong character.

    >>> text = "1?x/??? 2"
    >>> try:
    ...     View.parse(text)
    ... except NotationError as error:
    ...     print(point_at(text, error))
    1?x/??? 2
      ^
    """
    lines = text.removeprefix("\ufeff").split("\n")
    line = lines[error.line - 1].rstrip("\r") if error.line <= len(lines) else ""
    # Long lines are cut around the place, so that the caret stays on the screen; what would move the caret
    # elsewhere on a terminal (tabs, control characters) is shown as a space.
    first = max(0, error.column - 60)
    shown = "".join(c if c.isprintable() else " " for c in line[first : first + 100])
    return f"{shown}\n{' ' * (error.column - 1 - first)}^"
