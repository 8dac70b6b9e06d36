"""A program in a pane of tmux, seen as text and played by keys."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Sequence

from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.live.freesweep_text import Freesweep, read_freesweep
from sapper.live.sight import ScreenLost, Sight

ANSWER_SECONDS = 10.0
"""How long tmux may take for one command."""
CURSOR_SECONDS = 1.0
"""How long the cursor may take to arrive."""


class Pane:
    """A pane of tmux.

    Args:
        target: The pane as tmux names it: a session, ``session:window.pane`` or an id such as ``%3``.

    Raises:
        SapperError: tmux is not installed.
        ScreenLost: There is no such pane.
    """

    def __init__(self, target: str) -> None:
        program = shutil.which("tmux")
        if program is None:
            raise SapperError("tmux is not installed, so no pane can be attached")
        self.target = target
        self._program = program
        self.text()

    def text(self) -> str:
        """The text that the pane shows."""
        return self._run("capture-pane", "-p", "-t", self.target)

    def type(self, keys: str) -> None:
        """Type characters into the pane."""
        self._run("send-keys", "-t", self.target, "-l", "--", keys)

    def _run(self, *arguments: str) -> str:
        try:
            done = subprocess.run(
                [self._program, *arguments],
                capture_output=True,
                text=True,
                timeout=ANSWER_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ScreenLost(f"tmux does not respond within {ANSWER_SECONDS:.0f} seconds") from None
        if done.returncode:
            raise ScreenLost(f"the pane {self.target} cannot be used: {done.stderr.strip() or 'tmux failed'}")
        return done.stdout


class FreesweepScreen:
    """freesweep in a pane of tmux."""

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._due: Cell | None = None  # where the cursor stands once all keys typed so far have taken effect

    def read(self) -> Sight | None:
        """Read the board; None while the pane shows something else, or only a part of the board."""
        found = self._look()
        return None if found is None else found.sight

    def open(self, cells: Sequence[Cell]) -> None:
        """Move the cursor to each cell and open it."""
        self._act(cells, " ")

    def flag(self, cells: Sequence[Cell]) -> None:
        """Move the cursor to each cell, and set or remove its flag."""
        self._act(cells, "f")

    def chord(self, cell: Cell) -> None:
        """Open the neighbours of a number: freesweep does that where an open cell is opened again."""
        self._act([cell], " ")

    def new_game(self) -> None:
        """Begin another game after the end of one: any key does. This one only moves the cursor."""
        self._pane.type("l")
        self._due = None

    def _look(self) -> Freesweep | None:
        return read_freesweep(self._pane.text())

    def _act(self, cells: Sequence[Cell], key: str) -> None:
        """Type one text that visits all cells. Every way starts at the cursor, whose place is shown."""
        (row, col), keys = self._cursor(), ""
        for to_row, to_col in cells:
            keys += _moves(to_row - row, "j", "k") + _moves(to_col - col, "l", "h") + key
            row, col = to_row, to_col
        self._due = (row, col)
        self._pane.type(keys)

    def _cursor(self) -> Cell:
        """The cursor, once the keys typed before have moved it: from a stale one all ways would be wrong."""
        end = time.monotonic() + CURSOR_SECONDS
        while True:
            found = self._look()
            if found is not None and (found.cursor == self._due or self._due is None):
                return found.cursor
            if time.monotonic() > end:
                if found is None:
                    raise ScreenLost("the pane does not show the whole board of freesweep")
                return found.cursor  # someone else has moved it
            time.sleep(0.005)


def _moves(distance: int, ahead: str, back: str) -> str:
    """The keys that move the cursor: a count and a direction."""
    return f"{abs(distance)}{ahead if distance > 0 else back}" if distance else ""
