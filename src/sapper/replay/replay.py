"""Replay: a recorded game of another Minesweeper program, with every mouse event and its time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.record import GameRecord
from sapper.game.rules import Cell

EventKind = Literal[
    "move",
    "left-down",
    "left-up",
    "right-down",
    "right-up",
    "middle-down",
    "middle-up",
    "shift-left-down",
]
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
"""What a mouse can do. Pressing the left button with the shift key chords, like the middle button."""

Button = Literal["left", "right", "chord"]
BUTTONS: tuple[Button, ...] = get_args(Button)
"""The kinds of press that players count: a left press opens, a right press flags, both buttons chord."""


class ReplayError(SapperError, ValueError):
    """A replay file that cannot be read. The message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class MouseEvent:
    """One mouse event."""

    time: float
    """Seconds since the first cell was opened. Events before that have a negative time."""
    kind: EventKind
    x: int
    """Pixels from the left edge of the board."""
    y: int
    """Pixels from the top edge of the board."""
    cell: Cell | None
    """The cell under the pointer; None outside the board."""


@dataclass(frozen=True, slots=True)
class Press:
    """A left press, a right press or a chord, at the moment when it takes effect.

    Opening and chording take effect when a button is released, flagging when it is pressed.
    """

    time: float
    """Seconds since the first cell was opened."""
    button: Button
    cell: Cell | None
    """The cell under the pointer; None outside the board."""
    move: int | None
    """The index of the record's move that the press made; None when the press changed nothing."""

    @property
    def is_wasted(self) -> bool:
        """Whether the press changed nothing on the board."""
        return self.move is None


@dataclass(frozen=True)
class Replay:
    """A recorded game, as `sapper.replay.read` returns it."""

    board: Board
    """The layout. Its start is the first cell that was opened."""
    events: tuple[MouseEvent, ...]
    """Every mouse event of the file, in order."""
    presses: tuple[Press, ...]
    """The presses that follow from the events, until the game ended."""
    record: GameRecord
    """The moves that follow from the presses, each with its time."""
    player: str = ""
    program: str = ""
    """The program that recorded the game, with its version if the file states one."""
    played_at: str = ""
    """When the game was played, as the file states it; empty if it does not."""
    mode: str = "standard"
    """The program's game mode."""
    marks: bool = False
    """Whether a right press on a flag left a question mark instead of an empty cell."""
    cell_pixels: int = 16
    """The side of a cell in pixels."""
    format: str = field(default="", compare=False)
    """The format of the file: avf, evf, mvf, rmv or rawvf."""

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.record.won

    @property
    def seconds(self) -> float:
        """The time of the move that ended the game, or of the last event if the game was not finished.

        In a damaged file the clock may run backwards. The time is then 0.
        """
        if self.record.result != "playing":
            return max(0.0, self.record.moves[-1].time or 0.0)
        return max(0.0, self.events[-1].time) if self.events else 0.0
