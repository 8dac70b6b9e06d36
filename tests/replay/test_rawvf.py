"""The RAW format: every replay survives writing and reading, and files of other programs are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.replay import ReplayError, read, write_rawvf
from sapper.replay.evf import read_evf
from sapper.replay.rawvf import read_rawvf
from tests.replay.sample_files import FOLDER, NAMES
from tests.replay.writers import at, evf

FOREIGN = """\
RawVF_Version: Rev6
Program: Minesweeper Arbiter
Version: 0.52.3
Player: Ada
Width: 3
Height: 2
Mines: 1
Marks: On
Mode: Classic
Board:
*00
000
Events:
0.000 start
-0.05 mv (40 24)
0.000 lc 3 2 (40 24)
0.01 lr 3 2 (40 24) (l)
number0 3 2
0.500 rc 1 1 (8 8)
0.510 rr 1 1 (8 8)
1.00 lc 1 2 (8 24)
1.250 lr 1 2 (8 24)
1.250 won
"""


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_of_every_sample(name: str) -> None:
    replay = read(FOLDER / name)
    again = read_rawvf(write_rawvf(replay).encode())
    assert again == replay
    assert again.format == "rawvf"
    assert write_rawvf(again) == write_rawvf(replay)


def test_round_trip_of_early_flags_and_marks() -> None:
    events = [at("rc", 0, (0, 0)), at("rr", 20, (9, 9)), at("lc", 30, (1, 1)), at("lr", 45, (1, 1))]
    replay = read_evf(evf(2, 2, [(0, 0)], events, marks=True, mode=4, player="A: b\n c"))
    assert (replay.player, replay.mode) == ("A: b c", "win7")
    assert read_rawvf(write_rawvf(replay).encode()) == replay


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A replay of Metasweeper with any board, player and events, also ones that no player would make."""
    rows, cols = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    mines = draw(st.lists(st.sampled_from(cells), unique=True, max_size=len(cells) // 2))
    codes = st.sampled_from(["mv", "lc", "lr", "rc", "rr", "mc", "mr", "cc"])
    place = (st.integers(0, 16 * cols + 20), st.integers(0, 16 * rows + 20))
    steps = draw(st.lists(st.tuples(codes, st.integers(0, 900), *place), max_size=40))
    time, events = 0, []
    for code, pause, x, y in steps:
        time += pause
        events.append((code, time, x, y))
    player = draw(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20))
    mode = draw(st.sampled_from([0, 4, 7, 8, 10]))
    return evf(rows, cols, mines, events, marks=draw(st.booleans()), mode=mode, player=player)


@given(files())
def test_round_trip_of_any_replay(content: bytes) -> None:
    replay = read_evf(content)
    text = write_rawvf(replay)
    again = read_rawvf(text.encode())
    assert again == replay
    assert write_rawvf(again) == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_of_other_programs(end: str) -> None:
    replay = read_rawvf(FOREIGN.replace("\n", end).encode())
    assert (replay.player, replay.program, replay.marks) == ("Ada", "Minesweeper Arbiter 0.52.3", True)
    assert [(event.time, event.cell) for event in replay.events[:3]] == [
        (-0.06, (1, 2)),
        (-0.01, (1, 2)),
        (0.0, (1, 2)),
    ]
    assert (replay.won, replay.seconds) == (True, 1.24)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("RawVF_Version: Rev6", "hello", "does not begin with options"),
        ("Board:", "Bord:", "does not begin with options"),
        ("Events:", "Event:", "holds '\\*' and '0', not 'Event:'"),
        ("*00", "*0", "do not have the same length"),
        ("*00\n000\n", "", "a board of|states width"),
        ("*00\n000\n", "0" * 70_000 + "\n", "more than 65,536 cells"),
        ("Mines: 1", "Mines: 2", "states mines '2', but its board has 1"),
        ("Marks: On", "CellSize: 0", "CellSize"),
        ("lc 3 2 (40 24)", "lc 3 2 (40", "event 3 of the RAW replay is damaged"),
    ],
)
def test_failures_say_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        read_rawvf(FOREIGN.replace(old, new).encode())
