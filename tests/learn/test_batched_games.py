"""The batched games show the same views as `sapper.Game` on the same boards."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from sapper import Board, Game, Rules
from sapper.learn.simulation.batched_games import Boards, Games, around, dilate
from sapper.learn.simulation.levels import level_of

RULES = [
    Rules(9, 9, 10),
    Rules(16, 30, 99, first_move="zero"),
    Rules(1, 12, 3),
    Rules(24, 3, 5),
    Rules(12, 12, 3),  # long regions of zeros
    Rules(7, 5, 20),
]


def batch(rules: Rules, count: int) -> tuple[list[Board], Boards]:
    start = (min(3, rules.rows - 1), min(2, rules.cols - 1))
    boards = [Board.random(rules, 11, index, start) for index in range(count)]
    mine = torch.from_numpy(np.stack([board.mine_array for board in boards]))
    first = torch.full((count,), start[0] * rules.cols + start[1])
    return boards, Boards.from_mines(mine, first)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_opening_cells_shows_what_the_game_shows(rules: Rules) -> None:
    boards, together = batch(rules, 12)
    games = Games(together)
    single = [Game(board) for board in boards]
    for game, board in zip(single, boards, strict=True):
        game.open(board.start)
    rng = np.random.default_rng(5)
    for _ in range(8):
        assert games.views().tolist() == [game.view.numbers.tolist() for game in single]
        assert games.free_left.tolist() == [int((g.view.numbers == -2).sum()) - rules.mines for g in single]
        chosen = np.zeros(games.opened.shape, bool)
        for number, (game, board) in enumerate(zip(single, boards, strict=True)):
            free = np.argwhere((game.view.numbers == -2) & ~board.mine_array)
            for row, col in rng.permutation(free)[:2]:
                chosen[number, row, col] = True
                if game.state == "playing" and game.view.numbers[row, col] == -2:
                    game.open((int(row), int(col)))
        assert not games.open(torch.from_numpy(chosen)).any()


def test_a_mine_stays_covered_and_is_returned() -> None:
    boards, together = batch(RULES[0], 6)
    games = Games(together)
    before = games.views().clone()
    fatal = games.open(torch.from_numpy(np.stack([board.mine_array for board in boards])))
    assert fatal.sum().item() == 6 * 10
    assert torch.equal(games.views(), before)
    games.hit |= fatal
    assert (games.views() == -1).sum().item() == 60
    assert games.mines_left.tolist() == [0] * 6


def test_games_that_are_over_are_replaced_and_no_others() -> None:
    _, together = batch(RULES[0], 6)
    games = Games(together.pick(torch.arange(3)))
    before = games.views().clone()
    over = torch.tensor([True, False, True])
    games.restart(over, together.pick(torch.tensor([3, 4, 5])))
    fresh = Games(together.pick(torch.tensor([3, 4, 5]))).views()
    assert torch.equal(games.views(), torch.where(over[:, None, None], fresh, before))


@pytest.mark.parametrize("first_move", ["safe", "zero"])
def test_random_boards_keep_their_promise_and_are_fair(first_move: str) -> None:
    level = level_of("beginner", first_move)
    boards = level.boards(4000, torch.Generator().manual_seed(3))
    assert boards.mine.flatten(1).sum(1).unique().tolist() == [10]
    first = torch.zeros(1, 9, 9, dtype=torch.bool)
    first[0][level.start] = True
    kept_free = dilate(first) if first_move == "zero" else first
    assert not (boards.mine & kept_free).any()
    share = boards.mine.float().mean(0)[~kept_free[0]]
    expected = 10 / int((~kept_free).sum())
    # The bound is five standard errors of a fraction over 4,000 boards.
    assert (share - expected).abs().max().item() < 5 * (expected * (1 - expected) / 4000) ** 0.5


def test_counts_around_are_those_of_a_board() -> None:
    boards, together = batch(RULES[1], 3)
    for index, board in enumerate(boards):
        shown = np.where(board.mine_array, -1, around(together.mine)[index].numpy())
        assert np.array_equal(shown, np.where(board.mine_array, -1, board.numbers))
