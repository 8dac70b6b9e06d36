"""Learner: a network with all that its training needs to go on after a break."""

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
from sapper.learn.simulation.evaluation import Judge, Level, Style
from sapper.learn.training.onnx_export import difference, export


@dataclass(frozen=True)
class Setup:
    """Where and how a learner trains."""

    device: torch.device
    seed: int = 0
    cells: int = 5000
    """About how many cells the games played at once have together: sets how many games they are."""
    rate: float = 1.0
    """Times each learner's usual learning rate."""
    teacher: bool = True
    """Whether `resnet` learns from exact risks rather than from the mines."""
    threads: int = 2
    """Threads that solve for the teacher."""


@dataclass
class Tally:
    """What came of the games since it was last asked."""

    games: int = 0
    wins: int = 0
    moves: int = 0
    left: int = 0
    """Free cells still covered when games were lost."""


class Counter:
    """Counts finished games on the device, so that the host need not wait for it."""

    def __init__(self, device: torch.device) -> None:
        self.sums = torch.zeros(4, dtype=torch.int64, device=device)

    def add(self, over: Tensor, won: Tensor, moves: Tensor, left: Tensor) -> None:
        """Note games that are `over`, of which some are `won`; all tensors are (N,)."""
        lost = over & ~won
        self.sums += torch.stack([over.sum(), won.sum(), (moves * over).sum(), (left * lost).sum()])

    def take(self) -> Tally:
        """The counts since they were last taken."""
        tally = Tally(*self.sums.tolist())
        self.sums.zero_()
        return tally


class Learner(ABC):
    """What every learner can do; `_advance` is each one's own."""

    counted = "all that ended"
    """Which games its log and its card count."""
    keep = 0.999
    """How much of the averaged weights outlasts a step; the average is what plays."""

    def __init__(
        self, name: str, network: nn.Module, levels: tuple[Level, ...], style: Style, setup: Setup
    ) -> None:
        self.name, self.levels, self.style, self.setup = name, levels, style, setup
        self.network = network.to(setup.device)
        self.average = _twin(self.network)
        self.generator = torch.Generator(setup.device).manual_seed(setup.seed)
        self.counter = Counter(setup.device)
        self.steps = 0
        self._params: list[Tensor] = list(self.network.parameters())
        self._averages: list[Tensor] = list(self.average.parameters())

    def step(self, progress: float) -> Tensor:
        """Learn from one batch of positions and play on; `progress` goes from 0 to 1. Returns the loss."""
        loss = self._advance(progress)
        self.steps += 1
        keep = min(self.keep, self.steps / (10 + self.steps))  # young weights are not worth keeping long
        with torch.no_grad():
            torch._foreach_lerp_(self._averages, self._params, 1 - keep)
        return loss

    @abstractmethod
    def _advance(self, progress: float) -> Tensor:
        """Learn from one batch of positions and play on; returns the loss."""

    def tally(self) -> Tally:
        """What came of the games since this was last asked."""
        return self.counter.take()

    def judge(self) -> Judge:
        """The averaged network as a player's judgement."""
        return self.average

    def export(self, path: Path) -> None:
        """Write the averaged network as an ONNX file."""
        export(self.average, path)

    def difference(self, path: Path) -> float:
        """How far the exported file is from torch, in probability, on views of the learner's first level."""
        generator = torch.Generator().manual_seed(self.setup.seed)
        games = Games(self.levels[0].boards(64, generator))
        some = torch.rand(games.opened.shape, generator=generator) < 0.1
        games.open(some & ~games.boards.mine)
        return difference(self.average, path, games.views(), games.boards.mines)

    @abstractmethod
    def optimizers(self) -> list[torch.optim.Optimizer]:
        """All that keep a state between steps."""

    def state(self) -> dict[str, Any]:
        """Everything needed to go on; games in progress are begun anew."""
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
        """Go on from a state; on another kind of device, with its weights alone."""
        self.load_weights(state["weights"], state["average"])
        self.steps = state["steps"]
        if state["device"] != self.setup.device.type:
            return
        for optimizer, kept in zip(self.optimizers(), state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        self.generator.set_state(state["generator"].cpu())

    def load_weights(self, weights: dict[str, Tensor], average: dict[str, Tensor]) -> None:
        """Take over weights alone, to train them on."""
        self.network.load_state_dict(weights)
        self.average.load_state_dict(average)


def cosine(progress: float, floor: float = 0.01) -> float:
    """From 1 down to `floor` along half a wave."""
    return floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(1.0, max(0.0, progress))))


def _twin(network: nn.Module) -> nn.Module:
    return deepcopy(network).requires_grad_(False).eval()
