"""Counters beside a board: texts such as 12/40, and displays of seven segments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper.vision.characters import (
    OTHER,
    SLASH,
    Bounds,
    character_picture,
    characters,
    difference_from_ground,
)
from sapper.vision.grid import Grid
from sapper.vision.network import session

WEIGHTS = Path(__file__).with_name("digits.onnx")
LEAST_CHANCE = 0.8
"""A character that is read with less confidence spoils its number."""
MOST_CHARACTERS = 600
"""A picture with more text around the board is searched no further."""
FRACTION = re.compile(r"(?<![\d/?])(\d{1,4}) ?/ ?(\d{1,4})(?![\d/?])")
SEGMENTS = {
    "1110111": 0,
    "0010010": 1,
    "1011101": 2,
    "1011011": 3,
    "0111010": 4,
    "1101011": 5,
    "1101111": 6,
    "1010010": 7,
    "1111111": 8,
    "1111011": 9,
    "0101111": 6,
    "1111010": 9,
}
"""Which segments are lit: top, upper left, upper right, middle, lower left, lower right, bottom."""
PLACES = ((0.5, 0.07), (0.16, 0.28), (0.84, 0.28), (0.5, 0.5), (0.16, 0.72), (0.84, 0.72), (0.5, 0.93))
"""Where the segments lie in a digit, as shares of its width and its height."""
LEAST_SHARE = 0.09
"""Untouched boards have at least this share of mines; other games count fewer things in fewer cells."""
MOST_SHARE = 0.6
"""A counter that says that more of the cells are mines is no mine counter."""
LEAST_DISPLAY, MOST_DISPLAY = 12, 90
"""The height of a display in pixels."""


def fractions(pixels: NDArray[np.uint8], grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield both numbers of every text such as 12/40 beside the board."""
    difference = difference_from_ground(pixels)
    _blank_board(difference, grid)
    boxes = characters(difference)
    if not boxes or len(boxes) > MOST_CHARACTERS:
        return
    pictures = np.stack([character_picture(difference, box) for box in boxes])
    chances = session(WEIGHTS).run(None, {"characters": pictures})[0]
    kinds = np.where(chances.max(axis=1) < LEAST_CHANCE, OTHER, chances.argmax(axis=1))
    shown = dict(zip(boxes, kinds.tolist(), strict=True))
    for line in _lines(boxes):
        for found in FRACTION.finditer(_text(line, shown)):
            yield int(found[1]), int(found[2])


def shows_mine_counter(pixels: NDArray[np.uint8], grid: Grid) -> bool:
    """Whether a counter beside an untouched board states its mines: a text such as 0/40, or two displays."""
    least, most = LEAST_SHARE * grid.rows * grid.cols, MOST_SHARE * grid.rows * grid.cols
    stated = [mines for flags, mines in fractions(pixels, grid) if flags == 0]
    shown = displays(pixels, grid)
    return any(least <= mines <= most for mines in stated + (shown[:1] if len(shown) == 2 else []))


def displays(pixels: NDArray[np.uint8], grid: Grid) -> list[int]:
    """The numbers that displays of seven lit segments show above the board, from left to right."""
    top = max(0, round(grid.edges((0, 0))[1]))
    red, green, blue = (pixels[:top, :, band].astype(int) for band in range(3))
    dark = (green < 70) & (blue < 70)  # black, and the lit and the dark red of the segments
    lit = dark & (red > 170)
    found = []
    for left, upper, right, lower in _dark_boxes(dark, lit):
        number = _display(lit[upper:lower, left:right])
        if number is not None:
            found.append((left, number))
    return [number for _, number in sorted(found)]


def _blank_board(difference: NDArray[np.uint8], grid: Grid) -> None:
    left, top, _, _ = grid.box((0, 0))
    _, _, right, bottom = grid.box((grid.rows - 1, grid.cols - 1))
    difference[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = 0


def _lines(boxes: list[Bounds]) -> list[list[Bounds]]:
    """Characters side by side at one height, each line from left to right."""
    lines: list[list[Bounds]] = []
    for box in boxes:  # they come from left to right
        for line in lines:
            last = line[-1]
            height = max(last[3] - last[1], box[3] - box[1])
            shared = min(last[3], box[3]) - max(last[1], box[1])
            if -2 <= box[0] - last[2] <= height and shared > 0.6 * min(last[3] - last[1], box[3] - box[1]):
                line.append(box)
                break
        else:
            lines.append([box])
    return lines


def _text(line: list[Bounds], shown: dict[Bounds, int]) -> str:
    """A line as text: digits and slashes, ``?`` for other characters, spaces where gaps are wide."""
    signs = ["/" if shown[box] == SLASH else "?" if shown[box] == OTHER else str(shown[box]) for box in line]
    gaps = [
        " " if after[0] - before[2] > 0.35 * (before[3] - before[1]) else ""
        for before, after in pairwise(line)
    ]
    return "".join(sign + gap for sign, gap in zip(signs, [*gaps, ""], strict=True))


def _dark_boxes(dark: NDArray[np.bool_], lit: NDArray[np.bool_]) -> Iterator[Bounds]:
    """Dark rectangles with lit segments in them."""
    rows = np.flatnonzero(lit.any(axis=1))
    for upper, lower in _runs(rows):
        if not LEAST_DISPLAY <= lower - upper <= MOST_DISPLAY:
            continue
        cols = np.flatnonzero(lit[upper:lower].any(axis=0))
        for first, last in _runs(cols, gap=lower - upper):
            # The frame of the display is dark, too: it says where a 1 at its end stands.
            left, right, middle = first, last, (upper + lower) // 2
            while left > 0 and dark[upper:lower, left - 1].mean() > 0.9 and dark[middle, left - 1]:
                left -= 1
            while right < dark.shape[1] and dark[upper:lower, right].mean() > 0.9 and dark[middle, right]:
                right += 1
            yield left, upper, right, lower


def _runs(places: NDArray[np.int64], gap: int = 1) -> Iterator[tuple[int, int]]:
    """The first and the last place (outside) of runs with gaps of at most `gap`."""
    if not len(places):
        return
    breaks = np.flatnonzero(np.diff(places) > gap)
    for first, last in zip([0, *(breaks + 1)], [*breaks, len(places) - 1], strict=True):
        yield int(places[first]), int(places[last]) + 1


def _display(lit: NDArray[np.bool_]) -> int | None:
    """The number on a display, tried with each count of digits that its shape allows."""
    height, width = lit.shape
    for count in (3, 4, 2, 5):
        if not 0.42 <= width / count / height <= 0.8:
            continue
        digits = [
            _digit(lit[:, round(k * width / count) : round((k + 1) * width / count)]) for k in range(count)
        ]
        if None not in digits:
            return int("".join(map(str, digits)))
    return None


def _digit(lit: NDArray[np.bool_]) -> int | None:
    height, width = lit.shape
    reach_x, reach_y = max(1, round(0.1 * width)), max(1, round(0.07 * height))
    pattern = ""
    for x, y in PLACES:
        row, col = round(y * (height - 1)), round(x * (width - 1))
        part = lit[max(0, row - reach_y) : row + reach_y + 1, max(0, col - reach_x) : col + reach_x + 1]
        pattern += "1" if part.mean() > 0.4 else "0"
    return SEGMENTS.get(pattern)
