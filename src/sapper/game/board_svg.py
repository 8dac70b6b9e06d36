"""Views, boards and risks as SVG, for notebooks and for files. The drawing is that of the reports."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sapper.game.board_picture import board_picture
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.plural import counted

if TYPE_CHECKING:
    from sapper.game.board import Board

MOST_DRAWN = 10_000
"""A board with more cells is not drawn: a notebook with it would be slow, and its cells too small to see."""
FILLS = {"covered": "#b9c2cc", "open": "#f2f4f6", "hit": "#d55e00"}
SAFE, MINE = "#bfe8d4", "#3a3f45"
"""The colours of covered cells that are certainly free and certainly mines."""
LOW, HIGH = (255, 243, 205), (213, 94, 0)
"""The colours of a risk just above 0 and of one just below 1. They differ in lightness too."""
START_RING = "#0072b2"
NO_CELLS: Mapping[Cell, str] = {}


def view_svg(view: View) -> str | None:
    """Draw what a player sees; None if the board is too large to draw."""
    if len(view) > MOST_DRAWN:
        return None
    return _svg(board_picture(view, {}, f"A {_about(view)}"))


def _about(view: View) -> str:
    return f"view of {view.rows}x{view.cols} with {counted(view.mines, 'mine')}"


def board_svg(board: Board) -> str | None:
    """Draw a board with its mines and a ring round its start; None if it is too large to draw."""
    rules = board.rules
    if rules.cells > MOST_DRAWN:
        return None
    view = View.from_array(board.numbers, rules.mines)
    picture = board_picture(view, {board.start: START_RING}, f"A board of {rules.size}")
    return _svg(picture, dict.fromkeys(board.mines, FILLS["covered"]))


def risk_svg(view: View, risk: NDArray[np.float64], exact: bool = True) -> str | None:
    """Draw a view with the risk of each covered cell in percent; None if the board is too large to draw.

    A risk that rounds to 0 or 100 without being certain is shown as "<1" or ">99".
    """
    if len(view) > MOST_DRAWN:
        return None
    fills, notes = {}, {}
    for cell in view.covered:
        value = float(risk[cell])
        fills[cell] = SAFE if value == 0 else MINE if value == 1 else _blend(value)
        notes[cell] = _percent(value)
    about = "exact" if exact else "estimated"
    label = f"The {about} risks in percent of a {_about(view)}"
    return _svg(board_picture(view, {}, label), fills, notes)


def _percent(risk: float) -> str:
    shown = f"{100 * risk:.0f}"
    return {"0": "<1", "100": ">99"}.get(shown, shown) if 0 < risk < 1 else shown


def _blend(share: float) -> str:
    parts = (round(low + (high - low) * share) for low, high in zip(LOW, HIGH, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _svg(
    picture: Mapping[str, Any],
    fills: Mapping[Cell, str] | None = None,
    notes: Mapping[Cell, str] | None = None,
) -> str:
    """Write a picture as SVG. `fills` and `notes` replace the colour and the symbol of some cells."""
    fills, notes = fills or {}, notes or {}
    shapes, texts, side = [], [], picture["side"]
    for each in picture["cells"]:
        x, y = each["x"], each["y"]
        cell = (y // side, x // side)
        fill = fills.get(cell, FILLS[each["kind"]])
        shapes.append(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>')
        symbol, small = notes.get(cell, each["symbol"]), ' font-size="9"' if cell in notes else ""
        if symbol:
            colour = "#ffffff" if fill == MINE else "#1b1f24" if cell in notes else each["colour"]
            at = f'x="{x + side / 2:g}" y="{y + side / 2:g}"'
            texts.append(f'<text {at} fill="{colour}"{small}>{escape(symbol)}</text>')
    rings = [
        f'<rect x="{ring["x"]}" y="{ring["y"]}" width="{side}" height="{side}" rx="3" fill="none" '
        f'stroke="{ring["colour"]}" stroke-width="3"/>'
        for ring in picture["rings"]
    ]
    width, height = picture["width"] + 4, picture["height"] + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(picture["label"])}" '
        f'viewBox="-2 -2 {width} {height}" width="{width}" height="{height}">'
        f'<g stroke="#8b96a3" stroke-width="0.6">{"".join(shapes)}</g>'
        f'<g font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" '
        f'dominant-baseline="central">{"".join(texts)}</g>{"".join(rings)}</svg>'
    )
