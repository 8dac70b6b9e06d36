"""Puts the lines of a lattice where the picture has them.

Some programs share out the pixels of a window, so that some of their columns are a pixel wider than
others. All lines of a lattice look alike in their neighbourhood; each is moved to where it looks most like
the others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.vision.grid import Grid

Profile = NDArray[np.floating[Any]]

REACH = 0.2
"""How far a line may lie from its even place, as a share of the distance between lines."""
AROUND = 0.3
"""How much of the neighbourhood on each side of a line is compared, as a share of the distance."""
ROUNDS = 4
EVEN = 0.75
"""Pixels. Lines that lie no further from their even places are evenly spaced."""


def with_lines(grid: Grid, across: Profile, down: Profile) -> Grid:
    """Return the grid with its lines where the profiles of the edges have them.

    Args:
        grid: The grid, evenly spaced.
        across: The strength of vertical lines at each x, along the rows of the grid.
        down: The strength of horizontal lines at each y, along its columns.
    """
    left, width, xs = _even_part(_settled(across, grid.left, grid.cell_width, grid.cols + 1))
    top, height, ys = _even_part(_settled(down, grid.top, grid.cell_height, grid.rows + 1))
    return replace(grid, left=left, top=top, cell_width=width, cell_height=height, xs=xs, ys=ys)


def _settled(profile: Profile, first: float, pitch: float, count: int) -> Profile:
    """The places of the lines: each is moved until its neighbourhood looks like the mean one."""
    even = first + pitch * np.arange(count)
    around = np.arange(-AROUND * pitch, AROUND * pitch + 0.5, 0.5)
    shifts = np.arange(-REACH * pitch, REACH * pitch + 0.25, 0.25)
    places = np.arange(len(profile))

    def near(lines: Profile) -> Profile:
        seen = np.interp(lines[:, None] + around, places, profile, left=0.0, right=0.0)
        result: Profile = seen - seen.mean(axis=1, keepdims=True)
        return result

    found = even.copy()
    for _ in range(ROUNDS):
        # The first and the last line border on the frame of the board, which may look otherwise.
        usual = np.median(near(found[1:-1]), axis=0)
        scores = np.stack([near(even + shift) @ usual for shift in shifts], axis=1)
        # Among nearly equal places the even one is taken.
        scores -= 0.02 * np.abs(scores).max() * np.abs(shifts) / (REACH * pitch)
        best = shifts[scores.argmax(axis=1)]
        best -= np.median(best)  # the lattice as a whole lies right
        moved = even + best
        # The outer lines keep the distance of their neighbours.
        moved[0], moved[-1] = 2 * moved[1] - moved[2], 2 * moved[-2] - moved[-3]
        if np.array_equal(moved, found):
            break
        found = moved
    return found


def _even_part(lines: Profile) -> tuple[float, float, tuple[float, ...]]:
    """The first line and the mean distance of lines, and the lines themselves if they are not even."""
    numbers = np.arange(len(lines))
    pitch, first = np.polyfit(numbers, lines, 1)
    away = np.abs(first + pitch * numbers - lines)
    return float(first), float(pitch), () if away.max() <= EVEN else tuple(map(float, lines))
