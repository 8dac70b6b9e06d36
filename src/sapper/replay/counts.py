"""Counts: the numbers by which competitive players compare games. `docs/replays.md` defines each of them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sapper.errors import OutOfBudget
from sapper.replay.guesses import Guess, find_guesses, luck_of
from sapper.replay.replay import BUTTONS, Button, Replay
from sapper.replay.units import Units
from sapper.replay.zini import Zini, zini

USUAL_CELL = 16
"""Pixels. Paths are scaled to cells of this size, so that they can be compared."""


@dataclass(frozen=True)
class Counts:
    """What competitive players count in one game."""

    replay: Replay
    presses: dict[Button, int]
    """Presses by kind. Presses before the first opened cell count only if they set or removed a flag."""
    wasted: dict[Button, int]
    """The presses that changed nothing, by kind."""
    solved: tuple[tuple[float, int], ...]
    """The solved 3BV over time: (seconds, solved 3BV) after each move that solved some."""
    path: float
    """How far the pointer moved from the first opened cell to the end of the game, in pixels.

    Pixels are scaled to cells of 16 pixels.
    """
    zini: Zini
    guesses: tuple[Guess, ...] | None
    """The guesses; None if the board is too large to search them."""

    @property
    def solved_3bv(self) -> int:
        """The 3BV that the player solved; all of it in a won game."""
        return self.solved[-1][1] if self.solved else 0

    @property
    def speed(self) -> float | None:
        """3BV/s: the solved 3BV per second; None if the game took no time."""
        return _ratio(self.solved_3bv, self.replay.seconds)

    @property
    def effective(self) -> int:
        """The presses that changed something."""
        return sum(self.presses.values()) - sum(self.wasted.values())

    @property
    def ioe(self) -> float | None:
        """IOE, the index of efficiency: the solved 3BV per press."""
        return _ratio(self.solved_3bv, sum(self.presses.values()))

    @property
    def throughput(self) -> float | None:
        """ThrP, the throughput: the solved 3BV per effective press."""
        return _ratio(self.solved_3bv, self.effective)

    @property
    def correctness(self) -> float | None:
        """Corr, the correctness: the share of presses that were effective."""
        return _ratio(self.effective, sum(self.presses.values()))

    @property
    def presses_per_second(self) -> float | None:
        """Cl/s: all presses per second."""
        return _ratio(sum(self.presses.values()), self.replay.seconds)

    @property
    def effective_per_second(self) -> float | None:
        """CeS: the effective presses per second."""
        return _ratio(self.effective, self.replay.seconds)

    @property
    def zne(self) -> float | None:
        """ZNE: the greedy ZiNi per press, which players with flags use in place of IOE. None unless won."""
        return _ratio(self.zini.greedy, sum(self.presses.values())) if self.replay.won else None

    @property
    def znt(self) -> float | None:
        """ZNT: the greedy ZiNi per effective press, in place of ThrP. None unless won."""
        return _ratio(self.zini.greedy, self.effective) if self.replay.won else None

    @property
    def zini_per_second(self) -> float | None:
        """ZiNi/s: the greedy ZiNi per second, in place of 3BV/s. None unless won."""
        return _ratio(self.zini.greedy, self.replay.seconds) if self.replay.won else None

    @property
    def rqp(self) -> float | None:
        """RQP: the seconds per 3BV/s. Lower is better. None if nothing was solved."""
        return _ratio(self.replay.seconds, self.speed or 0.0)

    @property
    def qg(self) -> float | None:
        """QG: the seconds to the power of 1.7 per solved 3BV. Lower is better. None if nothing was solved."""
        return _ratio(self.replay.seconds**1.7, self.solved_3bv)

    def to_dict(self) -> dict[str, Any]:
        """The counts and the facts of the replay as plain values, as `sapper replay --json` prints them."""
        replay, rules, guesses = self.replay, self.replay.board.rules, self.guesses
        return {
            "rows": rules.rows,
            "cols": rules.cols,
            "mines": rules.mines,
            "won": replay.won,
            "result": replay.record.result,
            "seconds": replay.seconds,
            "3bv": replay.board.bbbv,
            "openings": replay.board.openings,
            "islands": replay.board.islands,
            "clicks": self.presses,
            "wasted": self.wasted,
            "player": replay.player,
            "program": replay.program,
            "played_at": replay.played_at,
            "mode": replay.mode,
            "format": replay.format,
            "moves": len(replay.record.moves),
            "solved_3bv": self.solved_3bv,
            "3bv_per_second": self.speed,
            "ioe": self.ioe,
            "thrp": self.throughput,
            "corr": self.correctness,
            "cl_per_second": self.presses_per_second,
            "ces": self.effective_per_second,
            "zne": self.zne,
            "znt": self.znt,
            "zini_per_second": self.zini_per_second,
            "rqp": self.rqp,
            "qg": self.qg,
            "zini": self.zini.greedy,
            "human_zini": self.zini.human,
            "best_zini": self.zini.best,
            "path": self.path,
            "guesses": None if guesses is None else len(guesses),
            "unneeded_guesses": None if guesses is None else sum(not guess.was_needed for guess in guesses),
            "luck": None if guesses is None else luck_of(guesses),
            "solved": [list(step) for step in self.solved],
        }


def count(replay: Replay) -> Counts:
    """Count what competitive players count in a replay."""
    try:
        guesses = find_guesses(replay.record)
    except OutOfBudget:
        guesses = None
    return Counts(
        replay=replay,
        presses=_by_button(replay, wasted_only=False),
        wasted=_by_button(replay, wasted_only=True),
        solved=_solved(replay),
        path=_path(replay),
        zini=zini(replay.board),
        guesses=guesses,
    )


def _by_button(replay: Replay, *, wasted_only: bool) -> dict[Button, int]:
    presses = [press for press in replay.presses if press.is_wasted or not wasted_only]
    return {button: sum(press.button == button for press in presses) for button in BUTTONS}


def _solved(replay: Replay) -> tuple[tuple[float, int], ...]:
    """Count solved units move by move. An opening is solved when all its zeros are open."""
    units = Units(replay.board)
    covered = Counter(units.of.values())
    solved, steps = 0, []
    for move in replay.record.moves:
        before = solved
        for row, col, _ in move.opened:
            unit = units.of.get((row, col))
            if unit is not None:
                covered[unit] -= 1
                solved += covered[unit] == 0
        if solved > before:
            steps.append((move.time or 0.0, solved))
    return tuple(steps)


def _path(replay: Replay) -> float:
    moves = replay.record.moves
    start = next(
        (press for press in replay.presses if press.move is not None and moves[press.move].do != "flag"), None
    )
    if start is None:
        return 0.0
    length, before = 0.0, None
    for event in replay.events:
        if event.time > replay.seconds:
            break
        if before is not None:
            length += math.hypot(event.x - before.x, event.y - before.y)
        is_start = (event.time, event.cell) == (start.time, start.cell) and event.kind.endswith("-up")
        if before is not None or is_start:
            before = event
    return length * USUAL_CELL / replay.cell_pixels


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None
