"""Measure agents made of steps: their speed, the gain from each step, and the gain from the equation index.

speed  expert games per second on one core: whole games in the core, and the same play in Python
order  win rates of several agents, each of which has one step more than the agent before it. All agents guess
       by the same rule and play the same boards. For comparison: an agent that opens everything that can be
       proven (only with the rule `any`), and exact lowest-risk play
index  the work of finding equations, with an index by cell and with a scan of the list, on growing boards
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from numpy.random import Generator

from benchmarks.positions import LEVELS
from sapper import Arena, Board, Decision, Game, Rules, View, analyse, make
from sapper.agents.composed import Composed
from sapper.agents.registry import shipped
from sapper.agents.tie_break import pick
from sapper.agents.turn import carry_out, stream
from sapper.arena.batch import Batch, play_batch
from sapper.arena.statistics import mcnemar
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.propagation import propagate

LADDER: dict[str, tuple[str, ...]] = {
    "single-cell": ("single-cell",),
    "subset": ("single-cell", "subset"),
    "pairs": ("single-cell", "subset", "pairs"),
    "trial": ("single-cell", "subset", "pairs", "trial"),
    "enumeration": ("single-cell", "subset", "pairs", "trial", "enumeration"),
}
"""Each agent also has the steps of the agent before it."""


class Exact:
    """Opens cells that are free in every layout, using the mine count. Guesses any cell not proven a mine."""

    name = "exact"

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Try single numbers first, because they prove most cells and are fast."""
        free, _ = propagate(view)
        if free:
            return Decision.sure(free)
        found = analyse(view)
        if found.safe:
            return Decision.sure(found.safe)
        mines = set(found.mines)
        return Decision.guess(pick([cell for cell in view.covered if cell not in mines], self.rng))


def papers_agents() -> list[str]:
    """Return the agents of papers that need no training and no network."""
    return [info.name for info in shipped() if ".papers." in info.target and info.name != "tabular-q"]


def speed(games: int, seed: int) -> list[dict[str, object]]:
    """Measure games per second of processor time. Python plays a tenth of the games."""
    rules, rows = LEVELS["expert"], []
    for name in papers_agents():
        row: dict[str, object] = {"agent": name, "core": "-"}
        whole = Batch(name, rules, seed, 0, games)
        if whole.is_native:
            begin = process_time()
            play_batch(whole)
            row["core"] = games / (process_time() - begin)
        few = max(1, games // 10)
        agent = make(name)
        begin = process_time()
        for index in range(few):
            game = Game(Board.random(rules, seed, index))
            game.open((0, 0))
            agent.reset(rules, stream(seed, index))
            while game.state == "playing":
                carry_out(agent.choose(game.view), game, name)
        row["python"] = few / (process_time() - begin)
        rows.append(row)
    return rows


def order(games: int, seed: int, rule: str, workers: int) -> list[dict[str, object]]:
    """Compute win rates on the same boards, and the games that an agent wins but the one before it loses."""
    agents: list[Composed] = []
    for name, steps in LADDER.items():
        agent = Composed()
        agent.name, agent.steps, agent.rule = name, steps, rule
        agents.append(agent)
    rows: list[dict[str, object]] = []
    for level, rules in LEVELS.items():
        exact = [Exact()] if rule == "any" else []
        results = Arena(rules, seed=seed, workers=workers).run([*agents, *exact, "lowest-risk"], games)
        below = None
        for summary in results.summaries:
            won = results.games[summary.name].columns["won"]
            row: dict[str, object] = {"level": level, "agent": summary.name, "rate": summary.rate}
            row |= {"low": summary.low, "high": summary.high}
            if below is not None:
                gained, lost = int((won & ~below).sum()), int((~won & below).sum())
                row |= {"gained": gained, "lost": lost, "p": f"{mcnemar(gained, lost)[1]:.1g}"}
            rows.append(row)
            below = won
    return rows


def index(seed: int) -> list[dict[str, object]]:
    """Measure the steps of `nguyen-subset` in one game per board, with the index and with a scan."""
    rows: list[dict[str, object]] = []
    for side in (20, 40, 80, 160, 320):
        rules = Rules(side, side, side * side * 15 // 100, on_mine="continue", cascade=False)
        for indexed in (True, False):
            knowledge = Knowledge(side, side, rules.mines, indexed=indexed)
            rng, spent = stream(seed, 0), 0.0
            game = Game(Board.random(rules, seed, 0))
            game.open((0, 0))
            while game.state == "playing":
                view = game.view
                begin = process_time()
                knowledge.update(view)
                knowledge.deduce("single-cell", "subset")
                spent += process_time() - begin
                for cell in knowledge.safe or [pick(knowledge.guess("least-number")[0], rng)]:
                    game.open(cell)
            row: dict[str, object] = {"board": rules.size, "by": "index" if indexed else "scan"}
            rows.append(row | {"looks": knowledge.looks, "seconds": spent})
    return rows


def show(rows: list[dict[str, object]]) -> None:
    """Print rows as a table."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [names, *([_text(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def _text(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value >= 100 else f"{value:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("speed", "order", "index"))
    parser.add_argument("--games", type=int, help="games (default: speed 2000, order 10000)")
    parser.add_argument("--rule", default="any", help="the rule for guesses in `order` (default any)")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1, help="workers for `order` (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    if arguments.games is not None and arguments.games < 1:
        parser.error("at least one game, please")
    seed, games = arguments.seed, arguments.games
    rows = {
        "speed": lambda: speed(games or 2_000, seed),
        "order": lambda: order(games or 10_000, seed, arguments.rule, arguments.workers),
        "index": lambda: index(seed),
    }[arguments.what]()
    if arguments.json:
        print(json.dumps(rows, indent=1))
    else:
        show(rows)


if __name__ == "__main__":
    main()
