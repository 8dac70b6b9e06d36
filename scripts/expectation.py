"""Fit the estimated chance to win to the results of games, and say how well it keeps on others.

    python scripts/expectation.py --write    # plays, fits, checks, and changes cpp/expectation.cpp

Games of the three levels, from a safe corner and from a zero, by the two players that state the estimate. At
every guess whose chance to win is not known exactly, the core hands out the facts that the estimate goes by;
a network of one hidden layer is fitted to whether the games were won (log loss, L-BFGS). The estimate chooses
no cell of these players, so fitting it anew changes none of their games.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, _core
from sapper.arena.calibration import reliability
from sapper.arena.workers import available_cores

PLAYERS = ("sapper-fast", "sapper-strong")
BOARDS = (
    (BEGINNER, (0, 0)),
    (replace(BEGINNER, first_move="zero"), (2, 2)),
    (INTERMEDIATE, (0, 0)),
    (replace(INTERMEDIATE, first_move="zero"), (2, 2)),
    (EXPERT, (0, 0)),
    (replace(EXPERT, first_move="zero"), (3, 3)),
)
SOURCE = Path(__file__).parents[1] / "cpp" / "expectation.cpp"
UNITS = 16
CHUNK = 1000
DECAY = 1e-6
"""How much large weights cost, beside the mean log loss."""
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Guesses:
    """Guesses of one player on one board: facts, whether the game was won, and the game's number."""

    name: str
    facts: Array
    won: NDArray[np.bool_]
    game: NDArray[np.int64]


def collect(player: str, rules: Rules, start: tuple[int, int], seed: int, wanted: int, most: int) -> Guesses:
    """Play games until so many guesses with an estimate are met, or so many games played."""
    facts, won, number = [], [], []
    found = first = 0
    while found < wanted and first < most:
        played = _core.play_games(
            player, rules.native, seed, first, CHUNK, rules.index(start), available_cores()
        )
        guesses = np.asarray(played["guesses"])
        estimated = ~np.asarray(played["stated_exact"])
        facts.append(np.asarray(played["facts"])[estimated])
        won.append(np.repeat(np.asarray(played["won"]), guesses)[estimated])
        number.append(np.repeat(np.arange(first, first + CHUNK), guesses)[estimated])
        found += int(estimated.sum())
        first += CHUNK
    name = f"{player}, {rules.size} {rules.first_move} {start}"
    print(f"{name}: {first:,} games, {found:,} guesses", file=sys.stderr)
    return Guesses(name, np.concatenate(facts), np.concatenate(won), np.concatenate(number))


def odds(weights: Array, facts: Array) -> tuple[Array, Array]:
    """The logarithm of the odds to win, and what the units say."""
    bias, inner, outer, last = parts(weights, facts.shape[1])
    said = np.tanh(facts @ inner.T + bias)
    return said @ outer + last, said


def parts(weights: Array, facts: int) -> tuple[Array, Array, Array, float]:
    """Biases and weights of the units, what they have to say, and the last bias."""
    bias, rest = weights[:UNITS], weights[UNITS:]
    return bias, rest[: UNITS * facts].reshape(UNITS, facts), rest[UNITS * facts : -1], float(rest[-1])


def loss(weights: Array, facts: Array, won: Array) -> tuple[float, Array]:
    """The mean log loss and its gradient."""
    value, said = odds(weights, facts)
    _, _, outer, _ = parts(weights, facts.shape[1])
    off = (1 / (1 + np.exp(-value)) - won) / len(won)
    back = off[:, None] * outer * (1 - said**2)
    slope = np.concatenate([back.sum(0), (back.T @ facts).ravel(), said.T @ off, [off.sum()]])
    cost = float(np.mean(np.logaddexp(0, value) - won * value)) + DECAY * float(weights @ weights)
    return cost, slope + 2 * DECAY * weights


def fit(facts: Array, won: Array, seed: int, steps: int) -> Array:
    """The weights that fit best."""
    rng = np.random.default_rng(seed)
    count = UNITS * (facts.shape[1] + 2) + 1
    found = minimize(
        loss, rng.normal(0, 0.3, count), (facts, won), jac=True, method="L-BFGS-B", options={"maxiter": steps}
    )
    print(f"log loss {found.fun:.5f} after {found.nit} steps", file=sys.stderr)
    return np.asarray(found.x, np.float64)


def source(weights: Array, facts: int) -> str:
    """The table as it stands in cpp/expectation.cpp."""
    bias, inner, outer, last = parts(weights, facts)
    units = [
        f"    {{{bias[i]:.4f}, {{{', '.join(f'{value:.4f}' for value in inner[i])}}}, {outer[i]:.4f}}},"
        for i in range(UNITS)
    ]
    table = [f"constexpr Unit FITTED[{UNITS}] = {{", *units, "};", f"constexpr double BIAS = {last:.4f};"]
    return "\n".join(table)


def write(table: str) -> None:
    """Put the table in the place of the one that stands there."""
    there = SOURCE.read_text()
    begin = there.index("constexpr Unit FITTED")
    end = there.index(";", there.index("constexpr double BIAS")) + 1
    SOURCE.write_text(there[:begin] + table + there[end:])


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--guesses", type=int, default=40_000, help="of a player on a board")
    parser.add_argument("--games", type=int, default=60_000, help="at most, of a player on a board")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--write", action="store_true", help="put the fit into cpp/expectation.cpp")
    arguments = parser.parse_args()
    began = time.monotonic()
    limits = arguments.seed, arguments.guesses, arguments.games
    every = [collect(player, rules, start, *limits) for player in PLAYERS for rules, start in BOARDS]
    print(f"played in {time.monotonic() - began:.0f} s", file=sys.stderr)
    # Every fifth game is kept for the check.
    facts, won, kept = (
        np.concatenate(each)
        for each in zip(*((part.facts, part.won, part.game % 5 == 0) for part in every), strict=True)
    )
    weights = fit(facts[~kept], won[~kept].astype(np.float64), arguments.seed, arguments.steps)
    print(source(weights, facts.shape[1]))
    if arguments.write:
        write(source(weights, facts.shape[1]))
    for part in every:
        own = part.game % 5 == 0
        stated = 1 / (1 + np.exp(-odds(weights, part.facts[own])[0]))
        print(f"\n{part.name}, games not fitted to\n")
        print(reliability(stated, part.won[own], bins=10, game=part.game[own]))


if __name__ == "__main__":
    main()
