"""Play other readings of what a paper leaves open, one at a time, for papers whose figures differ from ours.

    python research/readings.py aua2023 pgms-csp tcd2021 --games 10000 --workers 12

The program prints one Markdown row per reading: the share of games won on each board, with the 95% Wilson
interval. Every row plays the same boards as the first row of its table, if its rules allow that. The tables
are in docs/papers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import prod
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from numpy.random import Generator

sys.path.insert(0, str(Path(__file__).parents[1]))
from research import readings_tcd
from research.papers import TCD_RULES, chunks
from sapper import Agent, Board, Decision, Rules, View, make
from sapper.agents.papers.aua2023 import AuaFirst
from sapper.agents.papers.pgms_csp import PgmsCsp
from sapper.agents.tie_break import least
from sapper.agents.turn import stream
from sapper.arena.batch import Batch, play_batch
from sapper.arena.single_game import Start
from sapper.arena.statistics import wilson
from sapper.experiments.experiment import Setting
from sapper.experiments.game_supply import placed_board
from sapper.game.rules import Cell
from sapper.knowledge.equations import Equations
from sapper.knowledge.weighing import odds_of

COVERED = -2


class NearFirst(AuaFirst):
    """Looks at a number only when it opens, and when a number at most two cells away decides something."""

    name = "aua-first, near"
    steps = ("near",)


class LiteralFirst:
    """The first method read literally: a flagged neighbour is no longer 'unexplored'.

    The method compares a number with its count of covered neighbours without a flag, although some of its
    mines may already be flagged. With `bold`, it flags these neighbours whenever the two are equal, right or
    wrong. Otherwise it flags them only if the number has no flagged neighbour.
    """

    def __init__(self, bold: bool) -> None:
        self.bold = bold

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""

    def choose(self, view: View) -> Decision:
        """Apply the two rules once to every number, and flag and open the cells they name."""
        marked, opens, flags = view.flags, set[Cell](), set[Cell]()
        for cell in view.opened:
            covered = view.covered_around(cell)
            unexplored = [near for near in covered if not marked[near]]
            flagged = len(covered) - len(unexplored)
            if flagged == view[cell]:
                opens.update(unexplored)
            elif len(unexplored) == view[cell] and (self.bold or flagged == 0):
                flags.update(unexplored)
        return Decision(tuple(sorted(opens - flags)), tuple(sorted(flags)))


class Tied(PgmsCsp):
    """Plays as pgms-csp, but breaks ties by place: first or last cell by rows, or first by columns."""

    name = "pgms-csp, tied"

    def __init__(self, by: str) -> None:
        self.by = by

    def take(self, cells: Sequence[Cell], risk: float) -> Decision:
        """Open the first cell in the order. The start is not a tie and is still drawn at random."""
        if len(cells) == self.rules.cells:
            return super().take(cells, risk)
        column_first = self.by == "columns"
        place = [(cell[::-1] if column_first else cell, cell) for cell in cells]
        chosen = max(place) if self.by == "last" else min(place)
        return Decision.guess(chosen[1], risk=risk)


class WithinCount(PgmsCsp):
    """Plays as pgms-csp, but uses the mine count.

    With `weighed`, each board of the frontier is weighed by the number of ways to place the other mines.
    Otherwise each board counts once if there is such a way, and not at all if there is none.
    """

    name = "pgms-csp, mine count"

    def __init__(self, weighed: bool) -> None:
        self.weighed = weighed

    def guess(self, view: View) -> Decision:
        """Open the frontier cell that is clear in most boards."""
        beside = set(self.knowledge.frontier)
        if not beside:
            return super().guess(view)
        found = self.knowledge.solutions()
        if self.weighed:
            odds = odds_of(self.knowledge, found)
            return self.take(*least({cell: odds[cell].risk for cell in sorted(beside)}))
        rest, left = len(self.knowledge.unknown) - len(beside), self.knowledge.mines_left
        shares: dict[Cell, float] = {}
        for at, component in enumerate(found.components):
            others = _held([each.solutions for i, each in enumerate(found.components) if i != at])
            ways = {
                mines: sum(count for held, count in others.items() if 0 <= left - mines - held <= rest)
                for mines in component.solutions
            }
            total = sum(count * ways[mines] for mines, count in component.solutions.items())
            for i, cell in enumerate(component.cells):
                mined = sum(with_mine[i] * ways[mines] for mines, with_mine in component.with_mine.items())
                shares[cell] = mined / total
        return self.take(*least(dict(sorted(shares.items()))))


def _held(parts: Sequence[dict[int, float]]) -> dict[int, float]:
    """Count the joint solutions of several components, by their number of mines."""
    whole = {0: 1.0}
    for part in parts:
        joined: dict[int, float] = {}
        for a, ways in whole.items():
            for b, more in part.items():
                joined[a + b] = joined.get(a + b, 0.0) + ways * more
        whole = joined
    return whole


class EarlyBase(PgmsCsp):
    """Plays as pgms-csp, but cells after the last mine of a board stay unknown and do not count as clear.

    The recursion ends as soon as all constraints are satisfied, and clear cells are counted only then. Cells
    are visited in reading order, so a cell counts in the boards where it is free and a later cell is a mine.
    """

    name = "pgms-csp, early base case"
    steps = ("single-cell", "reduce")

    def guess(self, view: View) -> Decision:
        """Open the first cell with the highest count, without a search for certain cells."""
        frontier = sorted(self.knowledge.frontier)
        if not frontier:
            return super().guess(view)
        known = [
            ([_name(cell) for cell in constraint.cells], constraint.mines)
            for constraint in self.knowledge.constraints
        ]
        found = Equations(known).solutions()
        total = prod(component.total for component in found.components)
        share = {cell: mine for component in found.components for cell, mine in component.shares.items()}
        clear: dict[Cell, float] = {}
        for at, cell in enumerate(frontier):
            clear[cell] = 1 - share[_name(cell)] - self.none_from(frontier[at:], known) / total
        most = max(clear.values())
        best = next(cell for cell in frontier if clear[cell] >= most - 1e-12)
        return Decision.guess(best, risk=share[_name(best)])

    @staticmethod
    def none_from(cells: Sequence[Cell], known: list[tuple[list[str], int]]) -> float:
        """Count the boards without a mine in these cells."""
        free = {_name(cell) for cell in cells}
        left = [([name for name in names if name not in free], mines) for names, mines in known]
        if any(mines > len(names) for names, mines in left):
            return 0.0
        left = [(names, mines) for names, mines in left if names]
        try:
            system = Equations(left)
            return prod(component.total for component in system.solutions().components)
        except ValueError:  # no solution
            return 0.0


class CutOff(PgmsCsp):
    """Plays as pgms-csp, but opens any frontier cell if the frontier has more than 40 cells."""

    name = "pgms-csp, cut off"

    def choose(self, view: View) -> Decision:
        """List boards to find certain cells only if the frontier is small enough."""
        self.knowledge.update(view)
        if not self.knowledge.deduce("single-cell", "reduce") and len(self.knowledge.frontier) <= 40:
            self.knowledge.deduce(*self.steps)
        return self.certain(self.knowledge.safe) if self.knowledge.safe else self.guess(view)

    def guess(self, view: View) -> Decision:
        """Open any cell of a frontier that is too large to list."""
        if len(self.knowledge.frontier) > 40:
            return self.take(*self.knowledge.guess("frontier"))
        return super().guess(view)


def _name(cell: Cell) -> str:
    return f"{cell[0]:04d} {cell[1]:04d}"


Deal = Callable[[Rules, int, int], Board]


def moved(rules: Rules, seed: int, index: int) -> Board:
    """Make a board whose mine under the first cell has moved to the first free cell by rows."""
    mines = set(Board.random(rules, seed, index).mines)
    if (0, 0) in mines:
        cells = ((row, col) for row in range(rules.rows) for col in range(rules.cols))
        mines = (mines - {(0, 0)}) | {next(cell for cell in cells if cell not in mines)}
    return Board.from_mines(rules, mines, (0, 0))


def open_start(rules: Rules, seed: int, index: int) -> Board:
    """Make a board of the authors' program of aua2023: no mine lies at (0, 0), (0, 2) or (1, 2)."""
    return placed_board(Setting("open start", rules, free=((0, 2), (1, 2))), seed, index)


