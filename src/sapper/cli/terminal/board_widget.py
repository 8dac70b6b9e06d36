"""The board as a Textual widget: draws the cells, and turns mouse presses into messages."""

from __future__ import annotations

import math

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.game import palette
from sapper.game.enums import Act
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis


def _shades(colour: str) -> tuple[str, str]:
    """A colour and a slightly lighter one.

    Cells alternate between the two, as on a chess board, so that rows and columns are easier to follow.
    """
    return colour, "#" + "".join(f"{part + 7:02x}" for part in palette.rgb(colour))


COVERED, OPENED = _shades(palette.COVERED), _shades(palette.OPENED)
CURSOR, HINT = "#f2cc60", "#58a6ff"
HIT, SURE_MINE, SURE_FREE = "#d1401f", "#8a2c1a", "#1a7f4b"
BORDER, RULER, HERE = "#30363d", "#6e7681", "#f2cc60"
EDGE = "▏"
"""The left border of a cell. It keeps the risks of neighbours apart."""
WIDE, NARROW = 3, 2
"""The widths of a cell with its border. A narrow cell has room for one character: its risk is a colour."""
MOUSE = {1: Act.OPEN, 2: Act.CHORD, 3: Act.FLAG}


class BoardView(ScrollView, can_focus=True):
    """Draws a view of a board with its rulers, and scrolls when it does not fit."""

    DEFAULT_CSS = """
    BoardView { background: #0d1117; width: auto; height: auto; max-width: 100%; max-height: 1fr; }
    """

    cursor: reactive[Cell] = reactive((0, 0))

    class Acted(Message):
        """The player wants to make a move at a cell."""

        def __init__(self, act: Act, cell: Cell) -> None:
            self.act, self.cell = act, cell
            super().__init__()

    def __init__(self, view: View) -> None:
        super().__init__()
        self.cell_width = WIDE
        self.show(view)

    @property
    def ruler_width(self) -> int:
        """The width of the row numbers, left of the cells."""
        return len(str(self.rows - 1)) + 1

    def show(
        self,
        view: View,
        analysis: Analysis | None = None,
        hint: Cell | None = None,
        mines: frozenset[Cell] = frozenset(),
    ) -> None:
        """Draw a view, with the risks, a recommended cell, and the mines of a lost game if given."""
        self.rows, self.cols = view.rows, view.cols
        self._numbers, self._flags = view.numbers.tolist(), view.flags.tolist()
        self._risk = None if analysis is None else analysis.risk.tolist()
        self._hint, self._mines = hint, mines
        row, col = self.cursor
        self.cursor = min(row, self.rows - 1), min(col, self.cols - 1)
        self._set_extent()
        self.refresh(layout=True)

    def _set_extent(self) -> None:
        self.virtual_size = Size(self.ruler_width + self.cols * self.cell_width, 1 + self.rows)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the board. Cells become narrower when the board would not fit."""
        self.cell_width = WIDE if self.ruler_width + WIDE * self.cols <= container.width else NARROW
        self._set_extent()
        return self.ruler_width + self.cols * self.cell_width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the board: one line per row, and one for the numbers of the columns."""
        return 1 + self.rows

    def render_line(self, y: int) -> Strip:
        """Draw one line of the widget. The rulers stay where they are while the cells scroll."""
        left, top = self.scroll_offset
        row = y - 1 + top
        if y and not 0 <= row < self.rows:
            return Strip.blank(self.size.width)
        width, seen = self.cell_width, self.size.width - self.ruler_width
        first, last = left // width, min(self.cols, (left + seen) // width + 1)
        parts = [
            part
            for col in range(first, last)
            for part in (self._parts((row, col)) if y else self._column_name(col))
        ]
        begin = left - first * width
        cells = Strip(parts, (last - first) * width).crop_extend(begin, begin + seen, None)
        name = f"{row:>{self.ruler_width - 1}} " if y else " " * self.ruler_width
        here = bool(y) and row == self.cursor[0]
        return Strip.join([Strip([Segment(name, _ruler_style(here))], self.ruler_width), cells])

    def _column_name(self, col: int) -> list[Segment]:
        """The number of a column above it. Narrow cells have room for every second number."""
        here = col == self.cursor[1]
        hidden = self.cell_width == NARROW and (col % 2 or abs(col - self.cursor[1]) == 1) and not here
        name = "" if hidden else str(col % 100)
        return [Segment(name.rjust(self.cell_width), _ruler_style(here))]

    def _parts(self, cell: Cell) -> list[Segment]:
        """A cell and its left border."""
        text, style = self._segment(cell)
        return [Segment(EDGE, Style(color=BORDER, bgcolor=style.bgcolor)), Segment(text, style)]

    def _segment(self, cell: Cell) -> tuple[str, Style]:
        row, col = cell
        symbol, colour, ground = self._look(row, col)
        bold = self._numbers[row][col] > 0
        if cell == self._hint:
            colour, ground = "#0d1117", HINT
        if cell == self.cursor:
            colour, ground, bold = "#0d1117", CURSOR, True
        room = self.cell_width - 1
        if room == 1 and len(symbol) > 1:
            symbol = "✓" if symbol == "ok" else ""  # a risk in percent has no room: its colour must do
        return symbol.ljust(room), Style(color=colour, bgcolor=ground, bold=bold)

    def _look(self, row: int, col: int) -> tuple[str, str, str]:
        """Symbol, colour and background of a cell without the cursor or a hint."""
        number, flagged, shade = self._numbers[row][col], self._flags[row][col], (row + col) % 2
        if number >= 0:
            return (str(number) if number else "", palette.NUMBERS.get(number, "white"), OPENED[shade])
        if number == -1:
            return "✹", "white", HIT
        if flagged:
            # After a loss, a cross marks a wrong flag.
            wrong = bool(self._mines) and (row, col) not in self._mines
            return ("✗" if wrong else "⚑"), palette.CLOTH, COVERED[shade]
        if (row, col) in self._mines:
            return "✹", "#ff8b7b", COVERED[shade]
        if self._risk is None or math.isnan(self._risk[row][col]):
            return "", "white", COVERED[shade]
        return _risk_look(self._risk[row][col])

    def watch_cursor(self) -> None:
        """Scroll so that the cursor stays visible."""
        row, col = self.cursor
        place = Region(self.ruler_width + col * self.cell_width, 1 + row, self.cell_width, 1)
        self.scroll_to_region(place, spacing=Spacing(1, 0, 0, self.ruler_width), animate=False)
        self.refresh()

    def move(self, down: int, right: int) -> None:
        """Move the cursor; it stops at the edges of the board."""
        row, col = self.cursor
        self.cursor = (
            max(0, min(self.rows - 1, row + down)),
            max(0, min(self.cols - 1, col + right)),
        )

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell at a position of the widget; None outside the board and on its rulers."""
        if x < self.ruler_width or y < 1:
            return None
        row = y - 1 + self.scroll_offset.y
        col = (x - self.ruler_width + self.scroll_offset.x) // self.cell_width
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Open with the left button, flag with the right or with Ctrl, chord with the middle."""
        cell = self.cell_at(event.x, event.y)
        if cell is None or event.button not in MOUSE:
            return
        event.stop()
        self.focus()
        self.cursor = cell
        self.post_message(self.Acted(Act.FLAG if event.ctrl else MOUSE[event.button], cell))


def _ruler_style(here: bool) -> Style:
    """The style of a number on a ruler. The row and the column of the cursor stand out."""
    return Style(color=HERE if here else RULER, bold=here)


def _risk_look(risk: float) -> tuple[str, str, str]:
    """Symbol and colours of a covered cell with its risk in percent."""
    if risk == 0:
        return "ok", "white", SURE_FREE
    if risk == 1:
        return "✹", "white", SURE_MINE
    # From blue for a low risk to orange for a high one. Colour-blind people can tell these apart.
    cool, warm = (44, 92, 140), (200, 96, 24)
    share = min(1.0, risk / 0.6)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(cool, warm, strict=True))
    return f"{min(99, max(1, round(100 * risk))):>2}", "white", f"#{red:02x}{green:02x}{blue:02x}"
