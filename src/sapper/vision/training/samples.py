"""Pictures of cells from random skins, each with what it shows, for training and tests."""

from __future__ import annotations

import io
import string

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from sapper.vision.cell_pictures import Bounds, cut
from sapper.vision.symbols import COVERED, FLAG, HIT, MINE, NOTHING, WRONG_FLAG
from sapper.vision.training.skins import Skin, random_skin

SHARES = [0.14] + [0.055] * 8 + [0.14, 0.09, 0.06, 0.05, 0.04]
"""How often a sample shows 0, 1 to 8, covered, a flag, a mine, a hit mine and a wrong flag."""
BOARD = 7
"""The rows and columns of the little boards that samples are cut from."""


def samples(rng: Generator, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Draw `count` pictures of cells, and what each shows."""
    pictures, labels = [], []
    have = 0
    while have < count:
        cells, shown = _board_samples(rng) if rng.random() < 0.93 else _junk_samples(rng)
        pictures.append(cells)
        labels.append(shown)
        have += len(cells)
    return np.concatenate(pictures)[:count], np.concatenate(labels)[:count]


def draw_board(rng: Generator, skin: Skin, what: NDArray[np.uint8], margin: int) -> Image.Image:
    """Draw a board of given cells with a plain margin around it."""
    rows, cols = what.shape
    back = skin.opened[0] if rng.random() < 0.4 else tuple(int(part) for part in rng.integers(0, 256, 3))
    picture = Image.new("RGB", (cols * skin.size + 2 * margin, rows * skin.size + 2 * margin), back)
    for row in range(rows):
        for col in range(cols):
            left, top = margin + col * skin.size, margin + row * skin.size
            skin.draw(picture, left, top, int(what[row, col]), (row + col) % 2 == 1)
    return picture


def degrade(rng: Generator, picture: Image.Image, scale: float) -> Image.Image:
    """Scale a picture as a screen with fractional scaling does, and add what pictures suffer on their way."""
    if scale != 1:
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        how = [Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.NEAREST]
        picture = picture.resize(size, how[int(rng.choice(3, p=[0.45, 0.45, 0.1]))])
    if rng.random() < 0.08:
        picture = picture.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.2, 0.7))))
    if rng.random() < 0.2:
        stored = io.BytesIO()
        picture.save(stored, "JPEG", quality=int(rng.integers(45, 96)))
        picture = Image.open(stored).convert("RGB")
    if rng.random() < 0.15:
        noisy = np.asarray(picture) + rng.normal(0, rng.uniform(1, 6), (picture.height, picture.width, 3))
        picture = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    return picture


def _board_samples(rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    size = int(np.exp(rng.uniform(np.log(14), np.log(56))))
    skin = random_skin(rng, size)
    what = rng.choice(14, size=(BOARD, BOARD), p=np.array(SHARES) / np.sum(SHARES)).astype(np.uint8)
    if rng.random() < 0.3:  # large areas of the same kind, as real boards have them
        what[:, : int(rng.integers(1, BOARD))] = rng.choice([0, COVERED])
    margin = int(rng.integers(2, size))
    picture = draw_board(rng, skin, what, margin)
    labels = what.copy()
    pen = ImageDraw.Draw(picture, "RGBA")
    for row in range(BOARD):
        for col in range(BOARD):
            left, top = margin + col * size, margin + row * size
            box = (left, top, left + size - 1, top + size - 1)
            chance = rng.random()
            if chance < 0.02:  # the pointer's highlight
                pen.rectangle(box, fill=(255, 255, 255, int(rng.integers(10, 60))))
            elif chance < 0.03:  # the cursor of the keyboard
                pen.rectangle(box, outline=tuple(int(part) for part in rng.integers(0, 256, 3)))
            elif chance < 0.05 and what[row, col] in (0, COVERED):
                _write_on(rng, picture, skin, left, top, what[row, col], labels[row : row + 1, col])
    scale = 1.0 if rng.random() < 0.5 else float(rng.uniform(max(0.6, 13 / size), 1.6))
    picture = degrade(rng, picture, scale)
    boxes, shown = [], []
    for row in range(BOARD):
        for col in range(BOARD):
            boxes.append(_jittered(rng, margin, size, scale, row, col))
            shown.append(int(labels[row, col]))
    for _ in range(6):  # cells that are cut in the wrong place, or in the wrong size
        boxes.append(_wrong_box(rng, margin, size, scale))
        shown.append(NOTHING)
    return cut(picture, boxes), np.array(shown, np.uint8)


def _write_on(
    rng: Generator, picture: Image.Image, skin: Skin, left: int, top: int, what: int, label: NDArray[np.uint8]
) -> None:
    """Write a question mark on a covered cell, or a text that no number is, which makes the cell no cell."""
    if what == COVERED and skin.question_marks:
        skin.draw_text(picture, left, top, "?", skin.numbers[0])
    else:
        text = str(rng.choice(["9", *string.ascii_uppercase.replace("F", ""), *map(str, range(10, 32))]))
        skin.draw_text(picture, left, top, text, skin.numbers[int(rng.integers(8))])
        label[0] = NOTHING


def _jittered(rng: Generator, margin: int, size: int, scale: float, row: int, col: int) -> Bounds:
    """Where a cell lies, as wrong as a found grid may be."""
    wrong = max(0.6, 0.035 * size * scale) * (2.0 if rng.random() < 0.15 else 1.0)
    left, top = (margin + col * size) * scale, (margin + row * size) * scale
    dx, dy = rng.normal(0, wrong / 2, 2)
    grow = float(rng.normal(0, 0.012)) * size * scale
    side = size * scale
    return left + dx - grow, top + dy - grow, left + dx + side + grow, top + dy + side + grow


def _wrong_box(rng: Generator, margin: int, size: int, scale: float) -> Bounds:
    row, col = rng.integers(1, BOARD - 2, 2)
    left, top = (margin + int(col) * size) * scale, (margin + int(row) * size) * scale
    side = size * scale
    if rng.random() < 0.6:
        dx, dy = rng.uniform(0.3, 0.7, 2)
        along = rng.integers(3)
        dx, dy = (dx if along != 1 else 0.0), (dy if along != 0 else 0.0)
        return left + dx * side, top + dy * side, left + (1 + dx) * side, top + (1 + dy) * side
    factor = float(rng.choice([2.0, 1.5, 3.0]))
    return left, top, left + factor * side, top + factor * side


def _junk_samples(rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Cut pictures of text, lines, shapes and noise into would-be cells."""
    size = int(rng.integers(14, 48))
    shape = (size * BOARD, size * BOARD, 3)
    low, high = sorted(rng.integers(0, 256, 2))
    kind = rng.integers(4)
    if kind == 0:
        rough = rng.integers(low, high + 1, (int(rng.integers(3, 30)),) * 2 + (3,)).astype(np.uint8)
        picture = Image.fromarray(rough).resize(shape[:2], Image.Resampling.BICUBIC)
    elif kind == 1:
        picture = Image.fromarray(rng.integers(low, high + 1, shape).astype(np.uint8))
    else:
        skin = random_skin(rng, size)
        picture = Image.new("RGB", shape[:2], skin.opened[0])
        pen = ImageDraw.Draw(picture)
        for _ in range(int(rng.integers(10, 60))):
            x, y = (int(part) for part in rng.integers(0, shape[0], 2))
            if kind == 2:
                word = "".join(rng.choice(list(string.ascii_letters + string.digits + ".,;:"), 8))
                skin.draw_text(picture, x - size // 2, y - size // 2, word, skin.numbers[0])
            else:
                x2, y2 = (int(part) for part in rng.integers(0, shape[0], 2))
                colour = tuple(int(part) for part in rng.integers(0, 256, 3))
                box = (min(x, x2), min(y, y2), max(x, x2), max(y, y2))
                (pen.ellipse if rng.random() < 0.5 else pen.rectangle)(box, outline=colour)
    picture = degrade(rng, picture, 1.0)
    boxes = [
        (float(col * size), float(row * size), float((col + 1) * size), float((row + 1) * size))
        for row in range(BOARD)
        for col in range(BOARD)
    ]
    cells = cut(picture, boxes)
    kept = cells.reshape(len(cells), -1).std(1) > 6  # a plain patch may be a cell: nothing is said about it
    return cells[kept], np.full(int(kept.sum()), NOTHING, np.uint8)


__all__ = ["COVERED", "FLAG", "HIT", "MINE", "NOTHING", "WRONG_FLAG", "degrade", "draw_board", "samples"]
