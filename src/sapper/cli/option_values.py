"""The values of options that several commands share."""

from __future__ import annotations

from enum import StrEnum


class FirstMove(StrEnum):
    """What the rules promise about the first cell."""

    SAFE = "safe"
    ZERO = "zero"
    UNSAFE = "unsafe"


class EngineName(StrEnum):
    """Where the games are played: on this machine or on a Ray cluster."""

    LOCAL = "local"
    RAY = "ray"


class OnMine(StrEnum):
    """What happens when a mine is hit."""

    LOSE = "lose"
    CONTINUE = "continue"


class OnWrongFlag(StrEnum):
    """What happens when a free cell is flagged."""

    IGNORE = "ignore"
    LOSE = "lose"


class WonBy(StrEnum):
    """How a game is won: by opening every free cell, or also by flagging exactly the mines."""

    OPEN = "open"
    OPEN_OR_FLAG = "open-or-flag"


class Strength(StrEnum):
    """How much work goes into a win probability."""

    FAST = "fast"
    STRONG = "strong"
    MAX = "max"
