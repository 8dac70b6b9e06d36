"""Blank cells: whether they are covered or opened zeros follows from the board where one cell cannot tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sapper import Rules, View
from sapper.vision import Grid, Reader
from sapper.vision.grounds import without_impossible_numbers
from sapper.vision.left_over import left_overs, price_of_left_overs
from sapper.vision.reader import interpret
from sapper.vision.search import Found, board_at
from sapper.vision.symbols import COVERED
from tests.vision.rendered import draw, played

HELD = Path(__file__).parent / "held"
C = COVERED
BOARD = np.array([[0, 1, C, 1, 0], [0, 1, 1, 1, 0]], np.int8)
"""One mine, and opened zeros on both sides of it."""
ZEROS = [(0, 0), (1, 0), (0, 4), (1, 4)]


def as_covered(board: np.ndarray, *cells: tuple[int, int]) -> np.ndarray:
    changed = board.copy()
    for cell in cells:
        changed[cell] = COVERED
    return changed


@pytest.mark.parametrize("name", ["xdemineur-zeros-below", "xdemineur-pairs-of-zeros"])
def test_zeros_are_told_from_covered_cells_in_a_grid_that_lies_a_little_too_low(name: str) -> None:
    """The zeros of the last row border on a frame there, so they look otherwise than all others."""
    expected = View.parse((HELD / f"{name}.txt").read_text())
    picture = Image.open(HELD / f"{name}.png").convert("RGB")
    found = board_at(picture, Grid(15.0, 82.95, 21.0, 21.0114, 16, 30), least_valid=0.5)
    assert found is not None
    grid, pictures, read = found
    seen = interpret(picture, grid, pictures, without_impossible_numbers(read, pictures), 99)
    wrong = np.argwhere(seen.numbers != expected.numbers)
    assert len(wrong) <= 1  # a number may be misread in such a grid
    assert {tuple(cell) for cell in wrong} <= set(seen.doubtful)
    zeros = expected.numbers == 0
    assert (seen.numbers[zeros] == 0).all()


def test_covered_cells_that_are_proven_to_be_zeros_cost_something() -> None:
    shown = as_covered(BOARD, *ZEROS)
    zeros, mine = np.array(ZEROS), np.array([(0, 2)])
    assert price_of_left_overs(shown, [zeros, mine], mines=1) > 0
    assert price_of_left_overs(BOARD, [mine], mines=1) == 0
    assert price_of_left_overs(shown, [zeros, mine], mines=None) == 0  # the usual share would be two mines


def test_cells_beside_each_other_are_judged_together() -> None:
    shown = np.array([[C, C, 1, C], [C, C, 1, 1]], np.int8)
    left = [np.argwhere(shown[:, :1] == C), np.argwhere(shown[:, :2] == C)[1::2]]
    assert price_of_left_overs(shown, left, mines=1) > 0
    assert [sorted(map(tuple, group)) for group in left_overs(shown, shown == C, mines=1)] == [
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    ]


def test_a_number_that_was_misread_does_not_silence_the_engine() -> None:
    wide = np.concatenate([as_covered(BOARD, (0, 0), (1, 0)), np.array([[3], [0]], np.int8)], axis=1)
    found = left_overs(wide, wide == C, mines=1)
    assert [list(map(tuple, group)) for group in found] == [[(0, 0), (1, 0)]]


@pytest.mark.parametrize("cols", [8, 10])
def test_a_board_that_is_expected_keeps_its_size(monkeypatch: pytest.MonkeyPatch, cols: int) -> None:
    """A search may lose a column or add one that is the ground beside the board; no program changes that."""
    reader = Reader(10, expected=True)
    first = reader.read(draw(played(Rules(9, 9, 10), seed=1, share=0.4), 30, margin=60))
    later = played(Rules(9, 9, 10), seed=2, share=0.9)
    wrong = replace(first.grid, cols=cols)

    def found(picture: Image.Image, expected: bool) -> Found | None:
        return board_at(picture, wrong, least_valid=0.0)

    monkeypatch.setattr("sapper.vision.search.find_board", found)
    monkeypatch.setattr("sapper.vision.reader.MOST_CHANGED", 0.0)
    assert reader.read(draw(later, 30, margin=60)).grid == first.grid


def test_cells_beside_flags_are_no_left_overs() -> None:
    shown = np.array([[C, 1, 0], [C, 1, 0]], np.int8)
    assert left_overs(shown, np.array([[True, False, False], [False, False, False]]), mines=1) == []


def test_a_board_without_numbers_is_covered() -> None:
    """Where cells have no relief, the one under the pointer must not make zeros of all others."""
    picture = Image.new("RGB", (360, 360), "#f4f4f2")
    view = View.parse("/".join(["?" * 9] * 9) + " 10")
    for row, col in view:
        shade = "#c0c2bd" if (row, col) == (3, 3) else "#babcb5"
        picture.paste(shade, (col * 36 + 20, row * 36 + 20, col * 36 + 52, row * 36 + 52))
    grid = Grid(18.0, 18.0, 36.0, 36.0, 9, 9)
    pictures = np.zeros((9, 9, 28, 28, 3), np.uint8)
    read = np.full((9, 9, 15), 1e-3, np.float32)
    read[:, :, 0] = read[:, :, COVERED] = 0.49
    read[3, 3, 0] = 0.9
    assert interpret(picture, grid, pictures, read, 10).view == view


def test_a_look_that_is_known_to_be_open_is_read_so() -> None:
    view = View.parse("0001/0112/01??/01?? 2")
    picture = draw(view, 30)
    grid = Grid(30.0, 30.0, 30.0, 30.0, 4, 4)
    found = board_at(picture, grid, least_valid=0.5)
    assert found is not None
    _, pictures, read = found
    doubtful = read.copy()
    doubtful[(view.numbers == 0) | (view.numbers == -2)] = 1e-3
    doubtful[:, :, 0][view.numbers == 0] = 0.3
    doubtful[:, :, COVERED][(view.numbers == 0) | (view.numbers == -2)] = 0.65
    seen = interpret(picture, grid, pictures, doubtful, 2, opened=[pictures[0, 0]])
    assert seen.view == view


def test_a_left_over_cell_that_looks_covered_is_named_as_doubtful() -> None:
    """A person may open all cells around a covered 0, one after the other."""
    view = View.parse("?1?10 1")
    picture = draw(view, 30)
    found = board_at(picture, Grid(30.0, 30.0, 30.0, 30.0, 1, 5), 0.5)
    assert found is not None
    grid, pictures, read = found
    read[0, 0] = 1e-3
    read[0, 0, 0], read[0, 0, COVERED] = 0.26, 0.72
    seen = interpret(picture, grid, pictures, read, 1)
    assert seen.numbers[0, 0] == 0
    assert (0, 0) in seen.doubtful
