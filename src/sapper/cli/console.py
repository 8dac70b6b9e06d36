"""What commands share: consoles, JSON documents, and input turned into errors a person can act on."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from rich.console import Console

from sapper.errors import SapperError
from sapper.game.rules import Cell

PIPED_WIDTH = 120
"""Columns for tables that go to a file or another program, where no terminal sets them."""


NARROWEST = 80
"""Columns our tables need; a terminal with fewer folds the lines, which beats cutting digits off."""


def console() -> Console:
    """A console on standard output; wide pictures are not folded."""
    width = max(NARROWEST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else PIPED_WIDTH
    return Console(highlight=False, soft_wrap=True, width=width)


def can_redraw() -> bool:
    """Whether standard output is a terminal on which a table can be drawn again in its place."""
    return sys.stdout.isatty() and shutil.get_terminal_size().columns >= NARROWEST


def messages() -> Console:
    """A console on standard error, for progress and remarks."""
    return Console(stderr=True, highlight=False)


def print_json(document: Any) -> None:
    """Print one JSON document. Counts of layouts may have any number of digits."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        print(json.dumps(document, allow_nan=False))
    finally:
        sys.set_int_max_str_digits(limit)


def check_writable(file: Path) -> None:
    """Find out, before work is done for it, whether a file can be written; nothing is left behind.

    Raises:
        OSError: It cannot.
    """
    if file.is_fifo():
        return  # opening it would wait for its reader, and closing it would send the reader away
    if file.exists():
        file.open("a").close()
    else:
        TemporaryFile(dir=file.parent).close()


def cell_of(option: str, text: str) -> Cell:
    """The cell that an option names as ``R,C``."""
    try:
        row, col = (int(part) for part in text.split(","))
    except ValueError:
        raise SapperError(f"{option} is a row and a column such as 3,3; not {text!r}") from None
    return row, col


def seconds_of(option: str, milliseconds: float | None) -> float | None:
    """The time that an option names in milliseconds; None where it was left out."""
    if milliseconds is None:
        return None
    if not 0 < milliseconds < float("inf"):
        raise SapperError(f"{option} is a number of milliseconds above 0, not {milliseconds:g}")
    return milliseconds / 1000


@contextmanager
def bad_input() -> Iterator[None]:
    """Turn the ValueErrors of what a user gave into errors that are told in one line."""
    try:
        yield
    except SapperError:
        raise
    except ValueError as error:
        raise SapperError(str(error)) from error
