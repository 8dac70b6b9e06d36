"""Guesses of a game: which moves were guesses, whether they were needed, and what luck they took."""

from __future__ import annotations

from dataclasses import replace

from sapper import Board, Game, Rules
from sapper.replay.evf import read_evf
from sapper.replay.guesses import find_guesses, luck_of
from tests.replay.writers import at, evf


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
    game = Game(Board.from_mines(Rules(1, 5, 1, first_move="unsafe"), [(0, 0)]))
    game.open((0, 1))
    game.open((0, 2))  # a coin flip, although (0, 3) is certainly free
    needed = [guess.was_needed for guess in find_guesses(game.record)]
    assert needed == [True, False]
    for forgives, expected in (("forced-guesses", needed), ("guesses", [True] * len(needed))):
        found = find_guesses(replace(game.record, forgives=forgives))
        assert [guess.forgiven for guess in found] == expected


def test_modes_of_metasweeper_that_forgive() -> None:
    events = [at("lc", 0, (1, 1)), at("lr", 20, (1, 1))]
    for mode, forgives in ((0, "nothing"), (7, "forced-guesses"), (8, "forced-guesses"), (10, "guesses")):
        assert read_evf(evf(4, 4, [(0, 0)], events, mode=mode)).record.forgives == forgives
