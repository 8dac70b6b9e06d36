"""A board as SVG, for pages that stand alone."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from sapper.game.rules import Cell
from sapper.game.view import View

SIDE = 22
"""Pixels of a cell's side."""

NUMBER_COLOURS = ("", "#0b62c4", "#00734f", "#c43d0a", "#5b3aa8", "#8a4b00", "#007d8a", "#a3145b", "#555555")
"""The colours of 1 to 8: apart in hue and in lightness, also for those who see fewer colours."""

STYLE = """
.covered{fill:#b9c2cc}.open{fill:#f2f4f6}.hit{fill:#d55e00}
.cell{stroke:#8b96a3;stroke-width:.6}
.board text{font:600 13px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.ring{fill:none;stroke-width:3}
"""
"""What pages that show boards put into their style sheet."""


def board_picture(view: View, rings: Mapping[Cell, str], label: str) -> str:
    """Draw a view; `rings` puts a ring of a colour round some cells."""
    width, height = view.cols * SIDE, view.rows * SIDE
    parts = [
        f'<svg class="board" role="img" aria-label="{escape(label)}" viewBox="-2 -2 {width + 4} {height + 4}"'
        f' style="max-width:{width + 4}px">'
    ]
    flags = view.flags.tolist()
    for row, numbers in enumerate(view.numbers.tolist()):
        for col, number in enumerate(numbers):
            parts.append(_cell(row, col, number, flags[row][col]))
    for (row, col), colour in rings.items():
        parts.append(
            f'<rect class="ring" stroke="{colour}" x="{col * SIDE}" y="{row * SIDE}" width="{SIDE}"'
            f' height="{SIDE}" rx="3"/>'
        )
    parts.append("</svg>")
    return "".join(parts)


def _cell(row: int, col: int, number: int, flagged: bool) -> str:
    kind = "open" if number >= 0 else "hit" if number == -1 else "covered"
    x, y = col * SIDE, row * SIDE
    drawn = f'<rect class="cell {kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>'
    symbol = str(number) if number > 0 else "✹" if number == -1 else "⚑" if flagged else ""
    if not symbol:
        return drawn
    colour = NUMBER_COLOURS[number] if number > 0 else "#1b1f24"
    return f'{drawn}<text x="{x + SIDE / 2:g}" y="{y + SIDE / 2:g}" fill="{colour}">{symbol}</text>'
