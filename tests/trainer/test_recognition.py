"""Patterns are recognised on canonical positions, in every rotation and mirror image."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse
from sapper.trainer.exercise import read_exercises
from sapper.trainer.patterns import PATTERN_NAMES, PATTERNS, pattern
from sapper.trainer.recognition import Recogniser

MORE = (
    # The position, the cell, its pattern, and whether the numbers are reduced.
    ("11211/?????/????? 4", (1, 1), "1-2", False),
    ("0001?/1212?/????? 3", (2, 1), "1-2-1", False),
    ("01F2?/0113?/0001? 3", (1, 4), "1-2-1", True),
    ("002F/002F/1232/???? 4", (3, 0), "1-2-2-1", True),
    ("001??/012??/01F?? 3", (2, 3), "1-1", True),
    ("001?/113?/2F2?/???? 4", (3, 1), "1-2", True),
    ("0001?/1111?/2F232/????? 5", (3, 1), "box", True),
    ("001F?/0012?/1113?/??1?? 5", (3, 1), "triangle", True),
    ("001?/111?/F232/???? 4", (3, 2), "chain", True),
    ("0012?/001F?/0012? 3", (0, 4), "mine-count", False),
)


def images(view: View, cell: Cell) -> Iterator[tuple[View, Cell]]:
    """The eight rotations and mirror images of a position, with the place of a cell in each."""
    marked = np.zeros(view.shape, np.int8)
    marked[cell] = 1
    for mirrored in (False, True):
        for turns in range(4):
            arrays = [np.rot90(array, turns) for array in (view.numbers, marked)]
            numbers, marks = (np.fliplr(array) if mirrored else array for array in arrays)
            row, col = (int(axis[0]) for axis in np.nonzero(marks))
            yield View.from_array(np.ascontiguousarray(numbers), view.mines), (row, col)


@pytest.mark.parametrize("name", PATTERN_NAMES)
def test_the_example_of_each_pattern_shows_it(name: str) -> None:
    shown = pattern(name)
    for view, cell in images(View.parse(shown.example), shown.cell):
        found = Recogniser(view).of(cell)
        assert found is not None
        assert name in found.names, f"{view} at {cell}"


@pytest.mark.parametrize(("text", "cell", "name", "reduced"), MORE)
def test_canonical_positions(text: str, cell: Cell, name: str, reduced: bool) -> None:
    for view, place in images(View.parse(text), cell):
        found = Recogniser(view).of(place)
        assert found is not None
        assert (found.pattern, found.is_reduced) == (name, reduced), f"{view} at {place}"


def test_a_rotated_position_has_the_same_patterns() -> None:
    for each in read_exercises()[::60]:
        plain = View.from_array(each.view.numbers, each.view.mines)
        for cell in analyse(plain).safe:
            found = {
                (recognised.pattern, len(recognised.numbers))
                for view, place in images(plain, cell)
                if (recognised := Recogniser(view).of(place))
            }
            assert len(found) == 1, f"{plain} at {cell}: {found}"


def test_flags_of_the_player_change_nothing() -> None:
    view = View.parse("0001?/1212?/????? 3")
    wrong = View.parse("0001F/1212?/FFFFF 3")
    assert Recogniser(wrong).of((2, 1)) == Recogniser(view).of((2, 1))


def test_a_cell_that_is_not_certain_has_no_pattern() -> None:
    assert Recogniser(View.parse("1??/???/??? 2")).of((0, 1)) is None


def test_the_numbers_of_a_pattern_prove_the_cell() -> None:
    """All other numbers are covered again, and brute force over the layouts still finds the cell certain."""
    checked = 0
    for each in PATTERNS:
        recogniser = Recogniser(View.parse(each.example))
        found = recogniser.of(each.cell)
        assert found is not None
        assert layouts_agree(recogniser.view, found.numbers, each.cell, found.mine, found.uses_mine_count)
        checked += 1
    assert checked == len(PATTERNS)


def layouts_agree(view: View, numbers: tuple[Cell, ...], cell: Cell, mine: bool, counted: bool) -> bool:
    """Whether every way to place mines around some numbers puts a mine, or none, into a cell."""
    unknown = [each for each in view.covered if not view.flags[each]]
    flags = int(view.flags.sum())
    sizes = [view.mines - flags] if counted else range(len(unknown) + 1)
    found = set()
    for size in sizes:
        for placed in combinations(unknown, size):
            mines = {*placed, *(each for each in view.covered if view.flags[each])}
            if all(len(mines & {*view.neighbours(number)}) == view[number] for number in numbers):
                found.add(cell in mines)
    return found == {mine}


def test_every_pattern_is_in_some_shipped_exercise() -> None:
    assert {name for each in read_exercises() for name in each.patterns} == set(PATTERN_NAMES)


def test_recognition_agrees_with_the_engine_about_what_is_certain() -> None:
    for each in read_exercises()[::97]:
        view = each.view
        recogniser, analysis = Recogniser(view), analyse(view)
        for cell in view.covered:
            found = recogniser.of(cell)
            risk = analysis.risk[cell]
            assert (found is not None) == (risk in {0, 1})
            assert found is None or found.mine == (risk == 1)


def test_an_unknown_pattern_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="the patterns are one-number, 1-1, 1-2"):
        pattern("1-9")
