"""The colours of a drawn board, shared by pictures and the web page, in the form ``#rrggbb``."""

from __future__ import annotations

NUMBERS = {
    1: "#6db3ff",
    2: "#4fd1a1",
    3: "#ff9f5a",
    4: "#c3a1ff",
    5: "#ff86a8",
    6: "#5ad3e6",
    7: "#f2f4f7",
    8: "#aab4c2",
}
"""The numbers 1 to 8. A zero is not drawn."""

BACK = "#12161c"
"""The background around the board and between the cells."""
COVERED = "#46566b"
"""A covered cell."""
EDGE = "#61748d"
"""The light upper and left edge of a covered cell."""
OPENED = "#181d25"
"""An opened cell."""
HIT = "#d1401f"
"""The cell of a mine that was hit."""
MINE = "#0c1016"
"""The mine."""
SHINE = "#b3b3b3"
"""The light spot on a mine."""
POLE = "#f4f6f9"
"""The pole of a flag."""
CLOTH = "#ff8a2b"
"""The cloth of a flag."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Split a colour into red, green and blue, each 0 to 255.

    >>> rgb(NUMBERS[1])
    (109, 179, 255)
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
