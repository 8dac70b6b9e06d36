"""Digits drawn by strokes, as programs without a font draw them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Points = tuple[tuple[float, float], ...]

LINES: dict[int, tuple[Points, ...]] = {
    1: (((0.2, 0.25), (0.55, 0.0), (0.55, 1.0)), ((0.2, 1.0), (0.9, 1.0))),
    2: (((0.0, 0.2), (0.2, 0.0), (0.8, 0.0), (1.0, 0.2), (1.0, 0.4), (0.0, 1.0), (1.0, 1.0)),),
    3: (
        ((0.0, 0.0), (0.8, 0.0), (1.0, 0.25), (0.8, 0.5), (0.3, 0.5)),
        ((0.8, 0.5), (1.0, 0.75), (0.8, 1.0), (0.0, 1.0)),
    ),
    4: (((0.75, 1.0), (0.75, 0.0), (0.0, 0.65), (1.0, 0.65)),),
    5: (
        ((1.0, 0.0), (0.0, 0.0), (0.0, 0.45), (0.8, 0.45), (1.0, 0.65), (1.0, 0.85), (0.8, 1.0), (0.0, 1.0)),
    ),
    6: (
        (
            (0.9, 0.0),
            (0.2, 0.0),
            (0.0, 0.3),
            (0.0, 0.8),
            (0.2, 1.0),
            (0.8, 1.0),
            (1.0, 0.8),
            (1.0, 0.6),
            (0.8, 0.45),
            (0.0, 0.45),
        ),
    ),
    7: (((0.0, 0.0), (1.0, 0.0), (0.4, 1.0)),),
    8: (
        (
            (0.2, 0.0),
            (0.8, 0.0),
            (1.0, 0.2),
            (1.0, 0.35),
            (0.8, 0.5),
            (0.2, 0.5),
            (0.0, 0.35),
            (0.0, 0.2),
            (0.2, 0.0),
        ),
        ((0.2, 0.5), (0.0, 0.65), (0.0, 0.8), (0.2, 1.0), (0.8, 1.0), (1.0, 0.8), (1.0, 0.65), (0.8, 0.5)),
    ),
}
"""The corners of the strokes of each digit, in shares of its width and its height."""
PLAIN = {
    1: (((0.5, 0.0), (0.5, 1.0)),),
    2: (((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5), (0.0, 1.0), (1.0, 1.0)),),
    3: (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), ((0.1, 0.5), (1.0, 0.5))),
    4: (((0.0, 0.0), (0.0, 0.5), (1.0, 0.5)), ((1.0, 0.0), (1.0, 1.0))),
    5: (((1.0, 0.0), (0.0, 0.0), (0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)),),
    6: (((1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.5), (0.0, 0.5)),),
    7: (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)),),
    8: (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)), ((0.0, 0.5), (1.0, 0.5))),
}
"""The same with right angles only."""


@dataclass(frozen=True)
class DigitStrokes:
    """The proportions of digits that are drawn by strokes."""

    plain: bool
    width: float
    height: float
    thickness: float
    """All as shares of a cell."""
    wobble: tuple[tuple[float, float], ...]
    """How far the corners of the strokes lie from their usual places."""

    @classmethod
    def random(cls, rng: Generator) -> DigitStrokes:
        """Draw the proportions at random."""
        plain = bool(rng.random() < 0.35)
        wobble = rng.normal(0, 0.03, (12, 2)) if not plain else np.zeros((12, 2))
        return cls(
            plain,
            float(rng.uniform(0.3, 0.6)),
            float(rng.uniform(0.5, 0.8)),
            float(rng.uniform(0.07, 0.18)),
            tuple((float(x), float(y)) for x, y in wobble),
        )

    def draw(
        self, picture: Image.Image, at: tuple[int, int], size: int, digit: int, colour: Colour, smooth: bool
    ) -> None:
        """Draw a digit in the middle of a cell."""
        scale = 4 if smooth else 1
        side = size * scale
        layer = Image.new("RGBA", (side, side))
        pen = ImageDraw.Draw(layer)
        x0, y0 = (1 - self.width) / 2, (1 - self.height) / 2
        for stroke in (PLAIN if self.plain else LINES)[digit]:
            points = [
                ((x0 + (x + dx) * self.width) * side, (y0 + (y + dy) * self.height) * side)
                for (x, y), (dx, dy) in zip(stroke, self.wobble, strict=False)
            ]
            pen.line(points, fill=colour, width=max(1, round(self.thickness * side)), joint="curve")
        if scale > 1:
            layer = layer.resize((size, size), Image.Resampling.BOX)
        picture.paste(layer, at, layer)
