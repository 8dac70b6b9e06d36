"""Tests of the 5x5 windows of aua2023."""

from __future__ import annotations

import numpy as np

from sapper import View
from sapper.learn.playing.aua_windows import EDGE, candidates, inner_candidates, window_at

VIEW = View.parse("""\
mines 3
1??
2F?
???
""")


def test_a_window_shows_flags_and_the_edge() -> None:
    window = window_at(VIEW, (0, 1))
    assert window[2:5, 1:4].tolist() == [[1, -2, -2], [2, -1, -2], [-2, -2, -2]]
    assert (window[:2] == EDGE).all()
    assert (window[:, 0] == EDGE).all()


def test_candidates_have_three_known_neighbours_or_the_most() -> None:
    assert candidates(VIEW) == [(0, 1)]  # 1, 2 and the flag
    assert candidates(View.parse("1??/???/??? 1")) == [(0, 1), (1, 0), (1, 1)]
    assert len(candidates(View.parse("???/???/??? 1"))) == 9


def test_inner_candidates_have_three_known_neighbours_and_keep_clear_of_the_edge() -> None:
    numbers = np.full((16, 30), -2, np.int8)
    numbers[:6] = 0
    view = View.from_array(numbers, 85)
    # Row 6 lies below the open rows. Its cells have three known neighbours, except at the two ends.
    assert candidates(view) == [(6, col) for col in range(1, 29)]
    assert inner_candidates(view) == [(6, col) for col in range(2, 14)]
    assert inner_candidates(View.from_array(numbers[:, :16], 40)) == [(6, col) for col in range(2, 14)]
    untouched = View.from_array(np.full((9, 9), -2, np.int8), 10)
    assert len(candidates(untouched)) == 81
    assert inner_candidates(untouched) == []
    assert inner_candidates(View.from_array(np.zeros((3, 3), np.int8), 0)) == []
