"""`dqn-5x5`: Q-learning of single decisions in stuck positions (aua2023 4.2), and the futures it names.

One step is one position, one decision and one batch from the replay, unless more are asked for at once; the
decision ends the episode, so the target of its Q-value is its reward.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor

from sapper.learn.networks.paper_networks import WindowDQN
from sapper.learn.simulation.evaluation import Style
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.onnx_export import difference, export_windows

if TYPE_CHECKING:
    from sapper.learn.training.stuck_positions import Stuck

OPEN, FLAG = 0, 1
"""The actions."""

_REPLAY = ("windows", "truths", "actions", "rewards")


@dataclass(frozen=True)
class Plan:
    """What the paper varies, and what it leaves to the future."""

    rate: float = 0.0005
    epsilon: float = 1.0
    decay: float = 0.9985
    """What epsilon is multiplied by after each decision."""
    batch: int = 64
    at_once: int = 1
    """Decisions before each batch; as many positions are drawn."""
    replay: int = 20_000
    """Decisions that are remembered."""
    planes: bool = False
    """One input for each kind of cell in place of one number a cell."""
    all_cells: bool = False
    """A deeper network that also learns which of all 25 cells are mines."""
    pretrain: int = 0
    """Batches of supervised learning on open boards, before Q-learning."""
    heuristic: bool = False
    """Whether what is tried at random follows a rule of thumb, `local_risk`, and not a coin."""
    both: bool = False
    """Whether the reward of both actions is learnt from each decision: one right means the other is wrong."""


class WindowDQNLearner(Learner):
    """Judges stuck positions; games count as decisions, and wins as right ones."""

    counted = "decisions, each of which is an episode"

    def __init__(self, name: str, plan: Plan, setup: Setup, stuck: Iterator[Stuck] | None = None) -> None:
        network = WindowDQN(planes=plan.planes, all_cells=plan.all_cells)
        super().__init__(name, network, (), Style(), setup)
        self.keep = 0.0  # what is trained is what plays, as in the paper
        self.plan, self.epsilon = plan, plan.epsilon
        self.stuck = stuck or _stuck(setup.seed)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=setup.rate * plan.rate)
        device = setup.device
        self.windows = torch.zeros(plan.replay, 5, 5, dtype=torch.int8, device=device)
        self.truths = torch.zeros(plan.replay, 5, 5, dtype=torch.int8, device=device)
        self.actions = torch.zeros(plan.replay, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(plan.replay, device=device)
        self.kept = self.drawn = 0
        if plan.pretrain:
            self._pretrain()

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """The one optimizer."""
        return [self.adam]

    def export(self, path: Path) -> None:
        """Write the network, from windows to Q-values."""
        export_windows(self.average, path)

    def difference(self, path: Path) -> float:
        """How far the exported file is from torch, on windows of any kind."""
        draw = torch.randint(-3, 9, (64, 5, 5), generator=torch.Generator().manual_seed(self.setup.seed))
        return difference(self.average, path, draw.to(torch.int8))

    def state(self) -> dict[str, Any]:
        """Everything needed to go on, the replay and the place among the positions too."""
        count = min(self.kept, self.plan.replay)
        replay = {name: getattr(self, name)[:count] for name in _REPLAY}
        own = {"epsilon": self.epsilon, "kept": self.kept, "drawn": self.drawn, "replay": replay}
        return {**super().state(), **own}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state: its positions are passed over, and the next ones follow."""
        super().load(state)
        self.epsilon, self.kept = float(state["epsilon"]), int(state["kept"])
        for name, kept in state["replay"].items():
            getattr(self, name)[: len(kept)] = kept.to(self.setup.device)
        missing = int(state["drawn"]) - self.drawn
        self.drawn += sum(1 for _ in islice(self.stuck, max(0, missing)))

    def _next(self) -> Stuck:
        self.drawn += 1
        return next(self.stuck)

    def _advance(self, progress: float) -> Tensor:
        self._decide([self._next() for _ in range(self.plan.at_once)])
        count = min(self.kept, self.plan.replay)
        at = torch.randint(count, (self.plan.batch,), generator=self.generator, device=self.setup.device)
        loss = self._loss(self.windows[at], self.truths[at], self.actions[at], self.rewards[at])
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.detach()

    def _loss(self, windows: Tensor, truths: Tensor, actions: Tensor, rewards: Tensor) -> Tensor:
        values = self.network(windows)
        chosen = values.gather(1, actions[:, None])[:, 0]
        loss = F.mse_loss(chosen, rewards)
        if self.plan.both:
            loss = loss + F.mse_loss(values.gather(1, 1 - actions[:, None])[:, 0], -rewards)
        if self.plan.all_cells:
            covered = (windows == -2).flatten(1)
            mine = (truths == -1).flatten(1).float()
            each = F.binary_cross_entropy_with_logits(values[:, 2:], mine, reduction="none")
            loss = loss + (each * covered).sum() / covered.sum().clamp(min=1)
        return loss

    def _decide(self, stuck: list[Stuck]) -> None:
        count, device = len(stuck), self.setup.device
        at = torch.arange(self.kept, self.kept + count, device=device) % self.plan.replay
        windows = torch.from_numpy(np.stack([each.window for each in stuck])).to(device)
        self.windows[at] = windows
        self.truths[at] = torch.from_numpy(np.stack([each.true_window for each in stuck])).to(device)
        with torch.no_grad():
            best = self.network(windows)[:, :2].argmax(1)
        draw = torch.rand(count, 2, generator=self.generator, device=device)
        epsilon = self.epsilon * self.plan.decay ** torch.arange(count, device=device)
        flags = local_risk(windows) if self.plan.heuristic else 0.5
        action = torch.where(draw[:, 0] < epsilon, (draw[:, 1] < flags).long(), best)
        right = torch.tensor([each.mine for each in stuck], device=device) == (action == FLAG)
        self.actions[at], self.rewards[at] = action, torch.where(right, 1.0, -1.0)
        self.kept += count
        self.epsilon *= self.plan.decay**count
        ones = torch.ones_like(right)
        self.counter.add(ones, right, ones.long(), torch.zeros_like(action))

    def _pretrain(self) -> None:
        """Learn on open boards first: whether the middle of an open window, itself hidden, is a mine."""
        store = [self._next().true_window for _ in range(min(2000, 64 * self.plan.pretrain))]
        windows = torch.from_numpy(np.stack(store)).to(self.setup.device)
        mine = windows[:, 2, 2] == -1
        hidden = windows.clone()
        hidden[:, 2, 2] = -2
        for _ in range(self.plan.pretrain):
            at = torch.randint(
                len(store), (self.plan.batch,), generator=self.generator, device=windows.device
            )
            sign = torch.where(mine[at], -1.0, 1.0)
            loss = F.mse_loss(self.network(hidden[at])[:, :2], torch.stack([sign, -sign], 1))
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()


def local_risk(windows: Tensor) -> Tensor:
    """A rule of thumb for the risk of middle cells, (N,): mines left to cells left, by the numbers beside it.

    The mean of what each number says; a half where there is none.
    """
    inner = windows[:, 1:4, 1:4]

    def around(marks: Tensor) -> Tensor:
        return 9 * F.avg_pool2d(marks.float(), 3, stride=1)

    covered = around(windows == -2)
    each = (inner - around(windows == -1)) / covered.clamp(min=1)
    counts = (inner > 0) & (covered > 0)
    mean = (each * counts).flatten(1).sum(1) / counts.flatten(1).sum(1).clamp(min=1)
    return torch.where(counts.flatten(1).any(1), mean, 0.5).clamp(0.0, 1.0)


def _stuck(seed: int) -> Iterator[Stuck]:
    """Positions as they come up in games; playing them needs the core, and learning from others does not."""
    from sapper.learn.training.stuck_positions import positions

    return positions(seed)
