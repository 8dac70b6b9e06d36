"""Native agents: rollouts, time limits, stopping, and the values stated with every guess."""

from __future__ import annotations

import math
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, Rules, View, _core, analyse, best_move, make, play
from sapper.agents.native import NativeAgent, SapperMax
from sapper.game.board import Board
from sapper.game.game import Game

OPENING = View.parse("mines 10\n1??????\n" + "\n".join(["???????"] * 6))


def test_games_played_out_are_the_same_for_the_same_view() -> None:
    first, again = best_move(OPENING, "max"), best_move(OPENING, "max")
    assert first == again
    assert "games played out" in first.reason
    assert first.win is not None and 0 < first.win < 1 and not first.win_exact


def test_playing_out_keeps_to_the_cells_that_promise_most() -> None:
    """The cells that are played out are nearly as good as the best one by the rating of sapper-strong."""
    choice = _core.choose("sapper-max", OPENING)
    strong = {cell: value for cell, _, value in _core.choose("sapper-strong", OPENING).rivals}
    assert choice.kind == "rollouts"
    rivals = [cell for cell, _, _ in choice.rivals]
    assert choice.cells[0] in rivals
    assert 2 <= len(rivals) <= 8
    assert set(strong) & set(rivals)
    assert all(strong[cell] >= 0.91 * max(strong.values()) for cell in set(strong) & set(rivals))


@pytest.mark.parametrize(
    "rules", [Rules(9, 9, 18), Rules(6, 6, 9, on_mine="continue")], ids=["lose", "continue"]
)
def test_games_do_not_depend_on_what_an_agent_remembers(rules: Rules) -> None:
    """Rollouts keep choices from one move to the next, and from one game to the next.

    A hit mine shows no number. A field without it once counted as the same one.
    """
    together = _core.play_games("sapper-max", rules.native, 3, 0, 12, 0, 1, layouts=60)
    for index in range(12):
        alone = _core.play_games("sapper-max", rules.native, 3, index, 1, 0, 1, layouts=60)
        for column in ("won", "steps", "guesses", "luck"):
            assert together[column][index] == alone[column][0]


def test_results_of_rollouts_do_not_depend_on_those_before() -> None:
    view = position(0)
    moves = [[cell] for cell in view.covered[:2]]
    together = _core.play_out("sapper-fast", view, moves, 7, 0, 30, 1)
    alone = [_core.play_out("sapper-fast", view, moves, 7, index, 1, 1) for index in range(30)]
    np.testing.assert_array_equal(together, np.concatenate(alone))


def test_exact_endgames_of_sapper_max_reach_further() -> None:
    view = View.parse("mines 4\n" + "\n".join(["?????"] * 4))
    assert 2000 < analyse(view).solutions <= 20_000
    assert not _core.choose("sapper-strong", view).win_exact
    exact = _core.choose("sapper-max", view)
    assert exact.kind == "endgame"
    assert exact.win_exact
    # No cell is better than the one that perfect play opens.
    values = [_core.perfect_win(view, [cell], 20_000, 5_000_000) for cell in ((0, 0), (1, 1), (1, 2))]
    assert exact.win >= max(value for value in values if value is not None)


def test_every_rival_is_weighed_for_advice() -> None:
    choice = _core.choose("sapper-strong", OPENING)
    values = {cell: value for cell, _, value in choice.rivals}
    assert len(values) > 1
    assert math.isclose(values[choice.cells[0]], choice.win)
    assert max(values.values()) == values[choice.cells[0]]


def test_a_time_is_taken_and_a_stop_ends_it() -> None:
    short = best_move(OPENING, "max", think=0.05)
    assert short.opens[0] in OPENING.covered
    stop = _core.Stop()
    assert not stop.is_set
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    stopped = best_move(OPENING, "max", think=3600, stop=stop)  # an hour, unless it is stopped
    assert stop.is_set
    assert stopped.opens[0] in OPENING.covered
    assert "games played out" in stopped.reason
    # If it is stopped before it begins, the choice is that of lookahead alone.
    assert best_move(OPENING, "max", think=3600, stop=stop).opens == best_move(OPENING, "strong").opens


