"""Simulation: plays the mouse events of a replay and finds the presses and moves that follow from them.

The rules of the buttons are those of the classic Windows program, which the clones share:

- The left button opens a cell when it is released.
- The right button flags a covered cell, or removes the flag, when it is pressed.
- Both buttons together chord when the first of the two is released. The release of the second does nothing.
- The middle button, or the left button with the shift key, chords when it is released.
"""

from __future__ import annotations

from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import Move
from sapper.game.rules import Cell
from sapper.replay.replay import Button, MouseEvent, Press


class Simulation:
    """A game that is played by mouse events."""

    def __init__(self, board: Board, marks: bool) -> None:
        self.game = Game(board)
        self.moves: list[Move] = []
        self.presses: list[Press] = []
        self.start: Cell | None = None
        """The first opened cell."""
        self.start_time = 0.0
        """When it was opened."""
        self._marks = marks
        self._opened: set[Cell] = set()
        self._flagged: set[Cell] = set()
        self._marked: set[Cell] = set()  # cells that show a question mark
        self._left = self._right = self._middle = False
        self._both = False  # both buttons are down, so the next release chords
        self._spent = False  # a chord was made, so the release of the second button does nothing
        self._unused_right = (
            False  # the right button went down on an opened cell, which counts at its release
        )

    def play(self, events: list[MouseEvent]) -> None:
        """Play events until the game is over."""
        for event in events:
            if event.kind == "move":
                continue
            if self.game.state != "playing":
                break
            button, _, change = event.kind.rpartition("-")
            if change == "down":
                self._down(button, event)
            else:
                self._up(button, event)

    def _down(self, button: str, event: MouseEvent) -> None:
        if button == "right":
            self._right = True
            if self._left:
                self._both, self._spent = True, False
            else:
                self._spent = False
                self._press_right(event)
        elif button == "left":
            self._left = True
            self._both, self._spent = self._right, False
            self._unused_right = False
        else:
            self._middle = True

    def _up(self, button: str, event: MouseEvent) -> None:
        if self._middle and button in {"middle", "left"}:  # a shifted left press ends with a left release
            self._middle = False
            self._chord(event)
        elif self._both and button in {"left", "right"}:
            self._both, self._spent = False, True
            self._chord(event)
        elif button == "left" and self._left and not self._spent:
            self._open(event)
        elif button == "right" and self._right and self._unused_right:
            self._add("right", event, None)
        if button == "left":
            self._left = False
        elif button == "right":
            self._right = self._unused_right = False
        if not self._left and not self._right:
            self._spent = False

    def _open(self, event: MouseEvent) -> None:
        self._add("left", event, None if event.cell is None else self.game.open(event.cell))

    def _chord(self, event: MouseEvent) -> None:
        self._add("chord", event, None if event.cell is None else self.game.chord(event.cell))

    def _press_right(self, event: MouseEvent) -> None:
        cell = event.cell
        if cell is None:
            return
        if cell in self._opened:
            self._unused_right = True
            return
        if cell in self._marked:
            self._marked.remove(cell)
            self._add("right", event, None)
            return
        if self._marks and cell in self._flagged:
            self._marked.add(cell)
        self._flagged ^= {cell}
        self._add("right", event, self.game.flag(cell))

    def _add(self, button: Button, event: MouseEvent, move: Move | None) -> None:
        if self.start is None:
            if move is None:
                return  # the timer does not run yet, so programs do not count this press
            if move.do != "flag":
                self.start, self.start_time = move.cell, event.time
        if move is not None:
            self.moves.append(move.at_time(event.time))
            self._opened.update((row, col) for row, col, _ in move.opened)
        self.presses.append(
            Press(event.time, button, event.cell, None if move is None else len(self.moves) - 1)
        )
