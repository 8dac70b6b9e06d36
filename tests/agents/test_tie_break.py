"""Tie-breaking: one uniform draw, and ties within 1e-12."""

from __future__ import annotations

import numpy as np

from sapper.agents.tie_break import lowest, pick
from sapper.agents.turn import stream


def test_a_choice_is_one_draw_and_none_when_there_is_none() -> None:
    rng, raw = stream(3, 4), stream(3, 4).bit_generator.random_raw()
    assert pick(["only"], rng) == "only"
    assert pick(range(7), rng) == (raw * 7) >> 64


def test_choices_are_uniform() -> None:
    counts = np.bincount([pick(range(5), rng) for rng in [stream(1, 0)] for _ in range(5000)], minlength=5)
    assert ((counts - 1000) ** 2 / 1000).sum() < 23.5  # chi-squared with 4 degrees of freedom, 1 in 10,000


def test_ties_are_risks_within_1e_12() -> None:
    risk = np.array([[0.2, 0.2 + 5e-13, 0.2 + 2e-12], [np.nan, 0.9, 0.2]])
    assert lowest(risk) == [(0, 0), (0, 1), (1, 2)]


def test_no_risk_at_all_is_lowest_nowhere() -> None:
    assert lowest(np.full((2, 2), np.nan)) == []
