"""Win probabilities: exact values agree with perfect play, and estimates agree with exact values."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, Board, Game, OutOfBudget, Rules, View, analyse, make, optimum, play
from sapper import _core as core
from sapper.agents.outlook import EFFORTS, PLAYER, SEED, Outlook, compare, survival, value_of, value_of_start

FAST = EFFORTS["fast"]


def positions(rules: Rules, seed: int, count: int) -> list[View]:
    """Return the views before each of the last moves of a game."""
    record = play(make("lowest-risk"), rules, seed)
    game, views = Game(record.board), []
    for move in record.moves:
        views.append(game.view)
        game.open(move.cell)
    return views[-count:]


def middle_game() -> View:
    """Return an expert position with far too many layouts to list."""
    record = play(make("sapper-fast"), EXPERT, seed=3, index=1)
    game = Game(record.board)
    for move in record.moves[:60]:
        game.open(move.cell)
    return game.view


@pytest.mark.parametrize("number", ["0", "1"])
def test_a_large_board_of_certain_cells_is_valued(number: str) -> None:
    # A search that called itself once for each certain cell ended the interpreter here.
    rows = ["?" * 120] * 120
    rows[60] = "?" * 60 + number + "?" * 59
    view = View.parse("/".join(rows) + " 1")
    assert core.perfect_win(view, [], 20_000, 100_000) == 1.0


def test_the_value_of_a_position_is_what_perfect_play_wins() -> None:
    # After any first cell, perfect play wins as often as `optimum` computes for that start.
    untouched = View.parse("????/????/???? 3")
    for start in [(0, 0), (1, 1), (2, 2)]:
        best = optimum(Rules(3, 4, 3, first_move="unsafe"), start)
        assert value_of(untouched, [start]).win == pytest.approx(float(best.win), abs=1e-15)


def test_opening_what_is_certain_changes_nothing_on_average() -> None:
    for view in positions(BEGINNER, seed=2, count=8):
        analysis = analyse(view)
        for cell in analysis.safe[:2]:
            assert value_of(view, [cell], FAST).win == pytest.approx(value_of(view, (), FAST).win, abs=1e-12)
        for cell in analysis.mines[:2]:
            assert value_of(view, [cell], FAST).win == 0


def test_playouts_agree_with_exact_values() -> None:
    views = [view for seed in range(8) for view in positions(Rules(5, 5, 5), seed, 9)]
    views = [view for view in views if 2 <= analyse(view).solutions <= 200]
    assert len(views) >= 10
    for view in views:
        moves = [(), tuple(view.covered[:1]), tuple(view.covered[:2])]
        exact = [core.perfect_win(view, cells, 200, 300_000) for cells in moves]
        wins = core.play_out(PLAYER, view, moves, 1, 0, 200, 2)
        for column, win in zip(np.nan_to_num(wins).T, exact, strict=True):
            assert win is not None
            assert abs(column.mean() - win) <= 4 * column.std() / np.sqrt(len(column)) + 1e-12


def test_layouts_are_drawn_by_their_risks() -> None:
    view = View.parse("11211/?????/????? 4")
    analysis = analyse(view)
    for cell in view.covered:
        drawn = np.isnan(core.play_out(PLAYER, view, [[cell]], 7, 0, 1000, 2)).mean()
        risk = analysis.risk[cell]
        assert abs(drawn - risk) <= 4 * np.sqrt(risk * (1 - risk) / 1000)
        assert survival(view, [cell]) == pytest.approx(1 - risk, abs=1e-12)


def test_layouts_are_drawn_where_the_frontier_is_too_wide_to_be_drawn_at_once() -> None:
    view = View.parse("?1?" * 300 + " 300")
    moves = [[(0, 3 * flip + side)] for flip in range(0, 300, 10) for side in (0, 2)]
    hits = np.isnan(core.play_out("lowest-risk", view, moves, 7, 0, 8, 2)).reshape(8, -1, 2)
    assert np.all(hits[..., 0] ^ hits[..., 1])
    assert 0.3 < hits[..., 0].mean() < 0.7  # of 240 coin flips


def test_a_layout_is_the_same_whatever_the_moves_and_threads() -> None:
    view = middle_game()
    a, b = view.covered[:2]
    both = core.play_out(PLAYER, view, [[a], [b]], SEED, 0, 40, 1)
    alone = core.play_out(PLAYER, view, [[b]], SEED, 8, 32, 2)
    assert np.array_equal(both[8:, 1:], alone, equal_nan=True)


def test_the_chance_to_survive_a_chord_is_that_of_all_its_cells() -> None:
    # Exactly one of (1, 0) and (1, 1) is a mine, so they are never both free. The other cells are free.
    view = View.parse("11?/??? 1")
    free = [cell for cell in view.covered if analyse(view).risk[cell] == 0]
    assert survival(view, [(1, 0), (1, 1)]) == 0
    assert survival(view, [(1, 0), *free]) == pytest.approx(0.5)


def test_moves_are_compared_on_the_same_layouts() -> None:
    view = middle_game()
    analysis = analyse(view)
    risky = max(view.covered, key=lambda cell: analysis.risk[cell] if analysis.risk[cell] < 1 else 0)
    outlook = compare(view, [(), [risky], ()], FAST)
    assert not outlook.values[0].exact
    assert outlook.values[0] == outlook.values[2]
    assert outlook.difference(0, 2).win == 0
    assert outlook.difference(0, 2).error < 1e-12
    assert outlook.difference(0, 1).win > 0
    assert outlook.values[1].win <= 1 - analysis.risk[risky]


def test_comparing_stops_when_it_is_told_that_it_is_enough() -> None:
    view = middle_game()
    errors: list[float] = []

    def enough(outlook: Outlook) -> bool:
        errors.append(outlook.values[0].error)
        return len(errors) == 2

    found = compare(view, [()], FAST, enough)
    assert len(errors) == 2
    assert found.values[0].error == errors[1] > 0


def test_the_start_is_worth_what_the_player_wins_from_it() -> None:
    value = value_of_start(BEGINNER, (0, 0), FAST)
    assert abs(value.win - 0.917) < 5 * value.error
    with pytest.raises(OutOfBudget, match="too large"):
        value_of_start(Rules(100, 100, 2000), (0, 0), FAST)


@pytest.mark.parametrize("cells", [[(0, 0)], [(9, 9)], [(-1, 0)]])
def test_cells_must_be_covered_and_on_the_board(cells: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"open already|outside"):
        value_of(View.parse("1??/??? 1"), cells)


def test_impossible_and_large_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="no layout fits"):
        value_of(View.parse("8??/??? 1"))
    game = Game(Board.random(Rules(80, 80, 1200), 1))
    game.open((0, 0))
    with pytest.raises(OutOfBudget):
        value_of(game.view)
