"""Positions of every kind, for comparing the cores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.random import Generator

from sapper import Board, Game, Rules, View
from tests.solver.views import PROMISES, flagged, made_up, played, spoilt

ODD = ((1, 60), (60, 1), (2, 33), (3, 25), (40, 4), (5, 64), (1, 1), (12, 6))
"""Shapes of boards that nobody plays on."""
USUAL = ((9, 9, 10), (16, 16, 40), (16, 30, 99))
WIDE = ((20, 70, 250), (12, 100, 240))
BEGUN = 240
"""At most one of so many cells is open where a game has just begun: most of these need a guess."""


def small(rng: Generator, number: int) -> View:
    """A position with few covered cells: played, with a changed number, or with random ones."""
    if number % 3 == 0:
        return played(rng, PROMISES[number % len(PROMISES)], bool(rng.random() < 0.8))
    return spoilt(rng) if number % 3 == 1 else made_up(rng)


def from_game(rng: Generator, rows: int, cols: int, mines: int, share: int = 8) -> View:
    """A position from a game in which up to one of `share` cells was opened at random, mines too."""
    rules = Rules(rows, cols, mines, first_move="unsafe", on_mine="continue")
    game = Game(Board.random(rules, seed=int(rng.integers(2**32))))
    for cell in rng.permutation(rows * cols)[: int(rng.integers(0, max(2, rows * cols // share)))].tolist():
        if game.state == "playing":
            row, col = divmod(cell, cols)
            if game.view.numbers[row, col] == -2:
                game.open((row, col))
    return game.view


def on_odd_board(rng: Generator, number: int) -> View:
    rows, cols = ODD[number % len(ODD)]
    return from_game(rng, rows, cols, int(rng.integers(0, rows * cols // 4 + 1)))


def positions(count: int, seed: int) -> Iterator[tuple[View, bool]]:
    """Draw positions, each with whether its flags are trusted."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        kind = number % 20
        if kind < 11:
            view = small(rng, number)
        elif kind < 15:
            view = on_odd_board(rng, number // 20 * 4 + kind)
        elif kind < 19:
            view = from_game(rng, *USUAL[number % len(USUAL)], share=8 if number % 4 else BEGUN)
        else:
            view = from_game(rng, *WIDE[number // 20 % len(WIDE)], share=8 if number // 20 % 9 else BEGUN)
        if rng.random() < 0.3:
            view = flagged(rng, view)
        yield view, bool(rng.random() < 0.5)


def questions(
    position: str, trust_flags: bool, answer: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What else is asked about a position whose analysis is known: one proof of each kind, and a number."""
    about = {"position": position, "trust_flags": trust_flags}
    for cells in (answer["safe"], answer["mine_cells"]):
        if cells:
            yield "explain", {**about, "cell": cells[len(cells) // 2]}
