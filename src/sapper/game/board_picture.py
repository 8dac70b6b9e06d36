"""The picture of a board, as values: the template ``board.html`` of the reports and `board_svg` draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sapper.game.rules import Cell
from sapper.game.view import View

SIDE = 22
"""The side of a cell, in pixels."""

NUMBER_COLOURS = ("", "#0b62c4", "#00734f", "#c43d0a", "#5b3aa8", "#8a4b00", "#007d8a", "#a3145b", "#555555")
"""The colours of the numbers 1 to 8. They differ in hue and in lightness, for colour-blind readers too."""


def board_picture(view: View, rings: Mapping[Cell, str], label: str) -> dict[str, Any]:
    """The cells of a view, and rings round some of them, each with its colour."""
    flags = view.flags.tolist()
    return {
        "label": label,
        "side": SIDE,
        "width": view.cols * SIDE,
        "height": view.rows * SIDE,
        "cells": [
            _cell(row, col, number, flags[row][col])
            for row, numbers in enumerate(view.numbers.tolist())
            for col, number in enumerate(numbers)
        ],
        "rings": [
            {"x": col * SIDE, "y": row * SIDE, "colour": colour} for (row, col), colour in rings.items()
        ],
    }


def _cell(row: int, col: int, number: int, flagged: bool) -> dict[str, Any]:
    return {
        "x": col * SIDE,
        "y": row * SIDE,
        "kind": "open" if number >= 0 else "hit" if number == -1 else "covered",
        "symbol": str(number) if number > 0 else "✹" if number == -1 else "⚑" if flagged else "",
        "colour": NUMBER_COLOURS[number] if number > 0 else "#1b1f24",
    }
