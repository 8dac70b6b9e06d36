"""A position as a picture, drawn with numpy alone: the classic look."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sapper.game import palette
from sapper.game.view import View

Picture = NDArray[np.uint8]

CELL = 16
"""Points a side of a cell, before scaling."""
SCALE = 2
"""Pixels a point."""
MOST_CELLS = 2**16
"""A larger board has no picture: it would be larger than any screen and fill the memory."""

_HEADER, _MARGIN, _EDGE = 32, 8, 2
_COVERED, _FLAGGED, _HIT = 9, 10, 11  # after the numbers 0 to 8 among the pictures of cells

# The digits as they look on a cell, two points a letter, and what else stands on one, a point a letter.
_DIGITS = {
    1: ("  #  ", " ##  ", "###  ", " ##  ", "#####"),
    2: ("#### ", "   ##", " ### ", "##   ", "#####"),
    3: ("#### ", "   ##", " ### ", "   ##", "#### "),
    4: ("## ##", "## ##", "#####", "   ##", "   ##"),
    5: ("#####", "##   ", "#### ", "   ##", "#### "),
    6: (" ####", "##   ", "#### ", "## ##", " ### "),
    7: ("#####", "   ##", "  ## ", " ##  ", " ##  "),
    8: (" ### ", "## ##", " ### ", "## ##", " ### "),
}
_FLAG = (
    "     ff  ",
    "   ffff  ",
    " ffffff  ",
    "   ffff  ",
    "     ff  ",
    "      p  ",
    "      p  ",
    "    pppp ",
    "  ppppppp",
    "  ppppppp",
)
_MINE = (
    "      m      ",
    "      m      ",
    "  m mmmmm m  ",
    "   mmmmmmm   ",
    "  mmggmmmmm  ",
    "  mmggmmmmm  ",
    "mmmmmmmmmmmmm",
    "  mmmmmmmmm  ",
    "  mmmmmmmmm  ",
    "   mmmmmmm   ",
    "  m mmmmm m  ",
    "      m      ",
    "      m      ",
)
_FACES = {
    "playing": ("  p   p  ", "  p   p  ", "         ", "         ", " p     p ", "  ppppp  "),
    "won": ("ppp p ppp", "ppppppppp", " pp   pp ", "         ", " p     p ", "  ppppp  "),
    "lost": ("p p   p p", " p     p ", "p p   p p", "         ", "  ppppp  ", " p     p "),
}
_INK = {"f": palette.FLAG, "p": palette.POLE, "m": palette.MINE, "g": palette.GLINT}
# The lit bars of a digit on a counter: top, upper left and right, middle, lower left and right, bottom.
_BARS = (
    "1110111",
    "0010010",
    "1011101",
    "1011011",
    "0111010",
    "1101011",
    "1101111",
    "1010010",
    "1111111",
    "1111011",
)


def render(view: View, mode: str) -> str | Picture:
    """A view as text (``ansi``) or as a picture (``rgb_array``)."""
    return view.text if mode == "ansi" else draw(view)


def draw(view: View) -> Picture:
    """The picture of a view, ``(height, width, 3)``.

    Above the board stand how many mines have no flag, a face, and how many free cells are still covered.
    """
    rows, cols = view.shape
    if rows * cols > MOST_CELLS:
        raise ValueError(f"a picture shows at most {MOST_CELLS} cells, not {rows}x{cols}")
    numbers, flags = view.numbers, view.flags
    kinds = np.where(
        numbers == -2, np.where(flags, _FLAGGED, _COVERED), np.where(numbers == -1, _HIT, numbers)
    )
    board = _cells()[kinds].transpose(0, 2, 1, 3, 4).reshape(rows * CELL, cols * CELL, 3)
    # Narrow boards get a frame that leaves room for the header.
    width = max(cols * CELL, 2 * 42 + 32) + 2 * _MARGIN
    height = rows * CELL + _HEADER + 3 * _MARGIN
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = palette.rgb(palette.FACE)
    _bevel(picture, _EDGE, raised=True)
    header = picture[_MARGIN : _MARGIN + _HEADER, _MARGIN : width - _MARGIN]
    _bevel(header, _EDGE, raised=False)
    hits = int((numbers == -1).sum())
    free_left = int((numbers == -2).sum()) - (view.mines - hits)
    _count(header[4:-4, 5:], view.mines - hits - int(flags.sum()))
    _count(header[4:-4, header.shape[1] - 5 - 37 :], free_left)
    _face(header, "won" if free_left == 0 else "lost" if hits else "playing")
    top, left = _HEADER + 2 * _MARGIN, (width - cols * CELL) // 2
    _bevel(picture[top - 3 : top + rows * CELL + 3, left - 3 : left + cols * CELL + 3], 3, raised=False)
    picture[top : top + rows * CELL, left : left + cols * CELL] = board
    return picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


@cache
def _cells() -> Picture:
    """The pictures of all kinds of cells, by number, then covered, flagged and hit."""
    cells = np.empty((12, CELL, CELL, 3), np.uint8)
    cells[:] = palette.rgb(palette.FACE)
    for kind in [*range(9), _HIT]:
        cells[kind, 0, :] = cells[kind, :, 0] = palette.rgb(palette.SHADOW)
    cells[_HIT, 1:, 1:] = palette.rgb(palette.HIT)
    for kind in (_COVERED, _FLAGGED):
        _bevel(cells[kind], 2, raised=True)
    for number, letters in _DIGITS.items():
        _stamp(
            cells[number],
            tuple("".join(2 * letter for letter in row) for row in letters for _ in range(2)),
            {"#": palette.NUMBERS[number]},
        )
    _stamp(cells[_FLAGGED], _FLAG, _INK)
    _stamp(cells[_HIT], _MINE, _INK)
    return cells


def _stamp(ground: Picture, letters: tuple[str, ...], ink: dict[str, str]) -> None:
    """Put a drawing in letters into the middle of the ground."""
    top = (ground.shape[0] - len(letters) + 1) // 2
    left = (ground.shape[1] - len(letters[0]) + 1) // 2
    for row, line in enumerate(letters):
        for col, letter in enumerate(line):
            if letter != " ":
                ground[top + row, left + col] = palette.rgb(ink[letter])


def _bevel(ground: Picture, width: int, raised: bool) -> None:
    """Let the ground stand out, or lie lower, by its edges."""
    light, shadow = palette.rgb(palette.LIGHT), palette.rgb(palette.SHADOW)
    upper, lower = (light, shadow) if raised else (shadow, light)
    for ring in range(width):
        ground[ring, ring : ground.shape[1] - ring] = upper
        ground[ring : ground.shape[0] - ring, ring] = upper
        ground[-1 - ring, ring + 1 : ground.shape[1] - ring] = lower
        ground[ring + 1 : ground.shape[0] - ring, -1 - ring] = lower


def _count(ground: Picture, number: int) -> None:
    """Show a number on three digits, as far as they reach."""
    shown = f"{max(-99, min(number, 999)):03d}"
    ground[:, :37] = palette.rgb(palette.DISPLAY)
    bars = (
        (slice(2, 4), slice(3, 9)),
        (slice(3, 11), slice(1, 3)),
        (slice(3, 11), slice(9, 11)),
        (slice(11, 13), slice(3, 9)),
        (slice(13, 21), slice(1, 3)),
        (slice(13, 21), slice(9, 11)),
        (slice(20, 22), slice(3, 9)),
    )
    for place, digit in enumerate(shown):
        lit = "0001000" if digit == "-" else _BARS[int(digit)]
        for (down, across), on in zip(bars, lit, strict=True):
            side = slice(across.start + 12 * place, across.stop + 12 * place)
            ground[down, side] = palette.rgb(palette.LIT if on == "1" else palette.UNLIT)


def _face(ground: Picture, mood: str) -> None:
    """Draw the face into the middle of the header."""
    middle_row, middle_col = (ground.shape[0] - 1) / 2, (ground.shape[1] - 1) / 2
    down, across = np.ogrid[: ground.shape[0], : ground.shape[1]]
    distance = np.hypot(down - middle_row, across - middle_col)
    ground[distance <= 10] = palette.rgb(palette.POLE)
    ground[distance <= 8.9] = palette.rgb(palette.SMILE)
    _stamp(ground, _FACES[mood], _INK)
