"""Show where a position text is wrong. `View.parse` reads such texts."""

from __future__ import annotations

from sapper.errors import NotationError


def point_at(text: str, error: NotationError) -> str:
    """Return the wrong line of a position text, with a caret under the wrong character.

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
    # Long lines are cut around the error, so that the caret stays on the screen. Tabs and control characters
    # are shown as spaces, because they would move the caret on a terminal.
    first = max(0, error.column - 60)
    shown = "".join(c if c.isprintable() else " " for c in line[first : first + 100])
    return f"{shown}\n{' ' * (error.column - 1 - first)}^"
