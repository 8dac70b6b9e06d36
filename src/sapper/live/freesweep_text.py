"""Reading the screen of freesweep, a program in the terminal."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from sapper.game.enums import State
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.live.sight import Sight

# A row of the board has three characters a cell: the symbol between spaces, or brackets at the cursor.
_EDGE = re.compile(r"\+((?:---)+)\+")
_PANEL = {"col": r"Loc: (\d+), \d+", "row": r"Loc: \d+, (\d+)", "mines": r"Mines: (\d+)"}
_COVERED, _FLAG, _MINE, _WRONG, _HIT = "-", "#", "o", "X", "*"
_NUMBERS = {
    **dict.fromkeys((_COVERED, _FLAG, _MINE, _WRONG), -2),
    _HIT: -1,
    " ": 0,
    **{str(number): number for number in range(1, 9)},
}


@dataclass(frozen=True)
class Freesweep:
    """What freesweep shows."""

    sight: Sight
    cursor: Cell


def read_freesweep(screen: str) -> Freesweep | None:
    """Read the text of a terminal in which freesweep runs; None if it does not show a whole board."""
    found = {name: re.search(pattern, screen) for name, pattern in _PANEL.items()}
    lines = screen.split("\n")
    edge = _EDGE.match(lines[0])
    if edge is None or not all(found.values()):
        return None
    panel = {name: int(match[1]) for name, match in found.items() if match}
    width = len(edge[1])
    rows = []
    for line in lines[1:]:
        if _EDGE.match(line):
            break
        inside = line[1 : 1 + width]
        if len(inside) < width or line[0] != "|" or line[1 + width : 2 + width] != "|":
            return None  # a part of the board is out of sight, or a message lies over it
        rows.append(inside[1::3])
    else:
        return None
    symbols = np.array([list(row) for row in rows])
    if not rows or not np.isin(symbols, list(_NUMBERS)).all():
        return None
    return Freesweep(_sight(symbols, panel["mines"]), (panel["row"], panel["col"]))


def _sight(symbols: np.ndarray, mines: int) -> Sight:
    numbers = np.vectorize(_NUMBERS.__getitem__, otypes=[np.int8])(symbols)
    # Only the end of a game shows mines. With flags that were wrong, they are shown as X.
    lost = bool(np.isin(symbols, [_MINE, _WRONG, _HIT]).any())
    covered = numbers == -2
    flags = symbols == _FLAG
    won = not lost and bool((covered == flags).all()) and int(flags.sum()) == mines
    state = State.LOST if lost else State.WON if won else State.PLAYING
    shown = ((symbols == _MINE) | (lost & flags)).nonzero()
    return Sight(
        View.from_array(numbers, mines, flags), state, tuple(zip(*map(np.ndarray.tolist, shown), strict=True))
    )
