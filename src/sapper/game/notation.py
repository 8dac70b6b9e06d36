"""Position text that cannot be read: pointing at what is wrong with it. `View` reads and writes it."""

from __future__ import annotations

from sapper.errors import NotationError


def point_at(text: str, error: NotationError) -> str:
    """The wrong line of a position text, with a caret under the wrong character.

    >>> from sapper import View
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
