"""Train a masked double DQN through the vector environment, then say how often it wins.

The network is a few convolutions over the one-hot planes; its output is one value a cell. Actions that would
do nothing are masked out, both when choosing and when looking ahead. A board is as likely turned and mirrored
as it is, so the batches are turned and mirrored too.

It needs torch: pip install 'sapper[env,train]'

Usage: python examples/train_masked_dqn.py [--level 6x6/4] [--steps 2500] [--games 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import sapper.envs
from sapper.arena.statistics import wilson

GAMES = 64  # played side by side
BATCH = 256
MEMORY = 100_000  # transitions
DISCOUNT = 0.9
RATE = 1e-3
TARGET_EVERY = 100  # updates
EXPLORE = 0.5  # of the steps, over which chance gives way to the network
LEAST_CHANCE = 0.02


def network(planes: int, width: int = 32) -> nn.Sequential:
    """Convolutions that keep the size of the board; one value a cell at the end."""
    layers: list[nn.Module] = []
    for depth in (planes, width, width, width):
        layers += [nn.Conv2d(depth, width, 3, padding=1), nn.ReLU()]
    return nn.Sequential(*layers, nn.Conv2d(width, 1, 1), nn.Flatten())


def best(values: Tensor, mask: Tensor) -> Tensor:
    """The allowed action of the highest value, for each game."""
    return values.masked_fill(~mask, -torch.inf).argmax(1)


class Memory:
    """The last transitions, of which batches are drawn."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        self.seen = torch.zeros((MEMORY, *shape), dtype=torch.int8)
        self.then = torch.zeros_like(self.seen)
        self.mask = torch.zeros((MEMORY, actions), dtype=torch.bool)
        self.action = torch.zeros(MEMORY, dtype=torch.int64)
        self.reward = torch.zeros(MEMORY)
        self.goes_on = torch.zeros(MEMORY)
        self.count = 0

    def add(self, **transitions: np.ndarray[Any, Any]) -> None:
        """Keep what a step of all games gave."""
        size = len(transitions["action"])
        where = (torch.arange(size) + self.count) % MEMORY
        for name, values in transitions.items():
            column = getattr(self, name)
            column[where] = torch.from_numpy(values).to(column.dtype)
        self.count += size

    def draw(self, size: int) -> tuple[Tensor, ...]:
        """A batch, turned and mirrored at random as a whole; oblong boards are mirrored only."""
        at = torch.randint(min(self.count, MEMORY), (size,))
        rows, cols = self.seen.shape[-2:]
        cells = torch.arange(rows * cols).reshape(rows, cols)
        turns = int(torch.randint(4, ())) if rows == cols else 0
        sides = [side for side in (-1, -2) if torch.rand(()) < 0.5]

        def turned(boards: Tensor) -> Tensor:
            return torch.flip(torch.rot90(boards, turns, (-2, -1)), sides)

        came_from = turned(cells).flatten()
        moved = torch.empty_like(came_from)
        moved[came_from] = torch.arange(rows * cols)
        return (
            turned(self.seen[at]).float(),
            moved[self.action[at]],
            self.reward[at],
            self.goes_on[at],
            turned(self.then[at]).float(),
            self.mask[at][:, came_from],
        )


def train(level: str, steps: int, seed: int) -> nn.Sequential:
    """Play and learn for so many steps of all games; the games begin anew at once where they end."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env = gymnasium.make_vec(
        sapper.envs.ID, num_envs=GAMES, level=level, observation="one-hot", autoreset_mode="SameStep"
    )
    shape = env.single_observation_space.shape or ()
    net = network(shape[0])
    target = copy.deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    memory = Memory(shape, shape[1] * shape[2])
    seen, info = env.reset(seed=seed)
    for step in range(steps):
        mask = info["action_mask"].astype(bool)
        with torch.no_grad():
            action = best(net(torch.from_numpy(seen).float()), torch.from_numpy(mask)).numpy()
        chance = max(LEAST_CHANCE, 1 - step / (EXPLORE * steps))
        at_random = (rng.random(mask.shape) * mask).argmax(1)
        action = np.where(rng.random(GAMES) < chance, at_random, action)
        then, reward, terminated, _, info = env.step(action)
        memory.add(
            seen=seen,
            action=action,
            reward=reward,
            goes_on=~terminated,
            then=then,
            mask=info["action_mask"],
        )
        seen = then
        learn(net, target, optimiser, memory.draw(BATCH))
        if step % TARGET_EVERY == 0:
            target.load_state_dict(net.state_dict())
        if step % 250 == 249:
            print(f"step {step + 1} of {steps}", file=sys.stderr, flush=True)
    return net


def learn(
    net: nn.Module, target: nn.Module, optimiser: torch.optim.Optimizer, batch: tuple[Tensor, ...]
) -> None:
    """One step of double DQN: the network chooses, the target says what the choice is worth."""
    seen, action, reward, goes_on, then, mask = batch
    with torch.no_grad():
        choice = best(net(then), mask)[:, None]
        worth = reward + DISCOUNT * goes_on * target(then).gather(1, choice)[:, 0]
    loss = nn.functional.smooth_l1_loss(net(seen).gather(1, action[:, None])[:, 0], worth)
    optimiser.zero_grad()
    torch.autograd.backward(loss)
    optimiser.step()


def evaluate(net: nn.Module, level: str, games: int, seed: int, side_by_side: int = 500) -> tuple[int, int]:
    """Wins and games of greedy play; every place plays equally many, or short games would count more."""
    places = min(side_by_side, games)
    env = gymnasium.make_vec(
        sapper.envs.ID, num_envs=places, level=level, observation="one-hot", autoreset_mode="SameStep"
    )
    each = -(-games // places)
    seen, info = env.reset(seed=seed)
    played, wins = np.zeros(places, int), 0
    while (played < each).any():
        with torch.no_grad():
            values = net(torch.from_numpy(seen).float())
        action = best(values, torch.from_numpy(info["action_mask"].astype(bool))).numpy()
        seen, _, terminated, _, info = env.step(action)
        counts = terminated & (played < each)
        if counts.any():
            wins += int(info["final_info"]["won"][counts].sum())
        played += counts
    return wins, each * places


def main() -> None:
    """Train, then play games that training never saw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", default="6x6/4")
    parser.add_argument("--steps", type=int, default=2500, help="steps of all games (default 2500)")
    parser.add_argument("--games", type=int, default=10_000, help="games to judge it by (default 10000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)  # sums, and with them the whole training, come out the same every time
    begin = time.process_time()
    net = train(arguments.level, arguments.steps, arguments.seed)
    minutes = (time.process_time() - begin) / 60
    wins, games = evaluate(net, arguments.level, arguments.games, seed=arguments.seed + 2**32)
    low, high = wilson(wins, games)
    print(
        f"masked DQN, {arguments.level}, first move safe and chosen by the agent, seed {arguments.seed}: "
        f"{arguments.steps} steps of {GAMES} games in {minutes:.1f} minutes of one core, "
        f"then {wins / games:.1%} of {games} games won, 95% [{low:.1%}, {high:.1%}]"
    )


if __name__ == "__main__":
    main()
