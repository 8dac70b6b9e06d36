"""Which margin `sapper-deep` should ask for before it leaves the core's own cell, by whole games.

    python research/deep_margin.py NET.weights --margins 0 0.002 0.004 0.008 --games 50000
    python research/deep_margin.py NET.weights --write 0.004

Every margin plays the same boards as `sapper-strong`. The table gives the paired, luck-adjusted difference to
it in points, and the share of games in which the network changed a move. `--write` stores the margin in the
file, where the player reads it. The best of several margins looks better than it is: measure it again on
other boards.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sapper import Arena, Rules, SapperError
from sapper.arena.batch import Games
from sapper.learn.training.deep_weights import set_margin
from sapper.report.number_format import points

PEER = "sapper-strong"


def changed(ours: Games, theirs: Games) -> float:
    """The share of games that differ in the number of opened cells, of guesses, or in the luck."""
    same = [ours.columns[key] == theirs.columns[key] for key in ("steps", "guesses", "luck")]
    return 1 - float((same[0] & same[1] & same[2]).mean())


def measure(weights: Path, margins: list[float], arena: Arena, games: int) -> list[str]:
    """Play the games, and return one row of a Markdown table for each margin."""
    rows = []
    with TemporaryDirectory() as folder:
        copies = {str(Path(folder, f"{margin:g}.weights")): margin for margin in margins}
        for copy, margin in copies.items():
            shutil.copy(weights, copy)
            set_margin(Path(copy), margin)
        results = arena.run([*copies, PEER], games)
    found = {pair.a: pair.adjusted for pair in results.pairs if pair.b == PEER}
    for copy, margin in copies.items():
        adjusted = found[copy]
        gain = points(adjusted.value, adjusted.low, adjusted.high) if adjusted else "-"
        share = changed(results.games[copy], results.games[PEER])
        rows.append(f"| {margin:g} | {gain} | {share:.1%} |")
    return rows


def main() -> None:
    """Measure the margins, or write one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path)
    parser.add_argument("--margins", type=float, nargs="+", default=[0, 0.002, 0.004, 0.008])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--first-move", default="safe", choices=("safe", "zero", "unsafe"))
    parser.add_argument("--start", type=int, nargs=2, default=(0, 0), metavar=("ROW", "COL"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--write", type=float, metavar="MARGIN", help="store this margin and play no games")
    args = parser.parse_args()
    try:
        if args.write is not None:
            set_margin(args.weights, args.write)
            return
        rules = Rules.parse(args.level, first_move=args.first_move)
        arena = Arena(rules, args.seed, tuple(args.start), workers=args.workers)
        rows = measure(args.weights, list(dict.fromkeys(args.margins)), arena, args.games)
    except (OSError, SapperError, ValueError) as error:
        sys.exit(f"deep_margin.py: {error}")
    start = ", ".join(map(str, args.start))
    print(
        f"{rules.size}, first move {args.first_move}, start ({start}), seed {args.seed}, {args.games:,} games"
    )
    print(f"\n| margin | difference to {PEER} [95%] | games changed |\n|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
