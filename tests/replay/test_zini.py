"""ZiNi, compared with an independent implementation and with values computed by hand."""

from __future__ import annotations

from typing import Any

import ms_toollib
import pytest

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Board, Rules
from sapper.replay.zini import zini

peer: Any = ms_toollib  # its stub demands an argument that its function does not take


@pytest.mark.parametrize(
    ("rules", "games"), [(BEGINNER, 40), (INTERMEDIATE, 10), (EXPERT, 5), (Rules(6, 11, 30), 20)]
)
def test_zini_equals_the_peer(rules: Rules, games: int) -> None:
    for index in range(games):
        board = Board.random(rules, 7, index)
        found = zini(board, attempts=2)
        numbers = board.numbers.tolist()
        assert (found.greedy, found.human) == (peer.cal_zini(numbers), peer.cal_hzini(numbers))
        assert found.best <= min(found.greedy, found.human) <= board.bbbv


def test_a_chord_saves_presses() -> None:
    # One mine in the middle: eight numbers, none of which borders a zero.
    board = Board.from_mines(Rules(3, 3, 1), [(1, 1)])
    assert board.bbbv == 8
    # An open, a flag and a chord in the top row open five cells; two more chords open the last three.
    assert zini(board).best == 5


def test_more_attempts_never_need_more_presses() -> None:
    board = Board.random(EXPERT, 3)
    few, many = zini(board, attempts=1), zini(board, attempts=30)
    assert many.best <= few.best
    assert zini(board, attempts=30) == many


def test_boards_without_numbers() -> None:
    assert zini(Board.from_mines(Rules(4, 4, 0), [])).best == 1
    full = Board.from_mines(Rules(2, 2, 4, first_move="unsafe"), [(0, 0), (0, 1), (1, 0), (1, 1)])
    assert zini(full).best == 0
