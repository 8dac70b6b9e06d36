"""Positions in and out of the command line: text to a view, an analysis to JSON or a picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from rich.style import Style
from rich.text import Text

from sapper.agents.base import Decision
from sapper.errors import NotationError, SapperError
from sapper.game.notation import point_at
from sapper.game.view import View
from sapper.solver.analysis import Analysis

NUMBER_COLOURS = ("grey50", "blue", "green", "red", "dark_blue", "dark_red", "cyan", "magenta", "grey70")
WIDEST_EXCERPT = 60


def parse(text: str) -> View:
    """Read a position text.

    Raises:
        SapperError: the text is no position; one line says where and shows the place.
    """
    try:
        return View.parse(text)
    except NotationError as error:
        told = SapperError(f"the position cannot be read: {error}{excerpt(text, error.line, error.column)}")
        told.add_note(point_at(text, error))
        raise told from error
    except ValueError as error:
        raise SapperError(f"the position cannot be read: {error}") from error


def excerpt(text: str, line: int, column: int) -> str:
    """Show a place, marked in its line.

    >>> excerpt("1??/?x? 2", line=1, column=6)
    ', here: 1??/?>x<? 2'
    """
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ""
    shown, at = "".join(c if c.isprintable() else " " for c in lines[line - 1].rstrip("\r")), column - 1
    begin = max(0, at - WIDEST_EXCERPT // 2)
    before, after = shown[begin:at], shown[at + 1 : begin + WIDEST_EXCERPT]
    return f", here: {'...' if begin else ''}{before}>{shown[at : at + 1]}<{after}"


def as_json(view: View, analysis: Analysis, best: Decision) -> dict[str, Any]:
    """The document of `sapper analyse --json`."""
    risk = [[None if math.isnan(value) else value for value in row] for row in analysis.risk.tolist()]
    return {
        "rows": view.rows,
        "cols": view.cols,
        "mines": view.mines,
        "solutions": solutions(analysis),
        "exact": analysis.exact,
        "risk": risk,
        "safe": [list(cell) for cell in sorted(analysis.safe)],
        "mine_cells": [list(cell) for cell in sorted(analysis.mines)],
        "best": best_as_json(best),
    }


def solutions(analysis: Analysis) -> int | None:
    """The number of layouts; None where it could not be counted within the budget."""
    try:
        return analysis.solutions if analysis.exact else None
    except SapperError:
        return None


def best_as_json(best: Decision) -> dict[str, Any] | None:
    """A recommended cell; None where there is nothing left to open."""
    if best.gives_up:
        return None
    row, col = best.opens[0]
    return {
        "row": row,
        "col": col,
        "risk": best.risk,
        "win": best.win,
        "certain": best.certain,
        "reason": best.reason,
    }


def picture(view: View, analysis: Analysis, best: Decision) -> Text:
    """Draw the board: numbers, certain cells, elsewhere the risk in percent; `>` points at the best cell."""
    numbers, flags = view.numbers, view.flags
    safe, mines = set(analysis.safe), set(analysis.mines)
    text = Text("    ")
    text.append("".join(f"{col:>3}" for col in range(view.cols)) + "\n", "dim")
    for row in range(view.rows):
        text.append(f"{row:>4}", "dim")
        for col in range(view.cols):
            number, cell = int(numbers[row, col]), (row, col)
            pointer = ">" if cell in best.opens else " "
            if number >= 0:
                text.append(f"  {number or '.'}", NUMBER_COLOURS[number])
            elif number == -1:
                text.append("  *", "bold red")
            elif cell in safe:
                text.append(f"{pointer}ok", "bold black on green")
            elif cell in mines:
                text.append(" FF" if flags[cell] else " MM", "bold white on red")
            else:
                risk = float(analysis.risk[cell])
                shown = f"{min(99, max(1, round(100 * risk))):>2}"
                mark = "F" if flags[cell] else pointer
                text.append(f"{mark}{shown}", _shade(risk) + Style(bold=pointer == ">"))
        text.append("\n")
    return text


def description(view: View, analysis: Analysis, best: Decision) -> Text:
    """Say in words what the picture shows."""
    text = Text()
    text.append(f"{view.rows}x{view.cols}, {view.mines} mines, {_layouts(analysis)}.\n")
    covered = int(np.count_nonzero(view.numbers == -2))
    safe, mines = len(analysis.safe), len(analysis.mines)
    text.append(
        f"Of {covered} covered cells {safe} certainly free (ok), {mines} certainly mines (MM);"
        " elsewhere the risk in percent.\n",
        "dim",
    )
    if best.gives_up:
        text.append(best.reason.capitalize() + ".\n")
    else:
        row, col = best.opens[0]
        text.append(f"Open row {row}, column {col}", "bold green" if best.certain else "bold yellow")
        text.append(f": {best.reason}.\n")
    return text


def _layouts(analysis: Analysis) -> str:
    if not analysis.exact:
        return f"risks estimated, standard error up to {np.nanmax(analysis.error):.1%}: the budget ran out"
    count = solutions(analysis)
    if count is None:
        return "layouts not counted: the budget ran out"
    if count < 10**9:
        return f"{count:,} layout{'' if count == 1 else 's'}"
    exponent = math.floor(math.log10(count))
    return f"about {count * 100 // 10**exponent / 100:.2f}e{exponent} layouts"


def _shade(risk: float) -> Style:
    """From green over yellow to red, dark enough for white digits."""
    red, green = min(1.0, 2 * risk), min(1.0, 2 * (1 - risk))
    return Style(color="white", bgcolor=f"rgb({int(30 + 130 * red)},{int(30 + 90 * green)},30)")