def drawn(rules: Rules, seed: int, index: int) -> Board:
    """Make a board with a random start, which is never a mine."""
    at = int(stream(seed, index).integers(rules.cells))
    return Board.random(rules, seed, index, divmod(at, rules.cols))


@dataclass(frozen=True)
class Reading:
    """One reading: an agent, the boards of the paper, and the rules of play."""

    label: str
    maker: Callable[[], Agent]
    boards: tuple[str, ...]
    start: Start | None = (0, 0)
    """None stands for the middle of the board."""
    deal: Deal | None = None
    rules: tuple[tuple[str, Any], ...] = ()

    def rules_of(self, size: str) -> Rules:
        return Rules.parse(size, **dict(self.rules))


def aua2023() -> Iterator[Reading]:
    boards = ("9x9/10", "16x16/40", "16x30/85")
    wrong = ("on_wrong_flag", "lose")
    for name in ("aua-first", "aua-csp"):
        read = partial(Reading, maker=partial(make, name), boards=boards)
        yield read(f"`{name}` as we read it", rules=(wrong,))
        yield read(f"`{name}`, first cell may be a mine", rules=(wrong, ("first_move", "unsafe")))
        yield read(
            f"`{name}`, mine there moves to the first free cell",
            rules=(wrong, ("first_move", "unsafe")),
            deal=moved,
        )
        yield read(f"`{name}`, first cell a zero", rules=(wrong, ("first_move", "zero")))
        yield read(f"`{name}`, start in the middle", rules=(wrong,), start=None)
        yield read(f"`{name}`, start anywhere", rules=(wrong,), deal=drawn)
        yield read(f"`{name}`, no mine at (0, 0), (0, 2) or (1, 2)", rules=(wrong,), deal=open_start)
        yield read(f"`{name}`, nothing cascades", rules=(wrong, ("cascade", False)))
        yield Reading(f"`{name}`, 8x8/10", partial(make, name), ("8x8/10",), rules=(wrong,))
    first = partial(Reading, boards=boards, rules=(wrong,))
    yield first("first method, numbers near a change alone", NearFirst)
    for name in ("aua-csp-dqn", "aua-csp-dqn-skip"):
        yield Reading(
            f"`{name}`, no mine there", partial(make, name), boards, deal=open_start, rules=(wrong,)
        )
    yield Reading("`aua-csp-dqn-skip`", partial(make, "aua-csp-dqn-skip"), boards, rules=(wrong,))
    yield first("first method, flagged cells not 'unexplored', beside no flag", partial(LiteralFirst, False))
    yield first("first method, the same beside flags too", partial(LiteralFirst, True))


