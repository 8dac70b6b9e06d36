"""Metasweeper: all versions of the format, and the kinds of event that the sample lacks."""

from __future__ import annotations

import pytest

from sapper.replay import ReplayError
from sapper.replay.evf import read_evf
from tests.replay.writers import at, evf, evf_4

MINES = [(0, 0), (3, 3)]
EVENTS = [at("rc", 0, (0, 0)), at("rr", 300, (0, 0)), at("lc", 310, (1, 1)), at("lr", 330, (1, 1))]
EVENTS += [at("mv", 400, (2, 2)), at("lc", 410, (0, 3)), at("lr", 420, (0, 3))]


@pytest.mark.parametrize("version", range(4))
def test_versions_differ_in_their_header_alone(version: int) -> None:
    replay = read_evf(evf(4, 4, MINES, EVENTS, version=version, player="Ada"))
    assert (replay.player, replay.program, replay.mode) == ("Ada", "Metasweeper 3.1", "standard")
    assert replay.played_at == "2023-11-14 22:13:20 UTC"
    assert [event.time for event in replay.events] == [-0.33, -0.03, -0.02, 0.0, 0.07, 0.08, 0.09]
    assert [(move.do, move.cell) for move in replay.record.moves] == [
        ("flag", (0, 0)),
        ("open", (1, 1)),
        ("open", (0, 3)),
    ]


@pytest.mark.parametrize("converted", [False, True])
def test_version_4_states_differences(converted: bool) -> None:
    old = read_evf(evf(4, 4, MINES, EVENTS, player="Ada"))
    new = read_evf(evf_4(4, 4, MINES, EVENTS, player="Ada", converted=converted))
    assert (new.events, new.record, new.player) == (old.events, old.record, old.player)
    assert new.program == "Metasweeper 3.2"


def test_version_4_marks_events_outside_the_board() -> None:
    events = [*EVENTS[:4], ("mv", 340, -1, -1), at("mv", 350, (2, 2))]
    replay = read_evf(evf_4(4, 4, MINES, events))
    assert [event.cell for event in replay.events[-2:]] == [None, (2, 2)]


def test_kinds_of_event_that_leave_the_button_open() -> None:
    steps = [
        ("l", (1, 1)),
        ("l", (1, 1)),
        ("pf", (0, 0)),
        ("r", (1, 1)),
        ("cc", (1, 1)),
        ("r", (1, 1)),
        ("l", (1, 1)),
    ]
    events = [at(code, 10 * number, cell) for number, (code, cell) in enumerate(steps)]
    replay = read_evf(evf(4, 4, MINES, events))
    assert [press.button for press in replay.presses] == ["left", "right", "chord"]
    assert [move.do for move in replay.record.moves] == ["open", "flag", "chord"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\5" + evf(4, 4, MINES, EVENTS)[1:], "its version is 5, and versions are 0 to 4"),
        (evf(4, 4, MINES, EVENTS, mode=11), "'chording-recursive', which opens cells by other rules"),
        (evf(4, 4, MINES, EVENTS)[:-1], "the file ends early"),
        (evf(4, 4, MINES, EVENTS).replace(b"\2\x10", b"\3\x10", 1), "states 3 mines, but its board has 2"),
        (evf(4, 4, MINES, EVENTS)[:7] + b"\0" + evf(4, 4, MINES, EVENTS)[8:], "cell size of 0 pixels"),
        (evf(4, 4, MINES, EVENTS)[:-1] + b"\x50" + bytes(7), "unknown event 80"),
        (evf(0, 4, [], EVENTS), "a board of 0 rows and 4 columns"),
    ],
)
def test_failures_say_what_is_wrong(content: bytes, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        read_evf(content)
