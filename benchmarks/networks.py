"""Measure the shipped networks on one core: milliseconds per view, and games per second of their agents.

    python benchmarks/networks.py [NAME...] [--games N]

Time is processor time, so that other work on the machine has little effect. `dqn-5x5` judges windows, about
four of them when `aua-csp` is stuck. So its milliseconds are for four windows, and its games are those of
`aua-csp-dqn`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Agent, Rules, make, play
from sapper.learn.playing.network_agent import NeuralAgent, model_path, open_model
from sapper.shipped_networks import shipped_networks

WINDOWS = "dqn-5x5"


def judgement(name: str, rules: Rules) -> Callable[[], object]:
    """Return a function that judges one view of this size. The content does not affect the time."""
    if name == WINDOWS:
        session, windows = open_model(model_path(name)), np.full((4, 5, 5), -2, np.int8)
        return lambda: session.run(None, {"windows": windows})
    agent = NeuralAgent(name)
    numbers = np.full((1, rules.rows, rules.cols), -2, np.int8)
    return lambda: agent.judge(numbers, np.array([rules.mines]))


def milliseconds(judge: Callable[[], object], rounds: int = 20) -> float:
    judge()
    began = time.process_time()
    for _ in range(rounds):
        judge()
    return 1000 * (time.process_time() - began) / rounds


def games_a_second(agent: Agent, rules: Rules, games: int) -> float:
    began = time.process_time()
    for index in range(games):
        play(agent, rules, seed=7, index=index)
    return games / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    names = args.names or sorted(path.stem for path in shipped_networks().glob("*.onnx"))
    levels = (BEGINNER, INTERMEDIATE, EXPERT)
    print("| network | ms per view 9x9 | 16x16 | 16x30 | games/s 9x9 | 16x16 | 16x30 |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        agent = make("aua-csp-dqn" if name == WINDOWS else name)
        times = [f"{milliseconds(judgement(name, rules)):.2f}" for rules in levels]
        rates = [f"{games_a_second(agent, rules, args.games):.1f}" for rules in levels]
        print(f"| `{name}` | {' | '.join(times + rates)} |", flush=True)


if __name__ == "__main__":
    main()
