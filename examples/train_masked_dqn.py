"""Train a masked double DQN through the vector environment and print how often it wins.

The network has a few convolutions over the one-hot planes, and one output per cell. Actions without effect
are masked, both for the choice of a move and for the targets. Rotated and mirrored boards are equally likely,
so the training batches are rotated and mirrored at random.

This example needs torch: pip install 'sapper[env,train]'

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
from sapper.arena import wilson

GAMES = 64  # games played at once
BATCH = 256  # transitions in a training batch
MEMORY = 100_000  # transitions in the replay memory
DISCOUNT = 0.9
RATE = 1e-3
TARGET_EVERY = 100  # updates between two copies to the target network
EXPLORE = 0.5  # fraction of the steps over which epsilon falls to its minimum
LEAST_EPSILON = 0.02


def network(planes: int, width: int = 32) -> nn.Sequential:
    """Build a network of convolutions that keep the size of the board, with one output per cell."""
    layers: list[nn.Module] = []
    for depth in (planes, width, width, width):
        layers += [nn.Conv2d(depth, width, 3, padding=1), nn.ReLU()]
    return nn.Sequential(*layers, nn.Conv2d(width, 1, 1), nn.Flatten())


def best(values: Tensor, mask: Tensor) -> Tensor:
    """Return the allowed action with the highest value for each game."""
    return values.masked_fill(~mask, -torch.inf).argmax(1)


class Memory:
    """The replay memory: the most recent transitions."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        self.seen = torch.zeros((MEMORY, *shape), dtype=torch.int8)
        self.then = torch.zeros_like(self.seen)
        self.mask = torch.zeros((MEMORY, actions), dtype=torch.bool)
        self.action = torch.zeros(MEMORY, dtype=torch.int64)
        self.reward = torch.zeros(MEMORY)
        self.goes_on = torch.zeros(MEMORY)
        self.count = 0

    def add(self, **transitions: np.ndarray[Any, Any]) -> None:
        """Store one transition per game."""
        size = len(transitions["action"])
        where = (torch.arange(size) + self.count) % MEMORY
        for name, values in transitions.items():
            column = getattr(self, name)
            column[where] = torch.from_numpy(values).to(column.dtype)
        self.count += size

    def draw(self, size: int) -> tuple[Tensor, ...]:
        """Sample a batch, rotated and mirrored at random. Only boards with equal sides are rotated."""
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
    """Play `steps` steps in all games and train after each. Games that end are restarted at once."""
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
        epsilon = max(LEAST_EPSILON, 1 - step / (EXPLORE * steps))
        at_random = (rng.random(mask.shape) * mask).argmax(1)
        action = np.where(rng.random(GAMES) < epsilon, at_random, action)
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
    """Make one update of double DQN. The network chooses the next action; the target network values it."""
    seen, action, reward, goes_on, then, mask = batch
    with torch.no_grad():
        choice = best(net(then), mask)[:, None]
        value = reward + DISCOUNT * goes_on * target(then).gather(1, choice)[:, 0]
    loss = nn.functional.smooth_l1_loss(net(seen).gather(1, action[:, None])[:, 0], value)
    optimiser.zero_grad()
    torch.autograd.backward(loss)
    optimiser.step()


def evaluate(net: nn.Module, level: str, games: int, seed: int, side_by_side: int = 500) -> tuple[int, int]:
    """Play greedily and return the wins and the games.

    Every place of the vector environment plays the same number of games. Otherwise short games would count
    more.
    """
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
    """Train a network, then play games on other boards."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", default="6x6/4")
    parser.add_argument("--steps", type=int, default=2500, help="training steps (default 2500)")
    parser.add_argument("--games", type=int, default=10_000, help="games after the training (default 10000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)  # a fixed order of additions makes the training repeatable
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
