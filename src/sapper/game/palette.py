"""The colours of a drawn board, for every picture and page: the classic look.

Values are ``#rrggbb``, as style sheets write them.
"""

from __future__ import annotations

NUMBERS = {
    1: "#0000ff",
    2: "#008000",
    3: "#ff0000",
    4: "#000080",
    5: "#800000",
    6: "#008080",
    7: "#000000",
    8: "#808080",
}
"""The numbers 1 to 8; a zero is left blank."""

FACE = "#c0c0c0"
"""Cells and frame."""
LIGHT = "#ffffff"
"""The upper and left edges of what stands out."""
SHADOW = "#808080"
"""Its lower and right edges, and the lines between opened cells."""
MINE = "#000000"
"""A mine."""
GLINT = "#ffffff"
"""The light on a mine."""
HIT = "#ff0000"
"""The ground under a mine that was hit."""
FLAG = "#ff0000"
"""The cloth of a flag."""
POLE = "#000000"
"""Its pole and foot."""
DISPLAY = "#000000"
"""The ground of the counters."""
LIT = "#ff0000"
"""A lit bar of a counter."""
UNLIT = "#400000"
"""An unlit one."""
SMILE = "#ffff00"
"""The face between the counters; its lines are `POLE`'s."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour, 0 to 255.

    >>> rgb(NUMBERS[5])
    (128, 0, 0)
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
