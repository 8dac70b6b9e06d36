"""nguyen2021: score, mines hit and playing time by mine density, and what the improved agent saves.

Its rules: 10x10, the first cell (0,0) is free, cells open one by one, and play goes on after a hit. The final
score is the share of the mines that were not hit: a game ends when every free cell is open, and then all
cells still covered are mines. Plain and improved agents take turns; the ratio of their processor times has
its 95% interval over the turns.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from sapper import Board, Game, Rules, make
from sapper.agents.composed import Composed
from sapper.agents.turn import carry_out, stream
from sapper.arena.batch import Batch, Games, play_batch
from sapper.knowledge.knowledge import Knowledge

AGENTS = ("nguyen-basic", "nguyen-subset", "nguyen-improved", "nguyen-backtracking")
TURNS = 20
WORK_GAMES = 200


def rules_with(mines: int) -> Rules:
    """The paper's rules on its 10x10 board."""
    return Rules(10, 10, mines, on_mine="continue", cascade=False)


def scores(games: int, seed: int) -> None:
    """The paper's figure 6: score and share of the mines hit, by density."""
    print("density  agent                hit     score   +-      microseconds a game")
    for tenth in range(1, 6):
        rules = rules_with(10 * tenth)
        for name in AGENTS:
            begin = process_time()
            hit = play_batch(Batch(name, rules, seed, 0, games)).columns["hits"] / rules.mines
            spent = process_time() - begin
            margin = 1.96 * hit.std(ddof=1) / games**0.5
            shown = f"{hit.mean():.4f}  {1 - hit.mean():.4f}  {margin:.4f}  {spent / games * 1e6:.0f}"
            print(f"{tenth / 10:<7}  {name:<19}  {shown}", flush=True)


def saved(games: int, seed: int) -> None:
    """The paper's figures 7 to 9: the same score, and the time and the work of the improved agent."""
    print("density  same hits  time, improved / plain  looks, improved / plain  cells left, all mines known")
    for mines in (1, 2, 5, 10, 20, 30, 40, 50):
        rules, ratios, same = rules_with(mines), [], True
        for turn in range(TURNS):
            first, count = turn * games // TURNS, games // TURNS
            times, played = [], []
            for name in ("nguyen-subset", "nguyen-improved"):
                begin = process_time()
                played.append(play_batch(Batch(name, rules, seed, first, count)))
                times.append(process_time() - begin)
            same &= _same_hits(*played)
            ratios.append(times[1] / times[0])
        margin = 1.96 * np.std(ratios, ddof=1) / TURNS**0.5
        plain, left = work("nguyen-subset", rules, seed)
        improved, _ = work("nguyen-improved", rules, seed)
        ratio = f"{np.mean(ratios):.3f} +- {margin:.3f}"
        print(
            f"{mines / 100:<7}  {same!s:<9}  {ratio:<22}  {improved / plain:<23.3f}  {left:.1f}", flush=True
        )


def work(name: str, rules: Rules, seed: int) -> tuple[float, float]:
    """Equations looked at a game, and the free cells still covered when the last mine becomes known."""
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


def _same_hits(plain: Games, improved: Games) -> bool:
    return bool((plain.columns["hits"] == improved.columns["hits"]).all())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="games a density (default 10000)")
    parser.add_argument("--seed", type=int, default=2021)
    arguments = parser.parse_args()
    if arguments.games < TURNS:
        parser.error(f"at least {TURNS} games, please")
    scores(arguments.games, arguments.seed)
    print()
    saved(arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
