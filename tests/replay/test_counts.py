"""The numbers that competitive players compare."""

from __future__ import annotations

import json

import pytest

from sapper.replay import count, read
from sapper.replay.evf import read_evf
from tests.replay.sample_files import FOLDER
from tests.replay.writers import at, evf


def test_counts_of_an_expert_game() -> None:
    counts = count(read(FOLDER / "expert.avf"))
    assert counts.presses == {"left": 126, "right": 11, "chord": 14}
    assert counts.wasted == {"left": 7, "right": 0, "chord": 0}
    assert counts.effective == 144
    assert counts.speed == pytest.approx(127 / 49.25)
    assert counts.ioe == pytest.approx(127 / 151)
    assert counts.throughput == pytest.approx(127 / 144)
    assert counts.correctness == pytest.approx(144 / 151)
    assert (counts.zini.greedy, counts.zini.human) == (96, 103)
    assert (counts.zne, counts.znt) == (pytest.approx(96 / 151), pytest.approx(96 / 144))
    assert counts.zini_per_second == pytest.approx(96 / 49.25)
    assert counts.effective_per_second == pytest.approx(144 / 49.25)
    assert counts.solved[-1] == (49.25, 127)
    assert [solved for _, solved in counts.solved] == sorted({solved for _, solved in counts.solved})
    assert counts.guesses is not None


def test_the_document_has_the_keys_of_the_contract() -> None:
    document = json.loads(json.dumps(count(read(FOLDER / "expert.mvf")).to_dict(), allow_nan=False))
    wanted = {"rows", "cols", "mines", "won", "seconds", "3bv", "openings", "islands", "player", "program"}
    assert wanted <= set(document)
    assert document["clicks"] == {"left": 66, "right": 52, "chord": 94}
    assert (document["3bv"], document["seconds"]) == (122, 37.81)


def test_paths_are_scaled_to_the_usual_cells() -> None:
    # 30 pixels in a row of cells of 16 pixels, after the start and before the end.
    steps = [
        ("mv", 0, 100, 8),
        ("lc", 1, 8, 8),
        ("lr", 2, 8, 8),
        ("mv", 3, 38, 8),
        ("lc", 4, 38, 8),
        ("lr", 5, 38, 8),
    ]
    replay = read_evf(evf(2, 4, [(0, 1)], steps))
    assert count(replay).path == 30


def test_an_empty_game_has_no_ratios() -> None:
    counts = count(read_evf(evf(2, 2, [(0, 0)], [])))
    assert (counts.speed, counts.ioe, counts.throughput, counts.correctness) == (None, None, None, None)
    assert (counts.zne, counts.znt, counts.rqp, counts.qg) == (None,) * 4
    assert (counts.path, counts.solved_3bv, counts.guesses) == (0.0, 0, ())
    json.dumps(counts.to_dict(), allow_nan=False)


def test_large_boards_have_no_guesses() -> None:
    events = [at("lc", 0, (0, 0)), at("lr", 1, (0, 0))]
    document = count(read_evf(evf(100, 100, [(50, 50)], events))).to_dict()
    assert (document["guesses"], document["luck"]) == (None, None)
