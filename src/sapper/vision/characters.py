"""Characters of text in a picture: where they are, and how the network of digits sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SLASH, OTHER = 10, 11
"""The classes of the network beside the digits: a slash, and any other character."""
SIDE = 20
"""The width and height of the pictures that the network reads."""
LEAST_HEIGHT, MOST_HEIGHT = 5, 60
CONTRAST = 0.4
"""A pixel belongs to a character if it differs from the ground by this share of what the clearest does."""
LEAST_DIFFERENCE = 35
BLOCK = 32
"""The colour of the ground is the commonest one in blocks of this size."""
LONGEST_RUN = 60
"""Pixels. Longer lines are frames and no characters."""

Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom of a character; the last two are outside."""


def difference_from_ground(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How far each pixel of an RGB picture differs from the ground around it, from 0 to 255."""
    height, width = pixels.shape[:2]
    found = np.zeros((height, width), np.uint8)
    for top in range(0, height, BLOCK):
        for left in range(0, width, BLOCK):
            block = pixels[top : top + BLOCK, left : left + BLOCK].astype(np.int16)
            ground = np.median(block.reshape(-1, 3), axis=0)
            away = np.abs(block - ground).max(axis=2)
            found[top : top + BLOCK, left : left + BLOCK] = np.minimum(away, 255)
    return found


def characters(difference: NDArray[np.uint8]) -> list[Bounds]:
    """The boxes of connected marks that are as high as characters, from left to right."""
    mask = difference > max(LEAST_DIFFERENCE, CONTRAST * float(difference.max(initial=0)))
    boxes = [box for box in _connected(mask) if LEAST_HEIGHT <= box[3] - box[1] <= MOST_HEIGHT]
    return sorted(boxes)


def character_picture(difference: NDArray[np.uint8], box: Bounds) -> NDArray[np.uint8]:
    """A character in the size that the network reads, with its proportions, as bright as it can be."""
    left, top, right, bottom = box
    part = difference[top:bottom, left:right].astype(float)
    part *= 255 / max(1.0, part.max())
    scale = (SIDE - 2) / max(part.shape)
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    small = Image.fromarray(part.astype(np.uint8)).resize(size, Image.Resampling.BILINEAR)
    picture = Image.new("L", (SIDE, SIDE))
    picture.paste(small, ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2))
    return np.asarray(picture)


def _connected(mask: NDArray[np.bool_]) -> list[Bounds]:
    """The boxes of connected pixels; diagonal neighbours are connected."""
    parents: list[int] = []
    boxes: list[list[int]] = []

    def root(label: int) -> int:
        while parents[label] != label:
            parents[label] = parents[parents[label]]
            label = parents[label]
        return label

    above: list[tuple[int, int, int]] = []
    last = -1
    padded = np.pad(mask.astype(np.int8), ((0, 0), (1, 1)))
    steps = np.diff(padded, axis=1)
    for y in np.flatnonzero(mask.any(axis=1)):
        starts, ends = np.flatnonzero(steps[y] == 1), np.flatnonzero(steps[y] == -1)
        now: list[tuple[int, int, int]] = []
        near = above if y == last + 1 else []
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            if end - start > LONGEST_RUN:
                continue
            labels = {root(label) for left, right, label in near if left <= end and right >= start}
            if labels:
                label, *others = sorted(labels)
                for other in others:
                    parents[other] = label
                    a, b = boxes[label], boxes[other]
                    boxes[label] = [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])]
            else:
                label = len(parents)
                parents.append(label)
                boxes.append([start, int(y), end, int(y) + 1])
            box = boxes[label]
            boxes[label] = [min(box[0], start), box[1], max(box[2], end), int(y) + 1]
            now.append((start, end, label))
        above, last = now, int(y)
    return [(box[0], box[1], box[2], box[3]) for label, box in enumerate(boxes) if parents[label] == label]
