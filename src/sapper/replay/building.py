"""Building a `Replay` from what a file states: the layout, the mouse events and the texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sapper.game.board import Board
from sapper.game.enums import FirstMove
from sapper.game.record import GameRecord
from sapper.game.rules import Cell, Rules
from sapper.plural import counted
from sapper.replay.game_modes import forgiveness
from sapper.replay.replay import EventKind, MouseEvent, Press, Replay, ReplayError
from sapper.replay.simulation import Simulation

Timed = TypeVar("Timed", MouseEvent, Press)

MOST_CELLS = 256 * 256
"""The largest board that the binary formats can state. Text files are held to the same limit."""
MOST_EVENTS = 1_000_000
"""More events than any game has; a file that claims more is damaged."""


@dataclass
class Draft:
    """What a reader has found in a file so far."""

    format: str
    rows: int = 0
    cols: int = 0
    mines: list[Cell] = field(default_factory=list)
    events: list[MouseEvent] = field(default_factory=list)
    player: str = ""
    program: str = ""
    played_at: str = ""
    mode: str = "standard"
    marks: bool = False
    cell_pixels: int = 16

    def add(self, milliseconds: int, kind: EventKind, x: int, y: int) -> None:
        """Append a mouse event at a pixel of the board."""
        self.add_at_cell(milliseconds, kind, x, y, self.cell_at(x, y))

    def add_at_cell(self, milliseconds: int, kind: EventKind, x: int, y: int, cell: Cell | None) -> None:
        """Append a mouse event whose cell the file states itself."""
        if len(self.events) >= MOST_EVENTS:
            raise ReplayError(f"the file has more than {MOST_EVENTS:,} mouse events")
        self.events.append(MouseEvent(milliseconds / 1000, kind, x, y, cell))

    def add_flag(self, milliseconds: int, cell: Cell) -> None:
        """Append a right press in the middle of a cell, for a flag from before the recording."""
        row, col = cell
        half = self.cell_pixels // 2
        x, y = col * self.cell_pixels + half, row * self.cell_pixels + half
        self.add(milliseconds, "right-down", x, y)
        self.add(milliseconds, "right-up", x, y)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell at a pixel; None outside the board."""
        row, col = y // self.cell_pixels, x // self.cell_pixels
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def build(self) -> Replay:
        """Play the events and make the replay. Times are shifted so that the first cell is opened at 0."""
        self._add_first_press()
        board = self._board(None)
        simulation = Simulation(board, self.marks)
        simulation.play(self.events)
        start_time = simulation.start_time
        board = self._board(simulation.start)
        game = simulation.game
        record = GameRecord(
            rules=board.rules,
            mines=board.mines,
            start=board.start,
            moves=tuple(move.at_time(_since(start_time, move.time or 0.0)) for move in simulation.moves),
            result=game.state,
            end=game.end,
            agent=self.player,
            forgives=forgiveness(self.mode),
        )
        return Replay(
            board=board,
            events=_shifted(self.events, start_time),
            presses=_shifted(simulation.presses, start_time),
            record=record,
            player=self.player,
            program=self.program,
            played_at=self.played_at,
            mode=self.mode,
            marks=self.marks,
            cell_pixels=self.cell_pixels,
            format=self.format,
        )

    def _add_first_press(self) -> None:
        """Insert the press of the left button if the first event of that button is a release.

        Some programs begin to record when the timer starts, which is when the first press is released.
        """
        for at, event in enumerate(self.events):
            if event.kind == "left-up":
                self.events.insert(at, replace(event, kind="left-down"))
            if event.kind in {"left-up", "left-down", "shift-left-down"}:
                return

    def _board(self, start: Cell | None) -> Board:
        """Make the board. Its rules promise a safe start if the first opened cell was no mine."""
        if not 0 < self.rows * self.cols <= MOST_CELLS:
            size = f"{counted(self.rows, 'row')} and {counted(self.cols, 'column')}"
            raise ReplayError(f"the file states a board of {size}")
        promise = FirstMove.UNSAFE if start is None or start in self.mines else FirstMove.SAFE
        try:
            rules = Rules(self.rows, self.cols, len(self.mines), first_move=promise)
            return Board.from_mines(rules, self.mines, start)
        except ValueError as error:
            raise ReplayError(f"the file states an impossible board: {error}") from None


def _since(start: float, time: float) -> float:
    """The difference of two times. Times are whole milliseconds, so rounding removes the float error."""
    return round(time - start, 3)


def _shifted(timed: Iterable[Timed], start: float) -> tuple[Timed, ...]:
    if not start:
        return tuple(timed)
    return tuple(replace(one, time=_since(start, one.time)) for one in timed)
