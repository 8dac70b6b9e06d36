"""Check every move that agents call certain with the exact engine, over many games.

    python scripts/certain.py --games 1000            # every agent of the papers, and the baselines
    python scripts/certain.py rc-3 tcd-csp --games 50

Prints the number of games, decisions and cells that were checked. The first cell that is not proven ends the
run with an error that names it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from sapper import Board, Game, Rules, make
from sapper.agents.base import Agent
from sapper.agents.checks import check_decision
from sapper.agents.registry import shipped
from sapper.agents.turn import carry_out, stream

RULES = (
    Rules(9, 9, 10),
    Rules(16, 16, 40, first_move="zero", on_wrong_flag="lose"),
    Rules(16, 30, 99),
    Rules(10, 10, 10, first_move="unsafe", cascade=False, won_by="open-or-flag"),
)
"""The rules are played in turn: the three levels, one of them from a zero, and the rules of tcd2021."""


def check_game(agent: Agent, rules: Rules, seed: int, index: int) -> tuple[int, int]:
    """Play a game, and return the number of certain decisions and of the cells in them."""
    board = Board.random(rules, seed, index)
    game = Game(board)
    game.open(board.start)
    agent.reset(rules, stream(seed, index))
    decisions = cells = 0
    while game.state == "playing":
        view = game.view
        decision = agent.choose(view)
        check_decision(decision, view, trust_flags=rules.on_wrong_flag == "lose")
        if decision.certain:
            decisions += 1
            cells += len(decision.opens) + len(decision.flags)
        carry_out(decision, game, type(agent).__name__)
    return decisions, cells


def check(name: str, games: int, seed: int) -> str:
    """Check games of one agent with each of the rules in turn, and return one line of totals."""
    agent = make(name)
    found = [
        check_game(agent, rules, seed, index)
        for at, rules in enumerate(RULES)
        for index in range(at, games, len(RULES))
    ]
    decisions, cells = (sum(column) for column in zip(*found, strict=True))
    return f"{name}: {len(found):,} games, {decisions:,} certain decisions, {cells:,} cells, all proven"


def main() -> None:
    """Check the agents named on the command line, or the agents of all papers and the baselines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agents", nargs="*")
    parser.add_argument("--games", type=int, default=100, help="games of each agent")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.games < 1:
        parser.error("--games must be at least 1")
    papers = [info.name for info in shipped() if ".papers." in info.target]
    work = partial(check, games=given.games, seed=given.seed)
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for line in pool.map(work, given.agents or [*papers, "random", "lowest-risk"]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
