"""Drawings of flags, mines and explosions for random skins."""

from __future__ import annotations

import math

from PIL import ImageDraw

Colour = tuple[int, int, int]

STARS = {5: (8, 0.36, 0.2), 6: (6, 0.27, 0.16), 7: (5, 0.33, 0.14), 8: (12, 0.4, 0.28), 9: (6, 0.38, 0.2)}
"""The kinds of mines that are stars: their corners, and their outer and inner radius as shares of a cell."""
MINES = 5 + len(STARS)
"""How many kinds of mines there are."""


def draw_flag(pen: ImageDraw.ImageDraw, size: int, kind: int, colour: Colour, pole: Colour) -> None:
    """Draw one of six kinds of flags into a transparent picture of this size."""

    def at(*points: float) -> list[float]:
        return [part * size for part in points]

    width = max(1, round(size * 0.07))
    if kind == 0:  # the classic flag points to the left and stands on two steps
        pen.polygon(at(0.55, 0.18, 0.22, 0.34, 0.55, 0.5), fill=colour)
        pen.line(at(0.55, 0.18, 0.55, 0.7), fill=pole, width=width)
        pen.rectangle(at(0.36, 0.64, 0.66, 0.7), fill=pole)
        pen.rectangle(at(0.25, 0.7, 0.76, 0.8), fill=pole)
    elif kind == 1:  # a pennant to the right on a pole
        pen.line(at(0.35, 0.15, 0.35, 0.85), fill=pole, width=width)
        pen.polygon(at(0.37, 0.15, 0.8, 0.33, 0.37, 0.52), fill=colour)
    elif kind == 2:  # a rectangular flag
        pen.line(at(0.3, 0.15, 0.3, 0.88), fill=pole, width=width)
        pen.rectangle(at(0.32, 0.17, 0.78, 0.5), fill=colour)
    elif kind == 3:  # a pennant with a foot
        pen.polygon(at(0.42, 0.2, 0.75, 0.36, 0.42, 0.52), fill=colour)
        pen.line(at(0.42, 0.2, 0.42, 0.8), fill=pole, width=width)
        pen.ellipse(at(0.28, 0.72, 0.6, 0.84), fill=pole)
    elif kind == 4:  # a waving flag in one colour
        pen.line(at(0.28, 0.12, 0.28, 0.88), fill=colour, width=width)
        pen.polygon(
            at(0.3, 0.16, 0.5, 0.12, 0.64, 0.22, 0.82, 0.17, 0.82, 0.5, 0.64, 0.55, 0.5, 0.46, 0.3, 0.5),
            fill=colour,
        )
    else:  # a slanted pole
        pen.line(at(0.6, 0.85, 0.38, 0.14), fill=pole, width=width)
        pen.polygon(at(0.39, 0.15, 0.84, 0.22, 0.5, 0.52), fill=colour)


def draw_mine(pen: ImageDraw.ImageDraw, size: int, kind: int, colour: Colour) -> None:
    """Draw one of the kinds of mines into a transparent picture of this size."""
    if kind in STARS:
        corners, *radii = STARS[kind]
        draw_star(pen, size, colour, corners, (radii[0], radii[1]))
        return
    middle, radius = size / 2, size * (0.26, 0.3, 0.24, 0.22, 0.32)[kind]
    width = max(1, round(size * 0.07))
    spikes = (8, 0, 8, 12, 4)[kind]
    for spike in range(spikes):
        angle = 2 * math.pi * spike / spikes
        far = size * (0.42 if kind != 2 or spike % 2 == 0 else 0.33)
        end = (middle + far * math.cos(angle), middle + far * math.sin(angle))
        pen.line([(middle, middle), end], fill=colour, width=width)
    pen.ellipse([middle - radius, middle - radius, middle + radius, middle + radius], fill=colour)
    if kind == 1:  # a round body with a fuse
        pen.line(
            [(middle, middle - radius), (middle + radius, middle - radius * 1.5)], fill=colour, width=width
        )
    if kind in (0, 2, 4):
        light = (255, 255, 255) if sum(colour) < 380 else (120, 120, 120)
        near, far = middle - radius * 0.55, middle - radius * 0.05
        pen.rectangle([near, near, far, far], fill=light)


def draw_star(
    pen: ImageDraw.ImageDraw,
    size: int,
    colour: Colour,
    corners: int = 10,
    radii: tuple[float, float] = (0.48, 0.3),
) -> None:
    """Draw a star, such as the flash of an explosion, into a transparent picture of this size."""
    middle = size / 2
    points = []
    for corner in range(2 * corners):
        radius = size * radii[corner % 2]
        angle = math.pi * (corner / corners - 0.5)
        points.append((middle + radius * math.cos(angle), middle + radius * math.sin(angle)))
    pen.polygon(points, fill=colour)
