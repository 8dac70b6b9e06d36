"""Positions for the benchmarks and the tests, and their conversion for ms_toollib."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Board, Game, Rules, View, analyse

LEVELS = {"beginner": BEGINNER, "intermediate": INTERMEDIATE, "expert": EXPERT}
LATTICES = ((10, 10), (10, 21), (16, 16), (20, 20))
OPENED_PERCENT = (2, 5, 10, 20, 40)
PEER_COVERED = 10


def guess_positions(rules: Rules, count: int, seed: int) -> list[View]:
    """Return positions in which no covered cell is certainly free.

    They come from games that open every certain cell, and otherwise one of the cells with the lowest risk,
    chosen at random. The position before the first move is not included.
    """
    found: list[View] = []
    rng = np.random.default_rng(seed)
    index = 0
    while len(found) < count:
        found.extend(_guesses_of_a_game(rules, seed, index, rng))
        index += 1
    return found[:count]


def _guesses_of_a_game(rules: Rules, seed: int, index: int, rng: np.random.Generator) -> Iterator[View]:
    game = Game(Board.random(rules, seed, index, start=(0, 0)))
    game.open((0, 0))
    while game.state == "playing":
        view = game.view
        analysis = analyse(view)
        for cell in analysis.safe:
            if game.state == "playing":
                game.open(cell)
        if not analysis.safe:
            yield view
            lowest = np.argwhere(analysis.risk <= np.nanmin(analysis.risk) + 1e-12)
            row, col = lowest[rng.integers(len(lowest))]
            game.open((int(row), int(col)))


def lattice(rows: int, cols: int, density: float, seed: int) -> View:
    """Return a view with numbers on all cells of even row and column, and mines at random elsewhere."""
    on_lattice = np.zeros((rows, cols), dtype=bool)
    on_lattice[::2, ::2] = True
    others = np.argwhere(~on_lattice)
    mines = round(density * rows * cols)
    chosen = np.random.default_rng([seed, rows, cols, mines]).permutation(len(others))[:mines]
    rules = Rules(rows, cols, mines, first_move="unsafe", cascade=False)
    board = Board.from_mines(rules, [(int(row), int(col)) for row, col in others[chosen]])
    return View.from_array(np.where(on_lattice, board.numbers, -2).astype(np.int8), mines)


def scattered(rules: Rules, percent: float, seed: int) -> View:
    """Return a view of a random board with a percentage of its free cells opened, without cascades."""
    board = Board.random(rules, seed, index=round(1000 * percent), start=(0, 0))
    free = np.argwhere(~board.mine_array)
    rng = np.random.default_rng([seed, round(1000 * percent)])
    opened = free[rng.permutation(len(free))[: round(len(free) * percent / 100)]]
    numbers = np.full((rules.rows, rules.cols), -2, dtype=np.int8)
    numbers[opened[:, 0], opened[:, 1]] = board.numbers[opened[:, 0], opened[:, 1]]
    return View.from_array(numbers, rules.mines)


def for_peer(view: View) -> list[list[int]]:
    """Convert a view for ms_toollib: lists of lists, with 10 for covered cells."""
    if (view.numbers == -1).any():
        raise ValueError("ms_toollib cannot represent hit mines; leave such a position out")
    rows: list[list[int]] = np.where(view.numbers == -2, PEER_COVERED, view.numbers).tolist()
    return rows
