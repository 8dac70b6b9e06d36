"""Turns: the random stream that an agent gets. The tests of the arena cover how decisions are carried out."""

from __future__ import annotations

import numpy as np

from sapper.agents.turn import stream


def test_the_stream_is_the_documented_one() -> None:
    key, counter = np.array([5, 7], np.uint64), np.array([0, 0, 0, 1], np.uint64)
    documented = np.random.Philox(key=key, counter=counter)
    assert stream(5, 7).bit_generator.random_raw() == documented.random_raw()
