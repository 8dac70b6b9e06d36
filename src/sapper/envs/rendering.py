"""Render a view as text or as an RGB picture in the colours of the web page."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError
from sapper.game import palette
from sapper.game.view import View

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError:
    raise SapperError("the environment needs Pillow: pip install 'sapper[env]'") from None

Picture = NDArray[np.uint8]

CELL = 32
"""Width and height of a cell in pixels."""
MARGIN = 8
"""Width of the margin around the board in pixels."""
MOST_CELLS = 2**16
"""The largest board that is drawn. A larger picture would not fit on a screen and would need much memory."""

_SCALE = 8  # cells are drawn this many times larger and then reduced, which makes their edges smooth
_SIDE = CELL * _SCALE
_COVERED, _FLAGGED, _HIT = 9, 10, 11  # indices into the pictures of cells, after the numbers 0 to 8


def render(view: View, mode: str) -> str | Picture:
    """Render a view as text (``ansi``) or as a picture (``rgb_array``)."""
    return view.text if mode == "ansi" else draw(view)


def draw(view: View) -> Picture:
    """Draw what a player sees as a picture of shape ``(height, width, 3)``.

    >>> draw(View.parse("1?F/??* 3")).shape
    (80, 112, 3)
    """
    rows, cols = view.shape
    if rows * cols > MOST_CELLS:
        raise ValueError(f"a picture shows at most {MOST_CELLS} cells, not {rows}x{cols}")
    numbers = view.numbers
    covered = np.where(view.flags, _FLAGGED, _COVERED)
    kinds = np.where(numbers == -2, covered, np.where(numbers == -1, _HIT, numbers))
    board = _cells()[kinds].transpose(0, 2, 1, 3, 4).reshape(rows * CELL, cols * CELL, 3)
    picture = np.empty((rows * CELL + 2 * MARGIN, cols * CELL + 2 * MARGIN, 3), np.uint8)
    picture[:] = palette.rgb(palette.BACK)
    picture[MARGIN:-MARGIN, MARGIN:-MARGIN] = board
    return picture


@cache
def _cells() -> Picture:
    """Draw one picture for each kind of cell: the numbers 0 to 8, covered, flagged and hit."""
    return np.stack([*(_number(number) for number in range(9)), _covered(), _flagged(), _hit()])


def _number(number: int) -> Picture:
    image, pen = _cell(palette.OPENED)
    if number:
        font = ImageFont.load_default(0.7 * _SIDE)
        middle = (0.5 * _SIDE, 0.5 * _SIDE)
        # "mm" centres the whole line of text, which leaves room below for letters such as "g". The bounding
        # box centres the digit itself.
        left, top, right, bottom = pen.textbbox(middle, str(number), font, anchor="mm")
        corner = (_SIDE - (right + left) / 2, _SIDE - (bottom + top) / 2)
        colour = palette.NUMBERS[number]
        pen.text(corner, str(number), colour, font, anchor="mm", stroke_width=_SIDE // 48)
    return _pixels(image)


def _covered() -> Picture:
    return _pixels(_covered_cell()[0])


def _flagged() -> Picture:
    image, pen = _covered_cell()
    _line(pen, [(0.4, 0.2), (0.4, 0.78)], 0.07, palette.POLE)
    _line(pen, [(0.26, 0.78), (0.56, 0.78)], 0.07, palette.POLE)
    pen.polygon(_scaled([(0.4, 0.2), (0.76, 0.36), (0.4, 0.53)]), palette.CLOTH)
    return _pixels(image)


def _hit() -> Picture:
    image, pen = _cell(palette.HIT)
    for degrees in (0, 45, 90, 135):
        spike = 0.36 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        _line(pen, [tuple(0.5 - spike), tuple(0.5 + spike)], 0.07, palette.MINE)
    pen.circle((0.5 * _SIDE, 0.5 * _SIDE), 0.24 * _SIDE, palette.MINE)
    pen.circle((0.42 * _SIDE, 0.42 * _SIDE), 0.06 * _SIDE, palette.SHINE)
    return _pixels(image)


# The shapes below lie in a cell with sides of length 1: x points right and y points down.


def _cell(colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Start the enlarged picture of a cell with a rounded box of one colour."""
    image = Image.new("RGB", (_SIDE, _SIDE), palette.BACK)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(_scaled([(0.025, 0.025), (0.975, 0.975)]), 0.1 * _SIDE, colour)
    return image, pen


def _covered_cell() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Start the enlarged picture of a covered cell, with light on its upper and left edges."""
    image, pen = _cell(palette.COVERED)
    _line(pen, [(0.06, 0.91), (0.06, 0.06), (0.91, 0.06)], 0.04, palette.EDGE)
    return image, pen


def _line(pen: ImageDraw.ImageDraw, points: list[tuple[float, ...]], width: float, colour: str) -> None:
    """Draw a line with round ends and corners."""
    scaled = _scaled(points)
    pen.line(scaled, colour, round(width * _SIDE))
    for point in scaled:
        pen.circle(point, 0.5 * width * _SIDE, colour)


def _scaled(points: list[tuple[float, ...]]) -> list[tuple[float, float]]:
    return [(x * _SIDE, y * _SIDE) for x, y in points]


def _pixels(image: Image.Image) -> Picture:
    """Reduce an enlarged picture to the size of a cell."""
    return np.asarray(image.reduce(_SCALE))
