"""Reader of ``.evf``, the replays of Metasweeper, versions 0 to 4 of the format, and of ``.evfs`` sets.

Versions 0 to 3 state absolute times and pixels in every event, and texts that end with a zero byte. Version 4
states differences to the event before, texts with their lengths, and more kinds of event. All versions count
time from the first press that changed the board, which may come before the first opened cell.

A set holds many replays. Each has a name, a size, its bytes and a checksum.

Source: the format's specifications (eee555/ms-toollib).
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.plural import counted
from sapper.replay.building import Draft
from sapper.replay.byte_reader import ByteReader, date_text, text_of
from sapper.replay.game_modes import mode_name
from sapper.replay.mouse_codes import MOUSE_CODES
from sapper.replay.replay import EventKind, Replay, ReplayError

EARLIER_FLAG = 8
"""A flag that was set before the recording began."""
EITHER_WAY: dict[int, tuple[EventKind, EventKind]] = {
    10: ("left-down", "left-up"),
    11: ("right-down", "right-up"),
    12: ("middle-down", "middle-up"),
}
"""Events that press a button which is up, and release a button which is down."""
OTHER_BUTTON = 9
"""The second of two buttons goes down, whichever it is."""
END, END_WITHOUT_CHECKSUM = 0, 255
# Kinds of event that only version 4 has.
GAME_STATES = {92, 93, 94, 99}
BOARD_CHANGES = {*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121}
NUMBER_METRIC, TEXT_METRIC, PAUSE = 200, 201, 255
CONVERTED = 0x08
"""The bit of the second byte that says that another program's replay was converted."""
OUTSIDE = -32768
"""The difference that version 4 states for an event outside the board."""


def read_evf(content: bytes) -> Replay:
    """Read a replay of Metasweeper."""
    version = ByteReader(content).unsigned(1)
    if version > 4:
        stated = f"its version is {version}, and versions are 0 to 4"
        raise ReplayError(f"this is not a Metasweeper replay: {stated}")
    if version < 4:
        return _read_as(content, _read_texts)
    try:
        return _read_as(content, _read_texts_of_version_4)
    except ReplayError as error:
        try:
            return _read_as(content, _read_texts_of_early_version_4)
        except ReplayError:
            raise error from None


def _read_as(content: bytes, read_texts: Callable[[ByteReader, Draft], None]) -> Replay:
    reader, draft = ByteReader(content), Draft("evf")
    version, _summary = reader.take(2)
    mines = _read_game(reader, draft, version)
    read_texts(reader, draft)
    _read_mines(reader, draft, mines)
    if version == 4:
        _read_events_of_version_4(reader, draft)
    else:
        _read_events(reader, draft)
    return draft.build()


def read_evfs(content: bytes) -> list[Replay]:
    """Read a set of replays of Metasweeper."""
    reader = ByteReader(content)
    version = reader.unsigned(1)
    if version != 0:
        raise ReplayError(f"this set of Metasweeper replays has version {version}; version 0 can be read")
    checksum_size = reader.unsigned(2)
    replays = []
    while reader.left:
        reader.until(b"\0")  # the name of the file
        replays.append(read_evf(reader.take(reader.unsigned(4))))
        reader.take(checksum_size)
    return replays


def _read_game(reader: ByteReader, draft: Draft, version: int) -> int:
    """Read the settings and the size of the board; return the stated mine count."""
    if version >= 3:
        draft.marks = not reader.unsigned(1) & 0x80
    draft.rows, draft.cols = reader.unsigned(1), reader.unsigned(1)
    mines = reader.unsigned(2)
    draft.cell_pixels = reader.unsigned(1)
    if draft.cell_pixels == 0:
        raise ReplayError("the Metasweeper replay states a cell size of 0 pixels")
    draft.mode = mode_name(reader.unsigned(2))
    reader.take(2)  # 3BV
    reader.take(3 if version < 4 else 4)  # the time of the game
    return mines


def _read_texts(reader: ByteReader, draft: Draft) -> None:
    version = reader.content[0]
    program, player, _contest, _identifier, start, _end, _country = (reader.until(b"\0") for _ in range(7))
    if version >= 2:
        reader.until(b"\0")  # the device
    draft.program, draft.player = _program_name(program), text_of(player)
    is_number = start.isdigit() and len(start) < 20
    draft.played_at = date_text(int(start) / 1e6) if is_number else text_of(start)


