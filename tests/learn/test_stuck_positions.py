"""Tests of the positions in which the solver of aua2023 is stuck."""

from __future__ import annotations

from itertools import islice

import numpy as np

from sapper.learn.training.stuck_positions import positions


def test_positions_are_undecided_and_repeat_with_their_seed() -> None:
    first, again = (list(islice(positions(3), 40)) for _ in range(2))
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.window, b.window)
        assert a.window[2, 2] == -2
        assert a.mine == (a.true_window[2, 2] == -1)
        shown = a.window >= 0
        assert np.array_equal(a.window[shown], a.true_window[shown])
    assert 0 < sum(each.mine for each in first) < 40
