"""Numbers with their intervals, formatted for people."""

from __future__ import annotations


def percent(value: float, low: float, high: float) -> str:
    """Format a rate with its interval, in per cent.

    >>> percent(0.5, 0.4, 0.6), percent(0.35614, 0.35317, 0.35912)
    ('50.0 [40.0, 60.0]', '35.61 [35.32, 35.91]')
    """
    digits = 2 if high - low < 0.02 else 1
    return f"{100 * value:.{digits}f} [{100 * low:.{digits}f}, {100 * high:.{digits}f}]"


def points(value: float, low: float, high: float) -> str:
    """Format a difference of rates with its interval, in percentage points and with a sign.

    >>> points(0.05, -0.01, 0.11)
    '+5.0 [-1.0, +11.0]'
    """
    digits = 2 if high - low < 0.02 else 1
    return f"{100 * value:+.{digits}f} [{100 * low:+.{digits}f}, {100 * high:+.{digits}f}]"
