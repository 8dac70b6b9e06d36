"""Counting: what is kept of a game, and how it is counted from its record.

A game is kept as a row: one value in each of `COLUMNS`, and one list in each of `LISTS`.
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
"""Who makes move 0."""

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
"""One value a game, as `Counts` says, and the seconds it took."""

LISTS: dict[str, type[np.generic]] = {
    "risks": np.float32,
    "survived": np.bool_,
    "stated_win": np.float32,
    "stated_exact": np.bool_,
    "decided_by": np.str_,
    "decided": np.int32,
    "decided_right": np.int32,
}
"""One list a game: four with an entry a guess, three with one for each part of the agent that decided."""


class Counts(NamedTuple):
    """What a game amounts to."""

    won: bool
    end: str
    """How it ended, as `Game.end` says."""
    steps: int
    """Moves, flags and the start included."""
    guesses: int
    """Opened cells that were not proven free; never the start."""
    opened: int
    """Free cells opened, by cascades too."""
    hits: int
    """Mines hit."""
    flags_right: int
    """Flags on mines at the end."""
    flags_wrong: int
    """Flags on free cells at the end."""
    time_outs: int
    """Decisions that a limit cut short."""
    luck: float
    """The sum over guesses of (survived - stated chance); nan where a guess states none."""
    risks: list[float]
    """The stated risk of every guess, nan where none was stated."""
    survived: list[bool]
    """Whether each guess was survived."""
    stated_win: list[float]
    """The chance to win that was stated with every guess; nan where none was, and a record holds none."""
    stated_exact: list[bool]
    """Whether that chance was stated as exact."""
    decided_by: list[str]
    """The parts of the agent that decided, where it says; see `Decision.by`."""
    decided: list[int]
    """How many moves each of them made."""
    decided_right: list[int]
    """How many of these opened no mine, or flagged one."""


def count_record(record: GameRecord) -> Counts:
    """Count a game from its record."""
    return _count(record.moves, record.agent, record.won, record.end, record)


def count_game(game: Game, agent: str) -> Counts:
    """Count a game that an agent has played: as its record would be, without writing one."""
    return _count(game.moves, agent, game.state == "won", game.end, game.board)


def _count(moves: Sequence[Move], agent: str, won: bool, end: str, truth: GameRecord | Board) -> Counts:
    opened = hits = 0
    luck = 0.0
    flags: set[Cell] = set()
    risks: list[float] = []
    survived: list[bool] = []
    parts: dict[str, list[int]] = {}
    nobody = (OPENING, agent, "")
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
        if move.by not in nobody:
            made = parts.setdefault(move.by, [0, 0])
            made[0] += 1
            made[1] += move.cell in truth.mines if do == "flag" else not hit
    right = len(flags.intersection(truth.mines)) if flags else 0
    time_outs = (parts[TIME_OUT][0] if TIME_OUT in parts else 0) + (end == TIME_OUT)
    # By position: naming so many fields takes as long as a move. And as a rule there are no parts.
    shape = won, end, len(moves), len(risks), opened - hits, hits, right, len(flags) - right, time_outs, luck
    guesses = risks, survived, [math.nan] * len(risks), [False] * len(risks)
    if not parts:
        return Counts(*shape, *guesses, [], [], [])
    names = sorted(parts)
    return Counts(
        *shape, *guesses, names, [parts[name][0] for name in names], [parts[name][1] for name in names]
    )
