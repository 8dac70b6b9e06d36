"""Fit the estimated chance to win to the results of games, and check the fit on other games.

    python scripts/expectation.py --write         # plays for ten minutes, changes cpp/players/expectation.cpp
    python scripts/expectation.py --share 0.05    # a quick try

The two agents that state the estimate play on boards of many sizes and densities, from a safe cell and from a
zero. At every guess whose chance to win is not known exactly, the core returns the features that the estimate
uses. A network with one hidden layer is fitted to the results of the games after the guesses that were
survived (log loss), minus the luck that the games had from the next guess on. The chance to win before a
guess is the chance to survive it, which is known, times this chance: so it is never more than 1 - risk.

The script also writes the least and the greatest value of every feature. Outside of this range the core
states no chance. The estimate does not influence which cells these agents open, so a new fit does not change
their games. Run `make format` after `--write`.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Rules, View, _core
from sapper.arena.calibration import luck_to_come, reliability
from sapper.arena.workers import available_cores

AGENTS = ("sapper-fast", "sapper-strong")
SIZES = ((6, 6), (9, 9), (8, 16), (16, 16), (16, 30), (24, 30), (32, 32))
DENSITIES = (0.05, 0.08, 0.11, 0.14, 0.17, 0.2, 0.23, 0.26, 0.3, 0.35)
LEVELS = (BEGINNER, INTERMEDIATE, EXPERT)
AGENT_STARTS = -1
COVERED = np.int8(-2)
APART = 10**9
GUESSES = {"sapper-fast": 6_250, "sapper-strong": 700}
GAMES = {"sapper-fast": 5_000, "sapper-strong": 500}
"""The number of guesses to collect per agent and board, and the most games for that."""
LEVEL_FACTOR = 20
"""The three levels get so many times more guesses and games."""
SOURCE = Path(__file__).parents[1] / "cpp" / "players" / "expectation.cpp"
UNITS = 24
CHUNK = 250
BATCH = 4096
RATE = 0.01
"""The initial learning rate."""
SURVIVAL = 7
"""The index of the feature 1 - risk."""
Array = NDArray[np.float64]
Facts = NDArray[np.float32]
F = TypeVar("F", np.float32, np.float64)


@dataclass(frozen=True)
class Guesses:
    """All guesses of one agent on one board, in the order of play."""

    name: str
    facts: Facts
    """The features; zeros where the chance to win is known exactly or the position is too wide."""
    risk: Array
    stated: Array
    exact: NDArray[np.bool_]
    survived: NDArray[np.bool_]
    won: NDArray[np.bool_]
    """Whether the game of the guess was won."""
    game: NDArray[np.int64]

    def some(self, of_five: bool) -> Guesses:
        """The guesses of every fifth game, or of the other games."""
        own = (self.game % 5 == 0) == of_five
        columns = (self.facts, self.risk, self.stated, self.exact, self.survived, self.won, self.game)
        return Guesses(self.name, *(column[own] for column in columns))

    @property
    def is_estimated(self) -> NDArray[np.bool_]:
        """Where the agent needs an estimate: the chance is not exact, and the position is not too wide."""
        return ~self.exact & (self.facts[:, SURVIVAL] > 0)

    def luck(self, win: Array) -> Array:
        """The luck from each guess on, by these chances to win."""
        return luck_to_come(win, self.risk, self.survived, self.game)

    def targets(self) -> tuple[Facts, Facts]:
        """The features of survived guesses with an estimate, and the results minus the luck after them."""
        win = np.nan_to_num(self.stated)
        own = win * (self.survived / np.maximum(1 - self.risk, 1e-9) - 1)
        fair = self.won - (self.luck(win) - own)
        kept = self.survived & self.is_estimated
        return self.facts[kept], fair[kept].astype(np.float32)


def boards() -> Iterator[tuple[Rules, int]]:
    """The boards to play on, and how much more than the usual number of games to play on each."""
    for first_move in ("safe", "zero"):
        for rows, cols in SIZES:
            for density in DENSITIES:
                yield Rules(rows, cols, round(density * rows * cols), first_move), 1
        for level in LEVELS:
            yield Rules(level.rows, level.cols, level.mines, first_move), LEVEL_FACTOR


def collect(agent: str, rules: Rules, seed: int, wanted: int, most: int) -> Guesses:
    """Play games until `wanted` guesses with an estimate are found, or `most` games are played.

    Where the first cell is safe, the agent chooses it, and the untouched board counts as a guess that was
    survived.
    """
    start = AGENT_STARTS if rules.first_move == "safe" else rules.index((min(3, rules.rows // 2),) * 2)
    first_facts = None
    if start == AGENT_STARTS:
        first_facts = np.asarray(
            _core.choose(
                agent, View.from_array(np.full((rules.rows, rules.cols), COVERED), rules.mines)
            ).facts,
            np.float32,
        )
    parts: list[tuple[NDArray[Any], ...]] = []
    found = first = 0
    while found < wanted and first < most:
        played = _core.play_games(agent, rules.native, seed, first, CHUNK, start, available_cores())
        parts.append(_columns(played, first, first_facts))
        found += int(np.count_nonzero(~parts[-1][3]))
        first += CHUNK
    name = f"{agent}, {rules.size} {rules.first_move}"
    print(f"{name}: {first:,} games, {found:,} guesses", file=sys.stderr)
    return Guesses(name, *(np.concatenate(column) for column in zip(*parts, strict=True)))


def _columns(played: Mapping[str, Any], first: int, first_facts: Facts | None) -> tuple[Any, ...]:
    """The columns of `Guesses`; with a row for the first move of every game where its features are given."""
    counts = np.asarray(played["guesses"], np.int64)
    columns: list[NDArray[Any]] = [
        np.asarray(played["facts"], np.float32),
        np.asarray(played["risks"], np.float64),
        np.asarray(played["stated_win"], np.float64),
        np.asarray(played["stated_exact"], np.bool_),
        np.asarray(played["survived"], np.bool_),
    ]
    if first_facts is not None:
        places = np.cumsum(counts) - counts
        opening: tuple[Any, ...] = (
            first_facts,
            0.0,
            0.0,
            False,
            True,
        )  # a safe first move has no risk, and adds no luck
        columns = [
            np.insert(column, places, value, axis=0) for column, value in zip(columns, opening, strict=True)
        ]
        counts += 1
    won = np.repeat(np.asarray(played["won"], np.bool_), counts)
    return (*columns, won, np.repeat(np.arange(first, first + len(counts)), counts))


def odds(weights: Array, facts: Facts) -> tuple[Facts, Facts]:
    """The log odds of winning once the guess is survived, and the outputs of the hidden units."""
    bias, inner, outer, last = parts(weights.astype(np.float32), facts.shape[1])
    said = np.tanh(facts @ inner.T + bias)
    return said @ outer + last, said


def chances(weights: Array, facts: Facts) -> Array:
    """The estimated chances to win before the guess."""
    after = 1 / (1 + np.exp(-odds(weights, facts)[0].astype(np.float64)))
    return facts[:, SURVIVAL].astype(np.float64) * after


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


def fit(every: Sequence[tuple[Facts, Facts]], seed: int, epochs: int) -> Array:
    """Fit the weights with Adam. Guesses of boards with few guesses get a higher weight."""
    facts, won = (np.concatenate(column) for column in zip(*every, strict=True))
    share = np.concatenate([np.full(len(part), max(len(part), 1) ** -0.4) for _, part in every])
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


def source(weights: Array, facts: Facts) -> str:
    """The range of the features and the weights as C++ tables for cpp/players/expectation.cpp."""
    low = np.floor(facts.min(axis=0).astype(np.float64) * 1e4 - 1) / 1e4
    high = np.ceil(facts.max(axis=0).astype(np.float64) * 1e4 + 1) / 1e4
    bias, inner, outer, last = parts(weights, facts.shape[1])
    table = [
        f"constexpr Facts {name} = {{{', '.join(f'{value:.4f}' for value in bound)}}};"
        for name, bound in (("LOW", low), ("HIGH", high))
    ]
    units = [
        f"    {{{bias[i]:.4f}, {{{', '.join(f'{value:.4f}' for value in inner[i])}}}, {outer[i]:.4f}}},"
        for i in range(UNITS)
    ]
    table += [f"constexpr Unit FITTED[{UNITS}] = {{", *units, "};", f"constexpr double BIAS = {last:.4f};"]
    return "\n".join(table)


def write(table: str) -> None:
    """Replace the tables in cpp/players/expectation.cpp."""
    there = SOURCE.read_text()
    begin = there.index("constexpr Facts LOW")
    end = there.index(";", there.index("constexpr double BIAS")) + 1
    SOURCE.write_text(there[:begin] + table + there[end:])


def check(weights: Array, every: Sequence[Guesses]) -> None:
    """Print how the estimate agrees with games that it was not fitted to, by agent."""
    for agent in AGENTS:
        kept = [part for part in every if part.name.startswith(agent)]
        columns: list[list[Array]] = [[], [], [], []]
        for number, part in enumerate(kept):
            win = np.where(part.exact, part.stated, chances(weights, part.facts))
            guess = part.is_estimated & (part.risk > 0)
            for column, values in zip(
                columns, (win, part.won, part.game + APART * number, part.luck(win)), strict=True
            ):
                column.append(values[guess])
        stated, won, game, luck = (np.concatenate(column) for column in columns)
        print(f"\n{agent}, games not fitted to\n")
        print(reliability(stated, won, bins=10, game=game, luck=luck))


def main() -> None:
    """Play games, fit the weights and print the check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="the share of the games, for a quick try")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--write", action="store_true", help="write the fit to cpp/players/expectation.cpp")
    arguments = parser.parse_args()
    began = time.monotonic()
    every = [
        collect(
            agent,
            rules,
            arguments.seed,
            round(arguments.share * factor * GUESSES[agent]),
            round(arguments.share * factor * GAMES[agent]),
        )
        for agent in AGENTS
        for rules, factor in boards()
    ]
    print(f"played in {time.monotonic() - began:.0f} s", file=sys.stderr)
    # Every fifth game is kept for the check.
    fitted = [part.some(of_five=False) for part in every]
    weights = fit([part.targets() for part in fitted], arguments.seed, arguments.epochs)
    table = source(weights, np.concatenate([part.facts[part.is_estimated] for part in fitted]))
    print(table)
    if arguments.write:
        write(table)
    check(weights, [part.some(of_five=True) for part in every])


if __name__ == "__main__":
    main()
