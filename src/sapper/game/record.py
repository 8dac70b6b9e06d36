"""GameRecord: a game written down as one line of JSON, so that it can be replayed and reviewed."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from sapper.game.board import Board
from sapper.game.enums import Act, End, Forgives, OnMine, State, check_choice
from sapper.game.rules import Cell, Rules
from sapper.game.whole_numbers import whole_number

if TYPE_CHECKING:
    from sapper.game.game import Game

FORMAT = 1
"""The version of the record format. It increases when older readers could not read a new record."""
LONGEST_TIME = 1_000_000_000
"""The largest time of a move, in seconds before or after the start, that a record may hold."""

REACHED_ENDS = frozenset({End.OPENED, End.FLAGGED, End.MINE, End.WRONG_FLAG, End.UNFINISHED})
"""The ends that only moves lead to. A player that gives up cannot name one of these."""

_ACTS = {act.value: act.value for act in Act}
Opened = tuple[int, int, int]
"""An opened cell: its row, its column and its number, or -1 for a hit mine."""


def check_risk(risk: float | None) -> None:
    """Raise `ValueError` unless the risk is None or a probability."""
    if risk is None or (type(risk) is float and 0 <= risk <= 1):  # the usual case, checked first for speed
        return
    if not isinstance(risk, int | float | np.number) or not 0 <= risk <= 1:  # also false for nan
        raise ValueError(f"a risk is a probability between 0 and 1, not {risk!r}")


class Move:
    """One move: what was done, which cells it opened, and what the player knew about it. Immutable.

    A cascade may open a million cells, so they are kept as an array. ``opened`` converts it to tuples.
    """

    __slots__ = ("_opened", "by", "cell", "certain", "do", "hits", "risk", "time")

    do: str
    """What was done: a value of `Act`."""
    cell: Cell
    """The cell that the player chose."""
    risk: float | None
    """The risk that the player stated, or None."""
    certain: bool | None
    """Whether the player called the move certain, or None if it did not say."""
    by: str
    """The name of the rule or method that chose the move. It may be empty."""
    hits: int
    """The number of mines that the move opened. A chord may open several."""
    time: float | None
    """Seconds since the game's first cell was opened, negative for earlier flags; None if unknown."""
    _opened: NDArray[np.int32]

    def __init__(
        self,
        do: str,
        cell: Cell,
        opened: NDArray[np.int32] | Iterable[Opened] = (),
        *,
        risk: float | None = None,
        certain: bool | None = None,
        by: str = "",
        time: float | None = None,
    ) -> None:
        if do not in _ACTS:
            raise ValueError(f"a move is to open, flag or chord, not {do!r}")
        check_risk(risk)
        cells = opened if isinstance(opened, np.ndarray) else np.array([*opened], np.int32).reshape(-1, 3)
        cells.flags.writeable = False
        # Most moves open one cell. Reading that cell is faster than a pass over an array.
        hits = int(cells.item(2) < 0) if len(cells) == 1 else int(np.count_nonzero(cells[:, 2] < 0))
        put = object.__setattr__  # our own __setattr__ raises
        put(self, "do", _ACTS[do])
        put(self, "cell", cell)
        put(self, "risk", None if risk is None else float(risk))
        put(self, "certain", None if certain is None else bool(certain))
        put(self, "by", by)
        put(self, "time", None if time is None else float(time))
        put(self, "hits", hits)
        put(self, "_opened", cells)

    @property
    def opened(self) -> tuple[Opened, ...]:
        """The cells that the move opened, in order, as (row, col, number). The number of a hit mine is -1."""
        return tuple((row, col, number) for row, col, number in self._opened.tolist())

    @property
    def opened_array(self) -> NDArray[np.int32]:
        """The opened cells as a read-only (n, 3) array."""
        return self._opened

    @property
    def hit(self) -> bool:
        """Whether the move opened a mine."""
        return self.hits > 0

    def at_time(self, time: float | None) -> Move:
        """Return the same move with another time, in seconds since the game's first opened cell."""
        do, cell, risk, certain, by, _ = self._fields()
        return Move(do, cell, self._opened, risk=risk, certain=certain, by=by, time=time)

    def to_dict(self) -> dict[str, Any]:
        """Return the move as the fields of a record. The time is written only when it is known."""
        fields = {
            "do": self.do,
            "cell": list(self.cell),
            "opened": self._opened.tolist(),
            "risk": self.risk,
            "certain": self.certain,
            "by": self.by,
        }
        return fields if self.time is None else {**fields, "time": self.time}

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a move is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.time == other.time and self.equals_but_for_time(other)

    def equals_but_for_time(self, other: Move) -> bool:
        """Whether both moves are equal when their times are ignored."""
        return self._fields()[:-1] == other._fields()[:-1] and np.array_equal(self._opened, other._opened)

    def __hash__(self) -> int:
        return hash(self._fields())

    def _fields(self) -> tuple[Any, ...]:
        return self.do, self.cell, self.risk, self.certain, self.by, self.time

    def __repr__(self) -> str:
        fields = f"risk={self.risk}, certain={self.certain}, by={self.by!r}"
        if self.time is not None:
            fields += f", time={self.time}"
        return f"Move({self.do!r}, {self.cell}, {list(self.opened)}, {fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _move_from_parts, (self._opened, *self._fields())


