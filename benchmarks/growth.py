"""How the cost of one exact analysis grows with the board, from 8x8 to 1000x1000.

    python benchmarks/growth.py measure research/evidence/growth.csv
    python benchmarks/growth.py draw research/evidence/growth.csv docs/images/growth.svg

Positions are random boards with 20% mines, of which a share of the free cells is opened one by one. Times are
processor time: the least of four turns for each board, and the median of several boards.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.budgets import opened_at_random
from sapper import analyse

SIDES = (8, 16, 32, 64, 128, 256, 512, 1000)
OPENED = (0.1, 0.2, 0.4)
MINES = 0.2
BOARDS = 15
LEAST_SECONDS = 0.01
TURNS = 4
BOARDS_OF_A_LARGE_SIDE = 3
LARGE_SIDE = 256


def seconds(side: int, opened: float, seed: int) -> float:
    """The processor time of one analysis: the least of several turns, since other programs disturb some."""
    view = opened_at_random(side, MINES, opened, seed)

    def turn(rounds: int) -> float:
        begin = time.process_time()
        for _ in range(rounds):
            if not analyse(view).exact:
                raise SystemExit(f"{side}x{side} with {opened:.0%} opened, seed {seed}: not exact")
        return time.process_time() - begin

    rounds = 1
    while turn(rounds) < LEAST_SECONDS:
        rounds *= 2
    return min(turn(rounds) for _ in range(TURNS)) / rounds


def measure(path: Path) -> None:
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["side", "opened", "boards", "milliseconds"])
        for opened in OPENED:
            for side in SIDES:
                boards = BOARDS_OF_A_LARGE_SIDE if side >= LARGE_SIDE else BOARDS
                times = [seconds(side, opened, seed) for seed in range(boards)]
                table.writerow([side, opened, boards, f"{1000 * statistics.median(times):.4g}"])


def draw(path: Path, picture: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "sapper"
    import matplotlib.pyplot as plt

    with path.open() as file:
        rows = list(csv.DictReader(file))
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for opened in OPENED:
        line = [row for row in rows if float(row["opened"]) == opened]
        cells = [int(row["side"]) ** 2 for row in line]
        axes.plot(cells, [float(row["milliseconds"]) for row in line], "o-", label=f"{opened:.0%} opened")
    sides = [int(row["side"]) for row in rows if float(row["opened"]) == OPENED[0]]
    axes.set(xscale="log", yscale="log", xlabel="board", ylabel="milliseconds of one exact analysis")
    axes.set_xticks([side**2 for side in sides], [f"{side}x{side}" for side in sides], rotation=30)
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(title=f"{MINES:.0%} mines")
    figure.savefig(picture, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("measure").add_argument("data", type=Path)
    drawing = commands.add_parser("draw")
    drawing.add_argument("data", type=Path)
    drawing.add_argument("picture", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "measure":
        measure(arguments.data)
    else:
        draw(arguments.data, arguments.picture)


if __name__ == "__main__":
    main()
