"""What the commands share: consoles, JSON output, and conversion of input errors."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import fill
from typing import Any

from rich.console import Console
from rich.text import Text

from sapper.cli.json_output import document_stream
from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.visible_text import visible_lines

PIPED_WIDTH = 120
"""The width of tables that do not go to a terminal."""
NARROWEST = 80
"""The least width of tables. A narrower terminal wraps the lines, which is better than cut digits."""


class PlainConsole(Console):
    """A console that shows every text as it is.

    Names, paths and reasons come from files and other packages. In them neither markup nor the names of emoji
    nor control characters have an effect. Colours are given by styles and by `rich.text.Text`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """Convert a text of one or several lines."""
        return super().render_str(visible_lines(text), **options)


def console() -> Console:
    """A console on standard output. It does not wrap wide pictures."""
    width = max(NARROWEST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else PIPED_WIDTH
    return PlainConsole(soft_wrap=True, width=width)


def can_redraw() -> bool:
    """Whether standard output is a terminal on which a table can be redrawn in place."""
    return sys.stdout.isatty() and shutil.get_terminal_size().columns >= NARROWEST


def messages() -> Console:
    """A console on standard error, for progress and messages."""
    return PlainConsole(stderr=True)


def print_entry(name: str, text: str) -> None:
    """Print a line of a list. On a terminal, a long text goes on below itself and not below its name.

    `name` is as wide as the names of the whole list, with the space behind it.
    """
    if sys.stdout.isatty():
        width = max(NARROWEST, shutil.get_terminal_size().columns)
        below = " " * len(name)
        print_plain(fill(text, width, initial_indent=name, subsequent_indent=below, break_on_hyphens=False))
    else:
        print_plain(f"{name}{text}")


def print_plain(text: str) -> None:
    """Print lines that no console formats. Control characters in them are shown."""
    print(visible_lines(text))


def print_json(document: Any) -> None:
    """Print one JSON document. Its integers, such as counts of layouts, may have any number of digits."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        print(json.dumps(document, allow_nan=False), file=document_stream(), flush=True)
    finally:
        sys.set_int_max_str_digits(limit)


def check_writable(file: Path) -> None:
    """Check that a file can be written, without leaving anything behind.

    Raises:
        OSError: The file cannot be written.
    """
    if file.is_fifo():
        return  # opening a pipe waits for its reader, and closing it ends the reader's input
    if file.exists():
        file.open("a").close()
    else:
        TemporaryFile(dir=file.parent).close()


def cell_of(option: str, text: str) -> Cell:
    """Parse the value ``R,C`` of an option that names a cell."""
    try:
        row, col = (int(part) for part in text.split(","))
    except ValueError:
        raise SapperError(f"{option} takes a row and a column such as 3,3, not {text!r}") from None
    return row, col


def seconds_of(option: str, milliseconds: float | None) -> float | None:
    """Convert the value of an option from milliseconds to seconds; None when it was not given."""
    if milliseconds is None:
        return None
    if not 0 < milliseconds < float("inf"):
        raise SapperError(f"{option} takes a number of milliseconds above 0, not {milliseconds:g}")
    return milliseconds / 1000


@contextmanager
def bad_input() -> Iterator[None]:
    """Turn a ValueError about the user's input into a SapperError, which is reported in one line."""
    try:
        yield
    except SapperError:
        raise
    except ValueError as error:
        raise SapperError(str(error)) from error
