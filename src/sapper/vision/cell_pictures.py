"""Cuts the cells of a grid out of a picture, in the size that the network reads."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SIDE = 28
"""The width and height in pixels of the pictures that the network reads."""
MARGIN = 0.15
"""How much of the neighbours is seen on each side, as a share of the cell: the reliefs of both show there."""

Bounds = tuple[float, float, float, float]


def cut(picture: Image.Image, boxes: Iterable[Bounds]) -> NDArray[np.uint8]:
    """Cut cells out of an RGB picture, given by their left, top, right and bottom edges.

    What lies outside of the picture repeats its nearest pixels.
    """
    wanted = [
        (
            left - (dx := (right - left) * MARGIN),
            top - (dy := (bottom - top) * MARGIN),
            right + dx,
            bottom + dy,
        )
        for left, top, right, bottom in boxes
    ]
    pad = math.ceil(max((_outside(box, picture.size) for box in wanted), default=0))
    if pad:
        picture = Image.fromarray(np.pad(np.asarray(picture), ((pad, pad), (pad, pad), (0, 0)), mode="edge"))
    cells = np.empty((len(wanted), SIDE, SIDE, 3), np.uint8)
    for index, box in enumerate(wanted):
        moved = (box[0] + pad, box[1] + pad, box[2] + pad, box[3] + pad)
        cells[index] = np.asarray(picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR, box=moved))
    return cells


def _outside(box: Bounds, size: tuple[int, int]) -> float:
    return max(0.0, -box[0], -box[1], box[2] - size[0], box[3] - size[1])
