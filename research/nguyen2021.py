"""Measure nguyen2021: score, mines hit and time by mine density, and what the improved agent saves.

The rules of the paper are: 8x8 or 10x10, the first cell (0,0) is free, nothing cascades, and play continues
after a hit. The final score is the share of the mines that were not hit: a game ends when every free cell is
open, and all cells that are still covered are then mines. To measure time, plain and improved agents play
the same games in turns, several times. Each game counts with its quickest run. The ratio of the sums has a
95% interval by bootstrap over games.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))
from sapper import Board, Game, Rules, make
from sapper.agents.composed import Composed
from sapper.agents.turn import carry_out, stream
from sapper.arena.batch import Batch, play_batch
from sapper.knowledge.knowledge import Knowledge

AGENTS = ("nguyen-basic", "nguyen-subset", "nguyen-improved", "nguyen-backtracking")
PLAIN, IMPROVED = "nguyen-subset", "nguyen-improved"
SIDES = (8, 10, 16)
DENSITIES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
RUNS, DRAWS, WORK_GAMES = 20, 1_000, 200


def rules_with(density: float, side: int = 10) -> Rules:
    """Return the rules of the paper, by default for the board size of its figures."""
    return Rules(side, side, round(density * side * side), on_mine="continue", cascade=False)


def scores(games: int, seed: int) -> None:
    """Print figure 6 of the paper: score and share of the mines hit, by density."""
    print("density  agent                hit     score   +-      microseconds per game")
    for tenth in range(1, 6):
        rules = rules_with(tenth / 10)
        for name in AGENTS:
            begin = process_time()
            hit = play_batch(Batch(name, rules, seed, 0, games)).columns["hits"] / rules.mines
            spent = process_time() - begin
            margin = 1.96 * hit.std(ddof=1) / games**0.5
            shown = f"{hit.mean():.4f}  {1 - hit.mean():.4f}  {margin:.4f}  {spent / games * 1e6:.0f}"
            print(f"{tenth / 10:<7}  {name:<19}  {shown}", flush=True)


def saved(games: int, seed: int) -> None:
    """Print figures 7 to 9 of the paper: the same score, and the time and the work of the improved agent."""
    plans = [rules_with(density, side) for side in SIDES for density in DENSITIES]
    times: dict[tuple[str, Rules], NDArray[np.float64]] = {}
    hits = {}
    for run in range(RUNS):  # runs of one board are far apart, so that a disturbance affects only one
        for rules in plans:
            for name in (PLAIN, IMPROVED) if run % 2 else (IMPROVED, PLAIN):
                columns = play_batch(Batch(name, rules, seed, 0, games)).columns
                times[name, rules] = np.minimum(times.get((name, rules), np.inf), columns["seconds"])
                hits[name, rules] = columns["hits"]
    print(
        "board      same hits  plain, us  time, improved / plain  looks    free cells left, all mines known"
    )
    for rules in plans:
        ratio, low, high = ratio_of(times[IMPROVED, rules], times[PLAIN, rules])
        plain, left = work(PLAIN, rules, seed)
        improved, _ = work(IMPROVED, rules, seed)
        same = bool((hits[PLAIN, rules] == hits[IMPROVED, rules]).all())
        shown = f"{ratio:.3f} [{low:.3f}, {high:.3f}]"
        free = f"{left:.1f} of {rules.cells - rules.mines}"
        print(
            f"{rules.size:<9}  {same!s:<9}  {times[PLAIN, rules].mean() * 1e6:<9.1f}  "
            f"{shown:<22}  {improved / plain:.3f}    {free}",
            flush=True,
        )


def ratio_of(above: NDArray[np.float64], below: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the ratio of two sums over the same games, with its 95% interval."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(above), size=(DRAWS, len(above)))
    low, high = np.quantile(above[drawn].sum(1) / below[drawn].sum(1), (0.025, 0.975))
    return float(above.sum() / below.sum()), float(low), float(high)


def work(name: str, rules: Rules, seed: int) -> tuple[float, float]:
    """Return the equations examined per game, and the free cells still covered once all mines are known."""
    agent, looks, left = make(name), 0, 0
    assert isinstance(agent, Composed)
    for index in range(WORK_GAMES):
        agent.reset(rules, stream(seed, index))
        game, known = Game(Board.random(rules, seed, index)), False
        game.open((0, 0))
        while game.state == "playing":
            decision = agent.choose(game.view)
            if not known and _all_known(agent.knowledge):
                known, left = True, left + game.free_left
            carry_out(decision, game, name)
        looks += agent.knowledge.looks
    return looks / WORK_GAMES, left / WORK_GAMES


def _all_known(knowledge: Knowledge) -> bool:
    return knowledge.mines_left == 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("scores", "saved"), nargs="?", help="print only this table")
    parser.add_argument("--games", type=int, help="games per density (default: scores 10000, saved 1000)")
    parser.add_argument("--seed", type=int, default=2021)
    arguments = parser.parse_args()
    if arguments.games is not None and arguments.games < 2:
        parser.error("at least two games, please")
    if arguments.what != "saved":
        scores(arguments.games or 10_000, arguments.seed)
    if arguments.what != "scores":
        saved(arguments.games or 1_000, arguments.seed)


if __name__ == "__main__":
    main()
