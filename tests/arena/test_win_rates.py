"""Lowest-risk play wins as often as large public runs of the same method say."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, _core

GAMES = 100_000
KNOWN_TO = 0.0005  # how well the published rates themselves are known
Z = 3.29  # 99.9% of a normal distribution lies within


@pytest.mark.parametrize(
    ("rules", "rate"),
    [(BEGINNER, 0.895), (INTERMEDIATE, 0.743), (EXPERT, 0.356)],
    ids=["beginner", "intermediate", "expert"],
)
def test_lowest_risk_from_a_safe_corner(rules: Rules, rate: float) -> None:
    games = _core.play_games("lowest-risk", rules.native, 2024, 0, GAMES, 0, 1)
    won = np.count_nonzero(games["won"]) / GAMES
    assert abs(won - rate) < Z * sqrt(rate * (1 - rate) / GAMES) + KNOWN_TO
