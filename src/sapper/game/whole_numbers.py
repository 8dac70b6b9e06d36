"""Whole numbers from whatever a caller passes."""

from __future__ import annotations

import operator
from typing import SupportsIndex, cast


def whole_number(name: str, value: object) -> int:
    """The whole number that ``value`` is; `ValueError`, naming it, for anything else, booleans included."""
    if not isinstance(value, bool):
        try:
            return operator.index(cast(SupportsIndex, value))
        except TypeError:
            pass
    raise ValueError(f"{name} must be a whole number, not {value!r}")
