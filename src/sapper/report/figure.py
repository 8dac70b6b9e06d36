"""Figures and tables as data: what is shown, with its uncertainty, before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

Kind = Literal["bars", "lines", "steps", "points", "heat"]
"""Groups of bars; lines with error bars; a histogram's outline; labelled points; a picture of a matrix."""
Values = Sequence[float] | NDArray[Any]


@dataclass(frozen=True)
class Series:
    """One line, group of bars, or set of points; nan stands where there is no value."""

    name: str
    y: Values
    x: Values = ()
    """Where the values stand; of bars, their places come from the figure's `groups`."""
    low: Values = ()
    high: Values = ()
    """Bounds of 95% intervals; empty where none are known."""
    published: bool = False
    """Whether the values are a paper's and not ours."""
    of: str = ""
    """Whose values they are, where the name says more than that."""

    @property
    def agent(self) -> str:
        """Whose values they are."""
        return self.of or self.name


@dataclass(frozen=True)
class Figure:
    """A figure before it is drawn."""

    key: str
    """Its file's name, without an ending."""
    title: str
    kind: Kind
    x_label: str
    y_label: str
    series: tuple[Series, ...] = ()
    groups: tuple[str, ...] = ()
    """What stands at 0, 1, 2 .. on the axis, where that is no number."""
    log_x: bool = False
    log_y: bool = False
    percent: bool = False
    """Whether values are shares, shown in per cent."""
    matrix: tuple[tuple[float, ...], ...] = ()
    """Of a heat map: rows of values."""
    note: str = ""


@dataclass(frozen=True)
class Table:
    """A table of text, ready for Markdown and HTML; numbers are formatted already."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