def pgms_csp() -> Iterator[Reading]:
    boards = ("8x8/10", "13x15/40", "16x30/99")
    rules = (("cascade", False),)
    starts: tuple[tuple[str, Start], ...] = (("drawn", "agent"), ("corner", (0, 0)))
    makers: dict[str, Callable[[], Agent]] = {
        "as we read it": partial(make, "pgms-csp"),
        "ties: first by rows": partial(Tied, "rows"),
        "ties: first by columns": partial(Tied, "columns"),
        "ties: last by rows": partial(Tied, "last"),
        "boards that the mine count allows": partial(WithinCount, False),
        "boards weighed by the mine count": partial(WithinCount, True),
        "a board ends with its last mine": EarlyBase,
        "no boards above 40 cells": CutOff,
    }
    for label, maker in makers.items():
        for where, start in starts:
            yield Reading(f"{label}, {where}", maker, boards, start, rules=rules)
    plain = partial(Reading, maker=partial(make, "pgms-csp"), start="agent")
    yield plain(
        "games lost at the first cell counted too, drawn",
        boards=boards,
        rules=(*rules, ("first_move", "unsafe")),
    )
    yield plain("cells cascade, drawn", boards=boards)
    yield plain("9x9/10 and 16x16/40, drawn", boards=("9x9/10", "16x16/40"), rules=rules)


def tcd2021() -> Iterator[Reading]:
    for label, maker in readings_tcd.MAKERS.items():
        yield Reading(label, maker, readings_tcd.BOARDS, rules=tuple(TCD_RULES.items()))


TABLES: dict[str, Callable[[], Iterator[Reading]]] = {
    "aua2023": aua2023,
    "pgms-csp": pgms_csp,
    "tcd2021": tcd2021,
}


def wins(reading: Reading, size: str, seed: int, first: int, games: int) -> int:
    """Play a chunk of games and count the wins."""
    rules = reading.rules_of(size)
    start = (rules.rows // 2, rules.cols // 2) if reading.start is None else reading.start
    agent = reading.maker()
    boards = None
    if reading.deal:
        boards = tuple(reading.deal(rules, seed, index) for index in range(first, first + games))
    return int(play_batch(Batch(agent, rules, seed, first, games, start, boards)).columns["won"].sum())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="+", choices=list(TABLES))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2023)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        played: dict[str, list[tuple[Reading, list[list[Future[int]]]]]] = {}
        for table in given.tables:
            played[table] = [
                (
                    reading,
                    [
                        [pool.submit(wins, reading, size, given.seed, *part) for part in chunks(given.games)]
                        for size in reading.boards
                    ],
                )
                for reading in TABLES[table]()
            ]
        for table, readings in played.items():
            print(f"{table}: {given.games:,} games each, seed {given.seed}.\n")
            for reading, boards in readings:
                row = [_rate(sum(part.result() for part in parts), given.games) for parts in boards]
                print(f"| {reading.label} | {' | '.join(row)} |", flush=True)
            print()


def _rate(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{won / games:.1%} [{100 * low:.1f}, {100 * high:.1f}]"


if __name__ == "__main__":
    main()
