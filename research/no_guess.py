"""Count games that the papers' networks win without a guess (sajjad2022, figure 7.4).

    python research/no_guess.py [NAME...] --games 10000 --workers 8

A game is lost as soon as the network guesses. In one reading, it guesses if the cell that it chooses has an
exact risk above 0. In the other, it guesses if its own output for that cell is above a threshold. The
program counts the wins under both readings, and also the games won with guesses.
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sapper import Board, Game, Rules, analyse
from sapper.agents.turn import carry_out, stream
from sapper.learn.playing.network_agent import NeuralAgent

SAJJAD = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
STARTS = {"safe": (0, 0), "zero": (3, 3)}
PLAYED: dict[str, tuple[str, Literal["safe", "zero"]]] = {
    "cnn-18": ("beginner", "safe"),
    "cnn-19": ("intermediate", "safe"),
    "cnn-20": ("expert", "safe"),
    "cnn-10": ("beginner", "zero"),
    "cnn-11": ("intermediate", "zero"),
    "cnn-3": ("expert", "zero"),
}
"""The level and first move for which each network was trained, and which it plays here."""
THRESHOLDS = (0.01, 0.05, 0.1)
CHUNK = 50


def play_one(agent: NeuralAgent, board: Board) -> tuple[bool, ...]:
    """Return whether the game was won at all, without a guess by exact risk, and within each threshold."""
    game = Game(board)
    game.open(board.start)
    agent.reset(board.rules, stream(0, 0))
    certain, highest = True, 0.0
    while game.state == "playing":
        view = game.view
        decision = agent.choose(view)
        (cell,) = decision.opens
        logit = agent.judge(view.numbers[None], np.array([view.mines]))[0, 0][cell]
        highest = max(highest, 0.5 + 0.5 * math.tanh(logit / 2))  # the logistic function, without overflow
        certain = certain and float(analyse(view).risk[cell]) == 0
        carry_out(decision, game, agent.name)
    won = game.state == "won"
    return (won, won and certain, *(won and highest <= threshold for threshold in THRESHOLDS))


def play_some(name: str, seed: int, first: int, count: int) -> NDArray[np.int64]:
    """Count the wins of `count` games in each reading."""
    level, first_move = PLAYED[name]
    rules = Rules(*SAJJAD[level], first_move=first_move)
    agent = NeuralAgent(name)
    boards = (Board.random(rules, seed, index, STARTS[first_move]) for index in range(first, first + count))
    won: NDArray[np.int64] = np.array([play_one(agent, board) for board in boards], np.int64).sum(0)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["cnn-18", "cnn-19", "cnn-20"], help=", ".join(PLAYED))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=74)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    outputs = " | ".join(f"no output above {threshold} %" for threshold in THRESHOLDS)
    print(f"| network | level | games | won % | no exact guess % | {outputs} |")
    print("|---" * (5 + len(THRESHOLDS)) + "|")
    with ProcessPoolExecutor(args.workers) as pool:
        for name in args.names:
            firsts = range(0, args.games, CHUNK)
            counts = [min(CHUNK, args.games - first) for first in firsts]
            parts = list(pool.map(partial(play_some, name, args.seed), firsts, counts))
            shares = " | ".join(f"{100 * count / args.games:.1f}" for count in np.sum(parts, axis=0))
            print(f"| `{name}` | {', '.join(PLAYED[name])} | {args.games} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
