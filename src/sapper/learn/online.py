"""Learning from games as they are played (sajjad2022 5.5.4, 5.6): one cell a move, the mines as targets.

Differs from the paper: many games are played at once, so a step learns from one position of each of them; the
rate falls along half a cosine; and what plays in the end is a running average of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from sapper.learn.games import Games, dilate
from sapper.learn.learner import Learner, Setup, cosine
from sapper.learn.play import Level, Style
from sapper.learn.supply import Supply


@dataclass(frozen=True)
class Recipe:
    """What the paper varies."""

    loss: str = "mse"
    """mse or cross-entropy."""
    optimizer: str = "adam"
    """adam or sgd."""
    rate: float = 2e-3
    border: bool = False
    """Whether only covered cells beside an open one are judged, as the paper's sliding window does."""


class OnlineLearner(Learner):
    """Plays its level with the network it trains."""

    REFILL = 500
    """Steps after which the boards in store are drawn anew."""

    def __init__(self, name: str, network: nn.Module, level: Level, recipe: Recipe, setup: Setup) -> None:
        style = Style(sure=0.0, margin=0.0, border=recipe.border)
        super().__init__(name, network, (level,), style, setup)
        self.recipe = recipe
        count = max(16, setup.cells // (level.rows * level.cols))
        self.supply = Supply(level.boards, 20 * count, self.generator)
        self.games = Games(self.supply.deal(count))
        self.moves = torch.zeros(count, dtype=torch.int64, device=setup.device)
        kind = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}[recipe.optimizer]
        extra: dict[str, Any] = {"momentum": 0.9} if recipe.optimizer == "sgd" else {}
        extra["fused"] = setup.device.type == "cuda"
        self.optimizer = kind(self.network.parameters(), lr=recipe.rate, **extra)

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """The one optimizer."""
        return [self.optimizer]

    def _advance(self, progress: float) -> Tensor:
        games = self.games
        views = games.views()
        logits = self.network(views, games.boards.mines)
        judged = games.covered & dilate(views >= 0) if self.recipe.border else games.covered
        loss = self._loss(logits[:, 0], games.boards.mine.float(), judged)
        for group in self.optimizer.param_groups:
            group["lr"] = self.recipe.rate * cosine(progress)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self._play(logits.detach())
        if self.steps % self.REFILL == self.REFILL - 1:
            self.supply.refill()
        return loss.detach()

    def _loss(self, logits: Tensor, mine: Tensor, judged: Tensor) -> Tensor:
        if self.recipe.loss == "mse":
            each = (torch.sigmoid(logits) - mine).square()
        else:
            each = F.binary_cross_entropy_with_logits(logits, mine, reduction="none")
        return (each * judged).sum() / judged.sum().clamp(min=1)

    @torch.no_grad()
    def _play(self, logits: Tensor) -> None:
        games = self.games
        _, chosen = self.style.moves(logits, games.covered, games.opened)
        lost = games.open(chosen).flatten(1).any(1)
        self.moves += 1
        left = games.free_left
        over = lost | (left == 0)
        self.counter.add(over, over & ~lost, self.moves, left)
        self.moves *= ~over
        games.restart(over, self.supply.deal(len(over)))
