"""Figures and tables as data: values with their intervals, before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

Kind = Literal["bars", "lines", "steps", "points", "heat", "boards"]
"""The kinds of figures.

They are groups of bars, lines with error bars, histograms, labelled points, heat maps, and boards.
"""
Values = Sequence[float] | NDArray[Any]


@dataclass(frozen=True)
class Series:
    """The values of one line, set of bars or set of points; a missing value is nan."""

    name: str
    y: Values
    x: Values = ()
    """The positions on the x axis; bars have none, because the figure's `groups` place them."""
    low: Values = ()
    high: Values = ()
    """Bounds of the 95% intervals; empty if unknown."""
    published: bool = False
    """Whether the values were published by a paper, and not measured here."""
    of: str = ""
    """The agent, if the name of the series says more than the agent's name."""

    @property
    def agent(self) -> str:
        """The agent that the values belong to."""
        return self.of or self.name


CellKind = Literal["covered", "open", "hit", "mine", "free", "first", "second", "third"]
"""How a cell of a drawn board looks; the last three are colours whose meaning the legend tells."""


@dataclass(frozen=True)
class Panel:
    """A board in a figure of kind "boards": what stands in each cell, and how the cell looks."""

    title: str
    texts: tuple[tuple[str, ...], ...]
    kinds: tuple[tuple[CellKind, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A figure as data."""

    key: str
    """The name of the figure's file, without the suffix."""
    title: str
    kind: Kind
    x_label: str
    y_label: str
    series: tuple[Series, ...] = ()
    groups: tuple[str, ...] = ()
    """The labels of the positions 0, 1, 2 .. on the x axis, if the axis has no numbers."""
    log_x: bool = False
    log_y: bool = False
    percent: bool = False
    """Whether the values are shares, which are drawn as percentages."""
    matrix: tuple[tuple[float, ...], ...] = ()
    """The rows of values of a heat map."""
    panels: tuple[Panel, ...] = ()
    """The boards of a figure of boards, from left to right."""
    legend: tuple[tuple[CellKind, str], ...] = ()
    """What the colours of a figure of boards mean."""
    note: str = ""


@dataclass(frozen=True)
class Table:
    """A table of text, for Markdown and HTML. Its numbers are formatted already."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    grouped: bool = False
    """Whether columns that share the words before ``: `` in their headings are shown as one group."""
