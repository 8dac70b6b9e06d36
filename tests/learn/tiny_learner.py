"""A small level and learners that train on it within seconds."""

from __future__ import annotations

import torch

from sapper.learn.networks.paper_networks import CNN
from sapper.learn.simulation.evaluation import evaluate
from sapper.learn.simulation.levels import Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.online_learner import OnlineLearner, Recipe

TINY = Level("tiny", 6, 6, 4, "zero", (2, 2))


def setup(cells: int = 36 * 32, seed: int = 0) -> Setup:
    return Setup(torch.device("cpu"), seed=seed, cells=cells, threads=1)


def tiny_learner(seed: int = 0, filters: int = 16, cells: int = 36 * 32) -> OnlineLearner:
    torch.manual_seed(seed)
    network = CNN([(filters, 3), (filters, 3)])
    return OnlineLearner("tiny", network, TINY, Recipe(rate=5e-3), setup(cells, seed))


def rate(learner: Learner, level: Level = TINY, games: int = 600) -> float:
    generator = torch.Generator().manual_seed(99)
    return evaluate(learner.judge(), level, games, generator, learner.style, batch=200).rate


def random_rate(level: Level = TINY, games: int = 600) -> float:
    def judge(views: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.rand(len(views), 1, *views.shape[1:], generator=draws)

    draws = torch.Generator().manual_seed(7)
    generator = torch.Generator().manual_seed(99)
    return evaluate(judge, level, games, generator, Style(sure=0.0, margin=0.0), batch=200).rate
