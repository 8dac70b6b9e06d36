"""The base class of all learners: a network with the state of its training."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import Games
from sapper.learn.simulation.evaluation import Judge
from sapper.learn.simulation.levels import Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.onnx_export import difference, export


@dataclass(frozen=True)
class Setup:
    """The settings that all learners share."""

    device: torch.device
    seed: int = 0
    cells: int = 5000
    """The approximate number of cells in one batch of games. The number of games follows from it."""
    rate: float = 1.0
    """A factor for the learning rate of each learner."""
    teacher: bool = True
    """Whether `resnet` learns from exact risks. Otherwise its targets are the mines."""
    threads: int = 2
    """The number of threads in which the teacher computes exact risks."""


@dataclass
class Tally:
    """Sums over the games that ended since the last tally."""

    games: int = 0
    wins: int = 0
    moves: int = 0
    left: int = 0
    """The number of free cells that were still covered in lost games."""


class GameCounter:
    """Counts finished games on the device, so that the host does not wait for it at every step."""

    sums: Tensor

    def __init__(self, device: torch.device) -> None:
        self.sums = torch.zeros(4, dtype=torch.int64, device=device)

    def add(self, over: Tensor, won: Tensor, moves: Tensor, left: Tensor) -> None:
        """Count the games that are `over`. All tensors have the shape (N,)."""
        lost = over & ~won
        self.sums += torch.stack([over.sum(), won.sum(), (moves * over).sum(), (left * lost).sum()])

    def take(self) -> Tally:
        """Return the sums since the last call and reset them."""
        tally = Tally(*self.sums.tolist())
        self.sums.zero_()
        return tally


class Learner(ABC):
    """The base class. Each learner implements `_advance` and `optimizers`."""

    name: str
    levels: tuple[Level, ...]
    style: Style
    setup: Setup
    network: nn.Module
    average: nn.Module
    generator: torch.Generator
    counter: GameCounter
    steps: int

    counted = "all that ended"
    """A description of the games that the log and the card count."""
    average_decay: float = 0.999
    """The decay per step of the running average of the weights. The averaged network plays."""

    def __init__(
        self, name: str, network: nn.Module, levels: tuple[Level, ...], style: Style, setup: Setup
    ) -> None:
        self.name, self.levels, self.style, self.setup = name, levels, style, setup
        self.network = network.to(setup.device)
        self.average = _twin(self.network)
        self.generator = torch.Generator(setup.device).manual_seed(setup.seed)
        self.counter = GameCounter(setup.device)
        self.steps = 0
        self._params: list[Tensor] = list(self.network.parameters())
        self._averages: list[Tensor] = list(self.average.parameters())

    def step(self, progress: float) -> Tensor:
        """Train on one batch of positions, play one move in each game, and return the loss.

        `progress` rises from 0 at the start of the training to 1 at its end.
        """
        loss = self._advance(progress)
        self.steps += 1
        decay = min(self.average_decay, self.steps / (10 + self.steps))  # forgets the first weights quickly
        with torch.no_grad():
            torch._foreach_lerp_(self._averages, self._params, 1 - decay)
        return loss

    @abstractmethod
    def _advance(self, progress: float) -> Tensor:
        """Train on one batch of positions, play one move in each game, and return the loss."""

    def tally(self) -> Tally:
        """Return the results of the games that ended since the last call."""
        return self.counter.take()

    def judge(self) -> Judge:
        """Return the averaged network as a function from views to logits."""
        return self.average

    def export(self, path: Path) -> None:
        """Write the averaged network as an ONNX file."""
        export(self.average, path)

    def difference(self, path: Path) -> float:
        """Return the largest difference in probability between the exported file and the network.

        The views come from random positions of the learner's first level.
        """
        generator = torch.Generator().manual_seed(self.setup.seed)
        games = Games(self.levels[0].boards(64, generator))
        some = torch.rand(games.opened.shape, generator=generator) < 0.1
        games.open(some & ~games.boards.mine)
        return difference(self.average, path, games.views(), games.boards.mines)

    @abstractmethod
    def optimizers(self) -> list[torch.optim.Optimizer]:
        """Return all optimizers, so that a checkpoint can save their state."""

    def state(self) -> dict[str, Any]:
        """Return everything that a checkpoint saves. Games in progress are not saved."""
        return {
            "name": self.name,
            "steps": self.steps,
            "weights": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers()],
            "generator": self.generator.get_state(),
            "device": self.setup.device.type,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state. If it comes from another kind of device, only the weights are restored."""
        self.load_weights(state["weights"], state["average"])
        self.steps = state["steps"]
        if state["device"] != self.setup.device.type:
            return
        for optimizer, kept in zip(self.optimizers(), state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        self.generator.set_state(state["generator"].cpu())

    def load_weights(self, weights: dict[str, Tensor], average: dict[str, Tensor]) -> None:
        """Load only the weights of the network and of its average."""
        self.network.load_state_dict(weights)
        self.average.load_state_dict(average)


def cosine(progress: float, floor: float = 0.01) -> float:
    """Return the factor of a cosine learning rate schedule, from 1 down to `floor`."""
    return floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(1.0, max(0.0, progress))))


def _twin(network: nn.Module) -> nn.Module:
    return deepcopy(network).requires_grad_(False).eval()
