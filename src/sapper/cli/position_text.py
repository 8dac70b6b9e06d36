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
from sapper.solver.explanation import Explanation

# The game's own colours, but for those that vanish on a dark terminal.
NUMBER_COLOURS = (
    "grey50",
    "dodger_blue1",
    "green",
    "red",
    "medium_purple",
    "dark_orange",
    "cyan",
    "magenta",
    "grey70",
)
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
    """A recommended cell; None where there is nothing to open, or no agent to open it."""
    if not best.opens:
        return None
    row, col = best.opens[0]
    return {
        "row": row,
        "col": col,
        "risk": best.risk,
        "win": best.win,
        "certain": best.certain,
        "reason": best.reason,
        "win_exact": best.win_exact,
    }


def why_as_json(explanation: Explanation) -> dict[str, Any]:
    """Why a cell is certain."""
    return {
        "row": explanation.cell[0],
        "col": explanation.cell[1],
        "mine": explanation.mine,
        "numbers": [list(cell) for cell in explanation.numbers],
        "uses_mine_count": explanation.uses_mine_count,
        "method": explanation.method,
        "text": explanation.text,
    }


def picture(view: View, analysis: Analysis, best: Decision, width: int | None = None) -> Text:
    """Draw the board: numbers, certain cells, elsewhere the risk in percent; `>` points at the best cell.

    Where the board does not fit into `width` columns, cells stand close together and the best is underlined.
    """
    numbers, flags, risk = view.numbers.tolist(), view.flags.tolist(), analysis.risk.tolist()
    close = width is not None and 4 + 3 * view.cols > width
    text = Text("    ")
    # Close together, every second column is numbered: the digits would run into one another.
    named = ("" if close and col % 2 else str(col % 100) for col in range(view.cols))
    text.append("".join(f"{name:>3}"[close:] for name in named) + "\n", "dim")
    for row in range(view.rows):
        text.append(f"{row:>3} " if close else f"{row:>4}", "dim")
        for col in range(view.cols):
            symbol, style = _drawn(numbers[row][col], flags[row][col], risk[row][col])
            if (row, col) in best.opens:
                symbol, style = f">{symbol[1:]}", style + Style(bold=True, underline=close)
            text.append(symbol[close:], style)
        text.append("\n")
    return text


def _drawn(number: int, flagged: bool, risk: float) -> tuple[str, Style]:
    """One cell in three characters."""
    if number >= 0:
        return f"  {number or '.'}", Style.parse(NUMBER_COLOURS[number])
    if number == -1:
        return "  *", Style.parse("bold red")
    if risk == 0:
        return " ok", Style.parse("bold black on green")
    if risk == 1:
        return " FF" if flagged else " MM", Style.parse("bold white on red")
    return f"{'F' if flagged else ' '}{min(99, max(1, round(100 * risk))):>2}", _shade(risk)


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
        # The reason of a certain cell begins with that word.
        text.append(f"{', ' if best.certain else ': '}{best.reason}.\n")
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
