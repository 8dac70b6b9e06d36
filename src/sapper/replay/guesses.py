"""The guesses of a recorded game: what each risked, and whether a certain cell made it unnecessary."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sapper.agents.outlook import survival
from sapper.errors import OutOfBudget
from sapper.game.enums import Forgives
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import analyse

SECONDS = 5.0
"""The longest time for the analysis of one position."""
MOST_CELLS = 4_000
"""Guesses are not searched on larger boards, because each of their many moves needs an analysis."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A move that could have opened a mine."""

    move: int
    """The index of the move in the record."""
    time: float | None
    """When it was made, in seconds since the first cell was opened."""
    cell: Cell
    risk: float
    """The probability that the move opens a mine."""
    was_needed: bool
    """Whether the position had no certain cell to open instead."""
    hit: bool
    """Whether the move opened a mine."""
    forgiven: bool = False
    """Whether the program would have moved the mine away, so that the guess took no luck."""


def find_guesses(record: GameRecord) -> tuple[Guess, ...]:
    """Find the guesses of a game. The start is no guess if the rules promise that it is free.

    Raises:
        OutOfBudget: The board is too large, or a position is too wide for an exact analysis.
    """
    if record.rules.cells > MOST_CELLS:
        raise OutOfBudget(f"guesses are not searched on boards of more than {MOST_CELLS:,} cells")
    game, found = Game(record.board), []
    act = {"open": game.open, "flag": game.flag, "chord": game.chord}
    for index, move in enumerate(record.moves):
        if move.do != "flag" and not _is_promised(record, game, move):
            guess = _guess(game.view, index, move)
            if guess is not None:
                forgiven = is_forgiven(record, guess.was_needed)
                found.append(replace(guess, forgiven=forgiven and not guess.hit))
        act[move.do](move.cell)
    return tuple(found)


def is_forgiven(record: GameRecord, was_needed: bool) -> bool:
    """Whether the program forgives a guess, which was needed if the position had no certain cell."""
    return record.forgives == Forgives.ALL or (record.forgives == Forgives.FORCED and was_needed)


def luck_of(guesses: Iterable[Guess]) -> float:
    """How much luck the successful guesses took, in bits. One bit is the luck of one even guess.

    >>> even = Guess(1, None, (0, 0), 0.5, True, False)
    >>> luck_of([even, even])
    2.0
    """
    return sum(-math.log2(1 - guess.risk) for guess in guesses if not (guess.hit or guess.forgiven))


def _is_promised(record: GameRecord, game: Game, move: Move) -> bool:
    """Whether the rules promise that the move opens no mine, as they do for the start."""
    return record.rules.first_move != "unsafe" and game.view.is_untouched and move.cell == record.start


def _guess(view: View, index: int, move: Move) -> Guess | None:
    analysis = analyse(view, budget=SECONDS)
    if not analysis.exact:
        raise OutOfBudget(f"the position before move {index} is too wide for an exact analysis")
    opens = _opened_by(view, move)
    if all(analysis.risk[cell] == 0 for cell in opens):
        return None
    risk = float(analysis.risk[opens[0]]) if len(opens) == 1 else 1 - survival(view, opens)
    return Guess(index, move.time, move.cell, risk, was_needed=not analysis.safe, hit=move.hit)


def _opened_by(view: View, move: Move) -> list[Cell]:
    """The cells that a move opens itself, without those that cascade from them."""
    if move.do == "open":
        return [move.cell]
    return [cell for cell in view.covered_around(move.cell) if not view.flags[cell]]
