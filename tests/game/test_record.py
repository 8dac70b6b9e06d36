"""Game records: JSON, replay and malformed records."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Board, Game, GameRecord, Move, Rules
from sapper.game.file_formats import read_records, write_records


def played() -> Game:
    """Play a 3x4 board with mines at (0, 1) and (2, 3). It is won by a flag, a chord and two opens."""
    game = Game(Board.from_mines(Rules(3, 4, 2, first_move="zero"), [(0, 1), (2, 3)], start=(2, 0)))
    game.open((2, 0), by="start")
    game.flag((0, 1), risk=1.0, certain=True, by="single")
    game.chord((1, 1))
    game.open((0, 3), risk=0.25, certain=False)
    return game


GOLDEN = (
    '{"format":1,"rules":{"rows":3,"cols":4,"mines":2,"first_move":"zero","cascade":true,"on_mine":"lose",'
    '"on_wrong_flag":"ignore","won_by":"open"},"mines":[[0,1],[2,3]],"start":[2,0],"agent":"","moves":['
    '{"do":"open","cell":[2,0],"opened":[[2,0,0],[1,0,1],[1,1,1],[2,1,0],[1,2,2],[2,2,1]],'
    '"risk":null,"certain":null,"by":"start"},'
    '{"do":"flag","cell":[0,1],"opened":[],"risk":1.0,"certain":true,"by":"single"},'
    '{"do":"chord","cell":[1,1],"opened":[[0,0,1],[0,2,1]],"risk":null,"certain":null,"by":""},'
    '{"do":"open","cell":[0,3],"opened":[[0,3,0],[1,3,1]],"risk":0.25,"certain":false,"by":""}],'
    '"result":"won","end":"opened"}'
)


def test_golden_record() -> None:
    record = played().record
    assert record.to_json() == GOLDEN
    assert GameRecord.from_json(GOLDEN) == record
    assert record.won


def test_times_stay_with_the_moves() -> None:
    record = played().record
    timed = dataclasses.replace(
        record, moves=tuple(move.at_time(0.25 * number) for number, move in enumerate(record.moves))
    )
    assert timed != record
    assert GameRecord.from_json(timed.to_json()) == timed
    assert pickle.loads(pickle.dumps(timed)) == timed
    assert json.loads(timed.to_json())["moves"][2]["time"] == 0.5
    assert "time=0.5" in repr(timed.moves[2])
    assert timed.replay().state == "won"


@pytest.mark.parametrize("time", ["true", '"1"', "NaN", "1e10", "-1e400", "1" + 400 * "0"])
def test_a_time_is_a_number_of_seconds(time: str) -> None:
    text = GOLDEN.replace('"by":"start"', f'"by":"start","time":{time}')
    with pytest.raises(ValueError, match="the time of move 0 must"):
        GameRecord.from_json(text)


def test_replay() -> None:
    record = played().record
    game = record.replay()
    assert game.state == "won"
    assert game.record == record
    stuck = Game(record.board)
    stuck.open((2, 0))
    stuck.give_up()
    assert stuck.record.replay().record == stuck.record
    unfinished = Game(record.board).record
    assert (unfinished.result, unfinished.end) == ("playing", "unfinished")
    assert unfinished.replay().state == "playing"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("moves", 0, "opened"), [[2, 0, 0]], "move 0, open .* does not open what the record says"),
        (("moves", 2, "cell"), [2, 0], "move 2, chord"),
        (("mines",), [[0, 1], [1, 2]], "move 0"),
        (
            ("moves", 3),
            {"do": "flag", "cell": [0, 3]},
            r"the moves leave the game playing \(unfinished\), the record says won",
        ),
        (("end",), "flagged", r"game won \(opened\), the record says won \(flagged\)"),
        (("result",), "lost", r"the moves leave the game won \(opened\), the record says lost"),
    ],
)
def test_replay_finds_what_cannot_be(path: tuple[Any, ...], value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameRecord.from_json(changed(path, value)).replay()


def test_replay_refuses_moves_after_the_end() -> None:
    record = json.loads(GOLDEN)
    record["moves"].append(record["moves"][1])
    with pytest.raises(ValueError, match="move 4 comes after the game was won"):
        GameRecord.from_dict(record).replay()


def changed(path: tuple[Any, ...], value: object) -> str:
    record = json.loads(GOLDEN)
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    if value is LACKING:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(record)


LACKING = object()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("format",), 2, "format 2; this version reads format 1"),
        (("format",), True, "must be a whole number, not true"),
        (("format",), LACKING, "the game record lacks 'format'"),
        (("rules",), [], "must be an object"),
        (("rules", "rows"), "3", "rows must be a whole number"),
        (("rules", "rows"), 0, "at least one row"),
        (("rules", "first_move"), "never", "first_move must be"),
        (("rules", "cascade"), 1, "cascade must be True or False"),
        (("rules", "gravity"), 1, "rules have no 'gravity'"),
        (("rules", "mines"), LACKING, "the rules lack mines"),
        (("mines",), LACKING, "lacks 'mines'"),
        (("mines",), [[0, 1]], "the rules state 2 mines, but the layout has 1"),
        (("mines", 0), [9, 9], "outside the 3x4 board"),
        (("mines", 0), [0], r"a mine must be a cell \[row, col\]"),
        (("mines", 0), [2, 3], "given twice"),
        (("start",), [0, 1], "is not a zero"),
        (("start",), None, r"the start must be a cell \[row, col\], not null"),
        (("agent",), 5, "'agent' of the game record must be a string"),
        (("moves",), {}, "'moves' of the game record must be a list"),
        (("moves", 1), 7, "move 1 must be an object"),
        (("moves", 1, "do"), "jump", "move 1 must open, flag or chord"),
        (("moves", 1, "do"), LACKING, "move 1 lacks 'do'"),
        (("moves", 1, "cell"), [1.0, 2], "the cell of move 1 must be a cell"),
        (("moves", 1, "cell"), [3, 0], "outside"),
        (("moves", 0, "opened"), [[0, 0]], r"must open cells \[row, col, number\]"),
        (("moves", 0, "opened"), [[0, 0, 9]], "shows 9"),
        (("moves", 0, "opened"), [[0, 7, 1]], "outside"),
        (("moves", 0, "opened"), 5, "'opened' of move 0 must be a list"),
        (("moves", 0, "risk"), "low", "the risk of move 0 must be a number or null"),
        (("moves", 0, "risk"), 1.5, "a risk is a probability"),
        (("moves", 0, "risk"), float("nan"), "a risk is a probability"),
        (("moves", 0, "certain"), 1, "'certain' of move 0 must be true or false"),
        (("moves", 0, "by"), None, "'by' of move 0 must be a string"),
        (("result",), "drawn", "a result is won, lost or playing"),
        (("end",), None, "'end' of the game record must be a string"),
        (("reproducible",), "no", "reproducible must be true or false"),
    ],
)
def test_malformed_records_say_why(path: tuple[Any, ...], value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameRecord.from_json(changed(path, value))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nul", b"\xff\xfe", "[]", "3"])
def test_what_is_no_record(text: str | bytes) -> None:
    with pytest.raises(ValueError, match="the game record"):
        GameRecord.from_json(text)


def test_what_may_be_left_out_or_added() -> None:
    plain = json.loads(GOLDEN)
    plain["note"] = "a key of another program"
    for move in plain["moves"]:
        for name in ("risk", "certain", "by"):
            del move[name]
    record = GameRecord.from_dict(plain)
    assert record.moves[1] == Move("flag", (0, 1))
    assert record.replay().state == "won"
    slow = GameRecord.from_json(changed(("reproducible",), False))
    assert not slow.reproducible
    assert json.loads(slow.to_json())["reproducible"] is False


@given(st.integers(0, 2**64 - 1), st.sampled_from(["lose", "continue"]), st.booleans())
def test_random_games_round_trip(seed: int, on_mine: str, cascade: bool) -> None:
    rules = Rules(4, 5, 4, on_mine=on_mine, cascade=cascade)
    game = Game(Board.random(rules, seed))
    cells = [divmod((seed + 7 * i) % 20, 5) for i in range(20)]
    for number, cell in enumerate(cells):
        if game.state == "playing":
            (game.flag if number % 3 == 0 else game.open)(cell)
        if game.state == "playing" and number % 2:
            game.chord(cells[0])
    record = game.record
    assert GameRecord.from_json(record.to_json()) == record
    assert record.replay().view == game.view
    assert pickle.loads(pickle.dumps(record)) == record


def test_moves_are_values() -> None:
    move = Move("open", (0, 0), [(0, 0, 1)], risk=0.5, certain=False, by="guess")
    assert eval(repr(move)) == move
    assert hash(move) == hash(pickle.loads(pickle.dumps(move)))
    assert move != Move("open", (0, 0), [(0, 0, 2)], risk=0.5, certain=False, by="guess")
    assert move != 3
    with pytest.raises(AttributeError, match="immutable"):
        move.by = "luck"
    with pytest.raises(ValueError, match="read-only"):
        move.opened_array[0, 0] = 3


def test_files_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [played().record, Game(played().board).record]
    write_records(path, records)
    assert path.read_text().splitlines()[0] == GOLDEN
    assert read_records(path) == records
    path.write_text(GOLDEN + "\n\n" + changed(("format",), 9) + "\n")
    with pytest.raises(ValueError, match=r"games.jsonl, line 3: this game record has format 9"):
        read_records(path)
    path.write_text("{\n")
    with pytest.raises(ValueError, match=r"games.jsonl, line 1: this is not JSON"):
        read_records(path)


def test_what_numpy_says_is_written_as_plain_json() -> None:
    game = Game(Board.from_mines(Rules(1, 3, 1), [(0, 0)]))
    certain: Any = np.True_
    game.open((0, 1), certain=certain)
    assert json.loads(game.record.to_json())["moves"][0]["certain"] is True


@pytest.mark.parametrize("end", ["mine", "wrong-flag", "opened", "flagged", "unfinished"])
def test_nobody_gives_up_as_games_end_by_themselves(end: str) -> None:
    game = Game(GameRecord.from_json(GOLDEN).board)
    game.open((2, 0))
    with pytest.raises(ValueError, match="given up does not end as"):
        game.give_up(end)
    told = {**game.record.to_dict(), "result": "lost", "end": end}
    with pytest.raises(ValueError, match=r"leave the game playing \(unfinished\), the record says lost"):
        GameRecord.from_dict(told).replay()
