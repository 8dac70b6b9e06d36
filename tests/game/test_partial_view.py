"""Views of which something is not known, and the cells that changed between two views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import View
from sapper.game import PartialView, changed_cells


def test_a_partial_view_keeps_what_is_seen() -> None:
    view = PartialView.from_array([[1, -3, -2], [-2, -1, -2]], flags=np.eye(2, 3, 2, bool))
    assert view.unreadable == [(0, 1)]
    assert view.flags[0, 2]
    assert view.shape == (2, 3)
    assert not view.is_untouched
    assert repr(view) == "<PartialView of 2x3: unknown mines, 3 covered cells, 1 unreadable>"
    for array in (view.numbers, view.flags):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_an_exact_view_and_back() -> None:
    exact = View.parse("1F?/??? 2")
    partial = PartialView.of(exact)
    assert partial.view == exact
    assert partial == PartialView.of(exact)
    assert hash(partial) == hash(PartialView.of(exact))
    assert partial != PartialView.of(exact, first_move="safe")
    for numbers, mines, problem in (([[1, -2]], None, "mine count"), ([[-3, -2]], 1, r"\(0, 0\)")):
        with pytest.raises(ValueError, match=problem):
            str(PartialView.from_array(numbers, mines).view)


@pytest.mark.parametrize(
    ("numbers", "mines"),
    [
        ([[9]], 1),
        ([[-4]], 1),
        ([1, 2], 1),
        ([[1.5]], 1),
        ([[1]], 2),
        ([[1]], -1),
        ([[1], [1, 2]], 1),
        ("x", 1),
    ],
)
def test_bad_input(numbers: Any, mines: int) -> None:
    with pytest.raises(ValueError):
        PartialView.from_array(numbers, mines)
    with pytest.raises(ValueError, match="first_move"):
        PartialView.from_array([[-2]], 1, first_move="soon")


def test_changed_cells() -> None:
    before = View.parse("1??/??? 2")
    assert changed_cells(before, before) == []
    assert changed_cells(before, PartialView.from_array([[1, -3, -2], [-2, -2, 0]])) == [(0, 1), (1, 2)]
    with pytest.raises(ValueError, match="2x3 and 1x3"):
        changed_cells(before, View.parse("1?? 2"))
