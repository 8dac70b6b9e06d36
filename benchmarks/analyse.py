"""Measure the time of an exact analysis, and of ms_toollib in the same process.

Guess positions come from our own lowest-risk games on the three levels. On them the engines take turns of 50
positions. A busy machine then slows all of them alike, and each engine finds its own code and data in the
processor's caches, as it would in real use: every turn begins with two positions that are not measured. With
``--turn 1`` there are none, and the engines alternate after every position, so that every call starts with
caches that the other engines have filled. Time is processor time of one thread. The mean
comes from the time of whole turns, because reading the clock takes a tenth of the time of one exact analysis.
A second round of turns measures call by call, with the clock, for the median and the other columns. Python's
garbage collector is off meanwhile. Otherwise it could start during a call, walk the thousands of lists made
for ms_toollib, and distort the time of that call.

- ``sapper`` is ``View.from_array`` on an int8 array, ``analyse`` and ``.risk``, which is what a user would
  write;
- ``analyse_many`` is one call for the whole batch on one thread, divided by the number of positions;
- ``onboard`` and ``enum`` are ms_toollib's ``cal_probability_onboard`` and ``cal_probability_enum``. The
  lists that they take are made before the clock starts.

On the hard families ms_toollib may not return within hours. There it runs in a separate process, which is
stopped when one position takes longer than ``--patience``. The table says how many positions it finished.

A 30x30 lattice cannot always be counted exactly. There ``sapper`` gets a budget and wall time is measured.
The table says how many answers were exact, and the peak memory of the process.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, process_time_ns
from typing import Any

import ms_toollib
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import (
    LATTICES,
    LEVELS,
    OPENED_PERCENT,
    for_peer,
    guess_positions,
    lattice,
    scattered,
)
from sapper import Rules, View, analyse, analyse_many

DENSITIES = (0.25, 0.30, 0.35)
BUDGETS = (0.05, 0.5)
UNMEASURED = 2
"""The positions at the start of a turn that are not measured."""
LARGE = Rules(100, 100, 2000)
PEERS: dict[str, Callable[[list[list[int]], int], object]] = {
    "onboard": ms_toollib.cal_probability_onboard,
    "enum": ms_toollib.cal_probability_enum,
}


@dataclass(frozen=True)
class Row:
    """One engine on one family of positions; times are milliseconds of processor time per position."""

    family: str
    engine: str
    positions: int
    finished: int
    mean: float | None
    median: float | None = None
    p99: float | None = None
    max: float | None = None
    ratio: float | None = None
    """The mean of this engine divided by the mean of ``sapper``."""
    exact: int | None = None
    """The number of exact answers, if a budget allows estimates."""
    peak: float | None = None
    """Peak memory in MiB, if it is measured."""


def summary(family: str, engine: str, positions: int, times: Sequence[float], ours: float | None) -> Row:
    if not len(times):
        return Row(family, engine, positions, 0, None)
    mean = float(np.mean(times))
    return Row(
        family=family,
        engine=engine,
        positions=positions,
        finished=len(times),
        mean=mean,
        median=float(np.median(times)),
        p99=float(np.percentile(times, 99)),
        max=float(np.max(times)),
        ratio=None if ours is None else mean / ours,
    )


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    begin = process_time_ns()
    work(*arguments)
    return (process_time_ns() - begin) / 1e6


def sapper_risk(numbers: np.ndarray[tuple[int, int], np.dtype[np.int8]], mines: int) -> object:
    return analyse(View.from_array(numbers, mines)).risk


def work_through(work: Callable[[Any, int], object], boards: Sequence[object], mines: int) -> None:
    for board in boards:
        work(board, mines)


def guess_rows(level: str, positions: int, seed: int, turn: int) -> list[Row]:
    views = guess_positions(LEVELS[level], positions, seed)
    mines = LEVELS[level].mines
    arrays, lists = [view.numbers for view in views], [for_peer(view) for view in views]
    engines: dict[str, tuple[Callable[[Any, int], object], Sequence[object]]] = {
        "sapper": (sapper_risk, arrays),
        **{name: (peer, lists) for name, peer in PEERS.items()},
    }
    unmeasured = UNMEASURED if turn > 1 else 0
    turns = [slice(first, first + turn) for first in range(0, len(views), turn)]
    whole = dict.fromkeys(engines, 0.0)
    single: dict[str, list[float]] = {name: [] for name in engines}
    work_through(sapper_risk, arrays[:50], mines)  # the first calls allocate memory that later calls reuse
    gc.collect()
    gc.disable()
    try:
        for block in turns:
            for name, (work, boards) in engines.items():
                work_through(work, boards[block][:unmeasured], mines)
                whole[name] += milliseconds(work_through, work, boards[block], mines)
        for block in turns:
            for name, (work, boards) in engines.items():
                work_through(work, boards[block][:unmeasured], mines)
                single[name] += [milliseconds(work, board, mines) for board in boards[block]]
    finally:
        gc.enable()
    means = {name: time / len(views) for name, time in whole.items()}
    ours = means["sapper"]
    rows = [
        replace(
            summary(level, name, len(views), single[name], None), mean=means[name], ratio=means[name] / ours
        )
        for name in engines
    ]
    stack = np.stack(arrays)
    many = milliseconds(analyse_many, stack, mines, 1) / len(views)
    return [rows[0], Row(level, "analyse_many", len(views), len(views), many, ratio=many / ours), *rows[1:]]


def hard_rows(family: str, views: list[View], patience: float) -> list[Row]:
    times = [milliseconds(sapper_risk, view.numbers, view.mines) for view in views]
    ours = summary(family, "sapper", len(views), times, float(np.mean(times)))
    peers = [summary(family, name, len(views), times_of_peer(name, views, patience), None) for name in PEERS]
    return [ours, *peers]


def budget_rows(family: str, views: list[View], budget: float) -> list[Row]:
    """Analyse within a budget, in a separate process whose memory is measured."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_analyse_within, args=(writer, views, budget))
    process.start()
    writer.close()
    times, exact, peak = reader.recv()
    process.join()
    row = summary(family, f"{budget:g} s", len(views), times, None)
    return [replace(row, exact=exact, peak=peak)]


