"""Games of people, kept on the server: the browser sees a view, and the mines only when all is over."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sapper.agents.first_move import is_promised
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell, Rules
from sapper.web.limits import Settings

PERSON = "person"
"""What a person is called in records."""

SMALLEST = 250


class NoSuchGame(SapperError):  # noqa: N818 - what happened, as its message says
    """A game that was never there, or is forgotten by now."""


@dataclass(slots=True)
class PersonGame:
    """A game a person plays. There is no layout before the first cell is opened, so nothing can leak."""

    rules: Rules
    client: str
    no_guess: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    board: Board | None = None
    game: Game | None = None
    early_flags: list[Cell] = field(default_factory=list)
    """Flags set before there was a layout."""
    deeds: int = 0
    """Everything the person did until the end, also what had no effect: what efficiency is measured by."""
    what_if: bool = False
    """Whether a move was taken back; the rest is an experiment."""
    again: bool = False
    """Whether the board was played before."""
    helped: bool = False
    """Whether hints were shown or cells opened for the person."""
    began: float | None = None
    took: float | None = None
    touched: float = field(default_factory=time.monotonic)

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
        """How long it has been played, from the first cell opened; looking at a finished board is no play."""
        if self.took is not None:
            return self.took
        return 0.0 if self.began is None else time.monotonic() - self.began

    @property
    def is_full(self) -> bool:
        """Whether it has more moves than any board needs; a flag can be set and taken for ever."""
        return self.game is not None and len(self.game.moves) >= 1000 + 5 * self.rules.cells

    @property
    def is_promised(self) -> bool:
        """Whether no cell is open yet, and the rules promise something of the first."""
        return is_promised(self.rules, None if self.game is None else self.game.view)

    @property
    def start(self) -> Cell | None:
        """Where a board that is laid out begins: on one played again, or with every move taken back."""
        if self.board is None or self.game is None:
            return None
        return self.board.start if self.again or self.game.view.is_untouched else None

    @property
    def needs_layout(self) -> bool:
        """Whether the next cell opened decides where the mines may be."""
        return self.board is None

    def lay(self, board: Board) -> None:
        """Take a layout, before the first cell is opened."""
        self.board, self.game = board, Game(board)
        for cell in self.early_flags:
            self.game.flag(cell, by=PERSON)
        self.early_flags = []

    def lay_at_random(self, start: Cell) -> None:
        """Take a layout nobody can know: its stream is drawn here, and never told."""
        self.lay(Board.random(self.rules, secrets.randbits(64), secrets.randbits(32), start))

    def act(self, do: str, cell: Cell, by: str = PERSON) -> Move | None:
        """Carry out one move; None where it does nothing."""
        if self.game is None:
            return self._flag_early(do, cell)
        move = {"open": self.game.open, "flag": self.game.flag, "chord": self.game.chord}[do](cell, by=by)
        if by == PERSON:
            self.deeds += 1
        if do == "open" and self.began is None:
            self.began = time.monotonic()
        if self.is_over and self.took is None:
            self.took = self.seconds
        return move

    def take_back(self) -> None:
        """Undo the last move: from here on it is an experiment."""
        if self.board is None or self.game is None or not self.game.moves:
            raise SapperError("there is no move to take back")
        moves = self.game.moves
        self.what_if = self.what_if or moves[-1].do != "flag"
        self.game = Game(self.board)
        for move in moves[:-1]:
            getattr(self.game, move.do)(move.cell, by=move.by)
        if self.took is not None:  # the clock stood still since the end
            self.began, self.took = time.monotonic() - self.took, None

    @property
    def record(self) -> GameRecord:
        """The finished game; while it goes on there is none, for a record holds the mines."""
        if self.game is None or not self.is_over:
            raise SapperError("the game is not over: its record would tell where the mines are")
        return replace(self.game.record, agent=PERSON)

    def _flag_early(self, do: str, cell: Cell) -> Move | None:
        assert do != "open", "a layout comes before the first cell that is opened"
        cell = divmod(self.rules.index(cell), self.rules.cols)
        if do == "chord":
            return None
        self.deeds += 1
        if cell in self.early_flags:
            self.early_flags.remove(cell)
        else:
            self.early_flags.append(cell)
        return Move("flag", cell, by=PERSON)


class GameStore:
    """Every game that is kept, the one not touched for longest first."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._games: OrderedDict[str, PersonGame] = OrderedDict()
        self._cells = 0

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: PersonGame) -> PersonGame:
        """Keep a game; others make way where there are too many."""
        self._games[game.id] = game
        self._cells += _weight(game)
        of_client = [kept.id for kept in self._games.values() if kept.client == game.client]
        for old in of_client[: -self.settings.games_per_client]:
            self._forget(old)
        for old in list(self._too_old()):
            self._forget(old)
        while self._cells > self.settings.cells_in_all and len(self._games) > 1:
            self._forget(next(iter(self._games)))
        return game

    def find(self, identity: str) -> PersonGame:
        """The game of that name.

        Raises:
            NoSuchGame: there is none, or it was forgotten.
        """
        game = self._games.get(identity)
        if game is None:
            raise NoSuchGame("this game is not known here any more: begin a new one")
        game.touched = time.monotonic()
        self._games.move_to_end(identity)
        return game

    def _too_old(self) -> Iterator[str]:
        oldest = time.monotonic() - self.settings.idle
        for identity, game in self._games.items():
            if game.touched >= oldest:
                return
            yield identity

    def _forget(self, identity: str) -> None:
        self._cells -= _weight(self._games.pop(identity))


def _weight(game: PersonGame) -> int:
    """The cells a game counts for: the smallest takes some room too."""
    return max(game.rules.cells, SMALLEST)


def as_state(game: PersonGame) -> dict[str, Any]:
    """All that a browser may know of a game."""
    return {
        "id": game.id,
        "rows": game.rules.rows,
        "cols": game.rules.cols,
        "mines": game.rules.mines,
        "first_move": game.rules.first_move,
        "no_guess": game.no_guess,
        "again": game.again,
        "start": game.start,
        "position": _position(game),
        "moves": len(game.game.moves) if game.game else 0,
        **as_news(game),
    }


def as_news(game: PersonGame) -> dict[str, Any]:
    """What may have changed with a move."""
    return {
        "state": game.state,
        "seconds": game.seconds,
        "running": game.began is not None and not game.is_over,
        "deeds": game.deeds,
        "what_if": game.what_if,
        "helped": game.helped,
        "over": _as_end(game) if game.is_over else None,
    }


def _as_end(game: PersonGame) -> dict[str, Any]:
    assert game.board is not None
    fair = game.state == "won" and not (game.helped or game.what_if)
    return {
        "mines": [list(cell) for cell in game.board.mines],
        "bbbv": game.board.bbbv,
        "openings": game.board.openings,
        "efficiency": game.board.bbbv / game.deeds if game.deeds and fair else None,
    }


def _position(game: PersonGame) -> str:
    if game.game:
        return str(game.game.view)
    rows = [["?"] * game.rules.cols for _ in range(game.rules.rows)]
    for row, col in game.early_flags:
        rows[row][col] = "F"
    return f"{'/'.join(''.join(row) for row in rows)} {game.rules.mines}"
