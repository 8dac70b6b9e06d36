"""Mouse buttons: what opens, flags and chords, and what is counted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sapper import Board, Rules
from sapper.replay import Replay, count
from sapper.replay.evf import read_evf
from tests.replay.peer import ask_peer
from tests.replay.writers import Event, at, evf

MINES = [(0, 0), (7, 7)]
NUMBER, FREE, MINE = (1, 1), (0, 1), (0, 0)
START = [("lc", NUMBER), ("lr", NUMBER)]


def played(*steps: tuple[str, tuple[int, int]], marks: bool = False) -> Replay:
    events = [at(code, 10 * number, cell) for number, (code, cell) in enumerate(steps)]
    return read_evf(evf(8, 8, MINES, events, marks=marks))


@pytest.mark.parametrize(
    ("steps", "pressed", "moves"),
    [
        ((), ["left"], ["open"]),
        (START, ["left", "left"], ["open"]),
        ([("rc", MINE), ("rr", MINE)], ["left", "right"], ["open", "flag"]),
        (
            [("rc", MINE), ("rr", MINE), ("lc", MINE), ("lr", MINE)],
            ["left", "right", "left"],
            ["open", "flag"],
        ),
        ([("rc", NUMBER), ("rr", NUMBER)], ["left", "right"], ["open"]),
        ([("lc", NUMBER), ("rc", NUMBER), ("rr", NUMBER), ("lr", NUMBER)], ["left", "chord"], ["open"]),
        ([("rc", NUMBER), ("lc", NUMBER), ("lr", NUMBER), ("rr", NUMBER)], ["left", "chord"], ["open"]),
        (
            [("rc", MINE), ("lc", MINE), ("mv", NUMBER), ("lr", NUMBER), ("rr", NUMBER)],
            ["left", "right", "chord"],
            ["open", "flag", "chord"],
        ),
        (
            [("rc", MINE), ("rr", MINE), ("mc", NUMBER), ("mr", NUMBER)],
            ["left", "right", "chord"],
            ["open", "flag", "chord"],
        ),
        (
            [("lc", NUMBER), ("rc", NUMBER), ("lr", NUMBER), ("lc", NUMBER), ("lr", NUMBER), ("rr", NUMBER)],
            ["left", "chord", "chord"],
            ["open"],
        ),
        ([("lc", NUMBER), ("lr", (9, 9))], ["left", "left"], ["open"]),
        ([("rc", (9, 9)), ("rr", (9, 9))], ["left"], ["open"]),
        ([("lc", NUMBER), ("rc", NUMBER), ("rr", (9, 9)), ("lr", (9, 9))], ["left", "chord"], ["open"]),
    ],
)
def test_presses(steps: list[tuple[str, tuple[int, int]]], pressed: list[str], moves: list[str]) -> None:
    replay = played(*START, *steps)
    assert [press.button for press in replay.presses] == pressed
    assert [move.do for move in replay.record.moves] == moves
    effective = [press.move for press in replay.presses if not press.is_wasted]
    assert effective == list(range(len(moves)))


def test_flags_before_the_start_have_negative_times() -> None:
    replay = played(("rc", MINE), ("rr", MINE), *START)
    assert [(move.do, move.time) for move in replay.record.moves] == [("flag", -0.03), ("open", 0.0)]
    assert replay.events[0].time == -0.03
    assert replay.board.start == NUMBER


def test_presses_without_effect_before_the_start_are_not_counted() -> None:
    replay = played(("lc", NUMBER), ("rc", NUMBER), ("rr", NUMBER), ("lr", NUMBER), *START)
    assert [press.button for press in replay.presses] == ["left"]


def test_a_question_mark_takes_a_press_of_its_own() -> None:
    flag = [("rc", MINE), ("rr", MINE)]
    with_marks = played(*START, *flag * 4, marks=True).record.moves
    assert [move.time for move in with_marks if move.do == "flag"] == [0.01, 0.03, 0.07]
    without = played(*START, *flag * 4).record.moves
    assert [move.time for move in without if move.do == "flag"] == [0.01, 0.03, 0.05, 0.07]


def test_a_hit_mine_ends_the_game() -> None:
    replay = played(*START, ("lc", MINE), ("lr", MINE), ("lc", FREE), ("lr", FREE))
    assert (replay.record.result, replay.record.end, replay.seconds) == ("lost", "mine", 0.02)
    assert not replay.won
    assert len(replay.presses) == 2


def test_a_first_cell_that_is_a_mine_was_not_promised_to_be_free() -> None:
    replay = played(("lc", MINE), ("lr", MINE))
    assert replay.board.rules.first_move == "unsafe"
    assert replay.record.replay().state == "lost"
    assert played(*START).board.rules.first_move == "safe"


def test_an_unfinished_game_lasts_until_its_last_event() -> None:
    replay = played(*START, ("mv", FREE), ("mv", MINE))
    assert (replay.record.result, replay.seconds) == ("playing", 0.02)
    nothing = played()
    assert (nothing.record.result, nothing.seconds, nothing.record.moves) == ("playing", 0.0, ())


def random_events(rng: random.Random, board: Board) -> list[Event]:
    """Random presses, none of which opens only a mine, because the peer does not count such a press."""
    rules, now, cell = board.rules, 0, board.start
    down = {"l": False, "r": False}
    events = [at("lc", 0, cell), at("lr", 5, cell)]
    free = [
        (row, col) for row in range(rules.rows) for col in range(rules.cols) if (row, col) not in board.mines
    ]
    for _ in range(rng.randint(5, 60)):
        now += rng.randint(1, 30)
        if rng.random() < 0.5:
            cell = rng.choice([*free, *board.mines])
            events.append(at("mv", now, cell))
        button = rng.choice("llr")
        if button == "l" and down["l"] and not down["r"] and cell in board.mines:
            cell = rng.choice(free)
        events.append(at(button + ("r" if down[button] else "c"), now, cell))
        down[button] = not down[button]
    return events + [at(button + "r", now, rng.choice(free)) for button in "lr" if down[button]]


def test_random_presses_are_counted_as_the_peer_counts_them(tmp_path: Path) -> None:
    files, replays = [], []
    for seed in range(60):
        rng = random.Random(seed)
        rows, cols = rng.randint(3, 9), rng.randint(3, 9)
        board = Board.random(Rules(rows, cols, rng.randint(1, rows * cols // 8)), seed, 0, (1, 1))
        files.append(tmp_path / f"{seed}.evf")
        files[-1].write_bytes(evf(rows, cols, board.mines, random_events(rng, board)))
        replays.append(read_evf(files[-1].read_bytes()))
    compared = 0
    for replay, peer in zip(replays, ask_peer(files), strict=True):
        counts = count(replay)
        pressed, wasted = counts.presses, counts.wasted
        assert pressed == {"left": peer["left"], "right": peer["right"], "chord": peer["double"]}
        if replay.record.result != "lost":  # the peer opens more cells when a chord hits a mine
            compared += 1
            assert counts.solved_3bv == peer["bbbv_solved"]
            assert (pressed["left"] - wasted["left"], pressed["chord"] - wasted["chord"]) == (
                peer["lce"],
                peer["dce"],
            )
    assert compared > 40
