"""Writers of replay formats, for files that no sample covers."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from sapper.game.rules import Cell

Event = tuple[str, int, int, int]
"""A code of the RAW format, milliseconds, x and y."""
CODES = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7, "pf": 8, "cc": 9, "l": 10, "r": 11}


def at(code: str, milliseconds: int, cell: Cell, size: int = 16) -> Event:
    """An event in the middle of a cell."""
    return code, milliseconds, cell[1] * size + size // 2, cell[0] * size + size // 2


def evf(
    rows: int,
    cols: int,
    mines: Sequence[Cell],
    events: Sequence[Event],
    *,
    version: int = 3,
    marks: bool = False,
    mode: int = 0,
    player: str = "",
) -> bytes:
    """A replay of Metasweeper, in version 0 to 3 of its format."""
    settings = bytes([0 if marks else 0x80]) if version >= 3 else b""
    head = (
        bytes([version, 0]) + settings + bytes([rows, cols]) + struct.pack(">HBHH", len(mines), 16, mode, 0)
    )
    texts = [
        b"Meta 3.1",
        player.encode(),
        b"",
        b"",
        b"1700000000000000",
        b"",
        b"XX",
        *([b""] * (version >= 2)),
    ]
    body = b"".join(
        bytes([CODES[code]]) + time.to_bytes(3, "big") + struct.pack(">HH", x, y)
        for code, time, x, y in events
    )
    return (
        head + b"\0\0\0" + b"".join(text + b"\0" for text in texts) + bits(rows, cols, mines) + body + b"\xff"
    )


def evf_4(
    rows: int,
    cols: int,
    mines: Sequence[Cell],
    events: Sequence[Event],
    player: str = "",
    *,
    converted: bool = False,
) -> bytes:
    """A replay of Metasweeper, in version 4 of its format. Events outside the board have a negative x."""
    head = bytes([4, 8 * converted, 0x80, rows, cols]) + struct.pack(">HBHHI", len(mines), 16, 0, 0, 0)
    out = (
        head
        + b"XX"
        + struct.pack(">QQ", 1_700_000_000_000_000, 0)
        + b"Meta 3.2\0"
        + b"Meta 3.3\0gbk\0" * converted
    )
    out += struct.pack(">H", len(player.encode())) + player.encode() + b"\0\0" + b"\0\0" + b"device\0"
    out += bits(rows, cols, mines) + struct.pack(">H", 1) + b"metric\0"
    before = (0, 0, 0)
    for code, time, x, y in events:
        if time - before[0] > 255:
            out += b"\xff" + struct.pack(">H", time - before[0])
            before = (time, *before[1:])
        out += bytes([CODES[code], time - before[0]])
        if x < 0:
            out += struct.pack(">hh", -32768, -32768)
            before = (time, *before[1:])
        else:
            out += struct.pack(">hh", x - before[1], y - before[2])
            before = (time, x, y)
        out += bytes([101, 0]) + struct.pack(">hh", 3, 4)  # a change of the board
        out += (
            bytes([200, 0])
            + struct.pack(">Hd", 10000, 0.5)
            + bytes([201, 0])
            + struct.pack(">H", 10000)
            + b"text\0"
        )
    return out + bytes([93, 0, 0]) + b"\0\0"


def bits(rows: int, cols: int, mines: Sequence[Cell]) -> bytes:
    """One bit per cell, set for a mine."""
    packed = bytearray(-(-rows * cols // 8))
    for row, col in mines:
        place = row * cols + col
        packed[place // 8] |= 0x80 >> place % 8
    return bytes(packed)


def evfs(replays: Sequence[bytes]) -> bytes:
    """A set of replays of Metasweeper."""
    units = (
        f"{i}.evf".encode() + b"\0" + struct.pack(">I", len(r)) + r + b"sum" for i, r in enumerate(replays)
    )
    return b"\0" + struct.pack(">H", 3) + b"".join(units)


def mvf_2007(
    rows: int, cols: int, mines: Sequence[Cell], states: Sequence[tuple[int, int, int, int]]
) -> bytes:
    """A replay of Minesweeper Clone 2007.

    States are milliseconds, x, y and the sum of the buttons that are down: 1 left, 2 right, 4 middle.
    """
    texts = b"\x11Minesweeper Clone\x092004-2007\x18Rodrigo Silveira Camargo".ljust(53, b" ")
    out = texts + b"\x10Version 2007 SP1".ljust(18, b" ")
    out += bytes([1, 2]) + struct.pack(">H", 2008) + bytes([3, 4, 5, 1, 1]) + b"\0\0\0" + b"\0"
    out += (
        bytes([cols, rows])
        + struct.pack(">H", len(mines))
        + bytes(b for r, c in mines for b in (c + 1, r + 1))
    )
    key = 4321
    out += b"\x03Ada" + struct.pack(">H", key) + len(states).to_bytes(3, "big")
    root, far = math.sqrt(key), math.sqrt(key + 1000)
    waves = (
        math.cos(math.sqrt(root + 1000) + 1000),
        math.sin(math.sqrt(far)),
        math.cos(math.sqrt(root + 1000)),
        math.sin(math.sqrt(root) + 1000),
        math.cos(math.sqrt(far + 1000)),
        math.sin(math.sqrt(far + 1000)),
    )
    digits = "".join(f"{round(abs(wave) * 1e8):08d}" for wave in waves)
    order = [place for digit in "0123456789" for place in range(48) if digits[place] == digit]
    for time, x, y, down in states:
        fields = [down >> 1 & 1, down >> 2 & 1, down & 1]
        for value, size in ((y + 32, 11), (x + 32, 11), (time, 22)):
            fields += [value >> place & 1 for place in range(size)]
        event = bytearray(6)
        for place, bit in zip(order, fields, strict=False):
            event[place // 8] |= bit << place % 8
        out += event
    return out


def mvf_early(
    rows: int, cols: int, mines: Sequence[Cell], states: Sequence[tuple[int, int, int, int]], version: str
) -> bytes:
    """A replay of Minesweeper Clone 0.96, 0.76 or 0.75.

    States are milliseconds, x, y and the sum of the buttons that are down: 1 left, 2 middle, 4 right.
    """
    out = (
        bytes([cols, rows])
        + struct.pack(">H", len(mines))
        + bytes(b for r, c in mines for b in (c, r))
        + b"\0\0"
    )
    for time, x, y, down in states:
        out += bytes([time // 1000, time % 1000 // 10, down]) + struct.pack(">HHB", x, y, 0)
    last = states[-1][0]
    out += struct.pack(">HB", last // 1000, last % 1000 // 10)
    if version == "0.96":
        return out + b"Ada".ljust(100) + b"\0" + b"1" * 20 + b"\0"
    return out + (b"Ada".ljust(100) if version == "0.76" else b"") + b"1234567890"


def avf_custom(
    rows: int, cols: int, mines: Sequence[Cell], events: Sequence[Event], *, marks: bool = False
) -> bytes:
    """A replay of Minesweeper Arbiter on a custom board, without the footer."""
    codes = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65, "sc": 11}
    out = bytes([52, 0, 0, 0, 0, 6, cols - 1, rows - 1]) + struct.pack(">H", len(mines))
    out += bytes(b for r, c in mines for b in (r + 1, c + 1)) + bytes([9, 9, 17 if marks else 127, 53])
    out += (
        f"[3|W{cols}H{rows}M{len(mines)}|1.2.2024.3:04:05:0001|1.3:04:06:0001|B1T2.00]".encode() + b"\5\6\7"
    )
    for code, time, x, y in events:
        second, hundredths = time // 1000 + 1, time % 1000 // 10
        out += bytes([codes[code], x >> 8, second & 255, x & 255, hundredths, y >> 8, second >> 8, y & 255])
    return out + bytes([1, 0, 0, 0, 0, 0, 0, 0])


def rmv_1(
    rows: int, cols: int, mines: Sequence[Cell], flags: Sequence[Cell], events: Sequence[Event]
) -> bytes:
    """A replay of Viennasweeper, in version 1 of its format, with flags that were set before the game."""

    def cells(some: Sequence[Cell]) -> bytes:
        return struct.pack(">H", len(some)) + bytes(b for r, c in some for b in (c, r))

    flagged = cells(flags) if flags else b""
    sizes = struct.pack(">IHHHHHHIH", 0, 3, 6, 0, 0, len(flagged), 4, 0, 0)
    out = b"*rmv\0\1" + sizes + b"res" + b"Vienna" + struct.pack(">H", 1) + b"\x03Ada"
    out += struct.pack(">I", 1_700_000_000) + bytes([cols, rows]) + cells(mines) + flagged + b"\0\0\0\3"
    out += b"\0" + struct.pack(">I", 5)  # an early program's event: the time changed
    for code, time, x, y in events:
        out += bytes([CODES[code]]) + time.to_bytes(3, "big") + b"\0" + struct.pack(">HH", x + 12, y + 56)
        out += bytes([18, 0, 0])  # a change of the board
    return out + b"\x10\0\0\0"
