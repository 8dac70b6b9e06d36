"""Rules: the size, the mine count, and the options that change what a move does or where mines may be."""

from __future__ import annotations

import dataclasses
import operator
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from sapper import _core
from sapper.game.enums import FirstMove, OnMine, OnWrongFlag, WonBy, check_choice
from sapper.game.whole_numbers import whole_number

Cell = tuple[int, int]
"""A cell: (row, col), both counted from 0."""

_CHOICES = {"first_move": FirstMove, "on_mine": OnMine, "on_wrong_flag": OnWrongFlag, "won_by": WonBy}
_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", re.ASCII)
_WIDTH_FIRST = re.compile(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})\s*n\s*(\d{1,9})a?\s*", re.ASCII)
"""The form of Simon Tatham's Mines. The letter a allows boards that need guesses."""


@dataclasses.dataclass(frozen=True)
class Rules:
    """The rules of a game.

    Impossible rules raise a `ValueError` that names the broken bound. Under ``first_move="zero"`` the number
    of cells that may hold mines depends on the start, so this bound is checked when a board is made.

    >>> Rules.parse("16x30/99") == EXPERT
    True
    """

    rows: int
    cols: int
    mines: int
    first_move: str = FirstMove.SAFE
    """What is promised about the start: it is no mine (safe), it is a zero (zero), or nothing (unsafe)."""
    cascade: bool = True
    """Whether opening a zero also opens its neighbours."""
    on_mine: str = OnMine.LOSE
    """Whether opening a mine loses the game (lose) or is only counted (continue)."""
    on_wrong_flag: str = OnWrongFlag.IGNORE
    """Whether a flag on a free cell has no effect (ignore) or loses the game at once (lose)."""
    won_by: str = WonBy.OPEN
    """Whether only opening every free cell wins (open), or also flagging exactly the mines (open-or-flag)."""

    def __post_init__(self) -> None:
        for name in ("rows", "cols", "mines"):
            object.__setattr__(self, name, _whole(name, getattr(self, name)))
        if not isinstance(self.cascade, bool):
            raise ValueError(f"cascade must be True or False, not {self.cascade!r}")
        for name, choices in _CHOICES.items():
            object.__setattr__(self, name, check_choice(name, getattr(self, name), choices))
        self.native  # noqa: B018 - making the C++ object checks the bounds

    @cached_property
    def native(self) -> _core.Rules:
        """The C++ object of these rules."""
        return _core.Rules(
            self.rows,
            self.cols,
            self.mines,
            self.first_move,
            self.cascade,
            self.on_mine,
            self.on_wrong_flag,
            self.won_by,
        )

    @classmethod
    def parse(cls, text: str, width_first: bool = False, **switches: Any) -> Self:
        """Read ``"RxC/M"`` or the name of a preset. Other options are passed to `Rules`.

        Sapper writes the rows first. Many programs write the width first: with ``width_first``, ``30x16/99``
        is the expert level. The form ``30x16n99`` of Simon Tatham's Mines is always read that way.

        >>> Rules.parse("beginner", first_move="zero").size
        '9x9/10'
        >>> Rules.parse("30x16n99") == Rules.parse("30x16/99", width_first=True) == EXPERT
        True
        """
        if not isinstance(text, str):
            raise ValueError(f"rules to parse must be a string, not {text!r}")
        preset = PRESETS.get(text.strip().lower())
        if preset is not None:
            return cls(preset.rows, preset.cols, preset.mines, **switches)
        match = _SIZE.fullmatch(text)
        if match is None and (other := _WIDTH_FIRST.fullmatch(text)):
            match, width_first = other, True
        if match is None:
            names = ", ".join(PRESETS)
            raise ValueError(f"rules are ROWSxCOLS/MINES, as 16x30/99, or one of {names}; not {text[:40]!r}")
        rows, cols, mines = map(int, match.groups())
        if width_first:
            rows, cols = cols, rows
        return cls(rows, cols, mines, **switches)

    @property
    def size(self) -> str:
        """The size and mine count in the form that `parse` reads, such as ``"16x30/99"``."""
        return f"{self.rows}x{self.cols}/{self.mines}"

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.rows * self.cols

    def index(self, cell: Cell) -> int:
        """Return the row-major index of a cell. Raise `ValueError` for a cell outside the board."""
        try:
            row, col = cell
            row, col = operator.index(row), operator.index(col)
        except (TypeError, ValueError):
            raise ValueError(f"a cell is a pair (row, col) of whole numbers, not {cell!r}") from None
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(f"the cell ({row}, {col}) lies outside the {self.rows}x{self.cols} board")
        return row * self.cols + col

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """Make rules from fields by name. The size and the mine count are required."""
        names = [field.name for field in dataclasses.fields(cls)]
        unknown = sorted(set(fields) - set(names))
        missing = [name for name in names[:3] if name not in fields]
        if unknown:
            raise ValueError(f"rules have no {unknown[0]!r}; they have {', '.join(names)}")
        if missing:
            raise ValueError(f"the rules lack {', '.join(missing)}")
        return cls(**fields)

    def __reduce__(self) -> tuple[type[Rules], tuple[Any, ...]]:
        # The cached C++ object cannot be pickled, so it is left out.
        return type(self), dataclasses.astuple(self)


def _whole(name: str, value: object) -> int:
    whole = whole_number(name, value)
    if not -(2**31) <= whole < 2**31:
        raise ValueError(f"{name} is out of range for any board")
    return whole


BEGINNER = Rules(9, 9, 10)
"""The level of 9 rows, 9 columns and 10 mines."""
INTERMEDIATE = Rules(16, 16, 40)
"""The level of 16 rows, 16 columns and 40 mines."""
EXPERT = Rules(16, 30, 99)
"""The level of 16 rows, 30 columns and 99 mines."""

PRESETS = {"beginner": BEGINNER, "intermediate": INTERMEDIATE, "expert": EXPERT}
"""The standard levels by name."""
