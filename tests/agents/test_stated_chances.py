"""The estimated chance to win: it is possible, it agrees with the results of games, and it may be unknown."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.calibration import DENSITIES, SIZES, Estimates, board, play
from sapper import EXPERT, Rules, Stop, View, _core, best_move
from sapper.agents.native import native_choice

GAMES = 250


def untouched(rows: int, cols: int, mines: int) -> View:
    return View.from_array(np.full((rows, cols), -2, np.int8), mines)


@pytest.fixture(scope="module")
def estimates() -> dict[float, Estimates]:
    """Estimates of sapper-fast by density, over all sizes together."""
    return {
        density: Estimates.join([play("sapper-fast", board(size, density), GAMES, 17, 2) for size in SIZES])
        for density in DENSITIES
    }


@pytest.mark.parametrize("density", DENSITIES)
def test_estimates_agree_with_the_results(estimates: dict[float, Estimates], density: float) -> None:
    whole = estimates[density].whole()
    assert whole.n > 300
    assert abs(whole.gap) < 0.02 + whole.half
    for each in estimates[density].bins():
        if each.n > 100:
            assert abs(each.gap) < 0.03 + 1.5 * each.half, each


@pytest.mark.parametrize("density", DENSITIES)
def test_estimates_are_stated_almost_everywhere(estimates: dict[float, Estimates], density: float) -> None:
    found = estimates[density]
    assert found.unknown <= 0.01 * len(found.stated)


@pytest.mark.parametrize("agent", ["sapper-fast", "sapper-strong"])
@pytest.mark.parametrize("rules", [EXPERT, Rules(16, 30, 150), Rules(9, 9, 35), Rules(40, 40, 500)])
def test_no_stated_chance_is_more_than_the_chance_to_survive(agent: str, rules: Rules) -> None:
    played = _core.play_games(agent, rules.native, 5, 0, 40, 0, 2)
    win, risk = np.asarray(played["stated_win"]), np.asarray(played["risks"])
    known = ~np.isnan(win)
    assert np.all(win[known] <= 1 - risk[known] + 1e-12)


def test_a_board_that_nobody_wins_is_not_said_to_be_won() -> None:
    found = play("sapper-fast", Rules(16, 30, 150), GAMES, 18, 2)
    assert len(found.stated) > 500
    assert found.stated.mean() < 0.01


@pytest.mark.parametrize("agent", ["sapper-fast", "sapper-strong", "sapper-max"])
def test_no_rival_has_a_greater_chance_than_to_survive(agent: str) -> None:
    choice = _core.choose(agent, View.parse("?1??2?/??????/?3????/??????/????1?/?????? 11"), layouts=20)
    assert choice.rivals
    assert all(value <= 1 - risk + 1e-12 for _, risk, value in choice.rivals)


@pytest.mark.parametrize(
    ("rows", "cols", "mines"), [(300, 300, 45_000), (16, 30, 240), (3, 100, 50), (60, 60, 600)]
)
def test_an_agent_does_not_know_the_chance_on_boards_unlike_those_it_was_fitted_to(
    rows: int, cols: int, mines: int
) -> None:
    assert math.isnan(native_choice("sapper-strong", untouched(rows, cols, mines)).win)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(16, 30, 240), (3, 100, 50), (60, 60, 600)])
def test_advice_plays_games_out_where_the_agent_does_not_know_the_chance(
    rows: int, cols: int, mines: int
) -> None:
    found = best_move(untouched(rows, cols, mines), "fast")
    assert found.win is not None
    assert found.risk is not None
    assert 0 <= found.win <= 1 - found.risk
    assert not found.win_exact
    assert found.reason.endswith("(estimated, games played out)")


def test_the_chance_is_unknown_on_boards_too_large_to_play_out() -> None:
    found = best_move(untouched(300, 300, 45_000))
    assert found.win is None
    assert not found.win_exact
    assert found.reason == "50.0% risk; the chance to win is not known"


def test_the_chance_is_known_on_the_levels() -> None:
    # sapper-strong wins 41% of expert games whose first cell, a corner, is safe.
    win = best_move(untouched(16, 30, 99)).win
    assert win is not None
    assert abs(win - 0.41 * (1 - 99 / 480)) < 0.03


def test_rollouts_state_a_chance_where_the_estimate_is_unknown() -> None:
    view = untouched(16, 30, 240)
    choice = _core.choose("sapper-max", view, layouts=3)
    assert choice.kind == "rollouts"
    assert 0 <= choice.win <= 1 - choice.risk
    stop = Stop()
    stop.set()
    assert math.isnan(native_choice("sapper-max", view, stop=stop).win)
