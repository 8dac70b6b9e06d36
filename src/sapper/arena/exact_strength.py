"""The exact win probability of an agent on a small board, computed from its whole decision tree."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import NoReturn, cast

from numpy.random import Generator

from sapper import _core
from sapper.agents.base import Agent
from sapper.agents.registry import make
from sapper.agents.turn import carry_out
from sapper.errors import OutOfBudget, SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.rules import Cell, Rules
from sapper.solver.perfect_play import MOST_CELLS, Progress, stop_at_deadline
from sapper.solver.primes import primes_above

MOST_LAYOUTS = 1 << 25
"""The most layouts that are followed; a board with more is refused."""


def win_probability(
    agent: str,
    rules: Rules,
    start: Cell = (0, 0),
    *,
    budget: float | None = None,
    progress: Progress | None = None,
) -> Fraction:
    """The exact probability that an agent wins from `start`, over all layouts and all its random choices.

    For a native agent, the random choice between equally good cells is averaged over. Any other agent plays
    every layout once, and must not make random choices.

    >>> win_probability("lowest-risk", Rules(3, 3, 2), (1, 1))
    Fraction(1649, 2800)

    Args:
        agent: The name of the agent.
        rules: The rules; a mine must lose the game.
        start: The first cell.
        budget: The time limit in seconds of wall time.
        progress: Called a few times per second with the number of positions so far.

    Raises:
        OutOfBudget: The time did not suffice, or there are too many layouts.
        ValueError: No agent has that name, or the game cannot start there.
        SapperError: The agent is not native and makes random choices.
    """
    if rules.on_mine != "lose":
        raise ValueError("exact win probabilities need rules by which a mine loses the game")
    first = rules.index(start)
    if rules.cells > MOST_CELLS:
        raise OutOfBudget(f"{rules.size} has more than {MOST_CELLS} cells, which are too many to follow")
    promised = len(_promised(rules, start))
    layouts = math.comb(rules.cells - promised, rules.mines)
    if layouts > MOST_LAYOUTS:
        raise OutOfBudget(f"{rules.size} has {layouts:.1e} layouts, which are too many to follow")
    tell = stop_at_deadline(rules, budget, progress)
    if agent not in _core.NATIVE_AGENTS:
        return Fraction(_play_all(make(agent), agent, rules, start, tell), layouts or 1)
    # The core counts modulo primes. Numerator and denominator get a third of the bits each. The last third
    # checks them: a wrong fraction of that size fits the residues with a probability of 2**-122.
    count = 6
    while True:
        primes = primes_above(2**61, count)
        residues = _core.strength(rules.native, agent, first, primes, tell)
        wins = _fraction(residues, primes, 61 * count // 3)
        if wins is not None:
            return wins / layouts
        count *= 2


def _promised(rules: Rules, start: Cell) -> set[Cell]:
    """The cells that the first-move rule keeps free of mines."""
    if rules.first_move == "unsafe":
        return set()
    if rules.first_move == "safe":
        return {start}
    row, col = start
    rows = range(max(0, row - 1), min(rules.rows, row + 2))
    return {(r, c) for r in rows for c in range(max(0, col - 1), min(rules.cols, col + 2))}


def _fraction(residues: list[int], primes: list[int], bits: int) -> Fraction | None:
    """The fraction with these residues, if its two numbers have at most `bits` bits; else None."""
    modulus, value = 1, 0
    for residue, prime in zip(residues, primes, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    # Euclid's algorithm, stopped half-way: rational reconstruction (Wang 1981).
    above, below, over, under = modulus, value, 0, 1
    while below.bit_length() > bits:
        quotient = above // below
        above, below = below, above - quotient * below
        over, under = under, over - quotient * under
    if under == 0 or under.bit_length() > bits:
        return None
    return Fraction(below, under)


class _NoDraws:
    """Takes the place of the random generator, and raises an error when it is used."""

    def __init__(self, agent: str) -> None:
        self.agent = agent

    def __getattr__(self, name: str) -> NoReturn:
        raise SapperError(
            f"{self.agent} draws at random outside the core, where random choices cannot be averaged over: "
            "its win probability has no exact value"
        )


def _play_all(agent: Agent, name: str, rules: Rules, start: Cell, tell: Progress) -> int:
    """Count the layouts that an agent wins. The agent must make no random choices."""
    free = _promised(rules, start)
    places = [
        cell for cell in ((r, c) for r in range(rules.rows) for c in range(rules.cols)) if cell not in free
    ]
    won = 0
    for done, mines in enumerate(combinations(places, rules.mines)):
        tell(done)
        game = Game(Board.from_mines(rules, mines, start))
        game.open(start)
        agent.reset(rules, cast(Generator, _NoDraws(name)))
        while game.state == "playing":
            carry_out(agent.choose(game.view), game, name)
        won += game.state == "won"
    return won
