"""How far play is from perfect: exactly where that can be computed, and a guess for the whole expert game.

    python research/possible.py late late.jsonl --games 1000
    python research/possible.py late scaled.jsonl --games 1000 --seed 2027 --least 500 --most 6000 \\
        --players strong/256 strong/256+fast/256 'strong/256*fast/256'
    python research/possible.py middle middle.jsonl --games 400
    python research/possible.py boards boards.jsonl 5x5/4 6x6/4 --first-move zero
    python research/possible.py report --plot docs/images/possible.svg

`late` plays expert games of `sapper-strong`. The first guess with at most `--most` layouts is solved
exactly, if there are more than `--least`, and every player is followed through all of its layouts. `boards`
does the same from the start of whole small boards. A player is the name of a native agent, or fast/L or
strong/L, which is the player with exact endgames of at most L layouts. PLAYER+JUDGE is a player improved by
one step: at every guess it opens the close candidate after which the judge, playing on alone, would win most
layouts, which is what playouts of the judge approach with ever more layouts. PLAYER*JUDGE chooses among all
cells in this way.

`middle` plays games on through the guesses that are too early for that. `sapper-fast` plays all cells out,
and once more only those that `sapper-max` would compare; both answers are judged on other layouts.

The files hold one line per game or board, and what they already hold is not computed again. A C++ compiler,
CMake and Ninja are needed. `report` needs only what research/evidence keeps.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# Run as a program, this finds the modules beside it as the tests do.
sys.path.insert(0, str(Path(__file__).parents[1]))
from research.parts import ROOT, build_core
from research.possible_report import Evidence, read, report
from sapper import Rules

PLAYERS = ("lowest-risk", "pseq", "sapper-fast", "sapper-strong")
IMPROVED = ("sapper-strong+sapper-fast", "sapper-strong+sapper-strong", "sapper-strong*sapper-fast")
CHUNK = 20
"""Games that one call of a program plays."""


def build(name: str) -> Path:
    """Compile a program of this folder, and return its path."""
    build_core(ROOT / "build" / "parts")
    program = ROOT / "build" / name
    compiler = os.environ.get("CXX", "c++").split()
    options = ["-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", f"-I{ROOT / 'cpp'}"]
    source, core = ROOT / "research" / f"{name}.cpp", ROOT / "build" / "parts" / "core" / "libsapper_core.a"
    subprocess.run([*compiler, *options, str(source), str(core), "-lpthread", "-o", str(program)], check=True)
    return program


def append(path: Path, command: Sequence[object]) -> None:
    """Run the program, and add what it prints to a file."""
    printed = subprocess.run([str(each) for each in command], check=True, capture_output=True, text=True)
    with path.open("a") as file:
        file.write(printed.stdout)


def late(arguments: argparse.Namespace) -> None:
    program, done = build("possible"), len(read(arguments.file))
    for first in range(done, arguments.games, CHUNK):
        count = min(CHUNK, arguments.games - first)
        limits = (arguments.least, arguments.most)
        settings = (arguments.first_move, arguments.seed, first, count, *limits)
        append(arguments.file, [program, "late", *settings, *arguments.players])


def middle(arguments: argparse.Namespace) -> None:
    program, done = build("possible_middle"), len(read(arguments.file))
    for first in range(done, arguments.games, CHUNK):
        count = min(CHUNK, arguments.games - first)
        settings = (arguments.first_move, arguments.seed, first, count, arguments.least, arguments.most)
        append(arguments.file, [program, *settings])


def boards(arguments: argparse.Namespace) -> None:
    program, done = build("possible"), {each["board"] for each in read(arguments.file)}
    for size in arguments.sizes:
        rules = Rules.parse(size, first_move=arguments.first_move)
        if size not in done:
            shape = (rules.rows, rules.cols, rules.mines, arguments.first_move, 0, arguments.memory)
            append(arguments.file, [program, "board", *shape, *arguments.players])


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_subparsers(dest="what", required=True)
    kept = argparse.ArgumentParser(add_help=False)
    kept.add_argument("file", type=Path, help="one line for each result; what it holds is not computed again")
    kept.add_argument("--first-move", default="safe", choices=("safe", "zero"))
    games = argparse.ArgumentParser(add_help=False)
    games.add_argument("--games", type=int, default=200)
    games.add_argument("--seed", type=int, default=2026)
    of_late = what.add_parser("late", parents=[kept, games], help="late positions, exactly")
    of_late.add_argument("--least", type=int, default=2000, help="layouts; fewer are not looked at")
    of_late.add_argument("--most", type=int, default=30_000, help="layouts; at most 60,000")
    of_late.add_argument("--players", nargs="+", default=[*PLAYERS, *IMPROVED])
    of_middle = what.add_parser(
        "middle", parents=[kept, games], help="earlier guesses, by playouts of all cells"
    )
    of_middle.add_argument("--least", type=float, default=10.31, help="logarithm of the layouts")
    of_middle.add_argument("--most", type=float, default=40, help="logarithm of the layouts")
    of_boards = what.add_parser("boards", parents=[kept], help="whole boards from the corner, exactly")
    of_boards.add_argument("sizes", nargs="+", metavar="RxC/M")
    of_boards.add_argument("--memory", type=int, default=2048, metavar="MIB")
    of_boards.add_argument("--players", nargs="+", default=["lowest-risk", "sapper-fast", "sapper-strong"])
    told = what.add_parser("report", help="the tables of docs/strength.md")
    told.add_argument("--plot", type=Path, help="draw the loss: a .svg or .png file")
    return parser.parse_args()


def main() -> None:
    arguments = parse()
    if arguments.what == "report":
        report(Evidence(ROOT / "research" / "evidence"), arguments.plot)
    else:
        {"late": late, "middle": middle, "boards": boards}[arguments.what](arguments)


if __name__ == "__main__":
    main()