def interrupt_soon() -> threading.Timer:
    """Send Ctrl-C to this process after 0.2 seconds."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_ends_a_thought_that_can_be_stopped_with_the_best_so_far() -> None:
    stop = _core.Stop()
    timer = interrupt_soon()
    best = best_move(OPENING, "max", think=3600, stop=stop)
    timer.join()
    assert stop.is_set  # the caller can see it, and later searches with it end at once
    assert "games played out" in best.reason


def test_ctrl_c_ends_any_other_thought_as_it_ends_everything() -> None:
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        best_move(OPENING, "max", think=3600)
    timer.join()
    assert threading.active_count() < 20  # no search keeps running


def test_more_layouts_are_more_thought_and_always_the_same() -> None:
    few, many = (_core.choose("sapper-max", OPENING, layouts=layouts) for layouts in (5, 200))
    assert few.kind == many.kind == "rollouts"
    assert few.rivals != many.rivals
    assert _core.choose("sapper-max", OPENING, layouts=200).rivals == many.rivals
    assert (
        _core.choose("sapper-max", OPENING, layouts=300).rivals == _core.choose("sapper-max", OPENING).rivals
    )
    with pytest.raises(ValueError, match="the number of layouts to think about must be at least 0"):
        _core.choose("sapper-max", OPENING, layouts=-1)


def test_games_against_the_clock_say_that_they_cannot_be_repeated() -> None:
    rules = Rules(5, 5, 5)
    assert play(make("sapper-max"), rules, 1).reproducible
    record = play(SapperMax(think=0.002), rules, 1)
    assert not record.reproducible
    assert record.agent == "sapper-max"
    with pytest.raises(ValueError, match="only sapper-max can be given time to think, not sapper-strong"):
        NativeAgent("sapper-strong", think=1.0)


def test_long_thoughts_take_no_more_memory_than_short_ones() -> None:
    """Compare the memory before and after 200 short searches and a long one."""
    views = [position(index) for index in range(20)]
    for view in views:
        _core.choose("sapper-max", view, think=0.02)
    before = resident()
    for _ in range(10):
        for view in views:
            _core.choose("sapper-max", view, think=0.005)
    _core.choose("sapper-max", views[0], think=2.0)
    assert resident() - before < 16 << 20


def position(index: int) -> View:
    """Return an expert position in which sapper-max uses rollouts."""
    while True:
        game = Game(Board.random(EXPERT, seed=9, index=index))
        game.open((0, 0))
        while game.state == "playing":
            choice = _core.choose("sapper-max", game.view, layouts=1)
            if choice.kind == "rollouts":
                return game.view
            for cell in choice.cells:
                game.open(cell)
        index += 100


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("think", [0, -1, math.nan, math.inf])
def test_bad_times(think: float) -> None:
    with pytest.raises(ValueError, match="the time to think must be a number of seconds above 0"):
        best_move(OPENING, "max", think=think)
    with pytest.raises(ValueError, match="the time to think must be at least 0 seconds"):
        _core.play_games("sapper-max", BEGINNER.native, 1, 0, 1, 0, 1, -abs(think) if think < 0 else math.nan)


@pytest.mark.parametrize("name", ["lowest-risk", "sapper-strong"])
def test_every_guess_of_a_native_game_is_handed_out(name: str) -> None:
    games = _core.play_games(name, EXPERT.native, 5, 0, 12, 0, 2)
    assert sum(games["guesses"]) == len(games["risks"]) == len(games["survived"])
    at = 0
    for index in range(12):
        count = int(games["guesses"].astype(np.int64)[index])
        record = play(make(name), EXPERT, 5, index)
        guesses = [move for move in record.moves[1:] if not move.certain]
        assert np.allclose([move.risk or 0 for move in guesses], games["risks"][at : at + count])
        survived = games["survived"][at : at + count].astype(np.float64)
        risks = games["risks"][at : at + count].astype(np.float64)
        assert survived[:-1].all()
        luck = float(np.sum(survived - (1 - risks)))
        assert math.isclose(luck, games["luck"][index], abs_tol=1e-9)
        at += count


def test_stated_chances_to_win_are_kept() -> None:
    """Compare stated win probabilities with the results of 4,000 beginner games."""
    games = _core.play_games("sapper-strong", BEGINNER.native, 8, 0, 4000, 0, 2)
    won = np.repeat(games["won"].astype(np.float64), games["guesses"].astype(np.int64))
    exact, stated = games["stated_exact"].astype(np.bool_), games["stated_win"].astype(np.float64)
    assert not np.isnan(stated).any()
    assert exact.sum() > 100
    assert (~exact).sum() > 1000
    spread = math.sqrt(float(np.sum(stated[exact] * (1 - stated[exact]))))
    assert abs(won[exact].sum() - stated[exact].sum()) < 4 * spread
    assert abs(won[~exact].mean() - stated[~exact].mean()) < 0.03


def test_the_facts_behind_an_estimate_are_handed_out() -> None:
    games = _core.play_games("sapper-strong", EXPERT.native, 5, 0, 30, 0, 2)
    facts, risks = games["facts"].astype(np.float64), games["risks"].astype(np.float64)
    exact = games["stated_exact"].astype(np.bool_)
    assert facts.shape == (len(risks), 12)
    assert np.allclose(facts[~exact, 7], 1 - risks[~exact])
    assert not facts[exact].any()
    # Games whose first cells show the same number begin with the same facts, which give the same estimate.
    alike = np.all(facts == facts[0], axis=1)
    assert len(set(games["stated_win"][alike].tolist())) == 1


def test_an_exact_chance_is_never_claimed_for_an_estimate() -> None:
    board = Board.random(EXPERT, seed=3, index=1)
    game = Game(board)
    game.open((0, 0))
    while game.state == "playing" and analyse(game.view).safe:
        for cell in analyse(game.view).safe:
            game.open(cell)
    assert game.state == "playing"
    assert not best_move(game.view).win_exact
