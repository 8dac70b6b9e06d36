"""Boards in figures, side by side, with coloured cells and a legend."""

from __future__ import annotations

from typing import Any

from sapper.game.board_picture import NUMBER_COLOURS
from sapper.report.figure import CellKind, Figure

FILL: dict[CellKind, str] = {
    "covered": "#b9c2cc",
    "open": "#f2f4f7",
    "hit": "#d55e00",
    "mine": "#e9a6c6",
    "free": "#8fd6b8",
    "first": "#56b4e9",
    "second": "#3fb98f",
    "third": "#f0e442",
}
"""The colours of the cells. Colour-blind readers can tell them apart."""
LINE = "#8b96a3"


def boards(canvas: Any, axes: Any, figure: Figure) -> None:
    """Draw the boards of a figure from left to right into one pair of axes."""
    left = 0
    for panel in figure.panels:
        for row, (texts, kinds) in enumerate(zip(panel.texts, panel.kinds, strict=True)):
            for col, (text, kind) in enumerate(zip(texts, kinds, strict=True)):
                _cell(axes, left + col, row, text, kind)
        axes.text(left, -0.4, panel.title, fontsize=9, va="bottom")
        left += len(panel.texts[0]) + 1
    axes.set_xlim(-0.2, left - 0.8)
    axes.set_ylim(max(len(panel.texts) for panel in figure.panels) + 0.2, -1.2)
    axes.set_aspect("equal")
    axes.axis("off")
    blank = [axes.plot([], [], "s", color=FILL[kind], markersize=9)[0] for kind, _ in figure.legend]
    if blank:
        names = [words for _, words in figure.legend]
        canvas.legend(blank, names, loc="outside lower center", ncols=2, fontsize=9)


def boards_height(figure: Figure, width: float) -> float:
    """The height of a figure of boards, in inches, if it has this width."""
    cols = sum(len(panel.texts[0]) + 1 for panel in figure.panels)
    rows = max(len(panel.texts) for panel in figure.panels) + 1.4
    return min(width * rows / cols, 4.6) + 0.6 + 0.22 * ((len(figure.legend) + 1) // 2)


def _cell(axes: Any, x: int, y: int, text: str, kind: CellKind) -> None:
    axes.fill([x, x + 1, x + 1, x], [y, y, y + 1, y + 1], facecolor=FILL[kind], edgecolor=LINE, linewidth=0.6)
    colour = NUMBER_COLOURS[int(text)] if text.isdigit() and kind == "open" else "#1b1f24"
    axes.text(x + 0.5, y + 0.54, text, ha="center", va="center", fontsize=10, color=colour, fontweight="bold")
