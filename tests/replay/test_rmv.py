"""Viennasweeper: the changes of the board that the file states, and early flags."""

from __future__ import annotations

import pytest

from sapper.replay import ReplayError
from sapper.replay.byte_reader import ByteReader
from sapper.replay.replay import Replay
from sapper.replay.rmv import read_rmv
from tests.replay.sample_files import FOLDER, NAMES
from tests.replay.writers import at, rmv_1

MINES = [(0, 0), (3, 5)]
EVENTS = [at("lr", 0, (1, 1)), at("rc", 20, (3, 5)), at("rr", 30, (3, 5))]


def opened_by_the_file(content: bytes, version: int) -> list[tuple[int, int, int]]:
    """The cells that a file says were opened, with their numbers."""
    first_event = content.index(b"\x03\0\0\0", 0xF0)  # a release at time 0
    reader = ByteReader(content, first_event)
    shown: list[tuple[int, int, int]] = []
    while True:
        code = reader.unsigned(1)
        if 1 <= code <= 7:
            reader.take(8)
        elif 15 <= code <= 17:
            return shown
        elif code == 28:
            reader.take(2)
        elif code == 0 and version == 1:
            reader.take(4)
        else:
            col, row = reader.take(2)
            if 18 <= code <= 26:
                shown.append((row, col, code - 18))


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".rmv")])
def test_the_moves_open_what_the_file_says(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    moves = read_rmv(content).record.moves
    opened = {cell for move in moves for cell in move.opened}
    assert opened == set(opened_by_the_file(content, version=content[5]))


def test_flags_from_before_the_game_come_first() -> None:
    replay = read_rmv(rmv_1(4, 6, MINES, [(0, 0)], EVENTS))
    assert [(move.do, move.cell) for move in replay.record.moves] == [
        ("flag", (0, 0)),
        ("open", (1, 1)),
        ("flag", (3, 5)),
    ]
    assert (replay.player, replay.program, replay.played_at) == ("Ada", "Vienna", "2023-11-14 22:13:20 UTC")


def test_the_release_of_the_first_press_is_recorded_alone() -> None:
    replay: Replay = read_rmv(rmv_1(4, 6, MINES, [], EVENTS))
    assert [event.kind for event in replay.events[:2]] == ["left-down", "left-up"]
    assert replay.record.moves[0].cell == (1, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"*rmw\0\1", "does not begin with '\\*rmv'"),
        (b"*rmv\0\3", "has version 3; versions 1 and 2 can be read"),
        (rmv_1(4, 6, MINES, [], EVENTS)[:-4], "the file ends early"),
        (rmv_1(4, 6, MINES, [], EVENTS)[:-4] + b"\x1c\0\0", "unknown event 28"),
    ],
)
def test_failures_say_what_is_wrong(content: bytes, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        read_rmv(content)
