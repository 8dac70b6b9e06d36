"""Read and write files of boards and of game records.

A boards file has one JSON object per line: ``{"rows":16,"cols":30,"mines":[[r,c],...],"start":[r,c]}``. The
formats ``.mbf`` (MinesweeperX) and ``.abf`` (Arbiter) hold one board per file. A records file has one game
per line, as JSON.
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
    """Read every board of a file. Any suffix other than ``.mbf`` and ``.abf`` means JSON lines.

    Args:
        path: The file.
        like: Rules to copy the options from, such as ``first_move``. The size and the mine count come from
            the file. The default is the standard options.

    Raises:
        ValueError: The file is malformed. The message names the file and the line.
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
    """Write boards in the format of the suffix. An ``.mbf`` or ``.abf`` file holds one board and no start."""
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
    """Return a board as the fields of a line in a boards file."""
    return {
        "rows": board.rules.rows,
        "cols": board.rules.cols,
        "mines": [list(cell) for cell in board.mines],
        "start": list(board.start),
    }


def board_from_dict(fields: Any, like: Rules | None = None) -> Board:
    """Make a board from the fields of a line in a boards file. Unknown keys are ignored.

    If the fields name no start, the start is the first cell that the rules allow.
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
    """Read every game record of a file. A `ValueError` names the malformed line."""
    return parse_records(Path(path).read_bytes(), str(path))


def parse_records(content: bytes, name: str) -> list[GameRecord]:
    """Read game records, one per line, from the content of a file. `name` is its name in error messages."""
    records = []
    for where, fields in _json_lines(content, name):
        try:
            records.append(GameRecord.from_dict(fields))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    return records


def write_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write game records, one per line."""
    Path(path).write_text("".join(record.to_json() + "\n" for record in records))


def _json_lines(content: bytes, name: str) -> Iterator[tuple[str, Any]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name}: the file is not text; is the suffix right?") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            yield where, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{where}: this is not JSON: {error}") from None
