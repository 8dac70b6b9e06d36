"""Files of boards and of game records, ours and other programs'.

A boards file is JSON lines, ``{"rows":16,"cols":30,"mines":[[r,c],...],"start":[r,c]}``; ``.mbf``
(MinesweeperX) and ``.abf`` (Arbiter) hold one board each. A records file is JSON lines, one game a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sapper import _core
from sapper.game.board import Board
from sapper.game.record import GameRecord
from sapper.game.rules import Rules

_PARSERS = {".mbf": _core.parse_mbf, ".abf": _core.parse_abf}
_PRINTERS = {".mbf": _core.print_mbf, ".abf": _core.print_abf}


def read_boards(path: str | Path, like: Rules | None = None) -> list[Board]:
    """Read every board of a file, by its suffix ``.mbf``, ``.abf`` or, any other, JSON lines.

    Args:
        path: The file.
        like: Rules whose switches the boards are played by; size and mine count are the file's. By default
            the standard ones.

    Raises:
        ValueError: The file is malformed; the message names it and the line.
        OSError: The file cannot be read.
    """
    path = Path(path)
    parse = _PARSERS.get(path.suffix.lower())
    if parse is not None:
        try:
            layout = parse(path.read_bytes())
            return [_board(layout.rows, layout.cols, layout.mines, None, like)]
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    boards = []
    for where, fields in _json_lines(path.read_bytes(), str(path)):
        try:
            boards.append(board_from_dict(fields, like))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    return boards


def write_boards(path: str | Path, boards: Iterable[Board]) -> None:
    """Write boards to a file, by its suffix; ``.mbf`` and ``.abf`` hold exactly one, and no start."""
    path = Path(path)
    boards = list(boards)
    write = _PRINTERS.get(path.suffix.lower())
    if write is None:
        path.write_text("".join(json.dumps(board_to_dict(b), separators=(",", ":")) + "\n" for b in boards))
        return
    if len(boards) != 1:
        raise ValueError(f"an {path.suffix} file holds one board, not {len(boards)}")
    rules = boards[0].rules
    layout = _core.Layout(rules.rows, rules.cols, [rules.index(cell) for cell in boards[0].mines])
    path.write_bytes(write(layout))


def board_to_dict(board: Board) -> dict[str, Any]:
    """A board as a line of a boards file."""
    return {
        "rows": board.rules.rows,
        "cols": board.rules.cols,
        "mines": [list(cell) for cell in board.mines],
        "start": list(board.start),
    }


def board_from_dict(fields: Any, like: Rules | None = None) -> Board:
    """The board of a line of a boards file; keys it does not know are ignored.

    Without a start, the game starts from the first cell that may be one.
    """
    if not isinstance(fields, dict):
        raise ValueError("a board must be an object with rows, cols and mines")
    for name in ("rows", "cols", "mines"):
        if name not in fields:
            raise ValueError(f"the board lacks {name!r}")
    mines, start = fields["mines"], fields.get("start")
    if not isinstance(mines, list):
        raise ValueError("the mines of a board must be a list of cells [row, col]")
    for cell in (*mines, [0, 0] if start is None else start):
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)):
            raise ValueError(f"a cell of a board must be [row, col], not {json.dumps(cell)[:40]}")
    return _board(fields["rows"], fields["cols"], mines, start, like)


def _board(rows: Any, cols: Any, mines: list[Any], start: Any, like: Rules | None) -> Board:
    switches = {} if like is None else like.to_dict()
    rules = Rules(**{**switches, "rows": rows, "cols": cols, "mines": len(mines)})
    return Board.from_mines(rules, mines, start)


def read_records(path: str | Path) -> list[GameRecord]:
    """Read every game record of a file; `ValueError` names the line that is malformed."""
    return parse_records(Path(path).read_bytes(), str(path))


def parse_records(content: bytes, name: str) -> list[GameRecord]:
    """Read game records, one a line, from the content of what is called `name`."""
    records = []
    for where, fields in _json_lines(content, name):
        try:
            records.append(GameRecord.from_dict(fields))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    return records


def write_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write game records, one a line."""
    Path(path).write_text("".join(record.to_json() + "\n" for record in records))


def _json_lines(content: bytes, name: str) -> Iterator[tuple[str, Any]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name}: the file is no text; is the suffix right?") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            yield where, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{where}: this is no JSON: {error}") from None
