"""Reader and writer of ``.rawvf``, the text format into which replays of any program can be converted.

A file has options (``Name: value``), the board (``*`` for a mine, ``0`` for any other cell) after a line
``Board:``, and the events after a line ``Events:``. A mouse event is ``time kind column row (x y)``, with
columns and rows from 1. Lines of the board's changes and of the game's state are skipped, because they follow
from the mouse events.

The writer adds one option of its own, ``CellSize``, when cells do not have the usual 16 pixels.

Source: "Open, human-readable minesweeper video format", revision 5, in the forum of minesweepergame.com.
"""

from __future__ import annotations

import re

from sapper.replay.building import MOST_CELLS, Draft
from sapper.replay.byte_reader import text_of
from sapper.replay.replay import EventKind, Replay, ReplayError

KINDS: dict[str, EventKind] = {
    "mv": "move",
    "lc": "left-down",
    "lr": "left-up",
    "rc": "right-down",
    "rr": "right-up",
    "mc": "middle-down",
    "mr": "middle-up",
    "sc": "shift-left-down",
}
CODES = {kind: code for code, kind in KINDS.items()}
USUAL_CELL = 16
_NUMBER = r"-?\d{1,9}"
_EVENT = re.compile(
    rf"(-?)(\d{{1,7}})\.(\d{{2,3}})\s+({'|'.join(KINDS)})\s+"
    rf"(?:({_NUMBER})\s+({_NUMBER})\s+)?\(\s*({_NUMBER})\s+({_NUMBER})\s*\)(?:\s*\([lrm]*\))?",
    re.ASCII,
)
_TIMED = re.compile(r"-?\d+\.\d+\s+(\w+).*", re.ASCII)
_LEVELS = {
    (8, 8, 10): "Beginner",
    (9, 9, 10): "Beginner",
    (16, 16, 40): "Intermediate",
    (16, 30, 99): "Expert",
}


def read_rawvf(content: bytes) -> Replay:
    """Read a replay in the RAW video format."""
    draft = Draft("rawvf")
    lines = iter(_text(content).splitlines())
    options = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or len(name) > 100:
            raise ReplayError("this is not a RAW replay: it does not begin with options 'Name: value'")
        if name.strip() == "Board":
            break
        options[name.strip().lower()] = value.strip()
    else:
        raise ReplayError("the RAW replay has no line 'Board:'")
    rows = []
    for line in lines:
        if line.strip() == "Events:":
            break
        if line.strip().strip("*0"):
            raise ReplayError(f"a row of a RAW replay's board holds '*' and '0', not {line.strip()[:40]!r}")
        rows.append(line.strip())
    else:
        raise ReplayError("the RAW replay has no line 'Events:'")
    _use_board(draft, [row for row in rows if row])
    _use_options(draft, options)
    for number, line in enumerate(lines, start=1):
        _use_event(draft, number, line.strip())
    return draft.build()


def write_rawvf(replay: Replay) -> str:
    """Write a replay in the RAW video format. `read_rawvf` reads the same replay from it."""
    board, rules = replay.board, replay.board.rules
    options = {
        "RawVF_Version": "Rev6",
        "Program": replay.program,
        "Player": replay.player,
        "Level": _LEVELS.get((rules.rows, rules.cols, rules.mines), "Custom"),
        "Width": str(rules.cols),
        "Height": str(rules.rows),
        "Mines": str(rules.mines),
        "Marks": "On" if replay.marks else "Off",
        "Time": f"{replay.seconds:.3f}",
        "BBBV": str(board.bbbv),
        "Timestamp": replay.played_at,
        "Mode": "Classic" if replay.mode == "standard" else replay.mode,
    }
    if replay.cell_pixels != USUAL_CELL:
        options["CellSize"] = str(replay.cell_pixels)
    lines = [f"{name}: {value}".rstrip() for name, value in options.items()]
    rows = ("".join("*" if mine else "0" for mine in row) for row in board.mine_array.tolist())
    lines += ["Board:", *rows, "Events:"]
    for event in replay.events:
        row, col = event.cell if event.cell is not None else (-1, -1)
        position = f"{col + 1} {row + 1} ({event.x} {event.y})"
        lines.append(f"{event.time:.3f} {CODES[event.kind]} {position}")
    return "\n".join(lines) + "\n"


def _text(content: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030", "latin-1"):
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _use_board(draft: Draft, rows: list[str]) -> None:
    draft.rows, draft.cols = len(rows), len(rows[0]) if rows else 0
    if draft.rows * draft.cols > MOST_CELLS:
        raise ReplayError(f"the RAW replay's board has more than {MOST_CELLS:,} cells")
    if any(len(row) != draft.cols for row in rows):
        raise ReplayError("the rows of the RAW replay's board do not have the same length")
    draft.mines = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "*"]


def _use_options(draft: Draft, options: dict[str, str]) -> None:
    for name, found in (("width", draft.cols), ("height", draft.rows), ("mines", len(draft.mines))):
        stated = options.get(name, str(found))
        if stated != str(found):
            raise ReplayError(f"the RAW replay states {name} {stated[:20]!r}, but its board has {found}")
    program = " ".join(part for part in (options.get("program"), options.get("version")) if part)
    draft.program = text_of(program.encode())
    draft.player = text_of(options.get("player", "").encode())
    draft.played_at = text_of(options.get("timestamp", "").encode())
    mode = text_of(options.get("mode", "").encode())
    draft.mode = "standard" if mode.lower() in {"", "classic"} else mode
    draft.marks = options.get("marks", "").lower() == "on"
    size = options.get("cellsize", str(USUAL_CELL))
    if not re.fullmatch(r"[1-9]\d{0,2}", size, re.ASCII):
        raise ReplayError(
            f"the CellSize of a RAW replay is a number of pixels from 1 to 999, not {size[:20]!r}"
        )
    draft.cell_pixels = int(size)


def _use_event(draft: Draft, number: int, line: str) -> None:
    match = _EVENT.fullmatch(line)
    if match is None:
        timed = _TIMED.fullmatch(line)
        if timed is not None and timed.group(1) in KINDS:
            raise ReplayError(f"event {number} of the RAW replay is damaged: {line[:60]!r}")
        return  # a change of the board or of the game's state
    sign, seconds, fraction, code, col, row, x, y = match.groups()
    milliseconds = 1000 * int(seconds) + int(fraction.ljust(3, "0"))
    if sign:
        milliseconds = -milliseconds
    if col is None:
        draft.add(milliseconds, KINDS[code], int(x), int(y))
        return
    cell = (int(row) - 1, int(col) - 1)
    inside = 0 <= cell[0] < draft.rows and 0 <= cell[1] < draft.cols
    draft.add_at_cell(milliseconds, KINDS[code], int(x), int(y), cell if inside else None)
