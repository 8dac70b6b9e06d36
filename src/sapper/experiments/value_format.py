"""Measured and published values as text, in the unit of their measure."""

from __future__ import annotations

import math
from collections.abc import Callable

from sapper.arena.statistics import Estimate
from sapper.report.number_format import percent, points


def number(estimate: Estimate, unit: str) -> str:
    """Format a measured value with its interval, in its unit. A dash stands for an interval that is unknown.

    >>> number(Estimate(90.0, 0.0, math.inf, 1), "")
    '90.00 [-]'
    """
    if unit == "%":
        return percent(estimate.value, estimate.low, estimate.high)
    if unit == "s":
        return f"{_time(estimate.value)} {_interval(estimate, _time)}"
    return f"{estimate.value:.2f} {_interval(estimate, '{:.2f}'.format)}"


def gap(estimate: Estimate, unit: str) -> str:
    """Format a difference with its interval; a difference of shares is in percentage points."""
    if unit == "%":
        return points(estimate.value, estimate.low, estimate.high)
    if unit == "s":
        return f"{_time(estimate.value, '+')} {_interval(estimate, lambda value: _time(value, '+'))}"
    return f"{estimate.value:+.2f} {_interval(estimate, '{:+.2f}'.format)}"


def plain(value: float, unit: str) -> str:
    """Format a published value with its published digits."""
    if unit == "%":
        return f"{100 * value:.4g}"
    return _time(value) if unit == "s" else f"{value:g}"


def _interval(estimate: Estimate, text: Callable[[float], str]) -> str:
    """Format an interval; the mean of a single game has none."""
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return "[-]"
    return f"[{text(estimate.low)}, {text(estimate.high)}]"


def _time(seconds: float, sign: str = "") -> str:
    """Format a time in seconds, milliseconds or microseconds.

    >>> _time(0.00123), _time(2.5), _time(-4e-5, "+")
    ('1.23 ms', '2.50 s', '-40.0 us')
    """
    for factor, unit in ((1.0, "s"), (1e3, "ms")):
        if abs(seconds) * factor >= 1:
            return f"{seconds * factor:{sign}.2f} {unit}"
    return f"{seconds * 1e6:{sign}.1f} us"
