"""How strength grows with time per move: `sapper-max` at several efforts, paired with `sapper-strong`.

    python research/thinking.py positions positions.jsonl --games 1000 --seed 2026
    python research/thinking.py positions both.jsonl --earlier OLD/_core.so --earlier-layouts 1000
    python research/thinking.py report positions.jsonl --plot thinking.svg
    python research/thinking.py games --games 2000 --layouts 100 300 --think 10

The two players differ only in guesses at which `sapper-strong` finds several cells nearly as good as its
best. `positions` plays games of `sapper-strong`. At every such guess it asks `sapper-max` for a move, once
per number of layouts, and with `--earlier` that of an earlier version too. It then judges the answers on
other layouts: every answer is opened on the same layouts, and `sapper-fast` plays the games to the end. The
gain of an answer is its win rate minus that of the cell which `sapper-strong` chose. The sum of the gains in
a game is the gain per game, under the assumption that one guess hardly changes the guesses after it. A
thousand games then give as narrow an interval as ten thousand whole games. The file holds one line per
game, and games that are already in it are not played again.

`games` plays whole games on the same boards. It does not need that assumption, but its intervals are wider.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import Board, Game, Rules, _core
from sapper.arena.calibration import reliability
from sapper.arena.statistics import paired_difference
from sapper.arena.workers import available_cores

sys.path.insert(0, str(Path(__file__).parents[1]))
from research.earlier_core import EarlierCore
from research.judged_guesses import Document, Line, line, more_per_game, read

REFERENCE, THINKER, PLAYER = "sapper-strong", "sapper-max", "sapper-fast"
EFFORTS = (10, 30, 100, 300, 1000, 3000)
JUDGES = 3000
"""Number of layouts on which each answer is judged."""
STAGES = ((340, math.inf), (200, 340), (0, 200))
"""Free cells still covered: early, middle and late guesses."""
Effort = tuple[str, int, float]
"""Name, number of layouts, and seconds."""


@dataclass(frozen=True)
class Study:
    """The settings of a study, and how it treats one game."""

    rules: Rules
    seed: int
    start: tuple[int, int]
    efforts: tuple[int, ...]
    judges: int
    earlier: Path | None = None
    """The core of an earlier version."""
    earlier_efforts: tuple[int, ...] = ()

    def game(self, index: int) -> Document:
        """Play a game of the reference agent, and judge what `sapper-max` would do in it."""
        game = Game(Board.random(self.rules, self.seed, index, self.start))
        game.open(self.start)
        guesses, found = 0, []
        while game.state == "playing":
            choice = _core.choose(REFERENCE, game.view)
            if choice.certain:
                for cell in choice.cells:
                    if game.state == "playing" and game.view.numbers[cell] == -2:
                        game.open(cell)
                continue
            guesses += 1
            if choice.kind == "lookahead" and (position := self.position(game, choice.cells[0], index)):
                found.append(position)
            game.open(choice.cells[0])
        return {"index": index, "won": game.state == "won", "guesses": guesses, "positions": found}

    def position(self, game: Game, reference: tuple[int, int], index: int) -> Document | None:
        """Return the answer, time and gain of each effort; None if no effort led to rollouts."""
        answers, seconds, kinds = [], [], set()
        if self.earlier:
            for effort in self.earlier_efforts:
                cell, kind, took = earlier_core(self.earlier).choose(THINKER, game.view, effort)
                answers.append(cell)
                seconds.append(took)
                kinds.add(kind)
        for effort in self.efforts:
            began = time.thread_time()
            choice = _core.choose(THINKER, game.view, layouts=effort)
            seconds.append(time.thread_time() - began)
            answers.append(choice.cells[0])
            kinds.add(choice.kind)
        if "rollouts" not in kinds:
            return None
        moves = list(dict.fromkeys([reference, *answers]))
        gains = [0.0] * len(moves)
        if len(moves) > 1:
            # A separate random stream: neither the boards nor the rollouts of `sapper-max` use it.
            won = _core.play_out(
                PLAYER, game.view, [[cell] for cell in moves], self.seed, index << 32, self.judges, 1
            )
            gains = (np.nan_to_num(won) - np.nan_to_num(won[:, :1])).mean(axis=0).tolist()
        covered = int(np.count_nonzero(game.view.numbers == -2)) - self.rules.mines
        return {
            "covered": covered,
            "differs": [cell != reference for cell in answers],
            "gains": [gains[moves.index(cell)] for cell in answers],
            "seconds": seconds,
        }


_cores = threading.local()


def earlier_core(file: Path) -> EarlierCore:
    """Return the process of an earlier core that belongs to this thread."""
    if not hasattr(_cores, "core"):
        _cores.core = EarlierCore(file)
    found: EarlierCore = _cores.core
    return found


def run(study: Study, path: Path, games: int, workers: int, minutes: float) -> None:
    """Play the games that the file does not hold yet; start no new game after `minutes`."""
    heading: Document = {
        "level": study.rules.size,
        "first_move": study.rules.first_move,
        "start": list(study.start),
        "seed": study.seed,
        "efforts": list(study.efforts),
        "judges": study.judges,
    }
    if study.earlier:
        heading["earlier"] = list(study.earlier_efforts)
    done: set[int] = set()
    if path.exists():
        there, kept = read([path])
        if there != heading:
            sys.exit(f"{path} holds another study: {there}")
        done = {game["index"] for game in kept}
    else:
        path.write_text(json.dumps(heading) + "\n")
    deadline, began = time.monotonic() + 60 * minutes, time.monotonic()
    ahead = (index for index in range(games) if index not in done)
    with ThreadPoolExecutor(workers) as pool, path.open("a") as file:
        flying: set[Future[Document]] = set()
        played = 0
        while True:
            while len(flying) < workers and time.monotonic() < deadline:
                if (index := next(ahead, None)) is None:
                    break
                flying.add(pool.submit(study.game, index))
            if not flying:
                break
            finished, flying = wait(flying, return_when=FIRST_COMPLETED)
            for future in finished:
                file.write(json.dumps(future.result()) + "\n")
                file.flush()
                played += 1
            print(f"\r{played} games, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)


def report(paths: Sequence[Path], plot: Path | None) -> None:
    """Print the tables, and draw the curve if `plot` is given."""
    heading, games = read(paths)
    earlier = [f"{effort:,}, earlier" for effort in heading.get("earlier", ())]
    efforts = [*earlier, *(f"{effort:,}" for effort in heading["efforts"])]
    lines = [line(games, number) for number in range(len(efforts))]
    print(
        f"{heading['level']}, first move {heading['first_move']}, start {tuple(heading['start'])},"
        f" {len(games):,} games of {REFERENCE} with {lines[0].positions:,} guesses with close candidates,"
        f" judged on {heading['judges']:,} layouts each\n"
    )
    print("| layouts | ms per guess | other cell | points per guess | points per game | gain over previous |")
    print("|---:|---:|---:|---:|---:|---:|")
    for effort, each in zip(efforts, lines, strict=True):
        gains = f"{each.gain:+.3f} ± {each.half:.3f} | {each.per_game:+.3f} ± {each.per_game_half:.3f}"
        gains += f" | {each.step:+.3f} ± {each.step_half:.3f}" if effort != efforts[0] else " |"
        print(f"| {effort} | {1000 * each.seconds:.1f} | {each.differs:.1%} | {gains} |")
    print("\n| free cells covered | guesses | " + " | ".join(efforts) + " |")
    print("|---|---:|" + "---:|" * len(efforts))
    for bounds in STAGES:
        parts = [line(games, number, bounds) for number in range(len(efforts))]
        name = f"{bounds[0]} and more" if math.isinf(bounds[1]) else f"{bounds[0]} to {bounds[1] - 1:.0f}"
        cells = " | ".join(f"{part.gain:+.2f} ± {part.half:.2f}" for part in parts)
        print(f"| {name} | {parts[0].positions:,} | {cells} |")
    if earlier:
        print(
            f"\n| layouts | points per game more than {earlier[-1]} | share of its time |\n|---:|---:|---:|"
        )
        for number in range(len(earlier), len(efforts)):
            more, half = more_per_game(games, number, len(earlier) - 1)
            share = lines[number].seconds / lines[len(earlier) - 1].seconds
            print(f"| {efforts[number]} | {more:+.3f} ± {half:.3f} | {share:.1%} |")
    if plot:
        draw(plot, lines, f"{heading['level']}, first move {heading['first_move']}, {len(games):,} games")


def draw(path: Path, lines: Sequence[Line], title: str) -> None:
    """Draw the points of win rate gained per game against the time per guess."""
    from sapper.report.figure import Figure, Series
    from sapper.report.plots import draw as drawn

    gains = [each.per_game for each in lines]
    series = Series(
        f"{THINKER} less {REFERENCE}",
        gains,
        x=[1000 * each.seconds for each in lines],
        low=[each.per_game - each.per_game_half for each in lines],
        high=[each.per_game + each.per_game_half for each in lines],
    )
    figure = Figure(
        "thinking",
        f"What thinking gains: {title}",
        "lines",
        "milliseconds per guess, on one core",
        "points of win rate gained per game",
        (series,),
        log_x=True,
    )
    path.write_bytes(drawn(figure, path.suffix[1:]))


def whole_games(
    rules: Rules,
    seed: int,
    start: tuple[int, int],
    games: int,
    workers: int,
    efforts: Iterable[Effort],
    calibration: bool,
) -> None:
    """Play whole games at every effort, and compare each with the reference on the same boards."""
    board = rules.native, seed, 0, games, rules.index(start), workers
    reference = _core.play_games(REFERENCE, *board)
    print(f"{rules.size}, first move {rules.first_move}, start {start}, {games:,} games of seed {seed}\n")
    print("| effort | won | s per game | points more than sapper-strong | luck-adjusted |")
    print("|---|---:|---:|---:|---:|")
    tables = []
    for name, layouts, think in [(REFERENCE, 0, 0.0), *efforts]:
        thinks = name != REFERENCE
        table = _core.play_games(THINKER, *board, think, layouts) if thinks else reference
        won = as_array(table, "won")
        figures = f"| {name} | {won.mean():.2%} | {as_array(table, 'seconds').mean():.3f} |"
        if thinks:
            found = paired_difference(
                THINKER,
                REFERENCE,
                won,
                as_array(reference, "won"),
                as_array(table, "luck"),
                as_array(reference, "luck"),
            )
            figures += f" {100 * found.difference:+.2f} [{100 * found.low:+.2f}, {100 * found.high:+.2f}] |"
            if found.adjusted:
                half = 50 * (found.adjusted.high - found.adjusted.low)
                figures += f" {100 * found.adjusted.value:+.2f} ± {half:.2f} |"
        print(figures, flush=True)
        tables.append((name, estimates(table)))
    for name, (stated, happened, game) in tables if calibration else ():
        print(f"\nestimated win probabilities, {name}\n\n{reliability(stated, happened, 10, game=game)}")


def estimates(table: Document) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]:
    """Return every estimated win probability, whether its game was won, and the number of the game."""
    guesses, won = as_array(table, "guesses"), as_array(table, "won")
    stated = as_array(table, "stated_win")
    estimated = ~as_array(table, "stated_exact") & ~np.isnan(stated)
    game = np.repeat(np.arange(len(won)), guesses)[estimated]
    return stated[estimated], won[game], game


def as_array(table: Document, key: str) -> NDArray[Any]:
    return np.asarray(table[key])


def efforts_of(layouts: Sequence[int], think: Sequence[float]) -> Iterator[Effort]:
    yield from ((f"{count:,} layouts", count, 0.0) for count in layouts)
    yield from ((f"{milliseconds:g} ms", 0, milliseconds / 1000) for milliseconds in think)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_subparsers(dest="what", required=True)
    board = argparse.ArgumentParser(add_help=False)
    board.add_argument("--level", default="expert", help="as `sapper bench` takes it (default expert)")
    board.add_argument("--first-move", default="safe", choices=("safe", "zero", "unsafe"))
    board.add_argument("--start", type=int, nargs=2, default=(0, 0), metavar=("R", "C"))
    board.add_argument("--seed", type=int, default=2026)
    board.add_argument("--workers", type=int, default=available_cores())
    board.add_argument("--games", type=int, default=200)
    positions = what.add_parser("positions", parents=[board], help="judge single guesses")
    positions.add_argument("file", type=Path)
    positions.add_argument(
        "--layouts", type=int, nargs="+", default=EFFORTS, help="numbers of layouts to compare"
    )
    positions.add_argument(
        "--judges", type=int, default=JUDGES, help="number of layouts on which each guess is judged"
    )
    positions.add_argument("--earlier", type=Path, help="the core of an earlier version, `_core...so`")
    positions.add_argument(
        "--earlier-layouts", type=int, nargs="+", default=(1000,), help="numbers of layouts for it"
    )
    positions.add_argument("--minutes", type=float, default=math.inf, help="start no new game after these")
    told = what.add_parser("report", help="tables of judged guesses")
    told.add_argument("files", type=Path, nargs="+")
    told.add_argument("--plot", type=Path, help="draw the curve: a .svg or .png file")
    games = what.add_parser("games", parents=[board], help="whole games")
    games.add_argument("--layouts", type=int, nargs="*", default=(100, 300))
    games.add_argument("--think", type=float, nargs="*", default=(), help="milliseconds per guess")
    games.add_argument(
        "--calibration", action="store_true", help="also compare estimated win probabilities with results"
    )
    return parser.parse_args()


def main() -> None:
    arguments = parse()
    if arguments.what == "report":
        report(arguments.files, arguments.plot)
        return
    rules = Rules.parse(arguments.level, first_move=arguments.first_move)
    start = (arguments.start[0], arguments.start[1])
    if arguments.what == "games":
        asked = efforts_of(arguments.layouts, arguments.think)
        whole_games(
            rules, arguments.seed, start, arguments.games, arguments.workers, asked, arguments.calibration
        )
        return
    efforts = tuple(sorted(arguments.layouts))
    earlier = arguments.earlier, tuple(sorted(arguments.earlier_layouts))
    study = Study(rules, arguments.seed, start, efforts, arguments.judges, *earlier)
    run(study, arguments.file, arguments.games, arguments.workers, arguments.minutes)
    report([arguments.file], None)


if __name__ == "__main__":
    main()
