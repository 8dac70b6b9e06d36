"""Each part of a review: its plain values, its sums, and the bounds of its rules."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, cast

import pytest

from sapper import Board, Rules, make, play, review
from sapper.agents.base import Decision
from sapper.game.record import Move
from sapper.review.grades import GRADES
from tests.review.reviews import MOVE, RULES, moved, record_of, reviewed


def test_a_review_as_plain_values_says_what_its_fields_say() -> None:
    record = replace(record_of(("open", (0, 2)), ("flag", (0, 0)), ("open", (1, 0))), agent="someone")
    found = review(record, "fast")
    fields = json.loads(json.dumps(found.to_dict()))
    moves = fields.pop("moves")
    assert fields == {
        "format": 1,
        "rules": record.rules.to_dict(),
        "agent": "someone",
        "result": "won",
        "end": "opened",
        "strength": "fast",
        "grades": {"forced": 1, "best": 1, "inaccuracy": 0, "mistake": 0, "unlucky": 0},
        "cost": 0.0,
        "luck": found.luck,
        "sentence": found.sentence,
        "win": list(found.wins),
    }
    assert tuple(fields["grades"]) == GRADES
    for number, (plain, move) in enumerate(zip(moves, found.moves, strict=True)):
        best = plain.pop("best")
        assert plain == {
            "number": number,
            "do": move.do,
            "cell": list(move.cell),
            "grade": move.grade,
            "hit": False,
            "risk": move.risk,
            "win_before": move.win_before,
            "win_played": move.win_played,
            "win_after": move.win_after,
            "win_error": move.win_error,
            "cost": 0.0,
            "error": 0.0,
            "exact": move.exact,
            "luck": move.luck,
        }
        assert (best is None) == (move.do == "flag")
        if best is not None:
            assert move.best is not None
            assert best == {
                "cell": list(move.best.opens[0]),
                "risk": move.best.risk,
                "certain": move.best.certain,
                "win": move.best.win,
                "win_exact": move.best.win_exact,
                "win_error": move.best.win_error,
                "reason": move.best.reason,
            }


def test_a_player_who_would_give_up_has_no_best_cell() -> None:
    assert replace(MOVE, best=Decision.give_up("nothing to do")).to_dict()["best"] is None


def test_luck_is_none_where_a_win_probability_is_unknown() -> None:
    assert MOVE.luck == 0.0
    assert replace(MOVE, win_after=0.75).luck == 0.25
    assert replace(MOVE, win_after=0.25).luck == -0.25
    assert replace(MOVE, win_after=None).luck == 0.0
    assert replace(MOVE, win_played=None).luck == 0.0


def test_sums_and_the_curve_go_over_all_moves() -> None:
    found = reviewed(moved(0.25, 0.125), moved(0.125, -0.25))
    assert (found.cost, found.luck) == (0.375, -0.125)
    assert found.wins == (0.5, 0.625, 0.25)
    assert reviewed().wins == ()


@pytest.mark.parametrize("hit", [False, True])
def test_the_first_cell_is_a_bet_where_nothing_is_promised(hit: bool) -> None:
    rules = Rules(2, 3, 2, first_move="unsafe")
    board = Board.from_mines(rules, [(0, 0), (1, 1)] if hit else [(1, 1), (1, 2)], start=(0, 0))
    first = review(record_of(("open", (0, 0)), board=board), "fast").moves[0]
    assert (first.grade, first.risk, first.cost) == ("unlucky" if hit else "best", 2 / 6, 0.0)
    assert first.best is not None
    assert (first.best.opens, first.best.certain, first.best.risk) == (((0, 0),), False, 2 / 6)
    assert first.best.reason == "the first cell: nothing is promised about it"
    assert first.win_before == first.win_played
    assert not first.exact  # whole games were played, on random boards


def test_the_first_cell_is_forced_where_the_rules_promise_it() -> None:
    first = review(record_of(("open", (0, 2))), "fast").moves[0]
    assert (first.grade, first.risk) == ("forced", 0.0)
    assert first.best is not None
    assert (first.best.certain, first.best.risk) == (True, 0.0)
    assert first.best.reason == "the first cell: the rules promise that it is no mine"


def test_a_first_move_elsewhere_is_weighed_like_any_other() -> None:
    board = Board.from_mines(RULES, [(0, 0)], start=(0, 2))
    found = review(record_of(("open", (1, 2)), board=board), "fast").moves[0]
    assert found.risk == pytest.approx(1 / 6)
    assert found.grade in {"best", "inaccuracy", "mistake"}


@pytest.mark.parametrize(
    ("cells", "more"),
    [(3, ""), (4, "; 1 other cell is certain too"), (5, "; 2 other cells are certain too")],
)
def test_a_certain_cell_stands_for_itself_and_counts_the_others(cells: int, more: str) -> None:
    """A row whose first cell shows 1: the mine is beside it, and the cells beyond are free."""
    board = Board.from_mines(Rules(1, cells, 1, cascade=False), [(0, 1)], start=(0, 0))
    last = review(record_of(("open", (0, 0)), ("open", (0, cells - 1)), board=board), "fast").moves[1]
    assert (last.grade, last.risk, last.cost, last.exact) == ("forced", 0.0, 0.0, True)
    assert last.best is not None
    assert (last.best.opens, last.best.certain) == (((0, cells - 1),), True)
    assert last.best.reason == f"certain: free in every layout{more}"


def test_a_certain_mine_is_a_mistake_in_a_position_that_is_as_good_as_lost() -> None:
    """Eight coin flips leave one game of 256 to win, so that the mine costs less than half a point."""
    # Each flip, one mine of two cells, stands between pairs of certain mines, which tell nothing about it.
    mines = [(0, 6 * flip + side) for flip in range(8) for side in (0, 3, 5)]
    board = Board.from_mines(Rules(1, 48, len(mines)), mines, start=(0, 1))
    numbers = [("open", (0, col)) for col in range(1, 48, 3)]
    last = review(record_of(*numbers, ("open", (0, 3)), board=board), "fast").moves[-1]
    assert last.win_before == pytest.approx(1 / 256)
    assert last.cost < 0.005
    assert (last.grade, last.risk, last.hit) == ("mistake", 1.0, True)


def test_a_chord_of_two_cells_risks_both() -> None:
    """The mine is under one of three cells, and the chord opens the two without a flag."""
    board = Board.from_mines(Rules(2, 2, 1), [(0, 0)], start=(0, 1))
    record = record_of(("open", (0, 1)), ("flag", (0, 0)), ("chord", (0, 1)), board=board)
    last = review(record, "fast").moves[-1]
    assert (last.do, last.hit) == ("chord", False)
    assert last.risk == pytest.approx(2 / 3)


def test_a_flag_on_a_certain_mine_risks_nothing() -> None:
    board = Board.from_mines(Rules(1, 4, 1, on_wrong_flag="lose"), [(0, 1)], start=(0, 0))
    flagged = review(record_of(("open", (0, 0)), ("flag", (0, 1)), board=board), "fast").moves[1]
    assert (flagged.grade, flagged.risk, flagged.cost, flagged.exact) == ("forced", 0.0, 0.0, True)


def test_a_flag_taken_away_is_no_bet() -> None:
    board = Board.from_mines(Rules(2, 3, 1, on_wrong_flag="lose"), [(0, 0)], start=(0, 2))
    moves = review(record_of(("open", (0, 2)), ("flag", (0, 0)), ("flag", (0, 0)), board=board), "fast").moves
    placed, taken = moves[1:]
    assert (placed.grade, placed.risk, placed.cost, placed.best) == ("mistake", 0.5, 0.25, None)
    assert (placed.win_before, placed.win_played) == (0.5, 0.25)
    assert (taken.grade, taken.risk, taken.cost, taken.best) == (None, 0.0, 0.0, None)


def test_a_wrong_flag_on_a_board_too_large_to_weigh_costs_its_risk() -> None:
    rules = Rules(1, 1001, 2, on_wrong_flag="lose", cascade=False)
    board = Board.from_mines(rules, [(0, 0), (0, 1000)], start=(0, 1))
    opened, flagged = review(record_of(("open", (0, 1)), ("flag", (0, 2)), board=board), "fast").moves
    assert opened.win_before is not None
    assert (flagged.grade, flagged.risk, flagged.cost, flagged.exact) == ("mistake", 0.5, 0.5, False)
    assert (flagged.win_before, flagged.win_played) == (None, None)


@pytest.mark.parametrize(("cols", "weighed"), [(1000, True), (1001, False)])
def test_certain_moves_are_weighed_on_boards_of_up_to_a_thousand_cells(cols: int, weighed: bool) -> None:
    """On a larger board the move keeps the win probability that the previous move led to."""
    board = Board.from_mines(Rules(1, cols, 1, cascade=False), [(0, 1)], start=(0, 0))
    first, second = review(record_of(("open", (0, 0)), ("open", (0, 5)), board=board), "fast").moves
    assert (second.grade, second.exact) == ("forced", weighed)
    assert second.win_before == (1.0 if weighed else first.win_played)
    assert second.win_played == second.win_before == first.win_after


def test_a_position_too_wide_to_weigh_is_graded_by_risk() -> None:
    """A board of more than 4,000 cells is not played out, and this one has too many layouts to search."""
    rules = Rules(3, 1400, 101)
    mines = [(1, 1), *((1, col) for col in range(20, 1400, 14))][:101]
    board = Board.from_mines(replace(rules, mines=len(mines)), mines, start=(0, 0))
    first, second = review(record_of(("open", (0, 0)), ("open", (0, 1)), board=board), "fast").moves
    assert (first.grade, first.win_before, first.exact) == ("forced", None, False)
    # The mine is one of the three neighbours of the corner.
    assert second.risk == pytest.approx(1 / 3)
    assert second.best is not None
    assert (second.best.win, second.best.certain) == (None, False)
    assert second.cost == pytest.approx(1 / 3 - (len(mines) - 1) / (3 * 1400 - 4))
    assert (second.grade, second.win_before, second.win_played, second.exact) == (
        "mistake",
        None,
        None,
        False,
    )


def test_a_chord_that_may_hit_costs_the_greatest_risk_of_its_cells() -> None:
    """The corner shows a 2: two of its three neighbours are mines, and the chord opens one of them."""
    mines = [(0, 1), (1, 1), *((1, col) for col in range(20, 1400, 14))]
    board = Board.from_mines(Rules(3, 1400, len(mines)), mines, start=(0, 0))
    record = record_of(("open", (0, 0)), ("flag", (0, 1)), ("flag", (1, 0)), ("chord", (0, 0)), board=board)
    chord = review(record, "fast").moves[3]
    assert chord.risk == pytest.approx(2 / 3)
    assert chord.cost == pytest.approx(2 / 3 - (len(mines) - 2) / (3 * 1400 - 4))
    assert (chord.hit, chord.grade, chord.win_before) == (True, "mistake", None)


def test_every_strength_advises_and_another_is_refused() -> None:
    record = play(make("random"), Rules(4, 4, 3), seed=1)
    for strength in ("fast", "strong", "max"):
        assert review(record, strength).strength == strength
    for wrong in ("", "Fast", None, 1):
        with pytest.raises(ValueError, match="fast, strong, max"):
            review(record, cast(str, wrong))


def test_a_move_that_opened_no_mine_did_not_hit() -> None:
    lost = review(record_of(("open", (0, 2)), ("open", (0, 0))), "fast").moves
    assert [move.hit for move in lost] == [False, True]
    assert [move.number for move in lost] == [0, 1]
    assert Move("open", (0, 0), [(0, 0, -1)]).hit


def test_reviews_are_values_that_cannot_be_changed() -> None:
    results: list[Any] = [MOVE, reviewed(MOVE)]
    for result in results:
        with pytest.raises(FrozenInstanceError):
            setattr(result, fields(result)[0].name, None)
