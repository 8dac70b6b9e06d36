"""Q-learning on the whole board (Mehta 2019, as aua2023 3.2.2 reports it): one Q-value for opening each cell.

Not in the report, so ours: the network (four convolutions), the discount, and 'no progress', which is the
opening of a cell that touches no open one.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import Games, dilate
from sapper.learn.simulation.board_pool import Supply
from sapper.learn.simulation.evaluation import Level, Style, one_hot
from sapper.learn.training.learner import Learner, Setup, cosine


class Replay:
    """The last transitions, on the device."""

    def __init__(self, size: int, rows: int, cols: int, device: torch.device) -> None:
        board = (size, rows, cols)
        self.views = torch.zeros(board, dtype=torch.int8, device=device)
        self.later = torch.zeros(board, dtype=torch.int8, device=device)
        self.action = torch.zeros(size, dtype=torch.int64, device=device)
        self.reward = torch.zeros(size, device=device)
        self.ended = torch.zeros(size, dtype=torch.bool, device=device)
        self.size, self.filled, self.at = size, 0, 0

    def add(self, views: Tensor, action: Tensor, reward: Tensor, later: Tensor, ended: Tensor) -> None:
        """Keep one transition a game, in the place of the oldest; `size` is a multiple of the games."""
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
        """Transitions at random: views, actions, rewards, what was seen then, whether the game had ended."""
        at = torch.randint(self.filled, (count,), generator=generator, device=generator.device)
        return self.views[at], self.action[at], self.reward[at], self.later[at], self.ended[at]


class BoardQLearner(Learner):
    """Opens the cell of the highest Q-value; its network gives negatives, so that low is good as in risks."""

    RATE = 1e-3
    DISCOUNT = 0.1
    EXPLORING = 0.4
    """The share of the training after which hardly any move is random."""
    REFILL = 500

    def __init__(self, name: str, network: nn.Module, level: Level, setup: Setup) -> None:
        super().__init__(name, network, (level,), Style(sure=0.0, margin=0.0), setup)
        self.level = level
        cells = level.rows * level.cols
        count = max(16, setup.cells // cells // 2)
        self.supply = Supply(level.boards, 20 * count, self.generator)
        self.games = Games(self.supply.deal(count))
        self.moves = torch.zeros(count, dtype=torch.int64, device=setup.device)
        self.replay = Replay(50 * count, level.rows, level.cols, setup.device)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=self.RATE)

    def optimizers(self) -> list[torch.optim.Optimizer]:
        """The one optimizer."""
        return [self.adam]

    def _advance(self, progress: float) -> Tensor:
        self._play(progress)
        if self.steps % self.REFILL == self.REFILL - 1:
            self.supply.refill()
        views, action, reward, later, ended = self.replay.draw(len(self.moves), self.generator)
        none = torch.zeros(len(views), dtype=torch.int64, device=views.device)
        with torch.no_grad():  # the averaged weights are the slow network that bounds the targets
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
        # Mehta's rewards, divided by the cells: +NM won, -NM lost, +1 progress, -0.5 none.
        cells = views[0].numel()
        small = torch.where(near, 1.0, -0.5) / cells
        reward = torch.where(lost, -1.0, torch.where(won, 1.0, small))
        over = lost | won
        self.replay.add(views, chosen.flatten(1).int().argmax(1), reward, games.views(), over)
        self.moves += 1
        self.counter.add(over, won, self.moves, left)
        self.moves *= ~over
        games.restart(over, self.supply.deal(count))
