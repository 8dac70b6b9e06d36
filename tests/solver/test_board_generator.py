"""Generated boards need no guess, and all such boards are equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from sapper import BEGINNER, EXPERT, Board, Game, OutOfBudget, Rules, analyse, difficulty, generate
from sapper.game.file_formats import board_from_dict
from sapper.solver.board_generator import GeneratedBoard, needs_no_guess
from sapper.solver.oracle import analyse as oracle

ZERO = Rules(16, 30, 99, first_move="zero")


def wins_without_a_guess(board: Board, engine: Any = analyse) -> bool:
    """Play a board by opening only certain cells, and return whether that wins."""
    game = Game(board)
    game.open(board.start)
    while game.state == "playing":
        safe = engine(game.view).safe
        if not safe:
            return False
        for cell in safe:
            if game.state == "playing":
                game.open(cell)
    return game.state == "won"


def small_boards(rules: Rules, start: tuple[int, int]) -> list[Board]:
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols) if (row, col) != start]
    return [Board.from_mines(rules, mines, start) for mines in combinations(cells, rules.mines)]


@pytest.mark.parametrize("rules", [BEGINNER, EXPERT, ZERO], ids=["beginner", "expert", "zero"])
def test_every_board_is_won_by_certain_cells_alone(rules: Rules) -> None:
    for found in generate(rules, 12, seed=3, start=(3, 3), no_guess=True):
        assert found.method == "rejection"
        assert found.board == Board.random(rules, 3, found.index, (3, 3))
        assert wins_without_a_guess(found.board)
        assert needs_no_guess(found.board)
        assert found.difficulty != "guess"


def test_boards_left_out_need_a_guess() -> None:
    kept = {found.index for found in generate(EXPERT, 3, seed=5, no_guess=True)}
    for index in range(max(kept) + 1):
        board = Board.random(EXPERT, 5, index)
        assert (index in kept) == wins_without_a_guess(board) == needs_no_guess(board)


def test_it_agrees_with_trying_all_layouts() -> None:
    boards = small_boards(Rules(3, 4, 3), (0, 0))[::4]
    verdicts = [needs_no_guess(board) for board in boards]
    assert verdicts == [wins_without_a_guess(board, oracle) for board in boards]
    assert 0 < sum(verdicts) < len(verdicts)


def test_every_board_that_needs_no_guess_is_equally_likely() -> None:
    rules, start = Rules(3, 3, 2), (0, 0)
    possible = {board.mines for board in small_boards(rules, start) if wins_without_a_guess(board)}
    count = 200 * len(possible)
    seen = Counter(found.board.mines for found in generate(rules, count, seed=1, start=start, no_guess=True))
    assert set(seen) == possible
    # The mean of chi-square is its degrees of freedom. Five standard deviations are very unlikely.
    chi = sum((many - 200) ** 2 / 200 for many in seen.values())
    freedom = len(possible) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_same_arguments_give_the_same_boards() -> None:
    first, again = (list(generate(EXPERT, 5, seed=9, no_guess=True)) for _ in range(2))
    assert first == again
    assert list(generate(EXPERT, 3, seed=9, no_guess=True)) == first[:3]
    assert list(generate(EXPERT, 3, seed=10, no_guess=True)) != first[:3]


def test_where_random_boards_do_not_do_mines_are_moved_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.solver.board_generator.HOPELESS", 64)
    dense = Rules(16, 30, 130, first_move="zero")
    found = list(generate(dense, 3, seed=2, start=(8, 8), no_guess=True))
    assert {each.method for each in found} == {"repair"}
    assert found == list(generate(dense, 3, seed=2, start=(8, 8), no_guess=True))
    for each in found:
        assert len(each.board.mines) == 130
        assert each.board.numbers[8, 8] == 0
        assert each.board != Board.random(dense, 2, each.index, (8, 8))
        assert wins_without_a_guess(each.board)


def test_any_boards_are_those_of_the_stream() -> None:
    found = list(generate(EXPERT, 4, seed=7, no_guess=False))
    assert [each.board for each in found] == [Board.random(EXPERT, 7, index) for index in range(4)]
    assert {each.method for each in found} == {"random"}


def test_a_board_that_needs_a_guess_is_never_passed_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.solver.board_generator.HOPELESS", 64)
    # Half of the cells are mines, so no board can be won by logic.
    stream = generate(Rules(20, 20, 200), 2, budget=0.3, no_guess=True)
    with pytest.raises(OutOfBudget, match="no boards without a guess on 20x20/200"):
        next(stream)
    with pytest.raises(OutOfBudget, match="no board without"):
        next(generate(EXPERT, budget=0, no_guess=True))


def test_a_shortage_comes_after_what_was_found() -> None:
    told: list[tuple[int, int]] = []
    stream = generate(
        Rules(16, 30, 130), 10**9, budget=1.5, progress=lambda *counts: told.append(counts), no_guess=True
    )
    found: list[GeneratedBoard] = []
    with pytest.raises(OutOfBudget, match=r"of 1000000000 boards|no boards"):
        found.extend(stream)
    assert told
    assert told[-1][1] > 0
    assert all(needs_no_guess(each.board) for each in found)


def test_a_start_on_a_mine_needs_a_guess() -> None:
    rules = Rules(3, 3, 2, first_move="unsafe")
    board = Board.from_mines(rules, [(0, 0), (1, 1)], start=(0, 0))
    assert not needs_no_guess(board)
    assert difficulty(board) == "guess"
    for found in generate(rules, 5, start=(0, 0), no_guess=True):
        assert (0, 0) not in found.board.mines


@pytest.mark.parametrize("mines", [0, 1, 8])
def test_nothing_to_find_out_is_no_guess(mines: int) -> None:
    found = next(generate(Rules(3, 3, mines), no_guess=True))
    assert wins_without_a_guess(found.board)


def test_a_board_goes_to_a_boards_file_and_back() -> None:
    found = next(generate(BEGINNER, seed=2, start=(4, 4), no_guess=True))
    fields = found.to_dict()
    assert board_from_dict(fields) == found.board
    assert (fields["3bv"], fields["difficulty"]) == (found.board.bbbv, found.difficulty)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "count must be at least 1"),
        ({"count": 1.5}, "count must be a whole number"),
        ({"seed": -1}, "seed must be between"),
        ({"start": (99, 0)}, "outside"),
        ({"budget": -1}, "a budget is a number of seconds"),
        ({"budget": "long"}, "a budget is a number of seconds"),
        ({"rules": "expert"}, "needs Rules"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generate(**{"rules": BEGINNER, **arguments})
