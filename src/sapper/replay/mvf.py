"""Reader of ``.mvf``, the replays of Minesweeper Clone.

Clone 0.97, 2006 and 2007 write a header of texts, then the date, the level, the mode and the time, the
board, the player, and a key. The key permutes the bits of every mouse event, which has 40 bits in 0.97 and 48
bits in 2006 and 2007. An event holds the state of the three buttons, the position and the time.

Earlier versions write no header: the board comes first, then events of eight plain bytes, then the time and,
since 0.76, the player.

All events state which buttons are down, so presses and releases are the differences between two events.

Sources: the format notes in the RAW video format project (thefinerminer/minesweeper-rawvf), and a sample.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from sapper.replay.building import Draft
from sapper.replay.byte_reader import ByteReader, text_of
from sapper.replay.replay import EventKind, Replay, ReplayError

HEADER = b"\x11Minesweeper Clone"
YEAR_DIGIT = 27
"""The byte that holds the last digit of the copyright's year, which tells the versions apart."""
MODES = {1: "standard", 2: "density", 3: "upk", 4: "cheat"}
STANDARD_SIZES = {(8, 8), (16, 16), (16, 30)}
"""Rows and columns that a replay without a header may have."""
PRESSES: tuple[tuple[EventKind, EventKind], ...] = (
    ("left-down", "left-up"),
    ("right-down", "right-up"),
    ("middle-down", "middle-up"),
)


@dataclass(frozen=True, slots=True)
class _State:
    """One event of the file: where the pointer is and which buttons are down (left, right, middle)."""

    milliseconds: int
    x: int
    y: int
    down: tuple[bool, bool, bool]


def read_mvf(content: bytes) -> Replay:
    """Read a replay of Minesweeper Clone."""
    draft = Draft("mvf")
    if content.startswith(HEADER):
        digit = content[YEAR_DIGIT : YEAR_DIGIT + 1]
        if digit in {b"5", b"8"}:
            draft.program = "Minesweeper Clone 0.97 beta"
            states = _read_097(ByteReader(content, 74), draft)
        elif digit in {b"6", b"7"}:
            version = ByteReader(content, 53)
            draft.program = f"Minesweeper Clone {text_of(version.take(version.unsigned(1)))}"
            states = _read_2007(ByteReader(content, 71), draft)
        else:
            raise ReplayError(f"this version of Minesweeper Clone is unknown: its year ends with {digit!r}")
    elif content.startswith(b"\0\0"):
        draft.program = "Minesweeper Clone 0.97 beta"
        states = _read_097(ByteReader(content, 7), draft)
    else:
        states = _read_before_097(content, draft)
    _add_events(draft, states)
    return draft.build()


def _read_097(reader: ByteReader, draft: Draft) -> list[_State]:
    _read_date_and_mode(reader, draft)
    reader.take(3)  # the time of the game
    reader.take(10)  # 3BV, solved 3BV, and the presses by kind
    _read_game(reader, draft)
    key = reader.unsigned(2)
    root, far_root = math.sqrt(key), math.sqrt(key + 1000)
    third = math.sqrt(root + 1000)
    order = _bit_order(
        math.cos(third + 1000),
        math.sin(math.sqrt(far_root)),
        math.cos(third),
        math.sin(math.sqrt(root) + 1000),
        math.cos(math.sqrt(far_root + 1000)),
    )
    states = []
    for bits in _events(reader, order):
        milliseconds = 1000 * _number(bits, 28, 10) + 10 * _number(bits, 21, 7)
        states.append(_State(milliseconds, _number(bits, 12, 9), _number(bits, 3, 9), _buttons(bits)))
    return states


def _read_2007(reader: ByteReader, draft: Draft) -> list[_State]:
    _read_date_and_mode(reader, draft)
    reader.take(3)  # the time of the game
    _read_game(reader, draft)
    key = reader.unsigned(2)
    root, far_root = math.sqrt(key), math.sqrt(key + 1000)
    third, fourth = math.sqrt(root + 1000), math.sqrt(far_root + 1000)
    order = _bit_order(
        math.cos(third + 1000),
        math.sin(math.sqrt(far_root)),
        math.cos(third),
        math.sin(math.sqrt(root) + 1000),
        math.cos(fourth),
        math.sin(fourth),
    )
    return [
        _State(_number(bits, 25, 22), _number(bits, 14, 11) - 32, _number(bits, 3, 11) - 32, _buttons(bits))
        for bits in _events(reader, order)
    ]


