"""Difficulty: the hardest deduction that a board needs."""

from __future__ import annotations

import pytest

from sapper import BEGINNER, Board, Game, Rules, View, analyse, difficulty, generate
from sapper.solver.difficulty import DIFFICULTIES

# Winning each of these boards from the given start needs exactly the deduction beside it. The last two boards
# need what four and five numbers prove together, the two sides of the limit `MOST_RELATED`.
BOARDS: list[tuple[str, Board]] = [
    ("single-cell", Board.from_mines(Rules(3, 3, 1), [(0, 0)], start=(2, 2))),
    ("guess", Board.from_mines(Rules(2, 3, 1), [(0, 0)], start=(0, 2))),
    ("k-relational", Board.random(Rules(8, 8, 14), seed=1, index=16797)),
    ("exact", Board.random(Rules(9, 9, 18), seed=1, index=32144)),
]


@pytest.mark.parametrize(("name", "board"), BOARDS, ids=[name for name, _ in BOARDS])
def test_difficulty_of_known_boards(name: str, board: Board) -> None:
    assert difficulty(board) == name


def test_difficulty_is_no_harder_than_what_explains_every_move() -> None:
    """Single numbers win only boards rated single-cell. Only boards rated mine-count need the mine count."""
    seen = set()
    for found in generate(BEGINNER, 60, seed=4, no_guess=True):
        seen.add(found.difficulty)
        assert won_by_single_numbers(found.board) == (found.difficulty == "single-cell")
        assert won_by_numbers_alone(found.board) == (found.difficulty != "mine-count")
    assert {"single-cell", "subset", "mine-count"} <= seen <= set(DIFFICULTIES)


def won_by_single_numbers(board: Board) -> bool:
    """Play by the two rules of single numbers, and return whether that wins."""
    game = Game(board)
    game.open(board.start)
    mines: set[tuple[int, int]] = set()
    while game.state == "playing":
        view, free = game.view, set[tuple[int, int]]()
        for cell in view.opened:
            around = set(view.covered_around(cell))
            if len(around) == view[cell]:
                mines |= around
        for cell in view.opened:
            around = set(view.covered_around(cell))
            if len(around & mines) == view[cell]:
                free |= around - mines
        if not free:
            return False
        for cell in sorted(free):
            if game.state == "playing":
                game.open(cell)
    return True


def won_by_numbers_alone(board: Board) -> bool:
    """Play by the cells that are proven without the mine count, and return whether that wins."""
    game = Game(board)
    game.open(board.start)
    while game.state == "playing":
        analysis = analyse(game.view)
        free = [cell for cell in analysis.safe if not proof_counts_mines(game.view, cell)]
        if not free:
            return False
        for cell in free:
            if game.state == "playing":
                game.open(cell)
    return True


def proof_counts_mines(view: View, cell: tuple[int, int]) -> bool:
    proof = analyse(view)._proof(*cell, False)
    assert proof is not None
    return proof[1]
