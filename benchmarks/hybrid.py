"""`aua-csp-dqn` on the levels of aua2023 under both readings, beside its tables 5.1 and 5.2.

    python benchmarks/hybrid.py --games 1000

First reading: flagging is an action of the network, and a wrong flag loses. Second: the network only opens.
`lowest-risk` plays the same boards, and is asked the same question: how good could any answer be?
"""

from __future__ import annotations

import argparse

import numpy as np

from sapper import Board, Game, Rules, analyse, make, play
from sapper.agents.turn import carry_out, stream
from sapper.learn.hybrid import ASKED, AuaCspDqn

LEVELS = {"easy": (9, 9, 10), "medium": (16, 16, 40), "hard": (16, 30, 85)}
PUBLISHED = {"easy": (90, 2432, 74), "medium": (72, 2290, 71), "hard": (47, 1792, 69)}


def play_one(agent: AuaCspDqn, board: Board, seed: int, index: int) -> tuple[bool, int, int, float]:
    """Whether it won, how often the network was asked and was right, and the sum of its chances to be."""
    game = Game(board)
    game.open(board.start)
    agent.reset(board.rules, stream(seed, index))
    asked = right = 0
    hoped = 0.0
    while game.state == "playing":
        view = game.view
        decision = agent.choose(view)
        if decision.by == ASKED:
            asked += 1
            risk = analyse(view).risk
            flags = bool(decision.flags)
            (cell,) = decision.flags or decision.opens
            right += bool(board.mine_array[cell]) == flags
            hoped += float(risk[cell] if flags else 1 - risk[cell])
        carry_out(decision, game, agent.name)
    return game.state == "won", asked, right, hoped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2023)
    args = parser.parse_args()
    print("| level | reading | won % | lowest risk % | asked | right % | chance to be right % | published |")
    print("|---|---|---|---|---|---|---|---|")
    agent, exact = AuaCspDqn(), make("lowest-risk")
    for level, size in LEVELS.items():
        flags_too = Rules(*size, on_wrong_flag="lose", won_by="open-or-flag")
        for reading, rules in {"flags too": flags_too, "opens only": Rules(*size)}.items():
            found = np.zeros(4)
            best = 0
            for index in range(args.games):
                found += play_one(agent, Board.random(rules, args.seed, index), args.seed, index)
                best += play(exact, rules, args.seed, index).won
            won, asked, right, hoped = found
            rate, times, share = PUBLISHED[level]
            row = [
                level,
                reading,
                f"{100 * won / args.games:.1f}",
                f"{100 * best / args.games:.1f}",
                f"{asked:.0f}",
                f"{100 * right / asked:.1f}",
                f"{100 * hoped / asked:.1f}",
                f"{rate}%, asked {times}, right {share}%",
            ]
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
