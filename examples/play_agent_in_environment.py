"""Play any registered agent through the Gymnasium environment.

The environment has the same boards as `sapper bench` with the same seed, so an agent wins the same games.

Usage: python examples/play_agent_in_environment.py [AGENT] [--level beginner] [--games 100] [--seed 1]
                                                    [--video FOLDER]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import gymnasium

import sapper
import sapper.envs
from sapper.agents import stream
from sapper.arena import wilson


def actions(agent: sapper.Agent, env: sapper.envs.MinesweeperEnv) -> Iterator[int]:
    """Yield the actions of an agent: for each decision its flags, then the cells it opens."""
    rules = env.settings.rules
    yield rules.index((0, 0))  # the arena opens the first corner for every agent
    while True:
        view = env.view
        decision = agent.choose(view)
        if decision.gives_up:
            return
        yield from (rules.cells + rules.index(cell) for cell in decision.flags if not view.flags[cell])
        for cell in decision.opens:
            if env.view[cell] == -2:  # a cascade may have opened the cell already
                yield rules.index(cell)
        if env.view == view:
            return  # a decision that changes nothing would repeat for ever, so it counts as giving up


def play(name: str, env: gymnasium.Env[Any, Any], games: int, seed: int) -> int:
    """Play the games 0, 1, 2 and so on of a seed. Return the number of wins."""
    inner = env.unwrapped
    assert isinstance(inner, sapper.envs.MinesweeperEnv)
    agent = sapper.make(name)
    wins = 0
    for index in range(games):
        env.reset(seed=None if index else seed)
        agent.reset(inner.settings.rules, stream(seed, index))
        for action in actions(agent, inner):
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                wins += info["won"]
                break
    return wins


def main() -> None:
    """Play the games and print how many were won."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", nargs="?", default="sapper-fast", help="a name that `sapper agents` lists")
    parser.add_argument("--level", default="beginner")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--video", metavar="FOLDER", help="record the first game (pip install moviepy)")
    arguments = parser.parse_args()
    mode = "rgb_array" if arguments.video else None
    env = gymnasium.make(sapper.envs.ID, level=arguments.level, flags=True, render_mode=mode)
    if arguments.video:
        env = gymnasium.wrappers.RecordVideo(
            env, arguments.video, episode_trigger=lambda episode: episode == 0
        )
    wins = play(arguments.agent, env, arguments.games, arguments.seed)
    env.close()
    low, high = wilson(wins, arguments.games)
    print(
        f"{arguments.agent}, {arguments.level}, first move safe at (0, 0), seed {arguments.seed}: "
        f"{wins} of {arguments.games} games won, 95% [{low:.1%}, {high:.1%}]"
    )


if __name__ == "__main__":
    main()
