"""`dqn-5x5`: Q-learning of single decisions in stuck positions (aua2023 4.2), and the futures it names.

One step is one position, one decision and one batch from the replay; the decision ends the episode, so the
target of its Q-value is its reward.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor

from sapper.learn.export import export_windows
from sapper.learn.learner import Learner, Setup
from sapper.learn.networks import WindowDQN
from sapper.learn.play import Style
from sapper.learn.stuck import Stuck, positions

OPEN, FLAG = 0, 1
"""The actions."""


@dataclass(frozen=True)
class Plan:
    """What the paper varies, and what it leaves to the future."""

    rate: float = 0.0005
    epsilon: float = 1.0
    decay: float = 0.9985
    """What epsilon is multiplied by after each decision."""
    batch: int = 64
    planes: bool = False
    """One input for each kind of cell in place of one number a cell."""
    all_cells: bool = False
    """A deeper network that also learns which of all 25 cells are mines."""
    pretrain: int = 0
    """Batches of supervised learning on open boards, before Q-learning."""
    heuristic: bool = False
    """Whether the reward of both actions is learnt from each decision: one right means the other is wrong."""


class WindowDQNLearner(Learner):
    """Judges stuck positions; games count as decisions, and wins as right ones."""

    REPLAY = 20_000

    def __init__(self, name: str, plan: Plan, setup: Setup, stuck: Iterator[Stuck] | None = None) -> None:
        network = WindowDQN(planes=plan.planes, all_cells=plan.all_cells)
        super().__init__(name, network, (), Style(), setup)
        self.keep = 0.0  # what is trained is what plays, as in the paper
        self.plan, self.epsilon = plan, plan.epsilon
        self.stuck = stuck or positions(setup.seed)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=setup.rate * plan.rate)
        device = setup.device
        self.windows = torch.zeros(self.REPLAY, 5, 5, dtype=torch.int8, device=device)
        self.truths = torch.zeros(self.REPLAY, 5, 5, dtype=torch.int8, device=device)
        self.actions = torch.zeros(self.REPLAY, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(self.REPLAY, device=device)
        self.kept = 0
        if plan.pretrain:
            self._pretrain()

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """The one optimizer."""
        return [self.adam]

    def export(self, path: Path) -> None:
        """Write the network, from windows to Q-values."""
        export_windows(self.average, path)

    def _advance(self, progress: float) -> Tensor:
        self._decide(next(self.stuck))
        count = min(self.kept, self.REPLAY)
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
        if self.plan.heuristic:
            loss = loss + F.mse_loss(values.gather(1, 1 - actions[:, None])[:, 0], -rewards)
        if self.plan.all_cells:
            covered = (windows == -2).flatten(1)
            mine = (truths == -1).flatten(1).float()
            each = F.binary_cross_entropy_with_logits(values[:, 2:], mine, reduction="none")
            loss = loss + (each * covered).sum() / covered.sum().clamp(min=1)
        return loss

    def _decide(self, stuck: Stuck) -> None:
        at = self.kept % self.REPLAY
        self.windows[at] = torch.from_numpy(np.ascontiguousarray(stuck.window))
        self.truths[at] = torch.from_numpy(stuck.true_window)
        draw = torch.rand(2, generator=self.generator, device=self.setup.device).tolist()
        with torch.no_grad():
            values = self.network(self.windows[at : at + 1])[0, :2]
        action = int(draw[1] < 0.5) if draw[0] < self.epsilon else int(values.argmax())
        right = stuck.mine == (action == FLAG)
        self.actions[at], self.rewards[at] = action, 1.0 if right else -1.0
        self.kept += 1
        self.epsilon *= self.plan.decay
        self.counter.sums += torch.tensor([1, int(right), 1, 0], device=self.setup.device)

    def _pretrain(self) -> None:
        """Learn on open boards first: whether the middle of an open window, itself hidden, is a mine."""
        store = [next(self.stuck).true_window for _ in range(min(2000, 64 * self.plan.pretrain))]
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
