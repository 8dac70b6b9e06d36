"""What is inferred from two sights replays to the second one, whoever played and however fast."""

from __future__ import annotations

import numpy as np
import pytest

import sapper
from sapper import BEGINNER, Game, GameRecord, InconsistentView, Rules, View, make, play
from sapper.game import Board
from sapper.live import Sight, misread
from sapper.live.recording import Deed, Recorder, inferred
from sapper.solver.layout_completion import complete_layout


def sight_of(game: Game, shows_mines: bool = True) -> Sight:
    shown = game.board.mines if game.state == "lost" and shows_mines else ()
    return Sight(game.view, game.state, tuple(shown))


@pytest.mark.parametrize("skip", [1, 3])
@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_recorded_from_what_is_seen(seed: int, skip: int) -> None:
    played = play(make("random" if seed % 2 else "sapper-fast"), BEGINNER, seed=seed)
    game = Game(played.board)
    recorder = Recorder(sight_of(game), 0.0)
    for number, move in enumerate(played.moves):
        game.open(move.cell)
        if number % skip == 0 or game.state != "playing":
            recorder.see(sight_of(game), number + 1.0)
    record = recorder.record("safe")
    assert (record.result, record.end) == (played.result, played.end)
    assert record.replay().view == played.replay().view
    assert record.layout_known
    assert record.mines == played.mines
    if skip == 1:
        assert len(record.moves) == len(played.moves)
        assert record.rules.first_move == "safe"


def test_flags_and_chords_are_recognised() -> None:
    board = Board.from_mines(Rules(4, 4, 2, first_move="unsafe"), [(0, 0), (3, 3)])
    game = Game(board)
    recorder = Recorder(sight_of(game), 0.0)
    for second, (do, cell) in enumerate([("open", (1, 1)), ("flag", (0, 0)), ("chord", (1, 1))], start=1):
        {"open": game.open, "flag": game.flag, "chord": game.chord}[do](cell)
        recorder.see(sight_of(game), float(second))
    record = recorder.record()
    assert [(move.do, move.cell) for move in record.moves][:3] == [
        ("open", (1, 1)),
        ("flag", (0, 0)),
        ("chord", (1, 1)),
    ]
    assert [move.time for move in record.moves] == [0.0, 1.0, 2.0]
    assert record.won


def test_an_abandoned_game_is_reviewed_without_its_layout() -> None:
    played = play(make("random"), BEGINNER, seed=7)
    assert played.result == "lost"
    game = Game(played.board)
    recorder = Recorder(sight_of(game), 0.0)
    for move in played.moves[:-1]:  # the player leaves before the mine
        game.open(move.cell)
        recorder.see(sight_of(game), 1.0)
    record = recorder.record("safe")
    assert not record.layout_known
    assert record.result == "playing"
    assert record.mines != played.mines
    assert GameRecord.from_json(record.to_json()) == record
    # The grades depend on the views alone, so they equal those of the whole game.
    ours, theirs = sapper.review(record, "fast"), sapper.review(played, "fast")
    assert [move.grade for move in ours.moves] == [move.grade for move in theirs.moves[:-1]]
    assert [move.risk for move in ours.moves] == [move.risk for move in theirs.moves[:-1]]


def test_a_completed_layout_fits_every_number() -> None:
    for seed in range(20):
        record = play(make("random"), Rules(8, 8, 12), seed=seed)
        view = record.replay().view
        mines = complete_layout(view)
        again = Game(Board.from_mines(Rules(8, 8, 12, first_move="unsafe"), mines))
        for row, col in view:
            if view.numbers[row, col] >= 0 and again.view.numbers[row, col] == -2:
                again.open((row, col))
        seen = view.numbers >= 0
        assert (again.view.numbers[seen] == view.numbers[seen]).all()
        assert len(mines) == 12
    with pytest.raises(InconsistentView):
        complete_layout(View.parse("08?/???/??? 2"))


def test_misread_numbers_are_found_at_the_end_of_a_game() -> None:
    game = Game(Board.from_mines(Rules(2, 3, 1), [(0, 0)]))
    game.open((0, 2))
    game.open((1, 0))
    assert misread(sight_of(game)) == []
    numbers = game.view.numbers
    numbers[1, 1] = 2
    assert misread(Sight(View.from_array(numbers, 1), "won")) == [(1, 1)]


def test_a_cascade_is_one_open() -> None:
    before, after = View.parse("???/??? 1"), View.parse("?10/?10 1")
    assert list(inferred(before, after, 2.0, set())) == [Deed("open", (0, 2), 2.0)]
    assert np.array_equal(before.numbers, View.parse("???/??? 1").numbers)
