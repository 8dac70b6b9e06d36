"""Decision and Agent: what a player says, and what every player must be able to do."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, Protocol, Self, runtime_checkable

from numpy.random import Generator

from sapper.errors import SapperError
from sapper.game.enums import End
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

TIME_OUT = End.TIME_OUT.value
"""What a decision is `by` when a limit of nodes or of time cut the thinking short."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent wants done: flags are set first, then the cells are opened, in order.

    >>> Decision.sure([(0, 1), (2, 2)])
    Decision(opens=((0, 1), (2, 2)), certain=True, risk=0.0)
    >>> Decision.guess((4, 4), risk=0.25).is_guess
    True
    """

    opens: tuple[Cell, ...] = ()
    """Cells to open; those a cascade has opened meanwhile are skipped."""
    flags: tuple[Cell, ...] = ()
    """Cells to mark as mines."""
    certain: bool = False
    """Whether every cell of `opens` is proven free and every cell of `flags` a proven mine."""
    risk: float | None = None
    """The probability that an opened cell is a mine, as the agent sees it; None when it states none."""
    win: float | None = None
    """The probability of winning the game from here; None when the agent states none."""
    win_exact: bool = False
    """Whether `win` is exact rather than an estimate."""
    reason: str = ""
    """Why, in words for a person."""
    by: str = ""
    """Which part of the agent decided: a rule, a learner, `TIME_OUT`; empty stands for the agent itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "opens", _cells("opens", self.opens))
        object.__setattr__(self, "flags", _cells("flags", self.flags))

    @classmethod
    def sure(cls, opens: Iterable[Cell], flags: Iterable[Cell] = (), reason: str = "", by: str = "") -> Self:
        """Open cells that are proven free, and flag cells that are proven mines."""
        return cls(tuple(opens), tuple(flags), certain=True, risk=0.0, reason=reason, by=by)

    @classmethod
    def guess(
        cls,
        cell: Cell,
        risk: float | None = None,
        win: float | None = None,
        win_exact: bool = False,
        reason: str = "",
        by: str = "",
    ) -> Self:
        """Open one cell that is not proven free."""
        return cls((cell,), risk=risk, win=win, win_exact=win_exact, reason=reason, by=by)

    @classmethod
    def give_up(cls, reason: str = "", by: str = "") -> Self:
        """Do nothing: the game counts as lost, by `TIME_OUT` where a limit ended it."""
        return cls(reason=reason, by=by)

    @property
    def is_guess(self) -> bool:
        """Whether a cell is opened that is not proven free."""
        return bool(self.opens) and not self.certain

    @property
    def gives_up(self) -> bool:
        """Whether the decision names no cell at all."""
        return not self.opens and not self.flags

    def __repr__(self) -> str:
        shown = [
            f"{name}={value!r}"
            for name in ("opens", "flags", "certain", "risk", "win", "win_exact", "reason", "by")
            if (value := getattr(self, name)) not in ((), None, False, "") or (name == "risk" and value == 0)
        ]
        return f"Decision({', '.join(shown)})"


def _cells(what: str, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    try:
        return tuple((operator.index(row), operator.index(col)) for row, col in cells)
    except (TypeError, ValueError):
        raise ValueError(f"{what} are cells (row, col) of whole numbers, not {cells!r}") from None


@runtime_checkable
class Agent(Protocol):
    """Plays from what a player may see; it never receives a Board.

    It may say more of itself: `name` and `paper`, ``reproducible = False`` where a clock decides, and
    ``quick = True`` where a game takes less than a millisecond, so that the arena sends out more of them at
    once.
    """

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game: forget the last one, and take every random choice from `rng`."""

    def choose(self, view: View) -> Decision:
        """Say what to do next. The view may be kept, the decision must follow from it and `rng`."""


class NotReset(SapperError, AttributeError):  # noqa: N818 - what happened, as its message says
    """An agent was asked for what it has only after `reset`."""


class NeedsReset:
    """A base for agents that keep something of their game: says so where `reset` was not called."""

    if not TYPE_CHECKING:  # a type checker would believe that every attribute exists

        def __getattr__(self, name: str) -> NoReturn:
            # Python asks here only for what is missing, so moves cost no more.
            raise NotReset(f"{type(self).__name__} has no {name!r} yet: call reset(rules, rng) first")
