"""The papers' networks without guessing (sajjad2022, figure 7.4): lost as soon as a guess is due.

    python benchmarks/no_guess.py [NAME...] --games 1000

A guess is due where the cell that the network chooses has an exact risk above 0; or, read otherwise, where
the network's own output for it is above a threshold. Both are counted, beside the games won when guessing.
"""

from __future__ import annotations

import argparse
from typing import Literal

import numpy as np

from sapper import Board, Game, Rules, analyse
from sapper.agents.turn import carry_out, stream
from sapper.learn.catalogue import LEARNERS
from sapper.learn.neural import NeuralAgent


def play_one(agent: NeuralAgent, board: Board, threshold: float) -> tuple[bool, bool, bool]:
    """Whether it was won; won with no exact guess; won with no output above the threshold."""
    game = Game(board)
    game.open(board.start)
    agent.reset(board.rules, stream(0, 0))
    certain = confident = True
    while game.state == "playing":
        view = game.view
        decision = agent.choose(view)
        (cell,) = decision.opens
        logit = agent.judge(view.numbers[None], np.array([view.mines]))[0, 0][cell]
        confident &= bool(1 / (1 + np.exp(-logit)) <= threshold)
        certain = certain and float(analyse(view).risk[cell]) == 0
        carry_out(decision, game, agent.name)
    won = game.state == "won"
    return won, won and certain, won and confident


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["cnn-18", "cnn-19", "cnn-20"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threshold", type=float, default=0.05)
    args = parser.parse_args()
    print(f"| network | level | games | won % | no exact guess % | no output above {args.threshold} % |")
    print("|---|---|---|---|---|---|")
    for name in args.names:
        level = LEARNERS[name].level
        first_move: Literal["zero", "safe"] = "zero" if level.first_move == "zero" else "safe"
        rules = Rules(level.rows, level.cols, level.mines, first_move=first_move)
        agent = NeuralAgent(name)
        counts = np.zeros(3)
        for index in range(args.games):
            counts += play_one(agent, Board.random(rules, 74, index, level.start), args.threshold)
        shares = " | ".join(f"{100 * count / args.games:.1f}" for count in counts)
        print(f"| `{name}` | {level.name}, {level.first_move} | {args.games} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
