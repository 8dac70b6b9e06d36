"""An analysed position for the terminal: the drawn board, and a description in words."""

from __future__ import annotations

import math

import numpy as np
from rich.style import Style
from rich.text import Text

from sapper.agents.base import Decision
from sapper.cli.analysis_json import solutions
from sapper.game import palette
from sapper.game.view import View
from sapper.plural import counted
from sapper.solver.analysis import Analysis


def number_style(number: int) -> Style:
    """The style of an opened cell.

    The palette is made for a dark background, so the style sets one. Without it, some numbers could not be
    read on a light terminal.
    """
    return Style(color=palette.NUMBERS.get(number, palette.EDGE), bgcolor=palette.OPENED)


def picture(view: View, analysis: Analysis, best: Decision, width: int | None = None) -> Text:
    """Draw the board with its numbers and certain cells, and the risk of other cells in percent.

    The sign `>` points at the best cell. When the board does not fit into `width` columns, the columns are
    narrower and the best cell is underlined.
    """
    numbers, flags, risk = view.numbers.tolist(), view.flags.tolist(), analysis.risk.tolist()
    close = width is not None and 4 + 3 * view.cols > width
    text = Text("    ")
    # In narrow columns only every second column is numbered. Otherwise adjacent numbers would touch.
    named = ("" if close and col % 2 else str(col % 100) for col in range(view.cols))
    text.append("".join(f"{name:>3}"[close:] for name in named) + "\n", "dim")
    for row in range(view.rows):
        text.append(f"{row:>3} " if close else f"{row:>4}", "dim")
        for col in range(view.cols):
            symbol, style = _cell_text(numbers[row][col], flags[row][col], risk[row][col])
            if (row, col) in best.opens:
                symbol, style = f">{symbol[1:]}", style + Style(bold=True, underline=close)
            text.append(symbol[close:], style)
        text.append("\n")
    return text


def _cell_text(number: int, flagged: bool, risk: float) -> tuple[str, Style]:
    """Draw one cell in three characters."""
    if number >= 0:
        return f"  {number or '.'}", number_style(number)
    if number == -1:
        return "  *", Style.parse("bold red")
    if risk == 0:
        return " ok", Style.parse("bold black on green")
    if risk == 1:
        return " FF" if flagged else " MM", Style.parse("bold white on red")
    return f"{'F' if flagged else ' '}{min(99, max(1, round(100 * risk))):>2}", _shade(risk)


def description(view: View, analysis: Analysis, best: Decision) -> Text:
    """Describe the analysis in words."""
    text = Text()
    text.append(f"{view.rows}x{view.cols}, {counted(view.mines, 'mine')}, {_layouts(analysis)}.\n")
    covered = int(np.count_nonzero(view.numbers == -2))
    safe, mines = len(analysis.safe), len(analysis.mines)
    text.append(
        f"Of {counted(covered, 'covered cell')}, {_are(safe)} certainly free (ok) and {_are(mines)} certainly"
        f" {'a mine' if mines == 1 else 'mines'} (MM); the others show their risk in percent.\n",
        "dim",
    )
    if best.gives_up:
        text.append(best.reason.capitalize() + ".\n")
    else:
        text.append(f"Open {best.opens[0]}", "bold green" if best.certain else "bold yellow")
        # The reason of a certain cell begins with the word "certain".
        text.append(f"{', ' if best.certain else ': '}{best.reason}.\n")
    return text


def _are(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'}"


def _layouts(analysis: Analysis) -> str:
    if not analysis.exact:
        error = f"{np.nanmax(analysis.error):.1%}"
        return f"risks estimated, standard error up to {error}: the time or memory ran out"
    count = solutions(analysis)
    if count is None:
        return "number of layouts unknown: the time or memory ran out"
    if count < 10**9:
        return f"{count:,} layout{'' if count == 1 else 's'}"
    exponent = math.floor(math.log10(count))
    return f"about {count * 100 // 10**exponent / 100:.2f}e{exponent} layouts"


def _shade(risk: float) -> Style:
    """A colour from green over yellow to red, dark enough for white digits."""
    red, green = min(1.0, 2 * risk), min(1.0, 2 * (1 - risk))
    return Style(color="white", bgcolor=f"rgb({int(30 + 130 * red)},{int(30 + 90 * green)},30)")
