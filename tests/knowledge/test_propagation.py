"""Propagation proves exactly what the two rules of single numbers prove, and all of it is true."""

from __future__ import annotations

import numpy as np

from sapper import Board, Game, Rules, View, analyse
from sapper.knowledge.propagation import propagate


def by_hand(view: View) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Apply the two rules to one number at a time."""
    free: set[tuple[int, int]] = set()
    mines = {(int(r), int(c)) for r, c in np.argwhere(view.numbers == -1)}
    changed = True
    while changed:
        changed = False
        for row, col in np.argwhere(view.numbers >= 0):
            near = [
                (r, c)
                for r in range(max(0, row - 1), min(view.rows, row + 2))
                for c in range(max(0, col - 1), min(view.cols, col + 2))
            ]
            unknown = {cell for cell in near if view.numbers[cell] == -2} - free - mines
            lacks = view.numbers[row, col] - len(mines.intersection(near))
            if unknown and lacks in (0, len(unknown)):
                (mines if lacks else free).update(unknown)
                changed = True
    return free, {cell for cell in mines if view.numbers[cell] == -2}


def test_it_is_the_two_rules_and_proven() -> None:
    rng, decided = np.random.default_rng(8), 0
    for index in range(150):
        game = Game(Board.random(Rules(7, 8, 9, on_mine="continue"), 3, index))
        for _ in range(int(rng.integers(1, 8))):
            if game.state == "playing":
                game.open((int(rng.integers(7)), int(rng.integers(8))))
        free, mines = propagate(game.view)
        assert (set(free), set(mines)) == by_hand(game.view)
        analysis = analyse(game.view)
        assert set(free) <= set(analysis.safe)
        assert set(mines) <= set(analysis.mines)
        decided += len(free) + len(mines)
    assert decided > 300
