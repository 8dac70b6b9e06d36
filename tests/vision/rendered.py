"""Boards drawn for tests, in a way of their own that the training does not know."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sapper import Board, Game, Rules, View

INK = ["#ffffff", "#1144ee", "#117711", "#dd1111", "#111177", "#771111", "#117777", "#111111", "#666666"]


def played(rules: Rules, seed: int, share: float) -> View:
    """A position of a game in which at least this share of the free cells is open, with some flags."""
    rng = np.random.default_rng(seed)
    start = (rules.rows // 2, rules.cols // 2)
    game = Game(Board.random(rules, seed, 0, start))
    game.open(start)
    mines = set(game.board.mines)
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    free = [cell for cell in cells if cell not in mines]
    rng.shuffle(free)
    wanted = share * len(free)
    for row, col in free:
        if game.state != "playing" or (game.view.numbers >= 0).sum() >= wanted:
            break
        if game.view.numbers[row, col] == -2:
            game.open((int(row), int(col)))
    for cell in sorted(mines):
        if game.state == "playing" and rng.random() < 0.3:
            game.flag(cell)
    return game.view


def draw(view: View, size: int, theme: str = "light", margin: int = 30) -> Image.Image:
    """Draw a view with cells of this size: covered cells are raised by a frame in two colours."""
    ground, face, light, dark, line = {
        "light": ("#f4f4f0", "#c8ccd4", "#ffffff", "#70747c", "#b0b0a8"),
        "dark": ("#2a2a30", "#4c5464", "#7c8494", "#14161a", "#3c3c44"),
    }[theme]
    ink = (
        INK if theme == "light" else ["#000000"] + ["#8fb8ff", "#7fe07f", "#ff8080", "#b0a0ff", "#ff9050"] * 2
    )
    picture = Image.new("RGB", (view.cols * size + 2 * margin, view.rows * size + 2 * margin), "#888c90")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size * 0.75)
    for row, col in view:
        left, top = margin + col * size, margin + row * size
        right, bottom = left + size - 1, top + size - 1
        number = int(view.numbers[row, col])
        if number >= 0:
            pen.rectangle((left, top, right, bottom), fill=ground, outline=line)
            if number:
                middle = (left + size / 2, top + size / 2)
                pen.text(middle, str(number), fill=ink[number], font=font, anchor="mm")
            continue
        pen.rectangle((left, top, right, bottom), fill=dark)
        pen.rectangle((left, top, right - 2, bottom - 2), fill=light)
        pen.rectangle((left + 2, top + 2, right - 2, bottom - 2), fill=face)
        if view.flags[row, col]:
            at = [(left + size * x, top + size * y) for x, y in ((0.4, 0.2), (0.75, 0.38), (0.4, 0.55))]
            pen.polygon(at, fill="#e01010")
            pen.line(
                (left + size * 0.4, top + size * 0.2, left + size * 0.4, top + size * 0.82), fill="#101010"
            )
    return picture


def noise(seed: int, width: int, height: int) -> NDArray[np.uint8]:
    """A picture of nothing: soft shapes in random colours, as in a photograph."""
    rng = np.random.default_rng(seed)
    small = Image.fromarray(rng.integers(0, 256, (height // 40, width // 40, 3), dtype=np.uint8))
    soft = np.asarray(small.resize((width, height), Image.Resampling.BICUBIC), float)
    return np.clip(soft + rng.normal(0, 8, soft.shape), 0, 255).astype(np.uint8)
