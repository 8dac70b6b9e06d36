"""Guesses of a game: which moves were guesses, whether they were needed, and what luck they took."""

from __future__ import annotations

import math

import pytest

from sapper import Board, Game, OutOfBudget, Rules
from sapper.replay import read
from sapper.replay.guesses import find_guesses, luck_of
from tests.replay.sample_files import FOLDER


def test_an_even_guess_takes_one_bit_of_luck() -> None:
    game = Game(Board.from_mines(Rules(1, 4, 1), [(0, 3)], start=(0, 0)))
    game.open((0, 0))
    assert find_guesses(game.record) == ()
    pair = Game(Board.from_mines(Rules(2, 3, 1), [(0, 2)], start=(0, 0)))
    pair.open((0, 0))
    pair.open((1, 2))
    [guess] = find_guesses(pair.record)
    assert (guess.move, guess.cell, guess.risk, guess.was_needed, guess.hit) == (1, (1, 2), 0.5, True, False)
    assert luck_of([guess]) == 1.0


def test_a_guess_beside_a_certain_cell_was_not_needed() -> None:
    game = Game(Board.from_mines(Rules(1, 6, 2), [(0, 1), (0, 5)], start=(0, 0)))
    game.open((0, 0))  # a 1, so (0, 1) is a mine, and nothing is known about the other four
    game.open((0, 2))  # another 1, so (0, 3) is certain
    game.open((0, 4))
    needed, unneeded = find_guesses(game.record)
    assert (needed.cell, needed.risk, needed.was_needed) == ((0, 2), 0.25, True)
    assert (unneeded.cell, unneeded.risk, unneeded.was_needed) == ((0, 4), 0.5, False)


def test_a_chord_on_wrong_flags_is_a_guess_that_took_no_luck() -> None:
    game = Game(Board.from_mines(Rules(2, 3, 1), [(0, 2)], start=(0, 0)))
    game.open((0, 0))
    game.flag((1, 2))
    game.chord((0, 1))
    [guess] = find_guesses(game.record)
    assert (guess.hit, guess.risk) == (True, 0.5)
    assert luck_of([guess]) == 0


def test_an_unpromised_start_is_a_guess() -> None:
    game = Game(Board.from_mines(Rules(2, 2, 1, first_move="unsafe"), [(0, 0)], start=(1, 1)))
    game.open((1, 1))
    [guess] = find_guesses(game.record)
    assert guess.risk == 0.25
    assert luck_of([guess]) == pytest.approx(-math.log2(0.75))


def test_guesses_of_a_sample() -> None:
    record = read(FOLDER / "expert.avf").record
    guesses = find_guesses(record)
    assert [(guess.move, guess.was_needed) for guess in guesses]
    assert all(guess.time == record.moves[guess.move].time for guess in guesses)


def test_large_boards_are_refused() -> None:
    game = Game(Board.random(Rules(100, 100, 1000), 1))
    with pytest.raises(OutOfBudget, match="more than 4,000 cells"):
        find_guesses(game.record)
