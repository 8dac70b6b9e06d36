"""Measure pgms-csp: win rates, crap shoots, losing moves, and time against the size of the frontier.

The rules are those of Programmer's Minesweeper: 8x8/10, 13x15/40 and 16x30/99, nothing cascades, and the win
rate counts only games whose first probe was no mine. This is equivalent to a random first cell that is never
a mine. Games from the corner are measured too. The agent single-point of sajjad2022 looks at all numbers
again after a guess; that of PGMS does not.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from sapper import Agent, Arena, Board, Decision, Game, Rules, View, make
from sapper.agents.composed import Composed
from sapper.agents.papers.pgms_csp import PgmsCsp
from sapper.agents.turn import carry_out, stream
from sapper.arena.single_game import Start
from sapper.knowledge.knowledge import Knowledge

BOARDS = {"beginner": "8x8/10", "intermediate": "13x15/40", "expert": "16x30/99"}
NAMES = ("pgms-single-point", "pgms-equation", "pgms-csp", "pgms-csp-elsewhere")


class AtAnyOdds(PgmsCsp):
    """Opens a cell beside no number at every crap shoot if cells outnumber mines, as the paper says."""

    name = "at-any-odds"

    def guess(self, view: View) -> Decision:
        cells, risk = self.knowledge.guess("boards")
        beside = set(self.knowledge.frontier)
        rest = [cell for cell in self.knowledge.unknown if cell not in beside]
        if beside and rest and risk >= 0.5 and self.knowledge.density < 1:
            return self.take(rest, self.knowledge.density)
        return self.take(cells, risk)


def rates(games: int, seed: int) -> None:
    """Print win rates with their 95% intervals."""
    plans: list[tuple[str, Start, list[str | Agent]]] = [
        ("random", "agent", ["single-point", *NAMES, AtAnyOdds()]),
        ("corner", (0, 0), [*NAMES]),
    ]
    print("start   board     agent                 won     95%")
    for where, start, agents in plans:
        for size in BOARDS.values():
            rules = Rules.parse(size, cascade=False)
            for summary in Arena(rules, seed, start).run(agents, games).summaries:
                shown = f"{summary.rate:.2%}  [{summary.low:.2%}, {summary.high:.2%}]"
                print(f"{where:<6}  {size:<8}  {summary.name:<20}  {shown}", flush=True)


def crap_shoots(games: int, seed: int) -> None:
    """Print the odds and the outcomes of guesses where the best frontier cell is at most 50% safe."""
    print("\nboard     crap shoots  cells > mines  cells > 2 mines  best cell free  a cell elsewhere free")
    for size in BOARDS.values():
        rules, counts = Rules.parse(size, cascade=False), []
        agent = make("pgms-csp")
        assert isinstance(agent, Composed)
        for index in range(games):
            board = Board.random(rules, seed, index)
            game = Game(board)
            game.open(board.start)
            agent.reset(rules, stream(seed, index))
            while game.state == "playing":
                decision = agent.choose(game.view)
                known = agent.knowledge
                beside = set(known.frontier)
                rest = [cell for cell in known.unknown if cell not in beside]
                if decision.is_guess and beside and rest and (decision.risk or 0) >= 0.5:
                    elsewhere = sum(cell not in board.mines for cell in rest) / len(rest)
                    odds = (known.density < 1, known.density < 0.5)
                    counts.append((*odds, decision.opens[0] not in board.mines, elsewhere))
                carry_out(decision, game, agent.name)
        shares = "  ".join(f"{share:<13.1%}" for share in np.mean(counts, axis=0))
        print(f"{size:<8}  {len(counts):<11}  {shares}", flush=True)


def losing_moves(games: int, seed: int) -> None:
    """Print figures 1 to 3: how many tenths of the free cells were open when a game was lost."""
    print("\nshare of lost games by the share of free cells open (tenths)")
    for size in BOARDS.values():
        rules = Rules.parse(size, cascade=False)
        results = Arena(rules, seed, "agent").run(["pgms-csp", "pgms-equation"], games)
        for name, played in results.games.items():
            lost = ~played.columns["won"]
            opened = played.columns["opened"][lost] / (rules.cells - rules.mines)
            parts = np.histogram(opened, bins=10, range=(0, 1))[0] / max(1, lost.sum())
            print(f"{size:<8}  {name:<14}  {' '.join(f'{part:5.1%}' for part in parts)}", flush=True)


def frontier(games: int, seed: int) -> None:
    """Print the time per move by frontier size for both strategies, a measurement that the paper asks for."""
    moves: dict[str, list[tuple[int, float]]] = {"pgms-csp": [], "pgms-equation": []}
    agent = make("pgms-csp")
    assert isinstance(agent, Composed)
    rules = Rules.parse(BOARDS["expert"], cascade=False)
    for index in range(games):
        game = Game(Board.random(rules, seed, index))
        game.open((0, 0))
        agent.reset(rules, stream(seed, index))
        while game.state == "playing":
            view = game.view
            decision = agent.choose(view)
            if decision.is_guess:
                for name, spent in moves.items():
                    spent.append(_time_of(name, view))
            carry_out(decision, game, agent.name)
    print(
        "\nfrontier cells  moves  microseconds per guess: pgms-csp, mean and max; pgms-equation, mean and max"
    )
    edges = (0, 10, 20, 30, 40, 60, 10**6)
    for low, high in pairwise(edges):
        parts = []
        for spent in moves.values():
            times = np.array([seconds for cells, seconds in spent if low <= cells < high]) * 1e6
            parts.append(f"{times.mean():8.1f} {times.max():8.1f}" if len(times) else "-")
        count = sum(low <= cells < high for cells, _ in moves["pgms-csp"])
        print(f"{low:>3} to {high - 1:<8}  {count:<5}  {'   '.join(parts)}", flush=True)


def _time_of(name: str, view: View) -> tuple[int, float]:
    """Return the frontier size after the single-cell step, and the seconds of the rest of the move."""
    agent = make(name)
    assert isinstance(agent, Composed)
    knowledge = Knowledge.of(view)
    knowledge.deduce("single-cell")
    cells = len(knowledge.frontier)
    begin = process_time()
    knowledge.deduce(*agent.steps)
    knowledge.guess(agent.rule, agent.elsewhere)
    return cells, process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="games of each agent (default 10000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.games < 10:
        parser.error("at least 10 games, please")
    rates(arguments.games, arguments.seed)
    few = arguments.games // 10
    crap_shoots(few, arguments.seed)
    losing_moves(arguments.games, arguments.seed)
    frontier(few, arguments.seed)


if __name__ == "__main__":
    main()
