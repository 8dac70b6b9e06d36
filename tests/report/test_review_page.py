"""The HTML page of a game review."""

from __future__ import annotations

from dataclasses import replace

import sapper
from sapper import BEGINNER, Board, Game, Rules, make, play
from sapper.report.review_page import page
from sapper.review.win_graph import graph
from tests.report.elements import Elements


def test_the_page_shows_a_board_for_every_move_that_was_not_forced() -> None:
    review = sapper.review(play(make("random"), BEGINNER, seed=1), "fast")
    elements = Elements(page(review))
    assert elements.open == []
    graded = [move.number for move in review.moves if move.grade not in {"forced", None}]
    assert graded
    shown = [values["id"] for tag, values in elements.found if tag == "article"]
    assert shown == [f"move-{number}" for number in graded]
    boards = [values for tag, values in elements.found if values.get("class") == "board"]
    assert len(boards) == len(graded)


def test_the_name_of_the_player_stays_text() -> None:
    record = replace(play(make("random"), BEGINNER, seed=1), agent="<b>player</b>")
    text = page(sapper.review(record, "fast"))
    assert "b" not in {tag for tag, _ in Elements(text).found}
    assert "played by &lt;b&gt;player&lt;/b&gt;" in text


def test_a_game_without_moves_has_no_graph() -> None:
    review = sapper.review(Game(Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2))).record, "fast")
    assert graph(review) is None
    assert "<svg" not in page(review)


def test_the_graph_begins_and_ends_with_the_win_probabilities() -> None:
    board = Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2))
    game = Game(board)
    game.open((0, 2))
    game.open((1, 0))
    review = sapper.review(game.record, "fast")
    found = graph(review)
    assert found is not None
    assert found["label"] == f"Win probability from {review.wins[0]:.0%} to 100% over 2 moves"
    assert [dot["grade"] for dot in found["dots"]] == ["best"]
