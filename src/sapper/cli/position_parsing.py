"""Parsing of position text, with errors that show the wrong character."""

from __future__ import annotations

from sapper.errors import NotationError, SapperError
from sapper.game.notation import point_at
from sapper.game.view import View

WIDEST_EXCERPT = 60
"""The largest number of characters of a line that an error message shows."""


def parse(text: str) -> View:
    """Parse a position text.

    Raises:
        SapperError: The text is not a position. The message is one line that shows the wrong place.
    """
    try:
        return View.parse(text)
    except NotationError as error:
        refused = SapperError(
            f"the position cannot be read: {error}{excerpt(text, error.line, error.column)}"
        )
        refused.add_note(point_at(text, error))
        raise refused from error
    except ValueError as error:
        raise SapperError(f"the position cannot be read: {error}") from error


def excerpt(text: str, line: int, column: int) -> str:
    """Show one line of a text with one character marked.

    >>> excerpt("1??/?x? 2", line=1, column=6)
    ', here: 1??/?>x<? 2'
    """
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    shown, at = "".join(c if c.isprintable() else " " for c in lines[line - 1].rstrip("\r")), column - 1
    begin = max(0, at - WIDEST_EXCERPT // 2)
    before, after = shown[begin:at], shown[at + 1 : begin + WIDEST_EXCERPT]
    return f", here: {'...' if begin else ''}{before}>{shown[at : at + 1]}<{after}"