def _read_date_and_mode(reader: ByteReader, draft: Draft) -> None:
    month, day, year = reader.unsigned(1), reader.unsigned(1), reader.unsigned(2)
    hour, minute, second = reader.take(3)
    draft.played_at = f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
    reader.take(1)  # the level
    draft.mode = MODES.get(reader.unsigned(1), "unknown")


def _read_game(reader: ByteReader, draft: Draft) -> None:
    """Read the setting of question marks, the board and the player."""
    draft.marks = reader.unsigned(1) != 0
    _read_board(reader, draft, first=1)
    draft.player = text_of(reader.take(reader.unsigned(1)))


def _read_board(reader: ByteReader, draft: Draft, first: int) -> None:
    draft.cols, draft.rows = reader.unsigned(1), reader.unsigned(1)
    for _ in range(reader.unsigned(2)):
        col, row = reader.take(2)
        draft.mines.append((row - first, col - first))


def _bit_order(*waves: float) -> list[int]:
    """The permutation of the bits that a key stands for.

    Each wave gives eight decimal digits, one for each bit of a byte. The bits are sorted by their digit.
    """
    digits = "".join(f"{round(abs(wave) * 1e8):08d}"[:8] for wave in waves)
    return sorted(range(len(digits)), key=lambda bit: digits[bit])


def _events(reader: ByteReader, order: list[int]) -> list[list[int]]:
    """The bits of every event, in the order they had before the permutation."""
    size, count = len(order) // 8, reader.unsigned(3)
    content = reader.take(size * count)
    events = []
    for at in range(0, len(content), size):
        event = content[at : at + size]
        events.append([event[bit // 8] >> (bit % 8) & 1 for bit in order])
    return events


def _number(bits: list[int], first: int, count: int) -> int:
    return sum(bit << place for place, bit in enumerate(bits[first : first + count]))


def _buttons(bits: list[int]) -> tuple[bool, bool, bool]:
    right, middle, left = bits[:3]
    return bool(left), bool(right), bool(middle)


def _read_before_097(content: bytes, draft: Draft) -> list[_State]:
    reader = ByteReader(content)
    _read_board(reader, draft, first=0)
    if (draft.rows, draft.cols) not in STANDARD_SIZES:
        raise ReplayError(
            "this is not a replay of Minesweeper Clone: it has neither a header nor a standard board"
        )
    draft.marks = reader.unsigned(1) != 0
    reader.take(1)
    draft.program, player, end = _footer_before_097(content)
    draft.player = text_of(player)
    time = ByteReader(content, end)
    last = 1000 * time.unsigned(2) + 10 * time.unsigned(1)
    states: list[_State] = []
    while reader.position + 8 <= end:
        second, hundredths, buttons, x_high, x_low, y_high, y_low, _ = reader.take(8)
        milliseconds = 1000 * second + 10 * hundredths
        if milliseconds > last or (states and milliseconds < states[-1].milliseconds):
            break
        down = (bool(buttons & 1), bool(buttons & 4), bool(buttons & 2))
        states.append(_State(milliseconds, 256 * x_high + x_low, 256 * y_high + y_low, down))
    if states:  # the game ends when the last button is released, which is not recorded
        states.append(_State(states[-1].milliseconds, states[-1].x, states[-1].y, (False, False, False)))
    return states


def _footer_before_097(content: bytes) -> tuple[str, bytes, int]:
    """Return the program, the player, and the position of the time, which follows the events."""
    size = len(content)
    if size < 125:
        raise ReplayError("the replay of Minesweeper Clone ends early")
    if not content[-1:].isdigit() and not content[-22:-21].isdigit():
        return "Minesweeper Clone 0.96 beta or earlier", content[size - 122 : size - 22], size - 125
    if content[size - 13 : size - 10] == b"   ":
        return "Minesweeper Clone 0.76 beta", content[size - 110 : size - 10], size - 113
    return "Minesweeper Clone 0.75 beta or earlier", b"", size - 13


def _add_events(draft: Draft, states: list[_State]) -> None:
    """Turn button states into presses and releases.

    The first state is recorded when the timer starts, so its buttons went down before it.
    """
    before: _State | None = None
    for state in states:
        was_down = before.down if before is not None else (False, False, False)
        if before is None or (state.x, state.y) != (before.x, before.y):
            draft.add(state.milliseconds, "move", state.x, state.y)
        for pressed in (True, False):
            for (down, up), is_down, was in zip(PRESSES, state.down, was_down, strict=True):
                if is_down == pressed and was != pressed:
                    draft.add(state.milliseconds, down if pressed else up, state.x, state.y)
        before = state
