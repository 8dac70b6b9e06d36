"""Supervised learning during play (sajjad2022 5.5.4, 5.6). The mines are the targets.

Each move opens the cell with the lowest output.

Differences from the paper: many games are played at once, and each step trains on one position from each of
them. The learning rate follows a cosine schedule. Covered cells that touch no opened cell have a smaller
weight in the loss. Games are played with a running average of the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import Games, dilate
from sapper.learn.simulation.board_pool import BoardPool
from sapper.learn.simulation.levels import Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.learner import Learner, Setup, cosine


@dataclass(frozen=True)
class Recipe:
    """The settings that the paper varies."""

    loss: str = "mse"
    """mse or cross-entropy."""
    optimizer: str = "adam"
    """adam or sgd."""
    rate: float = 2e-3
    momentum: float = 0.9
    """The momentum of SGD. The paper does not state one."""
    border: bool = False
    """Whether only covered cells next to an opened cell are used, as in the paper's sliding window."""
    inner: float = 0.1
    """The weight in the loss of covered cells that touch no opened cell. They are many and carry little
    information. It has no effect if `border` is set."""


class OnlineLearner(Learner):
    """Plays games of one level with its network and trains it on the positions that occur."""

    REFILL = 500
    """The number of steps after which the board pool is refilled."""

    def __init__(self, name: str, network: nn.Module, level: Level, recipe: Recipe, setup: Setup) -> None:
        style = Style(sure=0.0, margin=0.0, border=recipe.border)
        super().__init__(name, network, (level,), style, setup)
        self.recipe = recipe
        count = max(16, setup.cells // (level.rows * level.cols))
        self.pool = BoardPool(level.boards, 20 * count, self.generator)
        self.games = Games(self.pool.sample(count))
        self.moves = torch.zeros(count, dtype=torch.int64, device=setup.device)
        self.graph: torch.cuda.CUDAGraph | None = None
        if recipe.optimizer == "sgd":
            self.optimizer: torch.optim.Optimizer = torch.optim.SGD(
                self._params, lr=recipe.rate, momentum=recipe.momentum
            )
        elif setup.device.type == "cuda":
            # The rate is a tensor on the device, so that a recorded CUDA graph reads its current value.
            rate = torch.tensor(recipe.rate, device=setup.device)
            self.optimizer = torch.optim.Adam(self._params, lr=rate, fused=True, capturable=True)
        else:
            self.optimizer = torch.optim.Adam(self._params, lr=recipe.rate)

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """Return the only optimizer."""
        return [self.optimizer]

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state, but keep the tensor of the learning rate, which a CUDA graph may read."""
        rates = [group["lr"] for group in self.optimizer.param_groups]
        super().load(state)
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate

    @property
    def can_record(self) -> bool:
        """Whether a step can be recorded as a CUDA graph. This needs a learning rate on the GPU."""
        return all(isinstance(group["lr"], Tensor) for group in self.optimizer.param_groups)

    def record(self) -> None:
        """Record a step as a CUDA graph. Launching each operation from the host would be much slower."""
        graph = torch.cuda.CUDAGraph()
        graph.register_generator_state(self.generator)
        side_stream = torch.cuda.Stream()
        side_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side_stream):
            for _ in range(3):
                self._train_and_play()
        torch.cuda.current_stream().wait_stream(side_stream)
        self.optimizer.zero_grad()
        with torch.cuda.graph(graph):
            self.recorded_loss = self._train_and_play()
        self.graph = graph

    def _advance(self, progress: float) -> Tensor:
        rate = self.setup.rate * self.recipe.rate * cosine(progress)
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        if self.steps % self.REFILL == self.REFILL - 1:
            self.pool.refill()
        if self.graph is None:
            return self._train_and_play()
        self.graph.replay()
        return self.recorded_loss

    def _train_and_play(self) -> Tensor:
        """Train on the current views, then open one cell in each game."""
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
        games.restart(over, self.pool.sample(len(over)))
