"""Finds lattices in a picture: places where lines repeat at one distance across and down.

A board is such a lattice, and so are other things. Whoever calls this reads the cells to tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.vision.grid import Grid
from sapper.vision.lines import with_lines

Floats = NDArray[np.float32]
Profile = NDArray[np.float64]

PITCHES = np.concatenate([np.arange(12.0, 84.0, 0.25), np.arange(84.0, 200.0, 1.0)])
"""The distances between lines that are searched for, in pixels."""
STRONG = 24.0
"""The difference in brightness from which one edge counts no more than another."""
CANDIDATES = 10
"""How many pairs of a region and a distance are followed."""
LEAST_LINES = 4
"""A board has at least this many rows and columns."""
MOST_LINES = 130


@dataclass(frozen=True)
class Region:
    """A part of a picture, by its edges in pixels."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class Edges:
    """How much each pixel differs from its left and from its upper neighbour."""

    across: Floats
    down: Floats

    @classmethod
    def of(cls, pixels: NDArray[np.uint8]) -> Edges:
        """Measure an RGB picture; the colour that differs most counts."""
        signed = pixels.astype(np.int16)
        across = np.zeros(pixels.shape[:2], np.float32)
        down = np.zeros(pixels.shape[:2], np.float32)
        across[:, 1:] = np.abs(np.diff(signed, axis=1)).max(axis=2)
        down[1:] = np.abs(np.diff(signed, axis=0)).max(axis=2)
        # Noise, as in a photograph behind the window, has edges everywhere.
        across -= 2 * np.median(across)
        down -= 2 * np.median(down)
        return cls(np.clip(across, 0, STRONG), np.clip(down, 0, STRONG))

    def profiles(self, region: Region) -> tuple[Profile, Profile]:
        """The mean strength of the vertical lines at each x, and of the horizontal ones at each y."""
        rows, cols = slice(region.top, region.bottom), slice(region.left, region.right)
        return self.across[rows, cols].mean(axis=0, dtype=float), self.down[rows, cols].mean(
            axis=1, dtype=float
        )

    def along(self, grid: Grid) -> tuple[Profile, Profile]:
        """The same along the rows and the columns of a grid, over the whole picture."""
        right, bottom = grid.left + grid.cols * grid.cell_width, grid.top + grid.rows * grid.cell_height
        rows = slice(max(0, round(grid.top)), max(1, round(bottom)))
        cols = slice(max(0, round(grid.left)), max(1, round(right)))
        return self.across[rows].mean(axis=0, dtype=float), self.down[:, cols].mean(axis=1, dtype=float)


def lattices(pixels: NDArray[np.uint8]) -> Iterator[Grid]:
    """Yield the lattices of an RGB picture, those with the most regular lines first."""
    edges = Edges.of(pixels)
    seen: list[Grid] = []
    for region, pitch in _candidates(edges):
        grid = _fit(edges, region, pitch)
        if grid is not None:
            grid = with_lines(grid, *edges.along(grid))
        if grid is not None and not any(_alike(grid, other) for other in seen):
            seen.append(grid)
            yield grid


def _alike(one: Grid, other: Grid) -> bool:
    near = one.cell_width / 5
    return (one.rows, one.cols) == (other.rows, other.cols) and all(
        abs(a - b) < near
        for a, b in ((one.left, other.left), (one.top, other.top), (one.cell_width, other.cell_width))
    )


