"""The named values of rules, moves and results, each defined once.

Functions accept these values as plain strings and return plain strings, so a caller may write ``"safe"``
instead of ``FirstMove.SAFE``. Every member is a `str`, so the two compare equal and are the same in JSON.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class FirstMove(StrEnum):
    """What the rules promise about the start cell."""

    SAFE = "safe"
    """The start is not a mine."""
    ZERO = "zero"
    """Neither the start nor any neighbour of it is a mine."""
    UNSAFE = "unsafe"
    """Nothing is promised."""


class OnMine(StrEnum):
    """What happens when a mine is opened."""

    LOSE = "lose"
    """The game is lost."""
    CONTINUE = "continue"
    """The game goes on, and the hit is counted."""


class OnWrongFlag(StrEnum):
    """What happens when a flag is put on a free cell."""

    IGNORE = "ignore"
    """Nothing happens."""
    LOSE = "lose"
    """The game is lost."""


class WonBy(StrEnum):
    """What wins the game."""

    OPEN = "open"
    """Every free cell is open."""
    OPEN_OR_FLAG = "open-or-flag"
    """Every free cell is open, or exactly the mines are flagged."""


class Act(StrEnum):
    """What a move does."""

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"


class State(StrEnum):
    """Whether a game is still being played, and its result if not."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class End(StrEnum):
    """How a game ended. A player that gives up may also name an end of its own."""

    OPENED = "opened"
    """Won: every free cell is open."""
    FLAGGED = "flagged"
    """Won: exactly the mines are flagged."""
    MINE = "mine"
    """Lost: a mine was opened."""
    WRONG_FLAG = "wrong-flag"
    """Lost: a free cell was flagged."""
    UNFINISHED = "unfinished"
    """The game is not over."""
    STUCK = "stuck"
    """Lost: the player gave up."""
    TIME_OUT = "time-out"
    """Lost: the player gave up because it reached a limit of time or nodes."""


class Forgives(StrEnum):
    """Which guesses a program forgives, by moving the mine of a guess elsewhere."""

    NOTHING = "nothing"
    """Every mine that is opened loses, as usual."""
    FORCED = "forced-guesses"
    """A guess in a position without any certain cell never loses."""
    ALL = "guesses"
    """No guess loses while some layout has no mine there."""


def check_choice(name: str, value: Any, choices: type[StrEnum]) -> str:
    """Return ``value`` as a plain string if it is one of ``choices``; raise `ValueError` otherwise.

    >>> check_choice("first_move", FirstMove.ZERO, FirstMove)
    'zero'
    """
    try:
        return choices(value).value
    except ValueError:
        allowed = " or ".join(repr(choice.value) for choice in choices)
        raise ValueError(f"{name} must be {allowed}, not {value!r}") from None
