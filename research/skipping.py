"""Measure the skipping network of aua2023 after one, two or three of the paper's methods.

    python research/skipping.py --games 1000

The boards are those of the authors' program: no mine lies at (0, 0), (0, 2) or (1, 2). The table shows the
games won, the cells that the network judged and opened per game, the share of the opened cells that were
free, and the share of the board that was opened, or opened or flagged, when a game was lost.
"""

from __future__ import annotations

import argparse

from sapper import Rules
from sapper.arena.batch import Batch, play_batch
from sapper.experiments.experiment import Setting
from sapper.experiments.game_supply import placed_boards
from sapper.experiments.measures import MEASURES
from sapper.learn.playing.aua_csp_dqn import AuaCspDqnSkip

METHODS = {
    "first method": ("single-cell",),
    "first two methods": ("single-cell", "pairs"),
    "three methods": ("single-cell", "pairs", "trial-pairs"),
}
LEVELS = {"easy": "9x9/10", "medium": "16x16/40", "hard": "16x30/85"}


class Skipping(AuaCspDqnSkip):
    """Plays as aua-csp-dqn-skip, with some of the methods."""

    def __init__(self, steps: tuple[str, ...]) -> None:
        super().__init__()
        self.steps = steps


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2023)
    given = parser.parse_args()
    print("| methods | level | won % | judged | opened | right % | opened when lost % | with flags % |")
    print("|---|---|---|---|---|---|---|---|")
    for methods, steps in METHODS.items():
        for level, size in LEVELS.items():
            rules = Rules.parse(size, on_wrong_flag="lose")
            boards = placed_boards(Setting(level, rules, free=((0, 2), (1, 2))), given.seed, given.games)
            agent = Skipping(steps)
            games = play_batch(Batch(agent, rules, given.seed, 0, given.games, boards=tuple(boards)))
            taken = {
                name: found.value
                for name in ("win", "asked", "right", "completion-lost", "explored-lost")
                if (found := MEASURES[name].take(games, rules))
            }
            cells = [f"{100 * taken['win']:.1f}", f"{agent.judged / given.games:.2f}"]
            cells += [f"{taken['asked']:.2f}", f"{100 * taken['right']:.1f}"]
            cells += [f"{100 * taken[name]:.1f}" for name in ("completion-lost", "explored-lost")]
            print(f"| {methods} | {level} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
