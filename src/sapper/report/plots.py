"""Plots: draws figures with matplotlib in one style, readable at the width of a page."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from sapper.errors import SapperError
from sapper.report.board_plot import boards, boards_height
from sapper.report.figure import Figure, Series
from sapper.visible_text import visible_lines

WIDTH, HEIGHT, DOTS = 7.2, 4.2, 110
# The palette of Okabe and Ito, whose colours colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
LONGEST_LINE = 70
"""The number of characters of a title that fit into one line."""
MARKERS = "osD^vPX<>*"
PUBLISHED = "#9A9A9A"


def draw(figure: Figure, form: str = "png") -> bytes:
    """Draw a figure, and return the content of its PNG or SVG file."""
    figure = _with_plain_names(figure)
    with _style() as plt:
        heights = {"heat": _heat_height, "points": _points_height, "boards": _boards_height}
        height = heights.get(figure.kind, lambda _: HEIGHT)
        size = (WIDTH, height(figure))
        canvas, axes = plt.subplots(figsize=size, dpi=DOTS, layout="constrained")
        try:
            KINDS[figure.kind](canvas, axes, figure)
            axes.set_xlabel(figure.x_label)
            axes.set_ylabel(figure.y_label)
            title = "\n".join(textwrap.wrap(figure.title, LONGEST_LINE))
            axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
            content = io.BytesIO()
            # Without a date in the file, the same figure always gives the same bytes.
            canvas.savefig(content, format=form, metadata={"Date": None} if form == "svg" else None)
        finally:
            plt.close(canvas)
    return content.getvalue()


def _with_plain_names(figure: Figure) -> Figure:
    """The figure with names that matplotlib draws as they are, without formulas and control characters."""

    def plain(text: str) -> str:
        return visible_lines(text).replace("$", r"\$")

    series = tuple(replace(each, name=plain(each.name), of=plain(each.of)) for each in figure.series)
    groups = tuple(plain(group) for group in figure.groups)
    return replace(figure, title=plain(figure.title), series=series, groups=groups)


@contextmanager
def _style() -> Iterator[Any]:
    try:
        import matplotlib as mpl

        mpl.use("agg")
        from matplotlib import pyplot as plt
    except ImportError:
        raise SapperError("plots need matplotlib: pip install 'sapper[report]'") from None
    look: dict[Any, Any] = {
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.25,
        "axes.axisbelow": True,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "svg.hashsalt": "sapper",
    }
    with plt.rc_context(look):
        yield plt


def _bars(canvas: Any, axes: Any, figure: Figure) -> None:
    """Draw groups of bars. A published value is a short line across the bar of its agent."""
    places = np.arange(len(figure.groups))
    agents = _agents(figure)
    width = 0.84 / max(1, len(agents))
    scale = 100 if figure.percent else 1
    for series in figure.series:
        slot = agents.index(series.agent)
        x = places + (slot - (len(agents) - 1) / 2) * width
        y = scale * np.asarray(series.y, float)
        colour = COLOURS[slot % len(COLOURS)]
        if series.published:
            _marks(axes, x, y, width)
            if not any(each.agent == series.agent and not each.published for each in figure.series):
                # The agent has no bar of ours, so a pale bar shows which agent the value belongs to.
                axes.bar(x, y, width * 0.92, color=colour, alpha=0.2, label=f"{series.agent}, not available")
            continue
        axes.bar(
            x,
            y,
            width * 0.92,
            yerr=_errors(series, scale),
            label=series.name,
            color=colour,
            edgecolor="white",
            error_kw={"elinewidth": 1, "capsize": 2, "ecolor": "#444444"},
        )
    if any(series.published for series in figure.series):
        axes.plot([], [], color="black", linewidth=2, label="published")
    _group_ticks(axes, figure, places)
    axes.grid(axis="x", visible=False)
    _scales(axes, figure)
    _legend(canvas, axes, figure)


def _marks(axes: Any, x: Any, y: Any, width: float) -> None:
    """Draw short lines across the bars, with a white rim that makes them visible on any colour."""
    for colour, thick in (("white", 4.0), ("black", 2.0)):
        axes.hlines(y, x - 0.46 * width, x + 0.46 * width, color=colour, linewidth=thick, zorder=4)


def _lines(canvas: Any, axes: Any, figure: Figure) -> None:
    """Draw lines with error bars. Published values have hollow markers in the colour of their agent."""
    scale = 100 if figure.percent else 1
    agents = _agents(figure)
    for series in figure.series:
        slot = agents.index(series.agent)
        reference = series.published and not any(
            each.agent == series.agent and not each.published for each in figure.series
        )
        axes.errorbar(
            np.asarray(series.x, float),
            scale * np.asarray(series.y, float),
            yerr=_errors(series, scale),
            label=series.name,
            color=PUBLISHED if reference else COLOURS[slot % len(COLOURS)],
            marker=None if reference else MARKERS[slot % len(MARKERS)],
            linestyle="--" if series.published else ("-", "-.")[slot // len(COLOURS) % 2],
            markerfacecolor="white" if series.published else None,
            markersize=7 if series.published else 4,
            linewidth=1.4,
            capsize=2,
            zorder=3 if series.published else 2,
        )
    if figure.groups:
        _group_ticks(axes, figure, np.arange(len(figure.groups)))
    _scales(axes, figure)
    _legend(canvas, axes, figure)


def _agents(figure: Figure) -> list[str]:
    return list(dict.fromkeys(series.agent for series in figure.series))


def _group_ticks(axes: Any, figure: Figure, places: Any) -> None:
    letters = max((len(group) for group in figure.groups), default=0) * len(figure.groups)
    slanted = letters > 60
    axes.set_xticks(places, figure.groups, rotation=30 if slanted else 0, ha="right" if slanted else "center")


def _steps(canvas: Any, axes: Any, figure: Figure) -> None:
    """Draw the outlines of histograms. `x` holds the edges of the bins, one more than there are values."""
    for number, series in enumerate(figure.series):
        scale = 100 if figure.percent else 1
        colour = COLOURS[number % len(COLOURS)]
        edges = np.asarray(series.x, float)
        values = scale * np.asarray(series.y, float)
        axes.stairs(
            values, edges, label=series.name, color=colour, fill=len(figure.series) == 1, linewidth=1.4
        )
        if len(series.low):
            middle = (edges[1:] + edges[:-1]) / 2
            axes.errorbar(
                middle, values, yerr=_errors(series, scale), fmt="none", ecolor=colour, elinewidth=0.7
            )
    _scales(axes, figure)
    axes.set_ylim(bottom=0)
    _legend(canvas, axes, figure)


def _points(canvas: Any, axes: Any, figure: Figure) -> None:
    """Draw numbered points with a legend below, because names beside the points would overlap."""
    scale = 100 if figure.percent else 1
    spots, names = [], []
    for number, series in enumerate(figure.series):
        x, y = np.asarray(series.x, float), scale * np.asarray(series.y, float)
        colour = COLOURS[number % len(COLOURS)]
        axes.errorbar(x, y, yerr=_errors(series, scale), fmt="o", color=colour, markersize=5, capsize=2)
        spots.append((float(x[0]), float(y[0]), str(number + 1), colour))
        names.append(f"{number + 1} {series.name}")
    _scales(axes, figure)
    axes.margins(x=0.05, y=0.08)
    _label(canvas, axes, spots)
    blank = [axes.plot([], [], "o", color=colour, markersize=4)[0] for _, _, _, colour in spots]
    canvas.legend(blank, names, loc="outside lower center", ncols=4, fontsize=7.5, handletextpad=0.1)


def _label(canvas: Any, axes: Any, spots: list[tuple[float, float, str, str]]) -> None:
    """Write short labels beside the points, and move each up until it covers no other."""
    canvas.canvas.draw()
    taken: list[tuple[float, float]] = []
    for x, y, label, colour in sorted(spots, key=lambda spot: spot[1]):
        at_x, at_y = axes.transData.transform((x, y))
        level = at_y
        while any(abs(level - other_y) < 12 and abs(at_x - other_x) < 17 for other_x, other_y in taken):
            level += 3
        taken.append((at_x, level))
        axes.annotate(
            label,
            (x, y),
            xytext=(5, (level - at_y) * 72 / DOTS - 3),
            textcoords="offset points",
            fontsize=8,
            color=colour,
        )


def _heat(canvas: Any, axes: Any, figure: Figure) -> None:
    scale = 100 if figure.percent else 1
    values = scale * np.asarray(figure.matrix, float)
    picture = axes.imshow(values, cmap="viridis", origin="upper")
    axes.grid(visible=False)
    axes.set_xticks(range(0, values.shape[1], max(1, values.shape[1] // 15)))
    axes.set_yticks(range(0, values.shape[0], max(1, values.shape[0] // 15)))
    bar = canvas.colorbar(picture, ax=axes, shrink=0.85)
    bar.set_label(figure.note or ("%" if figure.percent else ""))
    if values.size <= 120:
        middle = (np.nanmin(values) + np.nanmax(values)) / 2
        for (row, col), value in np.ndenumerate(values):
            if not math.isnan(value):
                axes.text(
                    col,
                    row,
                    f"{value:.1f}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="white" if value < middle else "black",
                )


def _heat_height(figure: Figure) -> float:
    rows, cols = len(figure.matrix), len(figure.matrix[0])
    return float(np.clip(0.85 * WIDTH * rows / cols + 0.8, 2.8, 6.5))


def _boards_height(figure: Figure) -> float:
    return boards_height(figure, WIDTH)


def _points_height(figure: Figure) -> float:
    return HEIGHT + 0.17 * math.ceil(len(figure.series) / 4)


def _errors(series: Series, scale: float) -> Any:
    if not len(series.low):
        return None
    y, low, high = (np.asarray(values, float) for values in (series.y, series.low, series.high))
    return scale * np.clip(np.stack([y - low, high - y]), 0, None)


def _scales(axes: Any, figure: Figure) -> None:
    if figure.log_x:
        axes.set_xscale("log")
    elif (
        figure.series
        and not figure.groups
        and max(np.max(each.x, initial=0) for each in figure.series) > 9_999
    ):
        axes.xaxis.set_major_formatter("{x:,.0f}")
    if figure.log_y:
        axes.set_yscale("log")
    elif figure.kind in ("bars", "lines") and _never_negative(figure.series):
        axes.set_ylim(bottom=0)


def _never_negative(series: Sequence[Series]) -> bool:
    return all(np.nanmin(np.asarray(each.y, float), initial=0) >= 0 for each in series)


def _legend(canvas: Any, axes: Any, figure: Figure) -> None:
    """Put the legend below the plot, where it covers nothing."""
    handles, names = axes.get_legend_handles_labels()
    if len(names) > 1:
        longest = max(map(len, names))
        canvas.legend(handles, names, loc="outside lower center", ncols=max(1, min(5, 100 // (longest + 6))))


KINDS = {
    "bars": _bars,
    "lines": _lines,
    "steps": _steps,
    "points": _points,
    "heat": _heat,
    "boards": boards,
}
"""The function that draws each kind of figure."""
