"""The sequential test keeps its stated error, and needs as many boards as theory predicts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, stats

from sapper import BEGINNER, Arena
from sapper.arena.run import Run
from sapper.arena.sequential_test import SequentialTest, Standing, log_likelihood_ratio

DISAGREEMENT = 0.3
LOOK = 1_000


def simulate(rng: np.random.Generator, test: SequentialTest, difference: float, most: int) -> Standing:
    """Simulate two agents that disagree on a share of the boards, and test them every 1,000 boards."""
    p_a, p_b = (DISAGREEMENT + difference) / 2, (DISAGREEMENT - difference) / 2
    only_a = only_b = games = 0
    while True:
        fresh_a, fresh_b, _ = rng.multinomial(LOOK, [p_a, p_b, 1 - p_a - p_b])
        only_a, only_b, games = only_a + int(fresh_a), only_b + int(fresh_b), games + LOOK
        standing = test.ask("a", "b", only_a, only_b, games)
        if standing.verdict != "open" or games >= most:
            return standing


def test_equal_agents_are_called_different_no_more_often_than_stated() -> None:
    rng, test, trials = np.random.default_rng(11), SequentialTest(0.01), 800
    decided = sum(simulate(rng, test, 0.0, 200_000).verdict in ("a", "b") for _ in range(trials))
    assert decided > 0  # an error of exactly zero would mean that the test never decides
    assert stats.binomtest(decided, trials, test.error, alternative="greater").pvalue > 0.01


def test_a_difference_is_found_within_the_expected_games() -> None:
    rng, test, trials = np.random.default_rng(12), SequentialTest(0.01), 400
    found = [simulate(rng, test, 0.01, 1_000_000) for _ in range(trials)]
    assert {standing.verdict for standing in found} <= {"a", "close"}
    missed = sum(standing.verdict == "close" for standing in found)
    assert stats.binomtest(missed, trials, test.miss, alternative="greater").pvalue > 0.01
    mean = np.mean([standing.games for standing in found])
    # Wald's formula neglects how far the ratio exceeds the bound at the last evaluation.
    assert 0.8 < mean / test.expected_games(DISAGREEMENT) < 1.15


def test_swapping_the_agents_swaps_the_verdict() -> None:
    test = SequentialTest(0.02)
    one, other = test.ask("x", "y", 300, 200, 2_000), test.ask("x", "y", 200, 300, 2_000)
    assert (one.verdict, other.verdict) == ("a", "b")
    assert one.for_a == pytest.approx(other.for_b)
    assert str(one).startswith("x is stronger than y, after 2,000 boards (300 : 200 won alone)")
    assert str(other).startswith("y is stronger than x")
    assert "not 2 points apart" in str(test.ask("x", "y", 200, 200, 20_000))
    assert str(test.ask("x", "y", 0, 0, 0)).startswith("undecided after 0 boards")


@pytest.mark.parametrize(
    ("only_a", "only_b", "games", "points"), [(30, 20, 400, 0.02), (500, 450, 3_000, 0.01)]
)
def test_the_ratio_compares_the_best_fits(only_a: int, only_b: int, games: int, points: float) -> None:
    def fit(mean: float) -> float:
        """The highest log-likelihood over all shares of disagreement, found by numerical search."""

        def minus(share: float) -> float:
            p_a, p_b = (share + mean) / 2, (share - mean) / 2
            return -(
                only_a * math.log(p_a)
                + only_b * math.log(p_b)
                + (games - only_a - only_b) * math.log(1 - share)
            )

        found = optimize.minimize_scalar(minus, bounds=(mean + 1e-9, 1 - 1e-9), method="bounded")
        return -float(found.fun)

    ratio = log_likelihood_ratio(only_a, only_b, games, points)
    assert ratio == pytest.approx(fit(points) - fit(0.0), abs=1e-4)


def test_no_boards_give_a_ratio_of_zero_and_bad_values_are_refused() -> None:
    assert log_likelihood_ratio(0, 0, 0, 0.01) == 0
    for wrong in ({"points": 0}, {"points": 1.5}, {"error": 0.7}, {"miss": 0}):
        with pytest.raises(ValueError, match=r"between 0 and 1|below one half"):
            SequentialTest(**wrong)
    with pytest.raises(ValueError, match="cannot be among"):
        log_likelihood_ratio(3, 3, 5, 0.01)
    with pytest.raises(ValueError, match="at least that share"):
        SequentialTest(0.1).expected_games(0.05)


def test_a_run_stops_at_the_same_board_whatever_the_workers() -> None:
    standings = []
    for workers in (1, 2):
        run = Run(Arena(BEGINNER, seed=2, workers=workers))
        standings.append(
            run.play_until_decided(
                ["lowest-risk", "random"], "random", "lowest-risk", 5_000, SequentialTest()
            )
        )
        assert run.games == 2 * standings[-1].games
    assert standings[0] == standings[1]
    assert (standings[0].verdict, standings[0].games) == ("b", 400)


def test_a_run_ends_undecided_when_its_boards_are_used_up() -> None:
    run = Run(Arena(BEGINNER, seed=2, workers=1))
    test = SequentialTest(0.001)
    standing = run.play_until_decided(["lowest-risk", "pseq"], "lowest-risk", "pseq", 1_500, test)
    assert (standing.verdict, standing.games) == ("open", 1_500)
    with pytest.raises(ValueError, match="between two of the agents"):
        run.play_until_decided(["lowest-risk"], "lowest-risk", "pseq", 10, test)
