"""Reviews: the grades of moves, and the sums of cost and luck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import sapper
from sapper import BEGINNER, EXPERT, Board, Game, GameRecord, Review, ReviewedMove, Rules, make, play, review
from sapper.game.enums import FirstMove
from sapper.game.file_formats import write_records

# A 50/50 at the end: the mine is in one of the two left cells, and no number shows in which.
COIN_FLIP = Rules(2, 3, 1), [(0, 0)]


def played(board: Board, moves: list[tuple[str, tuple[int, int]]]) -> GameRecord:
    game = Game(board)
    for do, cell in moves:
        assert getattr(game, do)(cell) is not None
    return game.record


def grades(record: GameRecord) -> list[str | None]:
    return [move.grade for move in review(record, "fast").moves]


def coin_flip(cell: tuple[int, int], mine: tuple[int, int] = (0, 0)) -> Review:
    board = Board.from_mines(COIN_FLIP[0], [mine], start=(0, 2))
    return review(played(board, [("open", (0, 2)), ("open", cell)]), "fast")


def test_a_best_guess_that_loses_is_unlucky_and_one_that_wins_is_best() -> None:
    lost, won = coin_flip((0, 0)), coin_flip((1, 0))
    assert [move.grade for move in lost.moves] == ["forced", "unlucky"]
    assert [move.grade for move in won.moves] == ["forced", "best"]
    for reviewed in (lost, won):
        guess = reviewed.moves[1]
        assert (guess.risk, guess.win_before, guess.win_played, guess.cost) == (0.5, 0.5, 0.5, 0.0)
        assert guess.exact
        assert guess.best is not None
        assert "50/50" in guess.best.reason or "wins 50.0%" in guess.best.reason
    assert (lost.moves[1].win_after, won.moves[1].win_after) == (0.0, 1.0)
    assert (lost.moves[1].luck, won.moves[1].luck) == (-0.5, 0.5)
    assert "luck took" in lost.sentence
    assert won.sentence.startswith("Won: the moves cost no win probability to speak of, and luck gave")


def test_opening_a_risky_cell_beside_certain_ones_is_graded_by_its_cost() -> None:
    board = Board.from_mines(Rules(3, 3, 1, first_move="safe"), [(1, 1)], start=(0, 0))
    record = played(board, [("open", (0, 0)), ("open", (0, 1)), ("open", (1, 0)), ("open", (0, 2))])
    found = review(record, "fast").moves
    assert [move.grade for move in found] == ["forced", "mistake", "mistake", "forced"]
    # The mine is one of the three neighbours of the corner; the other five cells are free.
    assert found[1].risk == pytest.approx(1 / 3)
    assert found[1].best is not None
    assert found[1].best.certain
    assert found[1].cost == pytest.approx(found[1].win_before - found[1].win_played)  # type: ignore[operator]


def test_opening_a_certain_mine_is_a_mistake_however_little_it_cost() -> None:
    board = Board.from_mines(Rules(1, 4, 1), [(0, 1)], start=(0, 0))
    record = played(board, [("open", (0, 0)), ("open", (0, 1))])
    found = review(record, "fast")
    assert found.moves[1].grade == "mistake"
    assert found.moves[1].risk == 1
    assert found.sentence.endswith("Skill mattered more than luck.")


def test_chords_are_graded_by_all_they_open_and_flags_are_not() -> None:
    board = Board.from_mines(Rules(3, 4, 2), [(0, 0), (2, 3)], start=(1, 1))
    sure = played(board, [("open", (1, 1)), ("open", (0, 1)), ("flag", (0, 0)), ("chord", (0, 1))])
    assert grades(sure)[2] is None
    last = review(sure, "fast").moves[3]
    # The mine was in one of four cells, and three of them were opened at once.
    assert (last.do, last.hit, last.grade) == ("chord", False, "mistake")
    assert last.risk == pytest.approx(0.75)
    assert (last.win_before, last.win_played) == (1.0, 0.25)


def test_a_flag_is_graded_if_a_wrong_one_loses() -> None:
    rules = Rules(2, 3, 1, on_wrong_flag="lose")
    board = Board.from_mines(rules, [(0, 0)], start=(0, 2))
    found = review(played(board, [("open", (0, 2)), ("flag", (1, 0))]), "fast").moves[1]
    assert (found.grade, found.risk, found.cost, found.win_after) == ("mistake", 0.5, 0.25, 0.0)
    sure = Board.from_mines(Rules(1, 4, 1, on_wrong_flag="lose"), [(0, 1)], start=(0, 0))
    assert grades(played(sure, [("open", (0, 0)), ("flag", (0, 1))]))[1] == "forced"


def test_luck_and_cost_add_up_to_the_result() -> None:
    for seed in (1, 2, 3):
        found = review(play(make("lowest-risk"), BEGINNER, seed), "fast")
        first = found.moves[0].win_before
        assert first is not None
        assert first - found.cost + found.luck == pytest.approx(float(found.record.won), abs=1e-9)
        assert found.wins[0] == first
        assert found.wins[-1] == float(found.record.won)
        assert sum(found.grades.values()) == len(found.record.moves)


def test_the_strongest_player_is_graded_well_and_a_random_one_badly() -> None:
    good, bad = (review(play(make(name), EXPERT, seed=6), "fast") for name in ("sapper-strong", "random"))
    assert good.grades["mistake"] == 0
    assert bad.grades["mistake"] >= 1
    assert bad.cost > good.cost


def test_the_same_game_gets_the_same_review_and_progress_tells_of_each_move(tmp_path: Path) -> None:
    record = play(make("lowest-risk"), BEGINNER, seed=5)
    file = tmp_path / "games.jsonl"
    write_records(file, [record, play(make("random"), BEGINNER, seed=5)])
    calls: list[tuple[ReviewedMove, int]] = []
    found = review(file, "fast", lambda move, total: calls.append((move, total)))
    assert found == review(record, "fast")
    assert [move for move, _ in calls] == list(found.moves)
    assert {total for _, total in calls} == {len(record.moves)}


def test_a_game_that_was_given_up_or_is_not_over_can_be_reviewed() -> None:
    board = Board.from_mines(*COIN_FLIP, start=(0, 2))
    game = Game(board)
    game.open((0, 2))
    assert review(game.record, "fast").wins[-1] == 0.5
    assert review(game.record, "fast").sentence.startswith("Not finished")
    game.give_up()
    given_up = review(game.record, "fast")
    assert given_up.wins[-1] == 0.0
    assert "given up" in given_up.sentence
    assert review(Game(board).record).wins == ()
    assert "no win probability" in review(Game(board).record).sentence


def test_boards_too_large_for_rollouts_are_graded_by_risk() -> None:
    rules = Rules(70, 70, 900)
    game = Game(Board.random(rules, 3))
    game.open((0, 0))
    while game.state == "playing" and len(game.moves) < 4:
        best = sapper.best_move(game.view, "fast")
        game.open(best.opens[0])
    found = review(game.record, "fast")
    assert all(win is None for win in found.wins[:-1])
    assert all(move.grade in {"forced", "best", "unlucky"} for move in found.moves)


def test_a_large_board_of_certain_cells_is_reviewed() -> None:
    # The second move is a needless risk: nearly all other cells are certain.
    board = Board.from_mines(Rules(120, 120, 1), [(60, 61)], start=(60, 60))
    found = review(played(board, [("open", (60, 60)), ("open", (60, 59))]), "strong")
    assert found.moves[1].win_before == 1.0
    assert found.moves[1].win_played == 0.875


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda record: review(record, "stronger"), "a review's strength is"),
        (lambda record: review(cast(Any, 42)), "needs a GameRecord"),
        (lambda record: review(replace(record, result="won")), "the record says won"),
        (
            lambda record: review(replace(record, rules=replace(record.rules, on_mine="continue"))),
            "only games that a mine ends",
        ),
    ],
)
def test_what_cannot_be_reviewed_is_refused(call: Callable[[GameRecord], Review], message: str) -> None:
    board = Board.from_mines(*COIN_FLIP, start=(0, 2))
    with pytest.raises(ValueError, match=message):
        call(played(board, [("open", (0, 2))]))


def test_an_empty_file_holds_no_game(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    with pytest.raises(ValueError, match="holds no game record"):
        review(tmp_path / "none.jsonl")


@pytest.mark.parametrize("seed", [0, 5])
def test_a_move_and_its_reason_state_one_win_probability(seed: int) -> None:
    guesses = [
        move for move in review(play(make("lowest-risk"), Rules(5, 5, 6), seed=seed)).moves if move.cost
    ]
    assert guesses
    for move in guesses:
        assert move.best is not None
        assert move.best.win == pytest.approx(move.win_before, abs=1e-9)
        assert f"{move.win_before:.1%}" in move.best.reason


@pytest.mark.parametrize("mine", [(0, 0), (1, 2)], ids=["hit", "survived"])
def test_an_unsafe_first_cell_has_the_risk_of_any_cell(mine: tuple[int, int]) -> None:
    """Two of the six cells are mines, and the rules promise nothing about the first one."""
    board = Board.from_mines(Rules(2, 3, 2, first_move="unsafe"), [mine, (1, 1)], start=(0, 0))
    first = review(played(board, [("open", (0, 0))]), "fast").moves[0]
    assert first.risk == pytest.approx(1 / 3)
    assert first.grade == ("unlucky" if mine == (0, 0) else "best")
    assert first.best is not None
    assert (first.best.certain, first.best.risk) == (False, pytest.approx(1 / 3))


@pytest.mark.parametrize("promise", ["safe", "zero"])
def test_a_promised_first_cell_has_no_risk_and_is_forced(promise: FirstMove) -> None:
    board = Board.from_mines(Rules(3, 3, 1, first_move=promise), [(2, 2)], start=(0, 0))
    first = review(played(board, [("open", (0, 0))]), "fast").moves[0]
    assert (first.risk, first.grade) == (0, "forced")
    assert first.best is not None
    assert (first.best.certain, first.best.risk) == (True, 0)
