"""What exact play of late guesses gains over `sapper-strong`.

    python research/late_guesses.py --games 1500 --seed 4

Plays games of `sapper-strong`. At late guesses that it does not play exactly, `sapper-max` is asked. Where it
finds the exact chance to win, its lead over the cell of `sapper-strong` is exact too: no luck blurs it.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field

import numpy as np

from sapper import EXPERT, Board, Game, _core, analyse

REFERENCE, EXACT = "sapper-strong", "sapper-max"
LIMITS = 30_000, 5_000_000
"""Layouts and sets of layouts up to which the cell of the reference agent is valued."""
BOUNDS = (2_000, 5_000, 10_000, 20_000)
LATE = 200
"""Free cells covered at most in late guesses."""


@dataclass
class Row:
    """Late guesses with a number of layouts between two bounds."""

    seconds: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)


def guesses(index: int, seed: int, rows: dict[int, Row]) -> int:
    """Play a game, enter its late guesses, and return how many there were."""
    game = Game(Board.random(EXPERT, seed, index, (0, 0)))
    game.open((0, 0))
    late = 0
    while game.state == "playing":
        choice = _core.choose(REFERENCE, game.view)
        if choice.certain:
            for cell in choice.cells:
                if game.state == "playing" and game.view.numbers[cell] == -2:
                    game.open(cell)
            continue
        if choice.win_exact:
            break
        covered = int(np.count_nonzero(game.view.numbers == -2)) - EXPERT.mines
        if covered < LATE:
            late += 1
            enter(game, choice.cells[0], rows)
        game.open(choice.cells[0])
    return late


def enter(game: Game, cell: tuple[int, int], rows: dict[int, Row]) -> None:
    """Ask for the exact choice where there are few layouts."""
    log_layouts = math.log(analyse(game.view).solutions)
    bound = next((bound for bound in BOUNDS if log_layouts <= math.log(bound)), None)
    if bound is None:
        return
    began = time.thread_time()
    exact = _core.choose(EXACT, game.view)
    row = rows[bound]
    row.seconds.append(time.thread_time() - began)
    if not exact.win_exact:
        return
    win = exact.win if exact.cells[0] == cell else _core.perfect_win(game.view, [cell], *LIMITS)
    if win is not None:
        row.leads.append(100 * (exact.win - win))


def main() -> None:
    """Play the games and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=4)
    args = parser.parse_args()
    rows = {bound: Row() for bound in BOUNDS}
    late = sum(guesses(index, args.seed, rows) for index in range(args.games))
    print(
        f"16x30/99 safe (0,0), seed {args.seed}: {args.games:,} games of {REFERENCE}, {late:,} late guesses\n"
    )
    print(
        "| layouts, at most | guesses | exact | ms per guess | lead, points per guess | greatest | per game |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for bound, row in rows.items():
        seconds, leads = np.array(row.seconds), np.array(row.leads)
        if not len(leads):
            continue
        figures = f"{1000 * seconds.mean():.1f} | {leads.mean():+.3f} | {leads.max():.2f}"
        print(f"| {bound:,} | {len(seconds)} | {len(leads)} | {figures} | {leads.sum() / args.games:+.4f} |")


if __name__ == "__main__":
    main()
