"""Learning from games as they are played (sajjad2022 5.5.4, 5.6): one cell a move, the mines as targets.

Differs from the paper: many games are played at once, so a step learns from one position of each of them; the
rate falls along half a cosine; covered cells off the border count less; and what plays is a running
average of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import Games, dilate
from sapper.learn.simulation.board_pool import Supply
from sapper.learn.simulation.evaluation import Level, Style
from sapper.learn.training.learner import Learner, Setup, cosine


@dataclass(frozen=True)
class Recipe:
    """What the paper varies."""

    loss: str = "mse"
    """mse or cross-entropy."""
    optimizer: str = "adam"
    """adam or sgd."""
    rate: float = 2e-3
    momentum: float = 0.9
    """Of SGD; the paper names none."""
    border: bool = False
    """Whether only covered cells beside an open one are judged, as the paper's sliding window does."""
    inner: float = 0.1
    """What other covered cells count in the loss, where they are judged: they are many, and tell little."""


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
        self.graph: torch.cuda.CUDAGraph | None = None
        if recipe.optimizer == "sgd":
            self.optimizer: torch.optim.Optimizer = torch.optim.SGD(
                self._params, lr=recipe.rate, momentum=recipe.momentum
            )
        elif setup.device.type == "cuda":
            # The rate lies on the device, so that a recorded step can be told of it.
            rate = torch.tensor(recipe.rate, device=setup.device)
            self.optimizer = torch.optim.Adam(self._params, lr=rate, fused=True, capturable=True)
        else:
            self.optimizer = torch.optim.Adam(self._params, lr=recipe.rate)

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """The one optimizer."""
        return [self.optimizer]

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state; the rate stays where it lies, for each step sets it anew."""
        rates = [group["lr"] for group in self.optimizer.param_groups]
        super().load(state)
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate

    @property
    def can_record(self) -> bool:
        """Whether a step can be recorded: on a GPU, and where the optimizer reads its rate from there."""
        return all(isinstance(group["lr"], Tensor) for group in self.optimizer.param_groups)

    def record(self) -> None:
        """Record a step on the GPU, to be repeated without the host, which is the slower one."""
        graph = torch.cuda.CUDAGraph()
        graph.register_generator_state(self.generator)
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                self._work()
        torch.cuda.current_stream().wait_stream(aside)
        self.optimizer.zero_grad()
        with torch.cuda.graph(graph):
            self.recorded = self._work()
        self.graph = graph

    def _advance(self, progress: float) -> Tensor:
        rate = self.setup.rate * self.recipe.rate * cosine(progress)
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        if self.steps % self.REFILL == self.REFILL - 1:
            self.supply.refill()
        if self.graph is None:
            return self._work()
        self.graph.replay()
        return self.recorded

    def _work(self) -> Tensor:
        """Learn from the views as they are, then open a cell in each game."""
        games = self.games
        logits = self.network(games.views(), games.boards.mines)
        inner = 0.0 if self.recipe.border else self.recipe.inner
        weight = torch.where(dilate(games.opened), 1.0, inner) * games.covered
        loss = self._loss(logits[:, 0], games.boards.mine.float(), weight)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self._play(logits.detach())
        return loss.detach()

    def _loss(self, logits: Tensor, mine: Tensor, weight: Tensor) -> Tensor:
        if self.recipe.loss == "mse":
            each = F.mse_loss(torch.sigmoid(logits), mine, reduction="none")
        else:
            each = F.binary_cross_entropy_with_logits(logits, mine, reduction="none")
        return (each * weight).sum() / weight.sum().clamp(min=1)

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
