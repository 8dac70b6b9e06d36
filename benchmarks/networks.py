"""The shipped networks on one core: milliseconds a view, and games a second as agents play them.

    python benchmarks/networks.py [NAME...] [--games N]

The CPU's time is counted, so that other work on the machine tells less.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, play
from sapper.learn.neural import MODELS, NeuralAgent


def milliseconds(agent: NeuralAgent, rules: Rules, rounds: int = 10) -> float:
    """One judgement of a view of this size; what it shows makes no difference."""
    numbers = np.full((1, rules.rows, rules.cols), -2, np.int8)
    mines = np.array([rules.mines])
    agent.judge(numbers, mines)
    began = time.process_time()
    for _ in range(rounds):
        agent.judge(numbers, mines)
    return 1000 * (time.process_time() - began) / rounds


def games_a_second(agent: NeuralAgent, rules: Rules, games: int) -> float:
    began = time.process_time()
    for index in range(games):
        play(agent, rules, seed=7, index=index)
    return games / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    names = args.names or sorted(path.stem for path in MODELS.glob("*.onnx") if "dqn" not in path.stem)
    levels = (BEGINNER, INTERMEDIATE, EXPERT)
    print("| network | ms a view 9x9 | 16x16 | 16x30 | games/s 9x9 | 16x16 | 16x30 |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        agent = NeuralAgent(name)
        times = [f"{milliseconds(agent, rules):.2f}" for rules in levels]
        rates = [f"{games_a_second(agent, rules, args.games):.1f}" for rules in levels]
        print(f"| `{name}` | {' | '.join(times + rates)} |", flush=True)


if __name__ == "__main__":
    main()
