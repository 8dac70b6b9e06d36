"""Q-learning on the whole board: one Q-value per cell, for opening it.

The method is that of Mehta 2019, as described in aua2023 3.2.2. The description leaves out the network, the
discount and the meaning of 'no progress'. Our choices are four convolutions, a discount of 0.1, and 'the
opened cell touched no opened cell'.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import Games, dilate
from sapper.learn.simulation.board_pool import BoardPool
from sapper.learn.simulation.levels import Level
from sapper.learn.simulation.move_choice import Style, one_hot
from sapper.learn.training.learner import Learner, Setup, cosine


class Replay:
    """The replay memory: the most recent transitions, on the device."""

    def __init__(self, size: int, rows: int, cols: int, device: torch.device) -> None:
        board = (size, rows, cols)
        self.views = torch.zeros(board, dtype=torch.int8, device=device)
        self.later = torch.zeros(board, dtype=torch.int8, device=device)
        self.action = torch.zeros(size, dtype=torch.int64, device=device)
        self.reward = torch.zeros(size, device=device)
        self.ended = torch.zeros(size, dtype=torch.bool, device=device)
        self.size, self.filled, self.at = size, 0, 0

    def add(self, views: Tensor, action: Tensor, reward: Tensor, later: Tensor, ended: Tensor) -> None:
        """Replace the oldest transitions by one per game. `size` is a multiple of the number of games."""
        here = slice(self.at, self.at + len(views))
        for kept, new in zip(
            (self.views, self.action, self.reward, self.later, self.ended),
            (views, action, reward, later, ended),
            strict=True,
        ):
            kept[here] = new
        self.at = (self.at + len(views)) % self.size
        self.filled = max(self.filled, min(self.size, here.stop))

    def draw(self, count: int, generator: torch.Generator) -> tuple[Tensor, ...]:
        """Sample transitions: views, actions, rewards, next views, and whether the game had ended."""
        at = torch.randint(self.filled, (count,), generator=generator, device=generator.device)
        return self.views[at], self.action[at], self.reward[at], self.later[at], self.ended[at]


class BoardQLearner(Learner):
    """Opens the cell with the highest Q-value.

    The network outputs negated Q-values, so that a low output is good, as it is for risks.
    """

    RATE = 1e-3
    DISCOUNT = 0.1
    EXPLORING = 0.4
    """The fraction of the training over which the probability of a random move falls to 2%."""
    REFILL = 500
    """The number of steps after which the board pool is refilled."""

    def __init__(self, name: str, network: nn.Module, level: Level, setup: Setup) -> None:
        super().__init__(name, network, (level,), Style(sure=0.0, margin=0.0), setup)
        self.level = level
        cells = level.rows * level.cols
        count = max(16, setup.cells // cells // 2)
        self.pool = BoardPool(level.boards, 20 * count, self.generator)
        self.games = Games(self.pool.sample(count))
        self.moves = torch.zeros(count, dtype=torch.int64, device=setup.device)
        self.replay = Replay(50 * count, level.rows, level.cols, setup.device)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=self.RATE)

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """Return the only optimizer."""
        return [self.adam]

    def _advance(self, progress: float) -> Tensor:
        self._play(progress)
        if self.steps % self.REFILL == self.REFILL - 1:
            self.pool.refill()
        views, action, reward, later, ended = self.replay.draw(len(self.moves), self.generator)
        none = torch.zeros(len(views), dtype=torch.int64, device=views.device)
        with torch.no_grad():  # the averaged network serves as the target network
            ahead = (-self.average(later, none)[:, 0]).masked_fill(later != -2, -torch.inf)
            best = ahead.flatten(1).amax(1).masked_fill(ended, 0.0)
            target = reward + self.DISCOUNT * best
        value = -self.network(views, none).flatten(1).gather(1, action[:, None])[:, 0]
        loss = F.mse_loss(value, target)
        for group in self.adam.param_groups:
            group["lr"] = self.setup.rate * self.RATE * cosine(progress)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        return loss.detach()

    @torch.no_grad()
    def _play(self, progress: float) -> None:
        games, count = self.games, len(self.moves)
        views, covered = games.views(), games.covered
        logits = self.network(views, games.boards.mines)
        _, chosen = self.style.moves(logits, covered, games.opened)
        epsilon = max(0.02, 1 - progress / self.EXPLORING)
        draw = torch.rand(covered.shape, generator=self.generator, device=covered.device) * covered
        anywhere = one_hot(draw.flatten(1).argmax(1), covered)
        at_random = torch.rand(count, generator=self.generator, device=covered.device) < epsilon
        chosen = torch.where(at_random[:, None, None], anywhere, chosen)
        near = (chosen & dilate(games.opened)).flatten(1).any(1)
        lost = games.open(chosen).flatten(1).any(1)
        left = games.free_left
        won = (left == 0) & ~lost
        # Mehta's rewards on an NxM board are +NM for a win, -NM for a loss, +1 for progress and -0.5 for no
        # progress. Here they are divided by NM.
        cells = views[0].numel()
        small = torch.where(near, 1.0, -0.5) / cells
        reward = torch.where(lost, -1.0, torch.where(won, 1.0, small))
        over = lost | won
        self.replay.add(views, chosen.flatten(1).int().argmax(1), reward, games.views(), over)
        self.moves += 1
        self.counter.add(over, won, self.moves, left)
        self.moves *= ~over
        games.restart(over, self.pool.sample(count))
