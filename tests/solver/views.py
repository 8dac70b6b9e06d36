"""Random views for the tests: played, spoilt and made-up ones."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper import Board, Game, Rules, View
from sapper.game.enums import FirstMove

PROMISES = tuple(FirstMove)
MOST_COVERED = 11


def played(rng: Generator, first_move: str, cascade: bool, most_covered: int = MOST_COVERED) -> View:
    """Draw a view from a game that is played at random and continues after a hit."""
    while True:
        rows, cols = (int(side) for side in rng.integers(1, 6, 2))
        start = (int(rng.integers(rows)), int(rng.integers(cols)))
        around = min(start[0] + 1, rows - 1) - max(start[0] - 1, 0) + 1
        around *= min(start[1] + 1, cols - 1) - max(start[1] - 1, 0) + 1
        free = {"safe": 1, "zero": around, "unsafe": 0}[first_move]
        mines = int(rng.integers(0, (rows * cols - free) // (1 if rng.random() < 0.2 else 2) + 1))
        rules = Rules(rows, cols, mines, first_move=first_move, cascade=cascade, on_mine="continue")
        game = Game(
            Board.random(rules, seed=int(rng.integers(2**32)), index=int(rng.integers(2**32)), start=start)
        )
        game.open(start)
        stop = int(rng.integers(0, most_covered + 1))
        while game.state == "playing" and np.count_nonzero(game.view.numbers == -2) > stop:
            covered = np.argwhere(game.view.numbers == -2)
            row, col = covered[rng.integers(len(covered))]
            game.open((int(row), int(col)))
        if np.count_nonzero(game.view.numbers == -2) <= most_covered:
            return game.view


def spoilt(rng: Generator, most_covered: int = MOST_COVERED) -> View:
    """Draw a played view and change a number or the mine count. The result is often impossible."""
    view = played(rng, PROMISES[rng.integers(len(PROMISES))], bool(rng.random() < 0.5), most_covered)
    numbers = view.numbers.copy()
    mines = view.mines
    opened = np.argwhere(numbers >= 0)
    if len(opened) and rng.random() < 0.8:
        row, col = opened[rng.integers(len(opened))]
        numbers[row, col] = np.clip(numbers[row, col] + rng.choice([-1, 1]), 0, 8)
    else:
        mines = int(np.clip(mines + rng.choice([-2, -1, 1, 2]), 0, numbers.size))
    return View.from_array(numbers, mines)


def made_up(rng: Generator, most_covered: int = MOST_COVERED) -> View:
    """Draw a view with random numbers and hit mines anywhere. It may be fully covered or fully open."""
    while True:
        shape = tuple(int(side) for side in rng.integers(1, 6, 2))
        covered = rng.random(shape) < rng.choice([0.0, 0.3, 0.5, 0.7, 1.0])
        if np.count_nonzero(covered) > most_covered:
            continue
        numbers = rng.integers(0, rng.choice([2, 3, 4, 9]), shape).astype(np.int8)
        numbers[rng.random(shape) < 0.1] = -1
        numbers[covered] = -2
        return View.from_array(numbers, int(rng.integers(0, numbers.size + 1)))


def flagged(rng: Generator, view: View) -> View:
    """Put flags on some covered cells of a view, at random."""
    flags: NDArray[np.bool_] = (view.numbers == -2) & (rng.random(view.numbers.shape) < 0.2)
    return View.from_array(view.numbers, view.mines, flags)
