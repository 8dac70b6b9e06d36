"""Tests of the 5x5 windows of aua2023."""

from __future__ import annotations

from sapper import View
from sapper.learn.playing.aua_windows import EDGE, candidates, window_at

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
