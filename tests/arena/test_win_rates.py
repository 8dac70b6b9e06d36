"""The agents lowest-risk and pseq win as often as in large published runs of the same methods."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, _core

GAMES = 100_000
KNOWN_TO = 0.0005  # the uncertainty of the published rates
Z = 3.29  # 99.9% of a normal distribution lies within this many standard deviations


@pytest.mark.parametrize(
    ("rules", "rate"),
    [(BEGINNER, 0.895), (INTERMEDIATE, 0.743), (EXPERT, 0.356)],
    ids=["beginner", "intermediate", "expert"],
)
def test_lowest_risk_from_a_safe_corner(rules: Rules, rate: float) -> None:
    games = _core.play_games("lowest-risk", rules.native, 2024, 0, GAMES, 0, 1)
    won = np.count_nonzero(games["won"]) / GAMES
    assert abs(won - rate) < Z * sqrt(rate * (1 - rate) / GAMES) + KNOWN_TO


@pytest.mark.parametrize(
    ("rules", "start", "rate", "games"),
    [
        (Rules(8, 8, 10), (0, 0), 0.81635, 100_000),
        (BEGINNER, (0, 0), 0.91678, 100_000),
        (INTERMEDIATE, (0, 0), 0.78123, 40_000),
        (EXPERT, (0, 0), 0.39612, 20_000),
        (Rules(16, 30, 99, first_move="zero"), (3, 3), 0.52791, 20_000),
    ],
    ids=["8x8", "beginner", "intermediate", "expert", "expert-zero"],
)
def test_pseq(rules: Rules, start: tuple[int, int], rate: float, games: int) -> None:
    won = np.count_nonzero(
        _core.play_games("pseq", rules.native, 2024, 0, games, rules.index(start), 1)["won"]
    )
    assert abs(won / games - rate) < Z * sqrt(rate * (1 - rate) / games) + KNOWN_TO