def _read_texts_of_version_4(reader: ByteReader, draft: Draft) -> None:
    _read_date_and_program(reader, draft)
    player, _contest, _identifier = (reader.take(reader.unsigned(2)) for _ in range(3))
    draft.player = text_of(player)
    reader.until(b"\0")  # the device


def _read_texts_of_early_version_4(reader: ByteReader, draft: Draft) -> None:
    """Read the texts as Metasweeper wrote them before version 4 was final."""
    _read_date_and_program(reader, draft)
    player, _contest, _identifier = (reader.until(b"\0") for _ in range(3))
    draft.player = text_of(player)
    reader.take(reader.unsigned(2))  # the device


def _read_date_and_program(reader: ByteReader, draft: Draft) -> None:
    is_converted = bool(reader.content[1] & CONVERTED)
    reader.take(2)  # the country
    draft.played_at = date_text(reader.unsigned(8) / 1e6)
    reader.take(8)  # the end of the game
    draft.program = _program_name(reader.until(b"\0"))
    if is_converted:
        reader.until(b"\0")  # the converting program
        reader.until(b"\0")  # the encoding that it assumed


def _program_name(stated: bytes) -> str:
    """The program and its version. Metasweeper calls itself by one Chinese character or ``Meta``."""
    text = text_of(stated)
    for own in ("\N{CJK UNIFIED IDEOGRAPH-5143}", "Meta "):
        if text.startswith(own):
            return f"Metasweeper {text.removeprefix(own).strip()}"
    return text


def _read_mines(reader: ByteReader, draft: Draft, mines: int) -> None:
    cells = draft.rows * draft.cols
    bits = reader.take(-(-cells // 8))
    draft.mines = [divmod(at, draft.cols) for at in range(cells) if bits[at // 8] & 0x80 >> at % 8]
    if len(draft.mines) != mines:
        raise ReplayError(
            f"the Metasweeper replay states {counted(mines, 'mine')}, but its board has {len(draft.mines)}"
        )


class _Buttons:
    """Adds mouse events to a draft, and knows which buttons are down, because some events do not say it."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.down: set[str] = set()

    def add(self, code: int, milliseconds: int, x: int, y: int) -> None:
        """Append the event with this code."""
        if code == EARLIER_FLAG:
            cell = self.draft.cell_at(x, y)
            if cell is not None:
                self.draft.add_flag(milliseconds, cell)
            return
        kind = self._kind(code)
        button, _, change = kind.rpartition("-")
        if change == "down":
            self.down.add(button)
        elif change == "up":
            self.down.discard(button)
        self.draft.add(milliseconds, kind, x, y)

    def _kind(self, code: int) -> EventKind:
        if code in MOUSE_CODES:
            return MOUSE_CODES[code]
        if code == OTHER_BUTTON:
            return "left-down" if "right" in self.down else "right-down"
        if code in EITHER_WAY:
            down, up = EITHER_WAY[code]
            return up if up.removesuffix("-up") in self.down else down
        raise ReplayError(f"the Metasweeper replay has an unknown event {code}")


def _read_events(reader: ByteReader, draft: Draft) -> None:
    buttons = _Buttons(draft)
    while True:
        code = reader.unsigned(1)
        if code in {END, END_WITHOUT_CHECKSUM}:
            return
        time, x, y = reader.unsigned(3), reader.unsigned(2), reader.unsigned(2)
        buttons.add(code, time, x, y)


def _read_events_of_version_4(reader: ByteReader, draft: Draft) -> None:
    for _ in range(reader.unsigned(2)):
        reader.until(b"\0")  # the name of a metric
    buttons = _Buttons(draft)
    time = x = y = 0
    while True:
        code = reader.unsigned(1)
        if code == END:
            return
        time += reader.unsigned(2 if code == PAUSE else 1)
        if code in GAME_STATES or code == PAUSE:
            continue
        if code in {NUMBER_METRIC, TEXT_METRIC}:
            reader.take(2)
            if code == NUMBER_METRIC:
                reader.take(8)
            else:
                reader.until(b"\0")
            continue
        right, down = reader.signed(2), reader.signed(2)
        if code in BOARD_CHANGES:
            continue
        if OUTSIDE in {right, down}:
            buttons.add(code, time, draft.cols * draft.cell_pixels, draft.rows * draft.cell_pixels)
        else:
            x, y = x + right, y + down
            buttons.add(code, time, x, y)
