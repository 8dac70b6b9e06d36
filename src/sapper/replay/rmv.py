"""Reader of ``.rmv``, the replays of Viennasweeper, versions 1 and 2 of the format.

A header states the sizes of the sections that follow: texts, players, board, flags set before the game,
properties, extension properties (version 2), events and a checksum. The file holds mouse events and, between
them, what they changed on the board. This reader plays the mouse events and skips the changes.

Source: the format's specification (ralokt/rmv_spec).
"""

from __future__ import annotations

from sapper.replay.building import Draft
from sapper.replay.byte_reader import ByteReader, date_text, text_of
from sapper.replay.game_modes import mode_name
from sapper.replay.mouse_codes import MOUSE_CODES
from sapper.replay.replay import Replay, ReplayError

TIMESTAMP = 0
BOARD_CHANGES = {*range(9, 15), *range(18, 28)}
ENDS = {15, 16, 17}
SHORT_MOVE = 28
LEFT_MARGIN, TOP_MARGIN = 12, 56
"""Where the board lies in the program's window. Version 1 measures pixels from the window's corner."""


def read_rmv(content: bytes) -> Replay:
    """Read a replay of Viennasweeper."""
    reader = ByteReader(content)
    if reader.take(4) != b"*rmv":
        raise ReplayError("this is not a Viennasweeper replay: it does not begin with '*rmv'")
    version = reader.unsigned(2)
    if version not in {1, 2}:
        raise ReplayError(f"this Viennasweeper replay has version {version}; versions 1 and 2 can be read")
    draft = Draft("rmv")
    flags = _read_header(reader, draft, version)
    for cell in flags:
        draft.add_flag(0, cell)
    _read_events(reader, draft, version)
    return draft.build()


def _read_header(reader: ByteReader, draft: Draft, version: int) -> list[tuple[int, int]]:
    """Read everything before the events; return the cells that were flagged before the game."""
    if version == 2:
        reader.take(2)  # the program's number and major version
    reader.take(4)  # the size of the file
    result_size = reader.unsigned(2) if version == 1 else 0
    program_size, _players_size, _board_size = (reader.unsigned(2) for _ in range(3))
    flags_size, properties_size = (reader.unsigned(2) for _ in range(2))
    extensions_size = reader.unsigned(2) if version == 2 else 0
    reader.take(4)  # the size of the events
    reader.take(2)  # the size of the checksum
    reader.take(result_size)
    program = reader.take(program_size)
    players = [reader.take(reader.unsigned(1)) for _ in range(reader.unsigned(2))]
    draft.played_at = date_text(reader.unsigned(4))
    draft.cols, draft.rows = reader.unsigned(1), reader.unsigned(1)
    draft.mines = _read_cells(reader)
    flags = _read_cells(reader) if flags_size else []
    properties = reader.take(properties_size)
    reader.take(extensions_size)
    is_utf8 = version == 2 or properties[4:5] == b"\1"
    draft.player = text_of(players[0] if players else b"", "utf-8" if is_utf8 else "")
    draft.program = text_of(program).split(" Copyright")[0]
    draft.marks = properties[0:1] not in {b"", b"\0"}
    mode = properties[2] if len(properties) > 2 else 0
    draft.mode = mode_name(mode)
    if version == 2 and len(properties) > 6:
        draft.cell_pixels = properties[6]
    if draft.cell_pixels == 0:
        raise ReplayError("the Viennasweeper replay states a cell size of 0 pixels")
    return flags


def _read_cells(reader: ByteReader) -> list[tuple[int, int]]:
    """Read a count, then that many cells, each stated as column and row."""
    cells = []
    for _ in range(reader.unsigned(2)):
        col, row = reader.take(2)
        cells.append((row, col))
    return cells


def _read_events(reader: ByteReader, draft: Draft, version: int) -> None:
    left, top = (LEFT_MARGIN, TOP_MARGIN) if version == 1 else (0, 0)
    time = x = y = 0
    while True:
        code = reader.unsigned(1)
        if code in MOUSE_CODES:
            time = reader.unsigned(3)
            reader.take(1)  # which buttons are down
            if version == 1:
                x, y = reader.unsigned(2) - left, reader.unsigned(2) - top
            else:
                x, y = reader.signed(2), reader.signed(2)
            draft.add(time, MOUSE_CODES[code], x, y)
        elif code in BOARD_CHANGES:
            reader.take(2)
        elif code in ENDS:
            return
        elif code == TIMESTAMP and version == 1:
            reader.take(4)
        elif code == SHORT_MOVE and version == 2:
            time += reader.unsigned(1)
            change = reader.unsigned(1)
            x, y = x + _signed_half(change >> 4), y + _signed_half(change & 15)
            draft.add(time, "move", x, y)
        else:
            raise ReplayError(f"the Viennasweeper replay has an unknown event {code}")


def _signed_half(value: int) -> int:
    """A signed number of four bits."""
    return value - 16 if value >= 8 else value
