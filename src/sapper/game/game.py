"""Game: a board being played, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sapper import _core
from sapper.errors import GameOver
from sapper.game.board import Board
from sapper.game.enums import Act, End, State
from sapper.game.record import REACHED_ENDS, GameRecord, Move, check_risk
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

# Every move uses these. A lookup in an enum takes several times as long as comparing two strings.
_OPEN, _CHORD, _FLAG, _PLAYING = Act.OPEN.value, Act.CHORD.value, Act.FLAG.value, State.PLAYING.value


class Game:
    """A game in progress.

    The methods `open`, `chord` and `flag` return the `Move` that they made. They return None if nothing
    changes: when an opened or flagged cell is opened, when an opened cell is flagged, and when a number is
    chorded that does not equal the flags and hit mines around it. Such a call is not recorded. A cell outside
    the board raises `ValueError`. A move after the end raises `GameOver`.

    The first move may open any cell, but the rules promise something only about ``board.start``.

    >>> game = Game(Board.from_mines(Rules(2, 3, 1), [(0, 0)]))
    >>> game.open((0, 2)).opened
    ((0, 2, 0), (0, 1, 1), (1, 1, 1), (1, 2, 0))
    >>> game.state, str(game.view)
    ('playing', '?10/?10 1')
    """

    def __init__(self, board: Board) -> None:
        if not isinstance(board, Board):
            raise ValueError(f"a game needs a Board, not {board!r}")
        self._board = board
        self._native = _core.Game(board.rules.native, board.native)
        self._moves: list[Move] = []
        self._given_up: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle a game as its board and moves, so that the copy shares no state with it."""
        return _replayed, (self._board, tuple(self._moves), self._given_up)

    def copy(self) -> Game:
        """Return a game in the same state. Moves of one do not change the other."""
        return _replayed(self._board, self._moves, self._given_up)

    def take_back(self) -> Move | None:
        """Undo the last move and return it. If the game was given up, undo that alone and return None.

        Raises:
            ValueError: No move was made yet.

        >>> game = Game(Board.from_mines(Rules(2, 3, 1), [(0, 0)]))
        >>> game.open((1, 0)).opened, game.open((0, 0)).hit, game.state
        (((1, 0, 1),), True, 'lost')
        >>> game.take_back().cell, game.state, str(game.view)
        ((0, 0), 'playing', '???/1?? 1')
        """
        if self._given_up is not None:
            self._given_up = None
            return None
        if not self._moves:
            raise ValueError("there is no move to take back: the game has none yet")
        earlier = _replayed(self._board, self._moves[:-1], None)
        last = self._moves[-1]
        self._native, self._moves = earlier._native, earlier._moves
        return last

    def _repr_svg_(self) -> str | None:
        return self.view._repr_svg_()

    def __repr__(self) -> str:
        moves = f"{len(self._moves)} move{'' if len(self._moves) == 1 else 's'}"
        state = self.state if self._given_up is None else f"{self.state} ({self.end})"
        return f"<Game on {self.rules.size}: {state}, {moves}, {self.free_left} free cells covered>"

    @property
    def board(self) -> Board:
        """The board of the game. Agents must not see it."""
        return self._board

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._board.rules

    def open(
        self, cell: Cell, *, risk: float | None = None, certain: bool | None = None, by: str = ""
    ) -> Move | None:
        """Open a covered cell. With cascades, a zero also opens its neighbours, except flagged ones.

        ``risk``, ``certain`` and ``by`` are only recorded. They say what the player knew about the move.
        """
        return self._act(_OPEN, cell, risk, certain, by)

    def chord(
        self, cell: Cell, *, risk: float | None = None, certain: bool | None = None, by: str = ""
    ) -> Move | None:
        """Open the unflagged neighbours of a number that equals the flags and hit mines around it."""
        return self._act(_CHORD, cell, risk, certain, by)

    def flag(
        self, cell: Cell, *, risk: float | None = None, certain: bool | None = None, by: str = ""
    ) -> Move | None:
        """Put a flag on a covered cell, or remove the flag."""
        return self._act(_FLAG, cell, risk, certain, by)

    def give_up(self, end: str = End.STUCK) -> None:
        """End the game as lost. ``end`` says why; it must not be an end that only moves can reach."""
        if end in REACHED_ENDS:
            raise ValueError(f"a game that is given up does not end as {end!r}")
        self._check_playing()
        self._given_up = str(end)

    def _act(self, do: str, cell: Cell, risk: float | None, certain: bool | None, by: str) -> Move | None:
        rules = self._board.rules
        at = rules.index(cell)
        cell = divmod(at, rules.cols)
        check_risk(risk)
        self._check_playing()
        if do == _FLAG:
            changed = self._native.flag(at)
            move = Move(do, cell, risk=risk, certain=certain, by=by)
        else:
            opened = self._native.open(at) if do == _OPEN else self._native.chord(at)
            changed = len(opened) > 0
            move = Move(do, cell, opened, risk=risk, certain=certain, by=by)
        if not changed:
            return None
        self._moves.append(move)
        return move

    def _check_playing(self) -> None:
        if self.state != _PLAYING:
            raise GameOver(f"the game is over: it was {self.state}")

    @property
    def view(self) -> View:
        """What the player sees now. Later moves do not change this view."""
        return View(self._native)

    @property
    def state(self) -> str:
        """``playing``, ``won`` or ``lost``."""
        return State.LOST.value if self._given_up is not None else self._native.state

    @property
    def end(self) -> str:
        """How the game ended: a value of `End`, or the word that was passed to `give_up`."""
        if self._given_up is not None:
            return self._given_up
        if self.state == State.WON:
            return (End.OPENED if self._native.free_left == 0 else End.FLAGGED).value
        if self.state == State.LOST:
            return (End.WRONG_FLAG if self._moves[-1].do == Act.FLAG else End.MINE).value
        return End.UNFINISHED.value

    @property
    def hits(self) -> int:
        """The number of mines that were opened."""
        return self._native.hits

    @property
    def free_left(self) -> int:
        """The number of free cells that are still covered."""
        return self._native.free_left

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def record(self) -> GameRecord:
        """The game so far as a record."""
        return GameRecord(
            rules=self.rules,
            mines=self.board.mines,
            start=self.board.start,
            moves=self.moves,
            result=self.state,
            end=self.end,
        )


def _replayed(board: Board, moves: Sequence[Move], given_up: str | None) -> Game:
    game = Game(board)
    for move in moves:
        game._act(move.do, move.cell, move.risk, move.certain, move.by)
    game._given_up = given_up
    return game
