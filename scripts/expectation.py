"""Fit the estimated chance to win to the results of games, and check the fit on other games.

    python scripts/expectation.py --write        # plays for half an hour, changes cpp/players/expectation.cpp
    python scripts/expectation.py --share 0.05    # a quick try

The two agents that state the estimate play games of the three levels, from a safe corner and from a zero. At
every guess whose chance to win is not known exactly, the core returns the features that the estimate uses. A
network with one hidden layer is fitted to the results of the games (log loss), minus the luck that the games
had from that guess on. The estimate does not influence which cells these agents open, so a new fit does not
change their games.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, _core
from sapper.arena.calibration import luck_to_come, reliability
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
GUESSES = {"sapper-fast": 600_000, "sapper-strong": 400_000}
GAMES = {"sapper-fast": (400_000, 400_000, 400_000), "sapper-strong": (30_000, 60_000, 120_000)}
"""The number of guesses to collect per agent and board, and the most games for that, by level."""
SOURCE = Path(__file__).parents[1] / "cpp" / "players" / "expectation.cpp"
UNITS = 24
CHUNK = 1000
BATCH = 4096
RATE = 0.01
"""The initial learning rate."""
APART = 10**9
Array = NDArray[np.float64]
Facts = NDArray[np.float32]
F = TypeVar("F", np.float32, np.float64)


@dataclass(frozen=True)
class Guesses:
    """Guesses of one agent on one board: features, whether the game was won, and the number of the game."""

    name: str
    facts: Facts
    won: NDArray[np.bool_]
    fair: Facts
    """`won` minus the luck from that guess on, which has the same mean and a lower variance."""
    game: NDArray[np.int64]

    def some(self, of_five: bool) -> Guesses:
        """The guesses of every fifth game, or of the other games."""
        own = (self.game % 5 == 0) == of_five
        return Guesses(self.name, self.facts[own], self.won[own], self.fair[own], self.game[own])

    @classmethod
    def join(cls, name: str, every: Sequence[Guesses]) -> Guesses:
        """Join guesses of several boards, with different numbers for their games."""
        facts, won, fair = (
            np.concatenate([getattr(part, key) for part in every]) for key in ("facts", "won", "fair")
        )
        game = np.concatenate([part.game + i * APART for i, part in enumerate(every)])
        return cls(name, facts, won, fair, game)


def collect(player: str, rules: Rules, start: tuple[int, int], seed: int, wanted: int, most: int) -> Guesses:
    """Play games until `wanted` guesses with an estimate are found, or `most` games are played."""
    parts: list[Guesses] = []
    name = f"{player}, {rules.size} {rules.first_move} {start}"
    found = first = 0
    while found < wanted and first < most:
        played = _core.play_games(
            player, rules.native, seed, first, CHUNK, rules.index(start), available_cores()
        )
        guesses = np.asarray(played["guesses"], np.int64)
        game = np.repeat(np.arange(first, first + CHUNK), guesses)
        won = np.repeat(np.asarray(played["won"], np.bool_), guesses)
        win, risk = (np.asarray(played[key], np.float64) for key in ("stated_win", "risks"))
        fair = won - luck_to_come(win, risk, np.asarray(played["survived"], np.bool_), game)
        some = ~np.asarray(played["stated_exact"])
        facts = np.asarray(played["facts"], np.float32)
        parts.append(Guesses(name, facts[some], won[some], fair[some].astype(np.float32), game[some]))
        found += int(some.sum())
        first += CHUNK
    print(f"{name}: {first:,} games, {found:,} guesses", file=sys.stderr)
    return Guesses(
        name,
        *(np.concatenate([getattr(part, key) for part in parts]) for key in ("facts", "won", "fair", "game")),
    )


def odds(weights: Array, facts: Facts) -> tuple[Facts, Facts]:
    """The log odds of winning, and the outputs of the hidden units."""
    bias, inner, outer, last = parts(weights.astype(np.float32), facts.shape[1])
    said = np.tanh(facts @ inner.T + bias)
    return said @ outer + last, said


def chances(weights: Array, facts: Facts) -> Array:
    """The estimated chances to win."""
    return 1 / (1 + np.exp(-odds(weights, facts)[0].astype(np.float64)))


def parts(weights: NDArray[F], facts: int) -> tuple[NDArray[F], NDArray[F], NDArray[F], F]:
    """Split the weights: biases and weights of the hidden units, weights and bias of the output."""
    bias, rest = weights[:UNITS], weights[UNITS:]
    return bias, rest[: UNITS * facts].reshape(UNITS, facts), rest[UNITS * facts : -1], rest[-1]


def loss(weights: Array, facts: Facts, won: Facts, share: Facts) -> tuple[float, Array]:
    """The mean log loss and its gradient; `share` is the weight of each guess."""
    value, said = odds(weights, facts)
    outer = parts(weights.astype(np.float32), facts.shape[1])[2]
    off = share * (1 / (1 + np.exp(-value)) - won)
    back = off[:, None] * outer * (1 - said * said)
    slope = np.concatenate([back.sum(0), (back.T @ facts).ravel(), said.T @ off, [off.sum()]])
    each = np.logaddexp(np.float32(0), value) - won * value
    return float(np.sum(share * each, dtype=np.float64)), slope.astype(np.float64)


def fit(every: Sequence[Guesses], seed: int, epochs: int) -> Array:
    """Fit the weights with Adam. Guesses of boards with few guesses get a higher weight."""
    facts = np.concatenate([part.facts for part in every])
    won = np.concatenate([part.fair for part in every])
    share = np.concatenate([np.full(len(part.won), len(part.won) ** -0.25) for part in every])
    share = (share / share.mean()).astype(np.float32)
    middle, spread = facts.mean(axis=0), facts.std(axis=0)
    scaled = (facts - middle) / spread
    rng = np.random.default_rng(seed)
    weights = rng.normal(0, 0.5, UNITS * (facts.shape[1] + 2) + 1)
    slope, square = np.zeros_like(weights), np.zeros_like(weights)
    step, steps = 0, epochs * (len(won) // BATCH)
    for _ in range(epochs):
        order = rng.permutation(len(won))
        for begin in range(0, len(won) - BATCH + 1, BATCH):
            some = order[begin : begin + BATCH]
            step += 1
            _, down = loss(weights, scaled[some], won[some], share[some] / BATCH)
            slope, square = 0.9 * slope + 0.1 * down, 0.999 * square + 0.001 * down * down
            rate = RATE * (1 + math.cos(math.pi * step / steps)) / 2
            root = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            weights -= rate * slope / (1 - 0.9**step) / root
    cost, _ = loss(weights, scaled, won, share / len(won))
    print(f"log loss {cost:.5f} after {step} steps", file=sys.stderr)
    # The table in the core takes features that are not scaled.
    bias, inner, outer, last = parts(weights, facts.shape[1])
    plain = inner / spread
    return np.concatenate([bias - plain @ middle, plain.ravel(), outer, [last]])


def source(weights: Array, facts: int) -> str:
    """The weights as a C++ table for cpp/players/expectation.cpp."""
    bias, inner, outer, last = parts(weights, facts)
    units = [
        f"    {{{bias[i]:.4f}, {{{', '.join(f'{value:.4f}' for value in inner[i])}}}, {outer[i]:.4f}}},"
        for i in range(UNITS)
    ]
    table = [f"constexpr Unit FITTED[{UNITS}] = {{", *units, "};", f"constexpr double BIAS = {last:.4f};"]
    return "\n".join(table)


def write(table: str) -> None:
    """Replace the table in cpp/players/expectation.cpp."""
    there = SOURCE.read_text()
    begin = there.index("constexpr Unit FITTED")
    end = there.index(";", there.index("constexpr double BIAS")) + 1
    SOURCE.write_text(there[:begin] + table + there[end:])


def main() -> None:
    """Play games, fit the weights and print the check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--share", type=float, default=1.0, help="the share of the games to play, for a quick try"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--write", action="store_true", help="write the fit into cpp/players/expectation.cpp")
    arguments = parser.parse_args()
    began = time.monotonic()
    every = [
        collect(
            player, *board, arguments.seed, GUESSES[player], round(arguments.share * GAMES[player][i // 2])
        )
        for player in PLAYERS
        for i, board in enumerate(BOARDS)
    ]
    print(f"played in {time.monotonic() - began:.0f} s", file=sys.stderr)
    # Every fifth game is held out for the check.
    weights = fit([part.some(of_five=False) for part in every], arguments.seed, arguments.epochs)
    print(source(weights, every[0].facts.shape[1]))
    if arguments.write:
        write(source(weights, every[0].facts.shape[1]))
    for player in PLAYERS:
        kept = [part.some(of_five=True) for part in every if part.name.startswith(player)]
        for part in [*kept, Guesses.join(f"{player}, all of these", kept)]:
            print(f"\n{part.name}, games not fitted to\n")
            print(reliability(chances(weights, part.facts), part.won, bins=10, game=part.game))


if __name__ == "__main__":
    main()
