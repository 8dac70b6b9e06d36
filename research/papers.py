"""Play games under the rules of each paper and compare them with its figures: the tables of docs/papers.

    python research/papers.py aua2023 --games 10000
    python research/papers.py all --games 10000 --workers 12

The program prints Markdown. Rates come with 95% Wilson intervals, and games/s are per second of processor
time.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from time import process_time
from typing import Any

from numpy.random import Generator

from sapper import Agent, Decision, Rules, View, analyse, make, play
from sapper.agents.base import TIME_OUT
from sapper.agents.papers.aua2023 import StanfordCombined
from sapper.agents.papers.tcd2021 import TcdQLearning
from sapper.arena.batch import Batch, play_batch
from sapper.arena.single_game import Start
from sapper.arena.statistics import wilson
from sapper.knowledge.propagation import propagate

CHUNK = 500
"""Number of games that a worker plays per task."""


class NoGuess:
    """Opens cells that are free in every layout, otherwise gives up. No agent without guesses wins more."""

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""

    def choose(self, view: View) -> Decision:
        free, _ = propagate(view)
        return Decision.sure(free or analyse(view).safe)


@dataclass(frozen=True)
class Line:
    """An agent, the rules of its games, and the published value."""

    agent: str
    rules: Rules
    published: str = "-"
    label: str = ""
    maker: Callable[[], Agent] | None = None
    """Makes an agent that is not registered, or a registered one with other settings."""
    start: Start = (0, 0)

    def player(self) -> str | Agent:
        return self.maker() if self.maker else self.agent


@dataclass
class Tally:
    """Counts over the games of one table row."""

    games: int = 0
    wins: int = 0
    steps_won: int = 0
    opened: int = 0
    opened_lost: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    cut_short: int = 0
    first_hit: int = 0
    seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            *(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True))
        )


def aua2023() -> Iterator[Line]:
    own = ("9x9/10", "25%", "57%"), ("16x16/40", "10%", "38%"), ("16x30/85", "1%", "20%")
    for size, first, three in own:
        rules = Rules.parse(size, on_wrong_flag="lose")
        yield Line("aua-first", rules, first)
        yield Line("aua-csp", rules, three)
        yield Line("exact, no guess", rules, maker=NoGuess)
    stanford = {
        "stanford-logic": ("69%", "37%", "9%"),
        "stanford-csp": ("77%", "60%", "0%"),
        "stanford-combined": ("95%", "84%", "70%"),
    }
    for name, published in stanford.items():
        for size, said in zip(("9x9/10", "16x16/40", "24x24/99"), published, strict=True):
            for first_move in ("safe", "zero"):
                yield Line(name, Rules.parse(size, first_move=first_move), said)
    for name in ("rc-1", "rc-2", "rc-3", "dynamic-csp"):
        for size in ("9x9/10", "16x16/40", "16x30/99"):
            yield Line(name, Rules.parse(size))


def limits() -> Iterator[Line]:
    for size in ("9x9/10", "16x16/40", "24x24/99"):
        for limit in (100, 1_000, 10_000, 100_000, 1_000_000):
            rules = Rules.parse(size)
            maker = partial(StanfordCombined, limit=limit)
            yield Line("stanford-combined", rules, label=f"limit {limit:,}", maker=maker)


TCD_BOARDS = (
    "8x8/1", "8x8/2", "8x8/3", "10x10/5", "10x10/7", "10x10/10", "16x16/20", "16x16/30", "16x16/40",
)  # fmt: skip


TCD_RULES: dict[str, Any] = {"first_move": "unsafe", "cascade": False, "won_by": "open-or-flag"}


def tcd2021() -> Iterator[Line]:
    for name in ("tcd-dfs", "tcd-bfs", "tcd-csp", "tcd-qlearning", "tcd-csp-backtracking", "tcd-csp-q"):
        for size in TCD_BOARDS:
            yield Line(name, Rules.parse(size, **TCD_RULES))


def tabular() -> Iterator[Line]:
    for size in ("3x3/2", "3x4/2", "4x4/3", "5x5/4", "6x6/5", "8x8/1", "8x8/10"):
        for name in ("tabular-q", "random", "lowest-risk"):
            yield Line(name, Rules.parse(size))


def alpha() -> Iterator[Line]:
    for size in ("8x8/1", "10x10/5"):
        rules = Rules.parse(size, **TCD_RULES)
        for covered in (0, 1):
            for rate in (0.1, 0.5, 0.9, 1.0):
                label = f"alpha {rate}, flags with {covered} covered"
                maker = partial(TcdQLearning, alpha=rate, covered=covered)
                yield Line("tcd-qlearning", rules, label=label, maker=maker)


def cited() -> Iterator[Line]:
    pgms = {"8x8/10": "above 60%", "13x15/40": "above 30%", "16x30/99": "-"}
    for size, said in pgms.items():
        yield Line("studholme", Rules.parse(size, first_move="unsafe", cascade=False), said)
    for name in ("studholme", "tang-sampling", "lowest-risk"):
        for size in ("9x9/10", "16x16/40", "16x30/99"):
            yield Line(name, Rules.parse(size))


TABLES: dict[str, Callable[[], Iterator[Line]]] = {
    "aua2023": aua2023,
    "limits": limits,
    "tcd2021": tcd2021,
    "tabular": tabular,
    "alpha": alpha,
    "cited": cited,
}


def play_some(line: Line, seed: int, first: int, games: int) -> Tally:
    player, tally = line.player(), Tally(games=games)
    began = process_time()
    batch = Batch(player, line.rules, seed, first, games, line.start)
    if batch.is_native:
        return tally_of(play_batch(batch).columns, process_time() - began)
    agent = make(player) if isinstance(player, str) else player
    for index in range(first, first + games):
        record = play(agent, line.rules, seed, index, line.start)
        opened = sum(len(move.opened_array) for move in record.moves) - (record.end == "mine")
        tally.wins += record.won
        tally.opened += opened
        tally.steps_won += len(record.moves) if record.won else 0
        tally.opened_lost += 0 if record.won else opened
        tally.ends[record.end] += 1
        tally.cut_short += any(move.by in (TIME_OUT, "sampling") for move in record.moves)
        tally.first_hit += record.end == "mine" and len(record.moves) == 1
    tally.seconds = process_time() - began
    return tally


def tally_of(columns: dict[str, Any], seconds: float) -> Tally:
    """Count games that the core played. Native agents have no limits that could cut a game short."""
    won, steps, opened = columns["won"], columns["steps"], columns["opened"]
    hit = columns["hits"] > 0
    ends = Counter(opened=int(won.sum()), mine=int(hit.sum()), stuck=int((~won & ~hit).sum()))
    return Tally(
        games=len(won),
        wins=int(won.sum()),
        steps_won=int(steps[won].sum()),
        opened=int(opened.sum()),
        opened_lost=int(opened[~won].sum()),
        ends=ends,
        first_hit=int((hit & (steps == 1)).sum()),
        seconds=seconds,
    )


def row(line: Line, tally: Tally) -> str:
    rules, low_high = line.rules, wilson(tally.wins, tally.games)
    cells, lost = rules.cells * tally.games, rules.cells * (tally.games - tally.wins)
    free = (rules.cells - rules.mines) * tally.games
    low, high = (f"{100 * value:.1f}" for value in low_high)
    survivors = tally.games - tally.first_hit
    columns = (
        f"`{line.agent}`{' ' + line.label if line.label else ''}",
        f"{rules.size} {rules.first_move}",
        line.published,
        f"{tally.wins / tally.games:.1%} [{low}, {high}]",
        f"{tally.wins / max(survivors, 1):.1%}",
        f"{tally.steps_won / tally.wins:.0f}" if tally.wins else "-",
        f"{tally.opened / cells:.0%}",
        f"{tally.opened / free:.0%}",
        f"{tally.opened_lost / lost:.0%}" if lost else "-",
        f"{tally.ends['stuck'] / tally.games:.1%}",
        f"{tally.ends[TIME_OUT] / tally.games:.2%}",
        f"{tally.cut_short / tally.games:.2%}",
        f"{tally.games / max(tally.seconds, 1e-9):,.0f}",
    )
    return f"| {' | '.join(columns)} |"


HEAD = (
    "agent", "board, first cell", "published", "won [95%]", "of survivors of move 0", "steps won", "opened",
    "of free cells", "opened, lost", "stuck", "timed out", "cut short", "games/s",
)  # fmt: skip


def show(tables: list[str], games: int, seed: int, workers: int, only: str) -> None:
    """Print each table row by row. The games of all rows are played concurrently."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        played: dict[str, list[tuple[Line, list[Future[Tally]]]]] = {}
        for table in tables:
            lines = [line for line in TABLES[table]() if only in f"{line.agent} {line.rules.size}"]
            played[table] = [
                (line, [pool.submit(play_some, line, seed, *part) for part in chunks(games)])
                for line in lines
            ]
        for table, rows in played.items():
            print(f"{table}: {games:,} games per line, seed {seed}.\n")
            print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}", flush=True)
            for line, parts in rows:
                print(row(line, sum((part.result() for part in parts), Tally())), flush=True)
            print()


def chunks(games: int) -> Iterator[tuple[int, int]]:
    """Yield the first game and the number of games of every chunk."""
    for first in range(0, games, CHUNK):
        yield first, min(CHUNK, games - first)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="+", choices=[*TABLES, "all"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2023)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="only lines whose agent and board contain this text")
    given = parser.parse_args()
    tables = list(TABLES) if "all" in given.tables else given.tables
    show(tables, given.games, given.seed, given.workers, given.only)


if __name__ == "__main__":
    main()
