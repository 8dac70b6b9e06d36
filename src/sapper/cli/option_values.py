"""The values of options that several commands share."""

from __future__ import annotations

from enum import StrEnum


class EngineName(StrEnum):
    """Where the games are played: on this machine or on a Ray cluster."""

    LOCAL = "local"
    RAY = "ray"


class Strength(StrEnum):
    """How much work goes into a win probability."""

    FAST = "fast"
    STRONG = "strong"
    MAX = "max"
