"""Reliability tables accept right statements, reject wrong ones, and confirm the risks of real play."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sapper import Rules, make, play
from sapper.arena.calibration import LEAST, guesses_of, luck_to_come, reliability, reliability_of_risks


def test_a_table_agrees_with_values_computed_by_hand() -> None:
    stated = [0.1] * 100 + [0.5] * 64
    happened = [True] * 13 + [False] * 87 + [True] * 28 + [False] * 36
    table = reliability(stated, happened, bins=10, least=5)
    low, middle = table.bins
    assert (low.n, low.observed, middle.n, middle.observed) == (100, 0.13, 64, 28 / 64)
    assert (low.stated, middle.stated) == (pytest.approx(0.1), 0.5)
    assert low.z == pytest.approx(3 / math.sqrt(100 * 0.1 * 0.9))
    assert middle.z == pytest.approx(-4 / math.sqrt(64 / 4))
    assert low.gap == pytest.approx(0.03)
    assert table.worst == pytest.approx(1.0)
    assert table.widest_gap == pytest.approx(4 / 64)
    assert (table.whole.n, table.whole.observed) == (164, 41 / 164)
    assert table.whole.z == pytest.approx(-1 / math.sqrt(9 + 16))


def test_a_bin_includes_its_lower_bound_and_the_last_includes_one() -> None:
    edges = [0.0, 0.25, 0.5, 0.75, 1.0]
    table = reliability(edges, [False, True, True, True, True], bins=4, least=0)
    assert [(each.low, each.n) for each in table.bins] == [(0.0, 1), (0.25, 1), (0.5, 1), (0.75, 2)]


def test_survival_and_risk_give_mirrored_tables() -> None:
    rng = np.random.default_rng(1)
    risk = rng.random(1000)
    hit = rng.random(1000) < risk
    assert reliability_of_risks(risk, ~hit) == reliability(risk, hit)
    turned = reliability(1 - risk, ~hit)
    assert turned.whole.z == pytest.approx(-reliability(risk, hit).whole.z)


def test_bins_with_little_variance_are_joined() -> None:
    rng = np.random.default_rng(2)
    stated = rng.beta(0.5, 3, 5000)
    table = reliability(stated, rng.random(5000) < stated)
    assert sum(each.n for each in table.bins) == 5000
    assert 3 < len(table.bins) < 20
    for each in table.bins:
        inside = stated[(stated >= each.low) & (stated < each.high)]
        assert len(inside) == each.n
        assert (inside * (1 - inside)).sum() >= LEAST
    few = reliability([0.1, 0.9], [True, True])
    assert [(each.low, each.high, each.n) for each in few.bins] == [(0.1, pytest.approx(0.95), 2)]


def test_right_statements_give_a_standard_normal_z() -> None:
    rng = np.random.default_rng(3)
    found = []
    for _ in range(300):
        stated = rng.beta(1, 4, 2000)
        found += [each.z for each in reliability(stated, rng.random(2000) < stated).bins]
    assert stats.kstest(found, "norm").pvalue > 1e-3
    assert np.mean(np.abs(found) > 3) < 0.006


def test_statements_that_come_true_together_count_as_one() -> None:
    """A statement that is repeated three times in a game adds no information."""
    rng = np.random.default_rng(5)
    stated = rng.beta(4, 4, 30_000)
    happened = rng.random(30_000) < stated
    once = reliability(stated, happened, bins=5)
    thrice, outcome, game = (np.repeat(each, 3) for each in (stated, happened, np.arange(30_000)))
    together = reliability(thrice, outcome, bins=5, game=game)
    apart = reliability(thrice, outcome, bins=5)
    for one, three, naive in zip(once.bins, together.bins, apart.bins, strict=True):
        assert three.n == 3 * one.n
        assert three.z == pytest.approx(one.z, rel=0.05, abs=0.02)
        assert three.half == pytest.approx(one.half, rel=0.05)
        assert naive.z == pytest.approx(math.sqrt(3) * one.z, rel=0.01)
    with pytest.raises(ValueError, match="one number for each of the 1 statements"):
        reliability([0.5], [True], game=[1, 2])


def test_wrong_statements_are_detected() -> None:
    rng = np.random.default_rng(4)
    truth = rng.beta(1, 4, 20_000)
    happened = rng.random(20_000) < truth
    assert reliability(truth, happened).worst < 3.5
    assert reliability(truth * 0.8, happened).worst > 5
    # The statements are too extreme at both ends, but right on average.
    bold = np.where(truth < np.median(truth), truth * 0.5, truth)
    bold = np.clip(bold + (truth.mean() - bold.mean()) * (truth >= np.median(truth)) * 2, 0, 1)
    assert abs(reliability(bold, happened).whole.z) < 3 < reliability(bold, happened).worst


def test_one_failed_certainty_gives_an_infinite_z() -> None:
    assert reliability([0.0] * 5 + [1.0] * 5, [False] * 5 + [True] * 5).worst == 0
    assert reliability([0.0] * 5, [False] * 4 + [True]).bins[0].z == math.inf
    assert reliability([1.0] * 5, [False] + [True] * 4).whole.z == -math.inf


def test_nothing_stated() -> None:
    table = reliability([], [])
    assert (table.bins, table.whole.n, table.worst, table.widest_gap) == ((), 0, 0.0, 0.0)
    assert math.isnan(table.whole.stated)


def test_the_table_is_markdown() -> None:
    text = str(reliability([0.5] * 100, [True] * 40 + [False] * 60))
    assert text.splitlines() == [
        "| stated | n | mean stated | observed | gap, points | z |",
        "|---|---:|---:|---:|---:|---:|",
        "| 50.0% - 55.0% | 100 | 50.00% | 40.00% | -10.00 ± 9.60 | -2.00 |",
        "| all | 100 | 50.00% | 40.00% | -10.00 ± 9.60 | -2.00 |",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 1.5], [True, True]), "between 0 and 1"),
        (([math.nan], [True]), "between 0 and 1"),
        (([[0.5]], [[True]]), "a list of numbers"),
        (([0.5], [1]), "True and False"),
        (([0.5], [True, False]), "1 probabilities were stated, but 2 outcomes"),
        (([0.5], [True], 0), "bins must be"),
        (([0.5], [True], 2.5), "bins must be"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reliability(*arguments)


def test_the_risks_of_play_are_calibrated() -> None:
    agent = make("lowest-risk")
    records = [play(agent, Rules(8, 8, 14), 6, index) for index in range(400)]
    risk, survived = guesses_of(records)
    assert len(risk) == len(survived) > 200
    assert np.count_nonzero(~survived) == sum(record.result == "lost" for record in records)
    table = reliability_of_risks(risk, survived)
    assert len(table.bins) > 3
    assert table.worst < 3


def test_subtracting_luck_keeps_the_gap_and_narrows_its_interval() -> None:
    """Games of three guesses, won if all survive. The stated chance is four percentage points too low."""
    rng = np.random.default_rng(8)
    games, off = 20_000, 0.04
    risk = rng.choice([0.1, 0.3, 0.5], (games, 3))
    survived = rng.random((games, 3)) >= risk
    reached = np.cumprod(np.column_stack([np.ones(games), survived[:, :2]]), axis=1).astype(bool)
    truth = np.cumprod((1 - risk)[:, ::-1], axis=1)[
        :, ::-1
    ]  # the chance to survive this guess and all later ones
    stated = np.clip(truth - off, 0, 1)[reached]
    game = np.nonzero(reached)[0]
    won = (survived.sum(axis=1) == 3)[game]
    luck = luck_to_come(stated, risk[reached], survived[reached], game)
    plain = reliability(stated, won, game=game).whole
    fair = reliability(stated, won, game=game, luck=luck).whole
    assert fair.half < 0.5 * plain.half
    assert abs(plain.gap - off) < 1.6 * plain.half
    assert abs(fair.gap - off) < 1.6 * fair.half
    first = np.flatnonzero(np.diff(game, prepend=-1))
    assert abs(luck[first].mean()) < 4 * luck[first].std() / math.sqrt(games)


def test_luck_needs_the_number_of_each_game() -> None:
    with pytest.raises(ValueError, match="number of each statement's game"):
        reliability([0.5], [True], luck=[0.1])
    with pytest.raises(ValueError, match="2 outcomes were given, but the luck of 1"):
        reliability([0.5, 0.5], [True, False], game=[0, 1], luck=[0.1])
    unstated = luck_to_come(np.array([math.nan]), np.array([0.5]), np.array([True]), np.array([3]))
    assert unstated.tolist() == [0.0]
