"""Minesweeper Clone: the versions that the sample does not cover."""

from __future__ import annotations

import pytest

from sapper.replay import ReplayError
from sapper.replay.mvf import read_mvf
from tests.replay.sample_files import FOLDER
from tests.replay.writers import mvf_2007, mvf_early

MINES = [(0, 0), (0, 7), (7, 0), (7, 7), (4, 4)]
LEFT = [(0, 24, 24, 1), (50, 24, 24, 0)]


def test_clone_2007() -> None:
    states = [*LEFT, (100, 8, 8, 2), (150, 8, 8, 0), (1200, 24, 24, 4), (2500, 24, 24, 0), (2600, -20, 24, 0)]
    replay = read_mvf(mvf_2007(8, 8, MINES, states))
    assert (replay.player, replay.program) == ("Ada", "Minesweeper Clone Version 2007 SP1")
    assert replay.played_at == "2008-01-02 03:04:05"
    assert replay.board.mines == tuple(sorted(MINES))
    assert [(move.do, move.cell, move.time) for move in replay.record.moves] == [
        ("open", (1, 1), 0.0),
        ("flag", (0, 0), 0.05),
        ("chord", (1, 1), 2.45),
    ]
    assert replay.events[-1].cell is None
    assert [press.button for press in replay.presses] == ["left", "right", "chord"]


@pytest.mark.parametrize(
    ("version", "player", "program"),
    [
        ("0.96", "Ada", "Minesweeper Clone 0.96 beta or earlier"),
        ("0.76", "Ada", "Minesweeper Clone 0.76 beta"),
        ("0.75", "", "Minesweeper Clone 0.75 beta or earlier"),
    ],
)
def test_versions_without_a_header(version: str, player: str, program: str) -> None:
    # The last release is not recorded.
    states = [
        *LEFT,
        *[(60 + 10 * step, 24 + step, 24, 0) for step in range(20)],
        (2000, 8, 8, 4),
        (2010, 8, 8, 4),
    ]
    replay = read_mvf(mvf_early(8, 8, MINES, states, version))
    assert (replay.player, replay.program) == (player, program)
    assert [(move.do, move.time) for move in replay.record.moves] == [("open", 0.0), ("flag", 1.95)]
    assert replay.events[-1].kind == "right-up"


def test_a_hacked_097_has_a_short_header() -> None:
    sample = (FOLDER / "expert.mvf").read_bytes()
    assert read_mvf(bytes(7) + sample[74:]) == read_mvf(sample)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x11Minesweeper Clone\x092004-2009", "its year ends with b'9'"),
        (bytes([9, 9]) + bytes(200), "neither a header nor a standard board"),
        (mvf_2007(8, 8, MINES, LEFT)[:-1], "the file ends early"),
        (mvf_2007(8, 8, [*MINES, (8, 1)], LEFT), "an impossible board"),
        (mvf_2007(8, 8, [*MINES, (0, 0)], LEFT), "an impossible board"),
    ],
)
def test_failures_say_what_is_wrong(content: bytes, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        read_mvf(content)
