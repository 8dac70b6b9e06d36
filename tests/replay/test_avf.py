"""Arbiter: custom boards, question marks, and what the samples do not have."""

from __future__ import annotations

import pytest

from sapper.replay import ReplayError
from sapper.replay.avf import read_avf
from tests.replay.sample_files import FOLDER
from tests.replay.writers import at, avf_custom

MINES = [(0, 0), (3, 5)]
EVENTS = [at("lc", 0, (1, 1)), at("lr", 0, (1, 1)), at("rc", 20, (0, 0)), at("rr", 300_010, (0, 0))]


@pytest.mark.parametrize("marks", [False, True])
def test_custom_boards(marks: bool) -> None:
    replay = read_avf(avf_custom(4, 6, MINES, EVENTS, marks=marks))
    assert replay.board.rules.size == "4x6/2"
    assert replay.board.mines == tuple(MINES)
    assert (replay.marks, replay.mode, replay.player, replay.program) == (marks, "density", "", "")
    assert replay.played_at == "1.2.2024.3:04:05:0001"
    assert [event.time for event in replay.events] == [0.0, 0.0, 0.02, 300.01]
    assert [(move.do, move.cell) for move in replay.record.moves] == [("open", (1, 1)), ("flag", (0, 0))]


def test_the_shift_key_chords() -> None:
    events = [*EVENTS, at("sc", 300_020, (1, 1)), at("lr", 300_030, (1, 1))]
    replay = read_avf(avf_custom(4, 6, MINES, events))
    assert [press.button for press in replay.presses] == ["left", "right", "chord"]
    assert replay.record.moves[-1].do == "chord"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x34\0\0\0\0\7", "its level is 7, and levels are 3 to 6"),
        (avf_custom(4, 6, MINES, EVENTS).replace(b"\x7f", b"\x10"), "damaged before the time"),
        (avf_custom(4, 6, MINES, [])[:-8], "no mouse events"),
        (avf_custom(4, 6, MINES, EVENTS)[:-1], "the file ends early"),
        (avf_custom(4, 6, MINES, EVENTS).replace(b"\x11\0\x2d", b"\x12\0\x2d"), "unknown mouse event 18"),
        (avf_custom(4, 6, [(0, 0), (0, 0)], EVENTS), "an impossible board"),
        (avf_custom(4, 6, [(0, 0), (9, 0)], EVENTS), "an impossible board"),
    ],
)
def test_failures_say_what_is_wrong(content: bytes, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        read_avf(content)


def test_a_replay_without_its_footer_is_still_read() -> None:
    content = (FOLDER / "expert.avf").read_bytes()
    replay = read_avf(content[: content.index(b"cs=")])
    assert (replay.player, replay.won) == ("", True)
