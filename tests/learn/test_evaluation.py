"""Tests of games that are played in batches."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from sapper import BEGINNER, Board, play
from sapper.learn.playing.network_agent import NeuralAgent
from sapper.learn.simulation.batched_games import Boards
from sapper.learn.simulation.evaluation import evaluate, play_out
from sapper.learn.simulation.levels import level_of
from sapper.learn.simulation.move_choice import Style


@pytest.mark.parametrize("name", ["cnn-18", "resnet-small"])
def test_batched_games_end_like_games_in_the_arena(name: str) -> None:
    agent = NeuralAgent(name)
    drawn = [Board.random(BEGINNER, 6, index) for index in range(80)]
    mines = torch.from_numpy(np.stack([board.mine_array for board in drawn]))

    def judge(numbers: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))

    boards = Boards.from_mines(mines, torch.zeros(80, dtype=torch.int64))
    won, moves = play_out(judge, boards, Style(**agent.card["style"]))
    records = [play(agent, BEGINNER, 6, index) for index in range(80)]
    assert won.tolist() == [record.won for record in records]
    if name == "cnn-18":  # resnet-small opens many cells in one move
        assert moves.tolist() == [len(record.moves) - 1 for record in records]  # without the start
    assert 0 < won.sum() < 80


def test_resnet_small_wins_most_beginner_games() -> None:
    agent = NeuralAgent("resnet-small")

    def judge(numbers: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))

    level = level_of("beginner", "safe")
    score = evaluate(judge, level, 200, torch.Generator().manual_seed(1), Style(**agent.card["style"]), 200)
    assert score.rate > 0.82  # measured: 0.912
