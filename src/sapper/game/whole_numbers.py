"""Check arguments that must be whole numbers."""

from __future__ import annotations

import operator
from typing import SupportsIndex, cast


def whole_number(name: str, value: object) -> int:
    """Return ``value`` as an int. Raise `ValueError` with the argument's name if it is not a whole number.

    A boolean is not accepted as a whole number.
    """
    if not isinstance(value, bool):
        try:
            return operator.index(cast(SupportsIndex, value))
        except TypeError:
            pass
    raise ValueError(f"{name} must be a whole number, not {value!r}")