def _move_from_parts(opened: NDArray[np.int32], *fields: Any) -> Move:
    do, cell, risk, certain, by, time = fields
    return Move(do, cell, opened, risk=risk, certain=certain, by=by, time=time)


@dataclasses.dataclass(frozen=True)
class GameRecord:
    """A game: its layout, its moves and its result.

    ``result`` is ``won``, ``lost`` or, for an unfinished game, ``playing``. ``end`` says how the game ended,
    as `Game.end` does.
    """

    rules: Rules
    mines: tuple[Cell, ...]
    start: Cell
    moves: tuple[Move, ...]
    result: str
    end: str
    agent: str = ""
    reproducible: bool = True
    """False if a wall-clock limit influenced the moves. The field is written only if it is False."""
    forgives: str = Forgives.NOTHING.value
    """Which guesses the program forgives by moving mines away from them: a value of `Forgives`. The luck of
    such guesses is not counted. The field is written only if it is not ``nothing``."""
    layout_known: bool = True
    """False if not all mines were ever seen. Then ``mines`` is one of the layouts that fit what was seen, so
    that the moves can be replayed and reviewed. The field is written only if it is False."""

    @property
    def board(self) -> Board:
        """The board of the game."""
        return Board.from_mines(self.rules, self.mines, self.start)

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.result == State.WON

    def replay(self) -> Game:
        """Play the moves again. Raise `ValueError` if the record contradicts the rules."""
        from sapper.game.game import Game

        game = Game(self.board)
        for number, move in enumerate(self.moves):
            if game.state != State.PLAYING:
                raise ValueError(f"move {number} comes after the game was {game.state}")
            act = {Act.OPEN: game.open, Act.FLAG: game.flag, Act.CHORD: game.chord}[Act(move.do)]
            done = act(move.cell, risk=move.risk, certain=move.certain, by=move.by)
            if done is None or not done.equals_but_for_time(move):
                raise ValueError(f"move {number}, {move.do} {move.cell}, does not open what the record says")
        if game.state == State.PLAYING and self.result == State.LOST and self.end not in REACHED_ENDS:
            game.give_up(self.end)
        if (game.state, game.end) != (self.result, self.end):
            told = f"the moves leave the game {game.state} ({game.end})"
            raise ValueError(f"{told}, the record says {self.result} ({self.end})")
        return game

    def game_after(self, moves: int) -> Game:
        """Return the game as it stood after so many moves, to be played on with the mines of the record.

        Raises:
            ValueError: The record contradicts the rules, it has fewer moves, or the game was over by then.
        """
        from sapper.game.game import Game

        self.replay()
        if whole_number("moves", moves) < 0 or moves > len(self.moves):
            held = f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"
            raise ValueError(f"the record has {held}, so no game can go on after {moves}")
        if self.rules.on_mine != OnMine.LOSE:
            raise ValueError("only games that a mine ends can be played on")
        game = Game(self.board)
        for move in self.moves[:moves]:
            act = {Act.OPEN: game.open, Act.FLAG: game.flag, Act.CHORD: game.chord}[Act(move.do)]
            act(move.cell, risk=move.risk, certain=move.certain, by=move.by)
        if game.state != State.PLAYING:
            raise ValueError("the game is over after these moves: play on from an earlier one")
        return game

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "rules": self.rules.to_dict(),
            "mines": [list(cell) for cell in self.mines],
            "start": list(self.start),
            "agent": self.agent,
            "moves": [move.to_dict() for move in self.moves],
            "result": self.result,
            "end": self.end,
        }
        if not self.reproducible:
            fields["reproducible"] = False
        if self.forgives != Forgives.NOTHING:
            fields["forgives"] = self.forgives
        if not self.layout_known:
            fields["layout_known"] = False
        return fields

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict(), separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record from one line of JSON. A `ValueError` says what is wrong with it."""
        try:
            fields = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise ValueError(f"the game record is not JSON: {error}") from None
        return cls.from_dict(fields)

    @classmethod
    def from_dict(cls, fields: Any) -> Self:
        """Check plain values and make a record of them. Unknown keys are ignored."""
        where = "the game record"
        fields = _typed(fields, dict, where)
        form = _field(fields, "format", int, where)
        if form != FORMAT:
            raise ValueError(f"this game record has format {form}; this version reads format {FORMAT}")
        rules = Rules.from_dict(_field(fields, "rules", dict, where))
        mines = _field(fields, "mines", list, where)
        start = _cell(rules, fields.get("start"), "the start")
        board = Board.from_mines(rules, [_cell(rules, cell, "a mine") for cell in mines], start)
        moves = _field(fields, "moves", list, where)
        result = _field(fields, "result", str, where)
        if result not in frozenset(State):
            raise ValueError(f"a result is won, lost or playing, not {result!r}")
        return cls(
            rules=rules,
            mines=board.mines,
            start=start,
            moves=tuple(_move(rules, move, f"move {number}") for number, move in enumerate(moves)),
            result=result,
            end=_field(fields, "end", str, where),
            agent=_field(fields, "agent", str, where),
            reproducible=_typed(fields.get("reproducible", True), bool, "reproducible"),
            forgives=check_choice("forgives", fields.get("forgives", Forgives.NOTHING.value), Forgives),
            layout_known=_typed(fields.get("layout_known", True), bool, "layout_known"),
        )


_KINDS = {dict: "an object", list: "a list", str: "a string", int: "a whole number", bool: "true or false"}


def _typed(value: Any, kind: type, what: str) -> Any:
    # In Python, True is an int. In JSON, true is not a number.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{what} must be {_KINDS[kind]}, not {json.dumps(value)[:40]}")
    return value


def _field(fields: dict[str, Any], name: str, kind: type, where: str) -> Any:
    if name not in fields:
        raise ValueError(f"{where} lacks {name!r}")
    return _typed(fields[name], kind, f"{name!r} of {where}")


def _cell(rules: Rules, value: Any, what: str) -> Cell:
    if not (isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)):
        raise ValueError(f"{what} must be a cell [row, col], not {json.dumps(value)[:40]}")
    return divmod(rules.index((value[0], value[1])), rules.cols)


def _move(rules: Rules, value: Any, where: str) -> Move:
    fields = _typed(value, dict, where)
    do = _field(fields, "do", str, where)
    if do not in _ACTS:
        raise ValueError(f"{where} must open, flag or chord, not {do!r}")
    opened = []
    for triple in _typed(fields.get("opened", []), list, f"'opened' of {where}"):
        if not (isinstance(triple, list) and len(triple) == 3 and all(type(part) is int for part in triple)):
            raise ValueError(f"{where} must open cells [row, col, number], not {json.dumps(triple)[:40]}")
        row, col = divmod(rules.index((triple[0], triple[1])), rules.cols)
        if not -1 <= triple[2] <= 8:
            raise ValueError(f"{where} shows {triple[2]}; numbers are 0..8, or -1 for a hit mine")
        opened.append((row, col, triple[2]))
    risk = fields.get("risk")
    if risk is not None and (isinstance(risk, bool) or not isinstance(risk, int | float)):
        raise ValueError(f"the risk of {where} must be a number or null, not {json.dumps(risk)[:40]}")
    certain = fields.get("certain")
    if certain is not None:
        _typed(certain, bool, f"'certain' of {where}")
    by = _typed(fields.get("by", ""), str, f"'by' of {where}")
    time = fields.get("time")
    if time is not None and (isinstance(time, bool) or not isinstance(time, int | float)):
        raise ValueError(
            f"the time of {where} must be a number of seconds or null, not {json.dumps(time)[:40]}"
        )
    if time is not None and not -LONGEST_TIME <= time <= LONGEST_TIME:  # excludes nan too
        raise ValueError(f"the time of {where} must lie within {LONGEST_TIME:,} seconds of the start")
    return Move(
        do,
        _cell(rules, fields.get("cell"), f"the cell of {where}"),
        opened,
        risk=risk,
        certain=certain,
        by=by,
        time=time,
    )
