"""Tells a board from other grids: puzzles, tables and buttons have cells, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.vision.blank_looks import LOOKS_LIKE, BoardReading
from sapper.vision.grounds import SAME, edge_colours, nearest
from sapper.vision.proofreading import contradiction
from sapper.vision.shown import broken_rules
from sapper.vision.symbols import COVERED

LEAST_CONFIDENCE = 0.5
"""Half of the numbers of a board are read with more confidence."""
CLEAR = 0.95
"""Where cells are cells with this mean probability, a symbol that no skin has lies on a cell, too."""
MOST_BROKEN = 0.12
"""The largest share of opened cells that may break a rule by themselves."""
MOST_BROKEN_NUMBERS = 1 / 3
"""The largest share of numbers that may do so."""
MOST_SAME_GROUND = 0.5
"""The largest share of numbers that may lie on the ground of the covered cells."""
LEAST_ALIKE = 0.75
"""The least share of covered cells that must look as the covered cells beside them do."""
MOSTLY = 0.5
"""The share of covered cells from which these must look alike."""
MOST_WRONG = 0.1
"""The largest share of numbers that may be left out until the engine finds a layout."""
UNLIKE = 30.0
"""The ground beside an untouched board differs by more from its cells."""
FEWEST = 3


def may_be_played(board: BoardReading, pictures: NDArray[np.uint8], valid: float) -> bool:
    """Whether a reading with numbers may be a position of a game, with a few misread cells.

    `valid` is the mean probability that the cells of the board are cells.
    """
    shown = board.shown
    opened = shown < COVERED
    numbers = (shown > 0) & opened
    sure = board.confidences if valid < CLEAR else board.symbol_chances
    if np.median(sure[numbers]) < LEAST_CONFIDENCE:
        return False
    broken = broken_rules(shown)
    if broken.sum() > max(2, MOST_BROKEN * opened.sum()):
        return False
    if (broken & numbers).sum() > MOST_BROKEN_NUMBERS * numbers.sum():
        return False
    if not _own_ground(board, numbers, pictures):
        return False
    if (shown == COVERED).mean() > MOSTLY and not covered_alike(shown, pictures):
        return False
    return _nearly_possible(board, numbers)


def covered_alike(shown: NDArray[np.int8], pictures: NDArray[np.uint8], least: float = LEAST_ALIKE) -> bool:
    """Whether covered cells look alike, as far as they lie near each other: grounds have shades."""
    edges = edge_colours(pictures.reshape(-1, *pictures.shape[2:])).reshape(*shown.shape, -1)
    covered = shown == COVERED
    alike, pairs = 0, 0
    for down, right in ((2, 0), (0, 2)):  # the same colour of a chequered board
        both = covered[down:, right:] & covered[: len(covered) - down, : covered.shape[1] - right]
        away = np.abs(edges[down:, right:] - edges[: len(covered) - down, : covered.shape[1] - right])
        alike += int((away.max(axis=2)[both] < LOOKS_LIKE).sum())
        pairs += int(both.sum())
    return alike >= least * pairs


def alike_part(pictures: NDArray[np.uint8]) -> tuple[slice, slice]:
    """The rows and columns without those at the sides that look unlike their neighbours."""
    edges = edge_colours(pictures.reshape(-1, *pictures.shape[2:])).reshape(*pictures.shape[:2], -1)

    def ends(lines: NDArray[np.float64]) -> slice:
        first, last = 0, len(lines)
        while last - first > FEWEST and np.abs(lines[first] - lines[first + 2]).max() > UNLIKE:
            first += 1
        while last - first > FEWEST and np.abs(lines[last - 1] - lines[last - 3]).max() > UNLIKE:
            last -= 1
        return slice(first, last)

    return ends(np.median(edges, axis=1)), ends(np.median(edges, axis=0))


def _own_ground(board: BoardReading, numbers: NDArray[np.bool_], pictures: NDArray[np.uint8]) -> bool:
    """Whether numbers lie on another ground than covered cells. In other puzzles it is the same."""
    edges = edge_colours(pictures.reshape(-1, *pictures.shape[2:])).reshape(*numbers.shape, -1)
    covered = edges[board.shown == COVERED]
    if len(covered) < FEWEST:
        return True
    away = nearest(edges[numbers], covered)
    return bool((away < SAME).mean() <= MOST_SAME_GROUND)


def _nearly_possible(board: BoardReading, numbers: NDArray[np.bool_]) -> bool:
    """Whether the engine finds a layout once a few numbers are left out."""
    shown = board.shown.copy()
    for _ in range(2 + int(MOST_WRONG * numbers.sum())):
        problem = contradiction(shown, shown.size // 5)
        if problem is None or problem.uses_mine_count or not problem.cells:
            return True
        cell = min(problem.cells, key=lambda cell: float(board.confidences[cell]))
        shown[cell] = COVERED
    problem = contradiction(shown, shown.size // 5)
    return problem is None or problem.uses_mine_count
