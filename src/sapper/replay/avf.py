"""Reader of ``.avf``, the replays of Minesweeper Arbiter.

Layout of the file:

1. One byte with the minor version (52 for 0.52), four bytes that vary, one byte with the level: 3 beginner,
   4 intermediate, 5 expert, 6 custom. A custom level is followed by columns - 1 and rows - 1, one byte each,
   and by the mine count in two bytes.
2. The mines: row and column, from 1, one byte each.
3. Bytes of unknown meaning. The last of them is 17 if question marks were on and 127 if they were off.
   Another byte and a text in brackets follow: ``[level|start of the game|end of the game|B<3BV>T<time>]``.
4. Bytes of unknown meaning, then the mouse events of eight bytes each, until an event at second 0. Seconds
   count from 1.
5. A text footer after ``cs=`` and 17 bytes: lines that end with a carriage return, the last two of which hold
   the player and the program.

Sources: the format notes in the RAW video format project (thefinerminer/minesweeper-rawvf), and sample files.
"""

from __future__ import annotations

import re

from sapper.game.rules import Cell
from sapper.replay.building import Draft
from sapper.replay.byte_reader import ByteReader, text_of
from sapper.replay.replay import EventKind, Replay, ReplayError

LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
"""Rows, columns and mines of the standard levels."""
CUSTOM = 6
MARKS_ON, MARKS_OFF = 17, 127
KINDS: dict[int, EventKind] = {
    1: "move",
    3: "left-down",
    5: "left-up",
    9: "right-down",
    11: "shift-left-down",
    17: "right-up",
    21: "left-up",
    33: "middle-down",
    65: "middle-up",
    145: "right-up",
    193: "middle-up",
}
EVENT_SIZE = 8
FOOTER = b"cs="
CHECKSUM_SIZE = 17


def read_avf(content: bytes) -> Replay:
    """Read a replay of Minesweeper Arbiter."""
    reader, draft = ByteReader(content), Draft("avf")
    reader.take(5)
    _read_board(reader, draft)
    before = reader.until(b"[")
    if len(before) < 2 or before[-2] not in {MARKS_ON, MARKS_OFF}:
        raise ReplayError("the header of the Arbiter replay is damaged before the time of the game")
    draft.marks = before[-2] == MARKS_ON
    parts = text_of(reader.until(b"]")).split("|")
    draft.played_at = next((part for part in parts[1:] if "." in part or ":" in part), "")
    _read_events(reader, draft)
    _read_footer(reader, draft)
    return draft.build()


def _read_board(reader: ByteReader, draft: Draft) -> None:
    level = reader.unsigned(1)
    if level in LEVELS:
        draft.rows, draft.cols, mines = LEVELS[level]
    elif level == CUSTOM:
        draft.cols = reader.unsigned(1) + 1
        draft.rows = reader.unsigned(1) + 1
        mines = reader.unsigned(2)
        draft.mode = "density"
    else:
        raise ReplayError(f"this is not an Arbiter replay: its level is {level}, and levels are 3 to 6")
    for _ in range(mines):
        cell: Cell = (reader.unsigned(1) - 1, reader.unsigned(1) - 1)
        draft.mines.append(cell)


def _read_events(reader: ByteReader, draft: Draft) -> None:
    content = reader.content
    first = reader.position
    # The first event happens in second 1 and within 512 pixels of the left edge.
    while not (content[first + 1 : first + 2] <= b"\1" and content[first + 2 : first + 3] == b"\1"):
        first += 1
        if first + EVENT_SIZE > len(content):
            raise ReplayError("the Arbiter replay has no mouse events")
    reader.position = first
    while True:
        kind, x_high, second_low, x_low, hundredths, y_high, second_high, y_low = reader.take(EVENT_SIZE)
        second = 256 * second_high + second_low
        if second == 0:
            return
        if kind not in KINDS:
            raise ReplayError(f"the Arbiter replay has an unknown mouse event {kind}")
        milliseconds = 1000 * (second - 1) + 10 * hundredths
        draft.add(milliseconds, KINDS[kind], 256 * x_high + x_low, 256 * y_high + y_low)


def _read_footer(reader: ByteReader, draft: Draft) -> None:
    """Read the player and the program. A file without a footer is still a replay."""
    found = reader.content.find(FOOTER, reader.position)
    if found < 0:
        return
    lines = reader.content[found + len(FOOTER) + CHECKSUM_SIZE :].split(b"\r")
    texts = [text_of(line) for line in lines if not line.startswith((b"RealTime:", b"Skin:"))]
    draft.player = texts[0] if texts else ""
    program = texts[1] if len(texts) > 1 else ""
    draft.program = re.split(r"[. ]*Copyright", program)[0]
