"""Measures of games, and differences from published values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper import Board, Rules
from sapper.arena.batch import Batch, play_batch
from sapper.arena.statistics import Estimate, wilson
from sapper.experiments.measures import MEASURES, difference
from tests.experiments.small_experiment import SMALL


def test_measures_agree_with_the_columns() -> None:
    rules = Rules(6, 6, 6, first_move="unsafe", on_mine="lose")
    games = play_batch(Batch("nguyen-basic", rules, 1, 0, 300))
    columns = games.columns
    start_hit = (columns["steps"] == 1) & (columns["hits"] == 1)
    assert 20 < start_hit.sum() < 90

    def taken(name: str) -> Estimate:
        found = MEASURES[name].take(games, rules)
        assert found
        assert found.low <= found.value <= found.high
        return found

    assert taken("win").value == columns["won"].mean()
    assert taken("win-after-start").value == columns["won"].sum() / (~start_hit).sum()
    assert taken("win-after-start").games == (~start_hit).sum()
    assert taken("completion").value == pytest.approx(columns["opened"].mean() / 36)
    assert taken("opened").value == pytest.approx(columns["opened"].mean() / 30)
    assert taken("score").value == pytest.approx(1 - columns["hits"].mean() / 6)
    assert taken("hits").value == pytest.approx(columns["hits"].mean() / 6)
    assert taken("steps-won").value == pytest.approx(columns["steps"][columns["won"]].mean())
    assert taken("opened-won").value == pytest.approx(30)
    whole = np.where(columns["won"], 36, columns["opened"] + columns["hits"])
    assert taken("completion-won-full").value == pytest.approx(whole.mean() / 36)
    assert taken("time-out").value == 0
    lost = (columns["opened"] / 36)[~columns["won"]]
    assert taken("completion-lost").value == pytest.approx(lost.mean())
    flagged = columns["flags_right"] + columns["flags_wrong"]
    explored = (columns["opened"] + columns["hits"] + flagged)[~columns["won"]] / 36
    assert taken("explored-lost").value == pytest.approx(explored.mean())
    assert taken("asked").value == 0
    assert MEASURES["right"].take(games, rules) is None
    none = games.take(np.flatnonzero(~columns["won"]))
    assert MEASURES["steps-won"].take(none, rules) is None


def test_wins_without_a_guess_need_an_agent_that_states_certainty() -> None:
    rules = Rules(5, 5, 3)
    exact, network = (play_batch(Batch(name, rules, 1, 0, 40)) for name in ("lowest-risk", "random"))
    measure = MEASURES["win-without-guess"]
    found = measure.take(exact, rules)
    assert found
    assert 0 < found.value < exact.columns["won"].mean()
    assert measure.take(network, rules) is None


@pytest.mark.parametrize("name", [name for name, measure in MEASURES.items() if measure.unit == "%"])
@pytest.mark.parametrize("agent", ["lowest-risk", "nguyen-improved", "random"])
@pytest.mark.parametrize("count", [1, 2, 30])
def test_the_interval_of_a_share_stays_between_nothing_and_everything(
    name: str, agent: str, count: int
) -> None:
    for rules in (Rules(8, 8, 1, on_mine="continue"), Rules(8, 8, 4, on_mine="continue"), Rules(8, 8, 12)):
        found = MEASURES[name].take(play_batch(Batch(agent, rules, 3, 0, count)), rules)
        assert found is None or 0 <= found.low <= found.value <= found.high <= 1


def test_the_interval_of_a_mean_is_cut_at_zero() -> None:
    games = play_batch(Batch("lowest-risk", SMALL.rules, 1, 0, 5))
    games.columns["seconds"][:] = 1e-3, 1e-3, 1e-3, 1e-3, 1.0  # one game is slow, as on a busy machine
    found = MEASURES["seconds"].take(games, SMALL.rules)
    assert found
    assert found.low == 0
    assert found.value == pytest.approx(0.2008)


def test_a_difference_includes_the_uncertainty_of_both_values() -> None:
    ours = Estimate(0.5, *wilson(500, 1000), 1000)
    alone, both = difference(ours, 0.45, None, True), difference(ours, 0.45, 100, True)
    assert (alone.low, alone.high) == pytest.approx((ours.low - 0.45, ours.high - 0.45))
    assert both.low < alone.low
    assert both.high > alone.high
    low, high = wilson(45, 100)
    assert both.low == pytest.approx(0.05 - math.hypot(0.5 - ours.low, high - 0.45))
    assert both.high == pytest.approx(0.05 + math.hypot(ours.high - 0.5, 0.45 - low))


def test_a_game_won_by_its_first_cell_counts_among_those_that_survived_the_start() -> None:
    """Both games have one step: the first one hits a mine, and in the second one a cascade wins."""
    rules = Rules(1, 3, 1, first_move="unsafe")
    boards = tuple(Board.from_mines(rules, [mine], (0, 0)) for mine in ((0, 0), (0, 2)))
    games = play_batch(Batch("random", rules, 1, 0, 2, (0, 0), boards))
    assert games.columns["steps"].tolist() == [1, 1]
    assert games.columns["won"].tolist() == [False, True]
    found = MEASURES["win-after-start"].take(games, rules)
    assert found
    assert (found.value, found.games) == (1.0, 1)
