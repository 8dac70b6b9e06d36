"""Compare the estimated chances to win with the results of games, at five densities on four sizes of board.

    python benchmarks/calibration.py                                            # sapper-fast, about a minute
    python benchmarks/calibration.py --agent sapper-strong --games 400

Agents state a chance to win at every guess. Where the endgame is solved the chance is exact; elsewhere it is
an estimate, and only estimates are compared here. The luck of the game from the guess on is removed from the
results, which leaves their mean and lowers their variance. The first table has one row per board. The second
has one row per bin of the stated chance and one column per density, all sizes together.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import Rules, _core
from sapper.arena.calibration import Bin, luck_to_come, reliability
from sapper.arena.workers import available_cores

SIZES = ((9, 9), (16, 16), (16, 30), (30, 30))
DENSITIES = (0.10, 0.15, 0.20, 0.25, 0.30)
BINS = 10
APART = 10**9


@dataclass(frozen=True)
class Estimates:
    """The estimates that an agent stated in games of one kind, and the results of the games."""

    stated: NDArray[np.float64]
    risk: NDArray[np.float64]
    won: NDArray[np.bool_]
    luck: NDArray[np.float64]
    game: NDArray[np.int64]
    unknown: int
    """The number of guesses for which the agent stated neither an exact chance nor an estimate."""

    @classmethod
    def join(cls, parts: Sequence[Estimates]) -> Estimates:
        """Join estimates of several boards, with different numbers for their games."""
        stated, risk, won, luck = (
            np.concatenate([getattr(part, key) for part in parts])
            for key in ("stated", "risk", "won", "luck")
        )
        game = np.concatenate([part.game + number * APART for number, part in enumerate(parts)])
        return cls(stated, risk, won, luck, game, sum(part.unknown for part in parts))

    def whole(self) -> Bin:
        """All estimates in one bin."""
        return reliability(self.stated, self.won, bins=1, game=self.game, luck=self.luck).whole

    def bins(self) -> tuple[Bin, ...]:
        """The estimates in bins of equal width. Bins are not joined."""
        return reliability(self.stated, self.won, BINS, 0.0, self.game, self.luck).bins


def board(size: tuple[int, int], density: float) -> Rules:
    """The rules of a board of this size with about this share of mines."""
    return Rules(*size, round(density * size[0] * size[1]))


def play(agent: str, rules: Rules, games: int, seed: int, threads: int) -> Estimates:
    """Play games from a safe corner, and return the estimates stated in them."""
    played = _core.play_games(agent, rules.native, seed, 0, games, 0, threads)
    counts = np.asarray(played["guesses"], np.int64)
    game = np.repeat(np.arange(games), counts)
    won = np.repeat(np.asarray(played["won"], np.bool_), counts)
    risk, stated = (np.asarray(played[key], np.float64) for key in ("risks", "stated_win"))
    luck = luck_to_come(stated, risk, np.asarray(played["survived"], np.bool_), game)
    known = ~np.isnan(stated)
    kept = known & ~np.asarray(played["stated_exact"], np.bool_)
    return Estimates(
        stated[kept], risk[kept], won[kept], luck[kept], game[kept], int(np.count_nonzero(~known))
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns are right-aligned, except the first."""
    lines = [f"| {' | '.join(heads)} |", "|---|" + "---:|" * (len(heads) - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def gap(found: Bin) -> str:
    """Observed minus stated, in points, with the 95% interval."""
    return f"{100 * found.gap:+.2f} ± {100 * found.half:.2f}"


def by_board(found: dict[tuple[tuple[int, int], float], Estimates]) -> str:
    """One row per board."""
    rows = []
    for (size, density), estimates in found.items():
        rules, whole = board(size, density), estimates.whole()
        if not whole.n:
            continue
        figures = (f"{whole.n:,}", f"{estimates.unknown:,}", f"{whole.stated:.2%}", f"{whole.observed:.2%}")
        rows.append((f"{rules.size}, {density:.0%}", *figures, gap(whole)))
    return table(("board", "estimates", "unknown", "mean stated", "observed", "gap, points"), rows)


def by_density(found: dict[tuple[tuple[int, int], float], Estimates]) -> str:
    """One row per bin of the stated chance, one column per density."""
    columns = []
    for density in DENSITIES:
        joined = Estimates.join([part for (_, own), part in found.items() if own == density])
        columns.append({round(each.low * BINS): each for each in joined.bins()})
    rows = []
    for number in sorted(set().union(*columns)):
        cells = [f"{gap(each)} ({each.n:,})" if (each := own.get(number)) else "" for own in columns]
        rows.append((f"{number / BINS:.0%} to {(number + 1) / BINS:.0%}", *cells))
    return table(("stated", *(f"{density:.0%} mines" for density in DENSITIES)), rows)


def main() -> None:
    """Play the games and print the two tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", default="sapper-fast")
    parser.add_argument("--games", type=int, default=10_000, help="games per board")
    parser.add_argument("--seed", type=int, default=9100)
    arguments = parser.parse_args()
    began = time.process_time()
    found = {
        (size, density): play(
            arguments.agent, board(size, density), arguments.games, arguments.seed, available_cores()
        )
        for size in SIZES
        for density in DENSITIES
    }
    excess = max(float(np.max(part.stated + part.risk - 1, initial=-1.0)) for part in found.values())
    print(f"{arguments.agent}, {arguments.games:,} games per board, seed {arguments.seed}, first cell safe\n")
    print(by_board(found))
    print(f"\nGap in points and number of estimates, by density\n\n{by_density(found)}\n")
    print(f"The stated chance exceeds 1 - risk {'nowhere' if excess <= 1e-12 else f'by up to {excess:.3f}'}.")
    print(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
