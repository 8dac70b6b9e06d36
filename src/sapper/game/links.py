"""Links to a board, in the form that the ZiNi calculator of PTTACGfans introduced and other pages read.

A link ends in ``?b=3&m=...``. The value of ``b`` is 1, 2 or 3 for the three levels, else the width and the
height with equally many digits each. The value of ``m`` is a bitmap of the mines, row by row: five cells are
one digit of base 32, the first cell is the highest bit, and the last digit is filled up with zeros.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import numpy as np

from sapper.game.board import Board
from sapper.game.rules import BEGINNER, EXPERT, INTERMEDIATE, Rules

PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
"""The page that links lead to unless another one is named."""
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_LEVELS = {"1": BEGINNER, "2": INTERMEDIATE, "3": EXPERT}
_BITS = 5


def board_link(board: Board, page: str = PAGE) -> str:
    """Return a link to a board. It contains the mines, but neither the start nor other rules.

    >>> board_link(Board.from_mines(Rules(2, 3, 1), [(0, 0)]), "")
    '?b=32&m=g0'
    """
    rules = board.rules
    size = rules.rows, rules.cols
    level = next((name for name, known in _LEVELS.items() if (known.rows, known.cols) == size), None)
    digits = len(str(max(size)))
    cells = np.zeros(-(-rules.cells // _BITS) * _BITS, np.uint8)
    for cell in board.mines:
        cells[rules.index(cell)] = 1
    values = cells.reshape(-1, _BITS) @ (1 << np.arange(_BITS)[::-1])
    mines = "".join(_DIGITS[value] for value in values)
    return f"{page}?b={level or f'{rules.cols:0{digits}}{rules.rows:0{digits}}'}&m={mines}"


def read_board_link(link: str, like: Rules | None = None) -> Board:
    """Read a board from a link, whichever page it leads to.

    Args:
        link: The link, or only its part from the question mark on.
        like: Rules to copy the options from, such as ``first_move``. By default nothing is promised about the
            first cell, because a link says nothing about it.

    Raises:
        ValueError: The link states no board.

    >>> read_board_link("https://example.org/game?b=32&m=g0").mines
    ((0, 0),)
    """
    if not isinstance(link, str) or "?" not in link:
        raise ValueError(f"a link to a board has a part ?b=...&m=..., not {str(link)[:60]!r}")
    fields = parse_qs(urlsplit(link[link.index("?") :]).query.partition("#")[0])
    size, mines = fields.get("b", [""])[0], fields.get("m", [""])[0].lower()
    rows, cols = _size(size)
    bits = _bits(mines, rows * cols)
    places = [divmod(int(at), cols) for at in np.flatnonzero(bits)]
    switches = {"first_move": "unsafe"} if like is None else like.to_dict()
    return Board.from_mines(Rules(**{**switches, "rows": rows, "cols": cols, "mines": len(places)}), places)


def _size(text: str) -> tuple[int, int]:
    """The rows and columns that the value of ``b`` states."""
    if text in _LEVELS:
        return _LEVELS[text].rows, _LEVELS[text].cols
    if not re.fullmatch(r"(\d\d){1,4}", text, re.ASCII):
        raise ValueError(f"the size of a link is 1, 2, 3 or a width and a height, not {text[:20]!r}")
    half = len(text) // 2
    rows, cols = int(text[half:]), int(text[:half])
    if not rows or not cols:
        raise ValueError(f"the link states a board of {rows} rows and {cols} columns")
    return rows, cols


def _bits(text: str, cells: int) -> np.ndarray:
    """The bitmap that the value of ``m`` states. Pages leave it out where there is no mine."""
    wanted = -(-cells // _BITS)
    if not set(text) <= set(_DIGITS):
        wrong = next(digit for digit in text if digit not in _DIGITS)
        raise ValueError(f"the mines of a link are digits of base 32, 0 to 9 and a to v, not {wrong!r}")
    if text and len(text) != wanted:
        raise ValueError(f"the mines of this link are {wanted} digits of base 32, not {len(text)}")
    values = np.array([_DIGITS.index(digit) for digit in text or "0" * wanted], np.uint8)
    bits = (values[:, None] >> np.arange(_BITS)[::-1] & 1).ravel()
    if bits[cells:].any():
        raise ValueError("the link states mines below its last row")
    return bits[:cells]