def _analyse_within(writer: Connection, views: list[View], budget: float) -> None:
    before = _mebibytes("VmRSS")
    times, exact = [], 0
    for view in views:
        begin = perf_counter()
        exact += analyse(view, budget=budget).exact
        times.append((perf_counter() - begin) * 1e3)
    peak = _mebibytes("VmHWM")
    writer.send((times, exact, None if before is None or peak is None else peak - before))


def _mebibytes(what: str) -> float | None:
    """Return a memory figure of this process in MiB; None if the system does not provide it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(what)), None)


def times_of_peer(name: str, views: list[View], patience: float) -> list[float]:
    """Return the times of the positions that ms_toollib finishes before one takes longer than `patience`."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    questions = [(for_peer(view), view.mines) for view in views]
    process = context.Process(target=_answer, args=(writer, name, questions), daemon=True)
    process.start()
    writer.close()
    times: list[float] = []
    try:
        while len(times) < len(views) and reader.poll(patience):
            times.append(reader.recv())
    except EOFError:
        pass  # it died; the answers before that count
    process.kill()
    process.join()
    return times


def _answer(writer: Connection, name: str, questions: list[tuple[list[list[int]], int]]) -> None:
    os.chdir(tempfile.gettempdir())  # ms_toollib writes a crash.log into the current folder when it dies
    for lists, mines in questions:
        try:
            taken = milliseconds(PEERS[name], lists, mines)
        except RuntimeError:
            return  # it gives up on positions that are too large for it
        writer.send(taken)


def families(positions: int, seed: int, turn: int, patience: float) -> dict[str, Callable[[], list[Row]]]:
    """Return a function per family that measures it."""
    found: dict[str, Callable[[], list[Row]]] = {
        level: partial(guess_rows, level, positions, seed, turn) for level in LEVELS
    }
    for rows, cols in LATTICES:
        name = f"lattice {rows}x{cols}"
        views = [lattice(rows, cols, density, seed + i) for density in DENSITIES for i in range(3)]
        found[name] = partial(hard_rows, name, views, patience)
    for budget in BUDGETS:
        views = [lattice(30, 30, density, seed + i) for density in DENSITIES for i in range(3)]
        found[f"lattice 30x30, {budget:g} s"] = partial(budget_rows, "lattice 30x30", views, budget)
    for percent in OPENED_PERCENT:
        name = f"100x100 {percent}%"
        views = [scattered(LARGE, percent, seed + i) for i in range(10)]
        found[name] = partial(hard_rows, name, views, patience)
    return found


def table(rows: list[Row]) -> str:
    def cell(value: float | None, form: str) -> str:
        return "-" if value is None else format(value, form)

    heads = (
        ("finished", 12),
        ("mean ms", 11),
        ("median", 10),
        ("p99", 10),
        ("max", 10),
        ("x mean", 9),
        ("exact", 7),
        ("MiB", 7),
    )
    lines = [f"{'family':<16}{'engine':<14}" + "".join(f"{head:>{width}}" for head, width in heads)]
    for row in rows:
        done = f"{row.finished}/{row.positions}"
        times = "".join(
            f"{cell(value, '.4f'):>{width}}"
            for value, width in ((row.mean, 11), (row.median, 10), (row.p99, 10), (row.max, 10))
        )
        rest = f"{cell(row.ratio, '.1f'):>9}{cell(row.exact, 'd'):>7}{cell(row.peak, '.0f'):>7}"
        lines.append(f"{row.family:<16}{row.engine:<14}{done:>12}{times}{rest}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--positions", type=int, default=1000, help="guess positions of each level (default 1000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the games and boards (default 1)")
    parser.add_argument("--turn", type=int, default=50, help="positions per turn of an engine (default 50)")
    parser.add_argument(
        "--patience", type=float, default=5, help="seconds that ms_toollib may take for one hard position"
    )
    parser.add_argument(
        "--families", nargs="*", help="measure only these; a prefix such as 'lattice' is enough"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    if arguments.turn < 1:
        parser.error("a turn is at least one position")
    known = families(arguments.positions, arguments.seed, arguments.turn, arguments.patience)
    chosen = [name for name in known if name.startswith(tuple(arguments.families or [""]))]
    if not chosen:
        parser.error(f"no such family; there are {', '.join(known)}")
    rows: list[Row] = []
    for name in chosen:
        print(f"measuring {name} ...", file=sys.stderr)
        rows.extend(known[name]())
    print(json.dumps([asdict(row) for row in rows], indent=1) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
