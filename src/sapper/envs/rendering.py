"""A position as a picture, drawn with numpy alone: cells look as they do on the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sapper.game import palette
from sapper.game.view import View

Picture = NDArray[np.uint8]
Marks = NDArray[np.bool_]
Point = tuple[float, float]

CELL = 32
"""Pixels a side of a cell."""
MARGIN = 8
"""Pixels round the board."""
MOST_CELLS = 2**16
"""A larger board has no picture: it would be larger than any screen and fill the memory."""

_FINE = 4  # points a pixel, each way: shapes are drawn on these, and edges come out smooth
_COVERED, _FLAGGED, _HIT = 9, 10, 11  # after the numbers 0 to 8 among the pictures of cells


def render(view: View, mode: str) -> str | Picture:
    """A view as text (``ansi``) or as a picture (``rgb_array``)."""
    return view.text if mode == "ansi" else draw(view)


def draw(view: View) -> Picture:
    """The picture of a view, ``(height, width, 3)``: what is seen, and nothing else.

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
    """The pictures of all kinds of cells, by number, then covered, flagged and hit."""
    cells = []
    for number in range(9):
        layers = [(_box(), palette.OPENED)]
        if number:
            layers.append((_strokes(_DIGITS[number], 0.048), palette.NUMBERS[number]))
        cells.append(_paint(layers))
    covered = [
        (_box(), palette.COVERED),
        (_strokes([[(0.06, 0.91), (0.06, 0.06), (0.91, 0.06)]], 0.02), palette.EDGE),
    ]
    flag = [
        (_strokes([[(0.4, 0.2), (0.4, 0.78)], [(0.26, 0.78), (0.56, 0.78)]], 0.035), palette.POLE),
        (_triangle((0.4, 0.2), (0.76, 0.36), (0.4, 0.53)), palette.CLOTH),
    ]
    spikes = [[_turn(angle, 0.36), _turn(angle + 180, 0.36)] for angle in (0, 45, 90, 135)]
    mine = [
        (_box(), palette.HIT),
        (_strokes(spikes, 0.035) | _disc((0.5, 0.5), 0.24), palette.MINE),
        (_disc((0.42, 0.42), 0.06), palette.SHINE),
    ]
    return np.stack([*cells, _paint(covered), _paint(covered + flag), _paint(mine)])


def _paint(layers: Iterable[tuple[Marks, str]]) -> Picture:
    """Lay shapes over each other, and make pixels of the fine points."""
    fine = np.empty((CELL * _FINE, CELL * _FINE, 3))
    fine[:] = palette.rgb(palette.BACK)
    for shape, colour in layers:
        fine[shape] = palette.rgb(colour)
    pixels: Picture = fine.reshape(CELL, _FINE, CELL, _FINE, 3).mean(axis=(1, 3)).round().astype(np.uint8)
    return pixels


# Shapes lie in a cell of side 1, x to the right and y down.


def _points() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    along = (np.arange(CELL * _FINE) + 0.5) / (CELL * _FINE)
    return along[None, :], along[:, None]


def _box(gap: float = 0.025, radius: float = 0.1) -> Marks:
    x, y = _points()
    across, down = (np.maximum(np.abs(part - 0.5) - (0.5 - gap - radius), 0) for part in (x, y))
    return np.hypot(across, down) <= radius


def _disc(middle: Point, radius: float) -> Marks:
    x, y = _points()
    return np.hypot(x - middle[0], y - middle[1]) <= radius


def _triangle(a: Point, b: Point, c: Point) -> Marks:
    """The inside of three corners, given clockwise as they are seen."""
    x, y = _points()
    sides = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) >= 0 for p, q in ((a, b), (b, c), (c, a))
    ]
    return sides[0] & sides[1] & sides[2]


def _strokes(lines: Iterable[list[Point]], half: float) -> Marks:
    """Lines from point to point, with round ends, `half` to either side."""
    x, y = _points()
    marked = np.zeros((CELL * _FINE, CELL * _FINE), np.bool_)
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            length = (bx - ax) ** 2 + (by - ay) ** 2
            share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1)
            marked |= np.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) <= half
    return marked


def _turn(degrees: float, radius: float, middle: Point = (0.5, 0.5)) -> Point:
    angle = np.radians(degrees)
    return middle[0] + radius * float(np.cos(angle)), middle[1] + radius * float(np.sin(angle))


def _arc(middle: Point, radius: float, begin: float, end: float) -> list[Point]:
    """An arc as a line of many points; degrees run clockwise from the right."""
    return [_turn(degrees, radius, middle) for degrees in np.linspace(begin, end, 25)]


_DIGITS: dict[int, list[list[Point]]] = {
    1: [[(0.40, 0.36), (0.52, 0.27), (0.52, 0.73)]],
    2: [[*_arc((0.5, 0.4), 0.13, -165, 30), (0.37, 0.73), (0.64, 0.73)]],
    3: [_arc((0.485, 0.385), 0.115, -150, 90), _arc((0.485, 0.615), 0.125, -90, 150)],
    4: [[(0.57, 0.73), (0.57, 0.27), (0.35, 0.61), (0.66, 0.61)]],
    5: [[(0.62, 0.27), (0.41, 0.27), (0.395, 0.48), *_arc((0.49, 0.58), 0.145, -130, 140)]],
    6: [_arc((0.5, 0.595), 0.135, 0, 360), [(0.59, 0.27), (0.46, 0.37), (0.385, 0.49), (0.366, 0.595)]],
    7: [[(0.36, 0.27), (0.64, 0.27), (0.46, 0.73)]],
    8: [_arc((0.5, 0.38), 0.108, 0, 360), _arc((0.5, 0.61), 0.125, 0, 360)],
}
