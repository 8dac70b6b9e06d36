"""A recorded game is played on from any of its positions."""

from __future__ import annotations

import pytest

from sapper import BEGINNER, Board, Game, GameRecord, Rules, make, play


def test_every_position_of_a_record_can_be_played_on() -> None:
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    game = Game(record.board)
    for number, move in enumerate(record.moves):
        on = record.game_after(number)
        assert (on.view, on.state) == (game.view, "playing")
        assert on.record.mines == record.mines
        game.open(move.cell)
    again = record.game_after(1)
    for move in record.moves[1:]:
        again.open(move.cell)
    assert (again.state, again.view) == (record.result, game.view)


def test_flags_and_chords_are_made_again() -> None:
    game = Game(Board.from_mines(Rules(4, 4, 2, first_move="unsafe"), [(0, 0), (3, 3)]))
    game.open((1, 1))
    game.flag((0, 0))
    game.chord((1, 1))
    flagged = game.record.game_after(2)
    assert flagged.view.flags[0, 0]
    assert flagged.view.numbers[0, 1] == -2


def test_what_cannot_be_played_on() -> None:
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    length = len(record.moves)
    for moves in (-1, length + 1):
        with pytest.raises(
            ValueError, match=f"the record has {length} moves, so no game can go on after {moves}"
        ):
            record.game_after(moves)
    with pytest.raises(ValueError, match="over after these moves"):
        record.game_after(length)
    fields = record.to_dict()
    fields["moves"][0]["opened"] = [[0, 0, 8]]
    with pytest.raises(ValueError, match="move 0"):
        GameRecord.from_dict(fields).game_after(0)
    board = Board.from_mines(Rules(2, 2, 1, on_mine="continue"), [(0, 0)], start=(0, 1))
    with pytest.raises(ValueError, match="only games that a mine ends"):
        Game(board).record.game_after(0)
