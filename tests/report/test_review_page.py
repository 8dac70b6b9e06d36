"""The HTML page of a game review."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sapper
from sapper import BEGINNER, Board, Game, Rules, make, play
from sapper.report.review_page import page
from sapper.review.win_graph import graph
from tests.replay.sample_files import FOLDER
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


def test_a_game_with_times_is_drawn_over_the_time() -> None:
    review = sapper.review(FOLDER / "beginner.avf", "fast")
    found = graph(review)
    times = review.times
    assert found is not None and times is not None
    paused = [move for move in review.moves if move.pause]
    assert [bar["label"].split()[4].rstrip(":") for bar in found["pauses"]] == [str(m.number) for m in paused]
    # The bars lie side by side, as wide as the pauses.
    left, right = found["left"], found["right"]
    last = max(move.time or 0.0 for move in review.moves)
    for bar, move in zip(found["pauses"], paused, strict=True):
        assert move.time is not None and move.pause is not None
        begin = left + (right - left) * max(0.0, move.time - move.pause) / last
        assert float(bar["x"]) == pytest.approx(begin, abs=0.2)
        assert float(bar["width"]) <= (right - left) * move.pause / last
    text = page(review)
    elements = Elements(text)
    assert elements.open == []
    assert times.sentence in text
    assert sum(tag == "rect" and "width" in values for tag, values in elements.found) >= len(paused)
    assert times.sentence in review._repr_html_()
    untimed = page(sapper.review(play(make("random"), BEGINNER, seed=1), "fast"))
    assert "Pauses before" not in untimed
