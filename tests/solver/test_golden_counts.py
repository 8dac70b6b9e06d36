"""Exact counts that independent programs confirm."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from sapper import Board, Game, Rules, View, analyse

SOLUTIONS = [
    ("1??/???/??? 2", 15),
    ("01?/12?/??? 2", 4),
    ("11211/?????/????? 4", 10),
    ("???/???/??? 0", 1),
    ("???/???/??? 9", 1),
    ("???/???/??? 4", comb(9, 4)),
    ("*??/??? 3", comb(5, 2)),
    ("???/?8?/??? 8", 1),
]


@pytest.mark.parametrize(("text", "solutions"), SOLUTIONS)
def test_solutions(text: str, solutions: int) -> None:
    assert analyse(View.parse(text)).solutions == solutions


def test_solutions_beyond_any_machine_word() -> None:
    untouched = View.from_array(np.full((16, 30), -2, dtype=np.int8), 99)
    assert analyse(untouched).solutions == comb(480, 99)
    numbers = np.full((100, 100), -2, dtype=np.int8)
    numbers[50, 50] = 3
    assert analyse(View.from_array(numbers, 2000)).solutions == comb(8, 3) * comb(9991, 1997)


@pytest.mark.parametrize(("rows", "cols", "views"), [(3, 3, 1444), (3, 4, 9301)])
def test_views_reachable_with_two_mines(rows: int, cols: int, views: int) -> None:
    """Count the distinct views from untouched to won, over all layouts, with cascades."""
    rules = Rules(rows, cols, 2, first_move="unsafe")
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    seen = set()
    for mines in combinations(cells, 2):
        board = Board.from_mines(rules, mines)
        free = [cell for cell in cells if cell not in mines]
        # Start without open cells, and open one more cell at a time. Sequences that lead to the same view
        # are merged.
        reached = {Game(board).view.numbers.tobytes(): ()}
        growing: list[tuple[tuple[int, int], ...]] = [()]
        while growing:
            opens = growing.pop()
            for cell in free:
                game = Game(board)
                for earlier in (*opens, cell):
                    if game.state == "playing" and game.view.numbers[earlier] == -2:
                        game.open(earlier)
                key = game.view.numbers.tobytes()
                if key not in reached:
                    reached[key] = ()
                    growing.append((*opens, cell))
        seen |= set(reached)
    assert len(seen) == views
