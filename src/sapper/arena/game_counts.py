"""The counts that are kept for each game, and how they are counted from its moves.

A game is one row of a table: one value in each of `COLUMNS`, and one list in each of `LISTS`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sapper.agents.base import TIME_OUT
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell

OPENING = "start"
"""The author of move 0, as records name it in `Move.by`."""

COLUMNS: dict[str, type[np.generic]] = {
    "won": np.bool_,
    "end": np.str_,
    "steps": np.int32,
    "guesses": np.int32,
    "opened": np.int32,
    "hits": np.int32,
    "flags_right": np.int32,
    "flags_wrong": np.int32,
    "time_outs": np.int32,
    "luck": np.float64,
    "seconds": np.float64,
}
"""Columns with one value per game: fields of `Counts`, and the seconds that the game took."""

LISTS: dict[str, type[np.generic]] = {
    "risks": np.float32,
    "survived": np.bool_,
    "stated_win": np.float32,
    "stated_exact": np.bool_,
    "decided_by": np.str_,
    "decided": np.int32,
    "decided_right": np.int32,
}
"""Columns with one list per game. Four have one entry per guess, three one entry per part of the agent."""


class Counts(NamedTuple):
    """The counts of one game."""

    won: bool
    end: str
    """How the game ended, as in `Game.end`."""
    steps: int
    """The number of moves, including flags and the start."""
    guesses: int
    """The number of opened cells that were not proven free, without the start."""
    opened: int
    """The number of free cells opened, including those opened by cascades."""
    hits: int
    """The number of mines hit."""
    flags_right: int
    """The number of flags on mines at the end."""
    flags_wrong: int
    """The number of flags on free cells at the end."""
    time_outs: int
    """The number of decisions that a limit cut short."""
    luck: float
    """The sum over guesses of (survived - stated chance); nan if a guess states no chance."""
    risks: list[float]
    """The stated risk of every guess; nan if none was stated."""
    survived: list[bool]
    """Whether each guess was survived."""
    stated_win: list[float]
    """The stated chance to win at every guess; nan if none was stated. Records do not hold it."""
    stated_exact: list[bool]
    """Whether that chance was stated as exact."""
    decided_by: list[str]
    """The parts of the agent that made decisions, as the agent names them in `Decision.by`."""
    decided: list[int]
    """The number of moves that each part made."""
    decided_right: list[int]
    """The number of moves of each part that opened no mine, or that flagged a mine."""


def count_record(record: GameRecord) -> Counts:
    """Count a game from its record."""
    return _count(record.moves, record.agent, record.won, record.end, record)


def count_game(game: Game, agent: str) -> Counts:
    """Count a game that an agent has played, with the same result as from its record."""
    return _count(game.moves, agent, game.state == "won", game.end, game.board)


def _count(moves: Sequence[Move], agent: str, won: bool, end: str, truth: GameRecord | Board) -> Counts:
    opened = hits = 0
    luck = 0.0
    flags: set[Cell] = set()
    risks: list[float] = []
    survived: list[bool] = []
    parts: dict[str, list[int]] = {}
    unnamed = (OPENING, agent, "")  # a move by one of these belongs to no named part of the agent
    start = moves[0] if moves else None
    for move in moves:
        hit, do = move.hits, move.do
        if do == "flag":
            flags ^= {move.cell}
        else:
            hits += hit
            opened += len(move.opened_array)
            if do == "open" and not move.certain and move is not start:
                risk = math.nan if move.risk is None else move.risk
                risks.append(risk)
                survived.append(not hit)
                luck += (not hit) - (1 - risk)
        if move.by not in unnamed:
            made = parts.setdefault(move.by, [0, 0])
            made[0] += 1
            made[1] += move.cell in truth.mines if do == "flag" else not hit
    right = len(flags.intersection(truth.mines)) if flags else 0
    time_outs = (parts[TIME_OUT][0] if TIME_OUT in parts else 0) + (end == TIME_OUT)
    # Positional arguments, because keyword arguments take as long as a move. Most agents have no parts.
    shape = won, end, len(moves), len(risks), opened - hits, hits, right, len(flags) - right, time_outs, luck
    guesses = risks, survived, [math.nan] * len(risks), [False] * len(risks)
    if not parts:
        return Counts(*shape, *guesses, [], [], [])
    names = sorted(parts)
    return Counts(
        *shape, *guesses, names, [parts[name][0] for name in names], [parts[name][1] for name in names]
    )
