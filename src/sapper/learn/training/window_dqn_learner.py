"""The learner of `dqn-5x5`: Q-learning of single decisions in stuck positions (aua2023 4.2).

One step makes `at_once` decisions, by default one, and trains on one batch from the replay memory. Every
decision ends its episode, so the target of its Q-value is its reward. The recipe also covers the paper's
suggestions for future work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor

from sapper.learn.networks.paper_networks import WindowDQN
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.onnx_export import difference, export_windows

if TYPE_CHECKING:
    from sapper.learn.training.stuck_positions import StuckPosition

OPEN, FLAG = 0, 1
"""The two actions, as indices into the Q-values."""

_REPLAY = ("windows", "truths", "actions", "rewards")


@dataclass(frozen=True)
class DQNRecipe:
    """The settings that the paper varies, and those that it suggests as future work."""

    rate: float = 0.0005
    epsilon: float = 1.0
    decay: float = 0.9985
    """The factor by which epsilon shrinks after each decision."""
    batch: int = 64
    at_once: int = 1
    """The number of decisions per step. Each is about a new position."""
    replay: int = 20_000
    """The size of the replay memory, in decisions."""
    planes: bool = False
    """Whether the input is one plane for each kind of cell instead of one number per cell."""
    all_cells: bool = False
    """Whether the network is deeper and also learns which of the 25 cells are mines."""
    pretrain: int = 0
    """The number of batches of supervised learning on opened boards before the Q-learning."""
    heuristic: bool = False
    """Whether random actions follow the estimate `local_risk`. Otherwise both are equally likely."""
    both: bool = False
    """Whether each decision also trains the other action: if one action is right, the other is wrong."""


class WindowDQNLearner(Learner):
    """Learns to decide in stuck positions. Its log counts decisions as games and right decisions as wins."""

    counted = "decisions, each of which is an episode"

    def __init__(
        self, name: str, recipe: DQNRecipe, setup: Setup, stuck: Iterator[StuckPosition] | None = None
    ) -> None:
        network = WindowDQN(planes=recipe.planes, all_cells=recipe.all_cells)
        super().__init__(name, network, (), Style(), setup)
        self.average_decay = 0.0  # no averaging, as in the paper: the trained network itself plays
        self.recipe, self.epsilon = recipe, recipe.epsilon
        self.stuck = stuck or _stuck(setup.seed)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=setup.rate * recipe.rate)
        device = setup.device
        self.windows = torch.zeros(recipe.replay, 5, 5, dtype=torch.int8, device=device)
        self.truths = torch.zeros(recipe.replay, 5, 5, dtype=torch.int8, device=device)
        self.actions = torch.zeros(recipe.replay, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(recipe.replay, device=device)
        self.kept = self.drawn = 0
        if recipe.pretrain:
            self._pretrain()

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """Return the only optimizer."""
        return [self.adam]

    def export(self, path: Path) -> None:
        """Write the network, which maps windows to Q-values, as an ONNX file."""
        export_windows(self.average, path)

    def difference(self, path: Path) -> float:
        """Return the largest difference between the exported file and the network, on random windows."""
        draw = torch.randint(-3, 9, (64, 5, 5), generator=torch.Generator().manual_seed(self.setup.seed))
        return difference(self.average, path, draw.to(torch.int8))

    def state(self) -> dict[str, Any]:
        """Return everything that a checkpoint saves, including the replay memory and the positions drawn."""
        count = min(self.kept, self.recipe.replay)
        replay = {name: getattr(self, name)[:count] for name in _REPLAY}
        own = {"epsilon": self.epsilon, "kept": self.kept, "drawn": self.drawn, "replay": replay}
        return {**super().state(), **own}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state. The positions that it has already drawn are skipped."""
        super().load(state)
        self.epsilon, self.kept = float(state["epsilon"]), int(state["kept"])
        for name, kept in state["replay"].items():
            getattr(self, name)[: len(kept)] = kept.to(self.setup.device)
        missing = int(state["drawn"]) - self.drawn
        self.drawn += sum(1 for _ in islice(self.stuck, max(0, missing)))

    def _next(self) -> StuckPosition:
        self.drawn += 1
        return next(self.stuck)

    def _advance(self, progress: float) -> Tensor:
        self._decide([self._next() for _ in range(self.recipe.at_once)])
        count = min(self.kept, self.recipe.replay)
        at = torch.randint(count, (self.recipe.batch,), generator=self.generator, device=self.setup.device)
        loss = self._loss(self.windows[at], self.truths[at], self.actions[at], self.rewards[at])
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.detach()

    def _loss(self, windows: Tensor, truths: Tensor, actions: Tensor, rewards: Tensor) -> Tensor:
        values = self.network(windows)
        chosen = values.gather(1, actions[:, None])[:, 0]
        loss = F.mse_loss(chosen, rewards)
        if self.recipe.both:
            loss = loss + F.mse_loss(values.gather(1, 1 - actions[:, None])[:, 0], -rewards)
        if self.recipe.all_cells:
            covered = (windows == -2).flatten(1)
            mine = (truths == -1).flatten(1).float()
            each = F.binary_cross_entropy_with_logits(values[:, 2:], mine, reduction="none")
            loss = loss + (each * covered).sum() / covered.sum().clamp(min=1)
        return loss

    def _decide(self, stuck: list[StuckPosition]) -> None:
        count, device = len(stuck), self.setup.device
        at = torch.arange(self.kept, self.kept + count, device=device) % self.recipe.replay
        windows = torch.from_numpy(np.stack([each.window for each in stuck])).to(device)
        self.windows[at] = windows
        self.truths[at] = torch.from_numpy(np.stack([each.true_window for each in stuck])).to(device)
        with torch.no_grad():
            best = self.network(windows)[:, :2].argmax(1)
        draw = torch.rand(count, 2, generator=self.generator, device=device)
        epsilon = self.epsilon * self.recipe.decay ** torch.arange(count, device=device)
        flags = local_risk(windows) if self.recipe.heuristic else 0.5
        action = torch.where(draw[:, 0] < epsilon, (draw[:, 1] < flags).long(), best)
        right = torch.tensor([each.mine for each in stuck], device=device) == (action == FLAG)
        self.actions[at], self.rewards[at] = action, torch.where(right, 1.0, -1.0)
        self.kept += count
        self.epsilon *= self.recipe.decay**count
        ones = torch.ones_like(right)
        self.counter.add(ones, right, ones.long(), torch.zeros_like(action))

    def _pretrain(self) -> None:
        """Train on opened boards: is the centre of a window a mine, if only the centre is covered?"""
        store = [self._next().true_window for _ in range(min(2000, 64 * self.recipe.pretrain))]
        windows = torch.from_numpy(np.stack(store)).to(self.setup.device)
        mine = windows[:, 2, 2] == -1
        hidden = windows.clone()
        hidden[:, 2, 2] = -2
        for _ in range(self.recipe.pretrain):
            at = torch.randint(
                len(store), (self.recipe.batch,), generator=self.generator, device=windows.device
            )
            sign = torch.where(mine[at], -1.0, 1.0)
            loss = F.mse_loss(self.network(hidden[at])[:, :2], torch.stack([sign, -sign], 1))
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()


def local_risk(windows: Tensor) -> Tensor:
    """Estimate the risk of the centre cell of each window, (N,).

    Each number next to the centre gives an estimate: its missing mines divided by its covered neighbours. The
    result is the mean of these estimates, or 0.5 if there is no number.
    """
    inner = windows[:, 1:4, 1:4]

    def around(marks: Tensor) -> Tensor:
        return 9 * F.avg_pool2d(marks.float(), 3, stride=1)

    covered = around(windows == -2)
    each = (inner - around(windows == -1)) / covered.clamp(min=1)
    counts = (inner > 0) & (covered > 0)
    mean = (each * counts).flatten(1).sum(1) / counts.flatten(1).sum(1).clamp(min=1)
    return torch.where(counts.flatten(1).any(1), mean, 0.5).clamp(0.0, 1.0)


def _stuck(seed: int) -> Iterator[StuckPosition]:
    """Generate positions from games. Only this needs the C++ core, so the import is here."""
    from sapper.learn.training.stuck_positions import positions

    return positions(seed)
