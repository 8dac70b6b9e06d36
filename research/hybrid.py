"""Play `aua-csp-dqn` on the levels of aua2023 under both readings, to compare with tables 5.1 and 5.2.

    python research/hybrid.py --games 1000 [NETWORK.onnx...]

In the first reading, the network may also flag, and a wrong flag loses. In the second, it only opens cells.
For comparison, `exact` takes the place of the network: it judges the same cells by their exact risks, which
use all numbers of the board. It makes the decision that is most likely to be right, so no judge is right more
often on average.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper import Board, Decision, Game, Rules, View, analyse
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.agents.turn import carry_out, stream
from sapper.arena.statistics import wilson
from sapper.learn.playing.aua_csp_dqn import ASKED, AuaCspDqn
from sapper.learn.playing.aua_windows import candidates

LEVELS = {"easy": (9, 9, 10), "medium": (16, 16, 40), "hard": (16, 30, 85)}
PUBLISHED = {"easy": (90, 2432, 74), "medium": (72, 2290, 71), "hard": (47, 1792, 69)}
EXACT = "exact"
CHUNK = 100


def by_exact_risk(view: View, rng: Generator, flags: bool) -> Decision:
    """Return the decision that is most likely to be right, among the cells that the network would judge."""
    risk = analyse(view, trust_flags=flags).risk  # if a wrong flag loses, every flag on the board is right
    cells = candidates(view)
    at = [float(risk[cell]) for cell in cells]
    lowest, highest = int(np.argmin(at)), int(np.argmax(at))
    if flags and at[highest] > 1 - at[lowest]:
        return Decision(flags=(cells[highest],), by=ASKED)
    return Decision((cells[lowest],), by=ASKED)


def play_one(agent: AuaHybrid, board: Board, seed: int, index: int) -> tuple[bool, int, int, float]:
    """Return whether the game was won, the judge's requests and right answers, and its summed chances."""
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
            risk = analyse(view, trust_flags=board.rules.on_wrong_flag == "lose").risk
            flags = bool(decision.flags)
            (cell,) = decision.flags or decision.opens
            right += bool(board.mine_array[cell]) == flags
            hoped += float(risk[cell] if flags else 1 - risk[cell])
        carry_out(decision, game, agent.name)
    return game.state == "won", asked, right, hoped


def play_some(judge: str, rules: Rules, seed: int, first: int, count: int) -> NDArray[np.float64]:
    """Return sums over `count` games: wins, requests, right answers, and probabilities of being right."""
    flags = rules.on_wrong_flag == "lose"
    agent = AuaHybrid(partial(by_exact_risk, flags=flags)) if judge == EXACT else AuaCspDqn(judge)
    found = np.zeros(4)
    for index in range(first, first + count):
        found += play_one(agent, Board.random(rules, seed, index), seed, index)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "networks", nargs="*", default=["dqn-5x5"], help="the name of a shipped network, or a file"
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2023)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    args = parser.parse_args()
    print(f"{args.games} games each, seed {args.seed}, safe corner\n")
    print("| level | reading | judge | won % | asked | right % | chance to be right % | published |")
    print("|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(args.workers) as pool:
        for level in args.levels:
            flags_too = Rules(*LEVELS[level], on_wrong_flag="lose", won_by="open-or-flag")
            for reading, rules in {"flags too": flags_too, "opens only": Rules(*LEVELS[level])}.items():
                for judge in (*args.networks, EXACT):
                    firsts = range(0, args.games, CHUNK)
                    counts = [min(CHUNK, args.games - first) for first in firsts]
                    jobs = pool.map(partial(play_some, judge, rules, args.seed), firsts, counts)
                    print(row(level, reading, judge, args.games, list(jobs)), flush=True)


def row(level: str, reading: str, judge: str, games: int, parts: Sequence[NDArray[np.float64]]) -> str:
    """Format one row of the table."""
    won, asked, right, hoped = np.sum(parts, axis=0)
    often = max(1, asked)
    low, high = wilson(int(won), games)
    rate, times, share = PUBLISHED[level]
    cells = [
        level,
        reading,
        Path(judge).stem,
        f"{100 * won / games:.1f} [{100 * low:.1f}, {100 * high:.1f}]",
        f"{asked:.0f}",
        f"{100 * right / often:.1f}",
        f"{100 * hoped / often:.1f}",
        f"{rate}%, asked {times}, right {share}%",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
