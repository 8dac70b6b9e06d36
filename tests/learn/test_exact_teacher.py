"""The teacher's targets equal the results of the exact engine, for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from sapper import View, _core, analyse
from sapper.learn.simulation.batched_games import Games
from sapper.learn.simulation.levels import Level
from sapper.learn.training.exact_teacher import ExactTeacher, solve

LEVEL = Level("small", 6, 7, 8, "safe", (0, 0))


def positions(count: int) -> Games:
    generator = torch.Generator().manual_seed(8)
    games = Games(LEVEL.boards(count, generator))
    games.open((torch.rand(games.opened.shape, generator=generator) < 0.2) & ~games.boards.mine)
    return games


def test_lessons_are_exact_risks_and_the_players_guesses() -> None:
    games = positions(40)
    numbers, mines = games.views().numpy(), games.boards.mines.numpy()
    risks, best = solve(numbers, mines, "sapper-fast")
    for index in range(40):
        view = View.from_array(numbers[index], 8)
        analysis = analyse(view)
        assert np.array_equal(risks[index], analysis.risk, equal_nan=True)
        wanted = analysis.safe or _core.choose("sapper-fast", view).cells
        assert sorted(map(tuple, np.argwhere(best[index]).tolist())) == sorted(wanted)


def test_threads_give_the_same_lesson() -> None:
    games = positions(150)
    risk, best = ExactTeacher(2).submit(games.views(), games.boards.mines)()
    risks, marks = solve(games.views().numpy(), games.boards.mines.numpy(), ExactTeacher.PLAYER)
    assert np.array_equal(risk.numpy(), risks.astype(np.float32), equal_nan=True)
    assert np.array_equal(best.numpy(), marks)


def test_a_finished_game_has_nothing_to_choose() -> None:
    games = positions(3)
    games.open(~games.boards.mine)
    risks, best = solve(games.views().numpy(), games.boards.mines.numpy(), "sapper-fast")
    assert not best.any()
    assert np.nanmin(risks) == 1


@pytest.mark.parametrize(
    ("agent", "numbers", "mines", "complaint"),
    [
        ("nobody", np.full((1, 3, 3), -2, np.int8), [1], "nobody"),
        ("sapper-fast", np.full((2, 3, 3), -2, np.int8), [1], "one mine count per view"),
        ("sapper-fast", np.full((1, 3, 3), 9, np.int8), [1], "numbers are 0..8"),
        ("sapper-fast", np.array([[[8, -2, -2]]], np.int8), [1], "no layout fits"),
    ],
)
def test_bad_views_are_refused(
    agent: str, numbers: np.typing.NDArray[np.int8], mines: list[int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        _core.choose_many(agent, numbers, mines, 1)