def _regions(width: int, height: int) -> list[Region]:
    """The whole picture, and overlapping parts of it with a half, a third and a sixth of its sides."""
    regions = []
    for parts in (1, 2, 3, 6):
        w, h = max(width // parts, min(width, 150)), max(height // parts, min(height, 150))
        steps_x, steps_y = (1 if w == width else 2 * parts - 1), (1 if h == height else 2 * parts - 1)
        for y in range(steps_y):
            for x in range(steps_x):
                left = 0 if steps_x == 1 else (width - w) * x // (steps_x - 1)
                top = 0 if steps_y == 1 else (height - h) * y // (steps_y - 1)
                regions.append(Region(left, top, left + w, top + h))
    return list(dict.fromkeys(regions))


def _candidates(edges: Edges) -> list[tuple[Region, float]]:
    """The regions and distances whose lines repeat best, across and down at the same distance."""
    found: list[tuple[float, Region, float]] = []
    height, width = edges.across.shape
    for region in _regions(width, height):
        profile_x, profile_y = edges.profiles(region)
        both = np.sqrt(_repetition(profile_x, PITCHES) * _repetition(profile_y, PITCHES))
        inner = both[1:-1]
        tops = 1 + np.flatnonzero((inner >= both[:-2]) & (inner > both[2:]) & (inner > 0.05))
        size = (region.right - region.left) * (region.bottom - region.top)
        share = (size / (width * height)) ** 0.15
        found += [(float(both[top]) * share, region, float(PITCHES[top])) for top in tops]
    found.sort(key=lambda entry: -entry[0])
    kept: list[tuple[Region, float]] = []
    for _, region, pitch in found:
        # The same distance is followed in few regions, so that others have their turn.
        if sum(abs(pitch - other) < 0.6 for _, other in kept) < 3:
            kept.append((region, pitch))
        if len(kept) == CANDIDATES:
            break
    return kept


def _repetition(profile: Profile, pitches: Profile) -> Profile:
    """How well a profile repeats at each distance: near 1 for a ruler, near 0 for anything irregular."""
    count = len(profile)
    lines = profile - profile.mean()
    energy = float(lines @ lines)
    if energy < 0.02 * count:
        return np.zeros(len(pitches))
    spectrum = np.abs(np.fft.rfft(lines, 2 * count)) ** 2
    alike = np.fft.irfft(spectrum)[:count] / energy
    alike /= np.maximum(1 - np.arange(count) / count, 0.25)
    # Neighbours count too: fractions of pixels move a line by one.
    alike = np.maximum(alike, 0.5 * (np.roll(alike, 1) + np.roll(alike, -1)))

    def at(lags: Profile) -> Profile:
        return np.where(lags < count * 0.8, np.interp(lags, np.arange(count), alike), 0)

    repeated = (at(pitches) + at(2 * pitches) + at(3 * pitches)) / 3
    between = (at(pitches * 0.5) + at(pitches * 1.5)) / 2
    return np.where(pitches * LEAST_LINES <= count * 1.05, np.maximum(0, repeated - 0.5 * between), 0)


def _fit(edges: Edges, region: Region, pitch: float) -> Grid | None:
    """Fit a grid: the exact distance and place in the region, then how far it goes, then once more inside."""
    grid = None
    for _ in range(2):
        profile_x, profile_y = edges.profiles(region)
        pitch_x, left = _rulers(profile_x, pitch)
        pitch_y, top = _rulers(profile_y, pitch)
        if abs(pitch_x - pitch_y) > 0.04 * pitch:
            return grid
        grid = _extent(edges, pitch_x, region.left + left, pitch_y, region.top + top)
        if grid is None:
            return None
        right = grid.left + grid.cols * grid.cell_width
        bottom = grid.top + grid.rows * grid.cell_height
        height, width = edges.across.shape
        region = Region(
            max(0, round(grid.left - 2)),
            max(0, round(grid.top - 2)),
            min(width, round(right + 3)),
            min(height, round(bottom + 3)),
        )
        pitch = (grid.cell_width + grid.cell_height) / 2
    return grid


def _rulers(profile: Profile, pitch: float) -> tuple[float, float]:
    """The distance between the lines of a profile, near the given one, and the place of the first line."""
    places = np.arange(len(profile))
    lines = profile - profile.mean()
    reach = max(0.3, min(0.6, 0.02 * pitch + 0.2)) if pitch < 84 else 1.0
    best = max(
        np.arange(pitch - reach, pitch + reach + 1e-9, 0.01),
        key=lambda p: float(sum(np.abs(lines @ np.exp(-2j * np.pi * h * places / p)) for h in (1, 2, 3))),
    )
    bins = max(8, round(2 * best))
    which = ((places + 0.0) / best % 1 * bins).astype(int) % bins
    counts = np.maximum(np.bincount(which, minlength=bins), 1)
    folded = np.bincount(which, lines, bins) / counts
    folded -= folded.min()
    # The middle of a line, of a bevel and of a gap is where the folded profile is its own mirror image. The
    # middle of the cell is so too; but the lines gather around the edge of the cell.
    near = np.minimum(np.arange(bins), bins - np.arange(bins)) / bins
    weight = np.clip((0.28 - near) / 0.12, 0, 1)
    mirror = np.exp(-((near / 0.2) ** 2))
    scores = []
    for shift in range(bins):
        turned = np.roll(folded, -shift)
        back = np.roll(turned[::-1], 1)
        scores.append(float((turned * back * mirror).sum() + 0.5 * (turned**2 * weight).sum()))
    at = int(np.argmax(scores))
    # Bin k holds edges between pixels k - 1 and k; the edge itself lies at the left side of pixel k.
    return float(best), float((at + 0.0) / bins * best)


def _extent(edges: Edges, pitch_x: float, left: float, pitch_y: float, top: float) -> Grid | None:
    """The rectangle of cells around which lines are seen."""
    height, width = edges.across.shape
    first_x, first_y = left % pitch_x, top % pitch_y
    cols, rows = int((width - first_x + 1) / pitch_x), int((height - first_y + 1) / pitch_y)
    if min(rows, cols) < LEAST_LINES or max(rows, cols) > 3 * MOST_LINES:
        return None
    upright = _segments(edges.across, first_x, pitch_x, cols + 1, first_y, pitch_y, rows)
    level = _segments(edges.down.T, first_y, pitch_y, rows + 1, first_x, pitch_x, cols)
    left_right, above_below = (upright[:-1] + upright[1:]).T / 2, (level[:-1] + level[1:]) / 2
    # A long line of a window lies along many cells, but never on all of their sides.
    weaker, mean = np.minimum(left_right, above_below), (left_right + above_below) / 2
    r0, r1, c0, c1 = _best_rectangle(0.7 * weaker + 0.3 * mean - 0.4)
    if r1 - r0 < LEAST_LINES or c1 - c0 < LEAST_LINES or max(r1 - r0, c1 - c0) > MOST_LINES:
        return None
    return Grid(first_x + c0 * pitch_x, first_y + r0 * pitch_y, pitch_x, pitch_y, r1 - r0, c1 - c0)


def _segments(
    edges: Floats, first: float, pitch: float, lines: int, start: float, step: float, parts: int
) -> Profile:
    """Whether a line is seen along each side of each cell, from 0 to 1; of shape (lines, parts)."""
    width = edges.shape[1]
    reach = max(1, round(0.09 * pitch))
    found = np.zeros((lines, parts))
    along = [
        slice(
            max(0, round(start + part * step + 0.2 * step)),
            max(1, round(start + (part + 1) * step - 0.2 * step)),
        )
        for part in range(parts)
    ]
    for line in range(lines):
        at = round(first + line * pitch)
        low, high = max(0, at - reach), min(width, at + reach + 1)
        if low >= high:
            continue
        strip = edges[:, low:high]
        for part, where in enumerate(along):
            piece = strip[where]
            if len(piece):
                # A line is continuous: one column is strong in nearly all of its pixels.
                strength = np.sort(piece, axis=0)[len(piece) // 5].max()
                found[line, part] = min(1.0, max(0.0, strength - 1.2) / 3)
    return found


def _best_rectangle(gains: Profile) -> tuple[int, int, int, int]:
    """The rectangle (first row, row behind it, first column, column behind it) with the largest sum."""
    rows, cols = gains.shape
    sums = np.zeros((rows + 1, cols))
    np.cumsum(gains, axis=0, out=sums[1:])
    above, below = np.triu_indices(rows + 1, 1)
    strips = sums[below] - sums[above]
    best = np.full(len(above), -np.inf)
    best_from = np.zeros(len(above), int)
    best_to = np.zeros(len(above), int)
    running = np.zeros(len(above))
    begun = np.zeros(len(above), int)
    for col in range(cols):
        begun = np.where(running > 0, begun, col)
        running = np.maximum(running, 0) + strips[:, col]
        better = running > best
        best = np.where(better, running, best)
        best_from = np.where(better, begun, best_from)
        best_to = np.where(better, col + 1, best_to)
    at = int(np.argmax(best))
    return int(above[at]), int(below[at]), int(best_from[at]), int(best_to[at])
