"""One game that a person plays on the server.

The mines stay on the server. The browser receives the view, and the mines only when the game is over.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field, replace

from sapper.agents.first_move import is_promised
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell, Rules

PERSON = "person"
"""The name of a human player in game records."""


@dataclass(slots=True)
class HostedGame:
    """A game that a person plays. It has no layout before the first cell is opened, so nothing can leak."""

    rules: Rules
    client: str
    no_guess: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    board: Board | None = None
    game: Game | None = None
    early_flags: list[Cell] = field(default_factory=list)
    """The flags that were set before the layout was made."""
    deeds: int = 0
    """The number of moves the person tried, including those without an effect. Efficiency is based on it."""
    what_if: bool = False
    """Whether a move other than a flag was taken back. The game then no longer counts as a fair game."""
    again: bool = False
    """Whether this board was played before."""
    helped: bool = False
    """Whether the server showed hints or opened cells for the person."""
    began: float | None = None
    """When the first cell was opened, on the monotonic clock."""
    took: float | None = None
    """The duration of a finished game in seconds."""
    touched: float = field(default_factory=time.monotonic)
    """When the last request for this game came, on the monotonic clock."""

    @property
    def state(self) -> str:
        """``playing``, ``won`` or ``lost``."""
        return self.game.state if self.game else "playing"

    @property
    def is_over(self) -> bool:
        """Whether the mines may be shown."""
        return self.state != "playing"

    @property
    def seconds(self) -> float:
        """The playing time, from the first opened cell to the end of the game."""
        if self.took is not None:
            return self.took
        return 0.0 if self.began is None else time.monotonic() - self.began

    @property
    def is_full(self) -> bool:
        """Whether the game has reached its limit of moves.

        No board needs so many moves. Without a limit, a client could toggle flags forever.
        """
        return self.game is not None and len(self.game.moves) >= 1000 + 5 * self.rules.cells

    @property
    def is_promised(self) -> bool:
        """Whether no cell is open yet and the rules make a promise about the first cell."""
        return is_promised(self.rules, None if self.game is None else self.game.view)

    @property
    def start(self) -> Cell | None:
        """The cell to start from when the layout is already known.

        That is the case on a board that is played again, and after every move was taken back.
        """
        if self.board is None or self.game is None:
            return None
        return self.board.start if self.again or self.game.view.is_untouched else None

    @property
    def needs_layout(self) -> bool:
        """Whether the layout will be made when the next cell is opened."""
        return self.board is None

    def set_board(self, board: Board) -> None:
        """Use this layout. It must be set before the first cell is opened."""
        self.board, self.game = board, Game(board)
        for cell in self.early_flags:
            self.game.flag(cell, by=PERSON)
        self.early_flags = []

    def set_random_board(self, start: Cell) -> None:
        """Use a layout from a secret random seed."""
        self.set_board(Board.random(self.rules, secrets.randbits(64), secrets.randbits(32), start))

    def act(self, do: str, cell: Cell, by: str = PERSON) -> Move | None:
        """Make one move; return None when it has no effect."""
        if self.game is None:
            return self._flag_without_layout(do, cell)
        move = {"open": self.game.open, "flag": self.game.flag, "chord": self.game.chord}[do](cell, by=by)
        if by == PERSON:
            self.deeds += 1
        if do == "open" and self.began is None:
            self.began = time.monotonic()
        if self.is_over and self.took is None:
            self.took = self.seconds
        return move

    def take_back(self) -> None:
        """Undo the last move. From then on the game counts as an experiment, not as a fair game."""
        if self.board is None or self.game is None or not self.game.moves:
            raise SapperError("there is no move to take back")
        moves = self.game.moves
        self.what_if = self.what_if or moves[-1].do != "flag"
        self.game = Game(self.board)
        for move in moves[:-1]:
            getattr(self.game, move.do)(move.cell, by=move.by)
        if self.took is not None:  # the clock stopped at the end of the game, and runs again from there
            self.began, self.took = time.monotonic() - self.took, None

    @property
    def record(self) -> GameRecord:
        """The record of the finished game. A running game has none, because a record contains the mines."""
        if self.game is None or not self.is_over:
            raise SapperError("the game is not over: its record would show where the mines are")
        return replace(self.game.record, agent=PERSON)

    def _flag_without_layout(self, do: str, cell: Cell) -> Move | None:
        assert do != "open", "the layout must be made before the first cell is opened"
        cell = divmod(self.rules.index(cell), self.rules.cols)
        if do == "chord":
            return None
        self.deeds += 1
        if cell in self.early_flags:
            self.early_flags.remove(cell)
        else:
            self.early_flags.append(cell)
        return Move("flag", cell, by=PERSON)
