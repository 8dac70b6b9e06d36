"""Decision and Agent: what a player decides, and what every player must be able to do."""

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
"""The value of `Decision.by` when a limit on nodes or time ended the search early."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent wants to do: first set flags, then open cells in order.

    >>> Decision.sure([(0, 1), (2, 2)])
    Decision(opens=((0, 1), (2, 2)), certain=True, risk=0.0)
    >>> Decision.guess((4, 4), risk=0.25).is_guess
    True
    """

    opens: tuple[Cell, ...] = ()
    """The cells to open. Cells that a cascade has opened in the meantime are skipped."""
    flags: tuple[Cell, ...] = ()
    """The cells to flag."""
    certain: bool = False
    """Whether every cell of `opens` is proven free, and every cell of `flags` is proven to be a mine."""
    risk: float | None = None
    """The agent's probability that an opened cell is a mine, or None if it states none."""
    win: float | None = None
    """The agent's probability of winning the game from here, or None if it states none."""
    win_exact: bool = False
    """Whether `win` is exact rather than an estimate."""
    win_error: float | None = None
    """The standard error of an estimated `win`; None if it is exact or the agent does not know the error."""
    reason: str = ""
    """The reason for the decision, as a sentence for a person."""
    by: str = ""
    """The part of the agent that decided: a rule, a learner or `TIME_OUT`. Empty means the agent itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "opens", _cells("opens", self.opens))
        object.__setattr__(self, "flags", _cells("flags", self.flags))

    @classmethod
    def sure(cls, opens: Iterable[Cell], flags: Iterable[Cell] = (), reason: str = "", by: str = "") -> Self:
        """Open cells that are proven free, and flag cells that are proven to be mines."""
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
        """Do nothing, which loses the game. Pass `by=TIME_OUT` if a limit was reached."""
        return cls(reason=reason, by=by)

    @property
    def is_guess(self) -> bool:
        """Whether the decision opens a cell that is not proven free."""
        return bool(self.opens) and not self.certain

    @property
    def gives_up(self) -> bool:
        """Whether the decision names no cell at all."""
        return not self.opens and not self.flags

    def __repr__(self) -> str:
        shown = [
            f"{name}={value!r}"
            for name in ("opens", "flags", "certain", "risk", "win", "win_exact", "win_error", "reason", "by")
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
    """A player that decides only from what a player may see. It never receives a `Board`.

    An agent may have more attributes: `name`, `paper`, ``reproducible = False`` if its moves depend on a
    clock, and ``quick = True`` if a game takes less than a millisecond. The arena gives quick agents larger
    batches.
    """

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a new game. Forget the last one, and use `rng` for every random choice."""

    def choose(self, view: View) -> Decision:
        """Decide what to do next. The decision must depend only on the views of this game and `rng`."""


class NotReset(SapperError, AttributeError):  # noqa: N818 - the name says what happened
    """An agent was used before `reset` was called."""


class NeedsReset:
    """A base class for agents with state. It raises `NotReset` if `reset` was not called."""

    if not TYPE_CHECKING:  # a type checker would believe that every attribute exists

        def __getattr__(self, name: str) -> NoReturn:
            # Python calls this only for missing attributes, so it does not slow down moves.
            raise NotReset(f"{type(self).__name__} has no {name!r} yet: call reset(rules, rng) first")
