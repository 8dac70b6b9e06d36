"""Hosted games of the facade, compared with a plain twin in Python over many random games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from sapper import BEGINNER, Board, GameRecord, Rules, View, analyse, make, play
from sapper.facade import Conflict, Session, UnknownRequest, ask
from sapper.solver.board_generator import needs_no_guess
from tests.facade.plain_hosted_game import PlainHostedGame

TIMED = ("id", "seconds", "running")


def untimed(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in TIMED}


def random_rules(drawn: random.Random) -> Rules:
    rows, cols = drawn.randint(1, 7), drawn.randint(2, 7)
    first_move = drawn.choice(["safe", "zero", "unsafe"])
    most = rows * cols - {"safe": 1, "zero": 9, "unsafe": 0}[first_move]
    return Rules(
        rows,
        cols,
        drawn.randint(0, max(0, most)),
        first_move=first_move,
        cascade=drawn.random() < 0.8,
        on_mine=drawn.choice(["lose", "lose", "continue"]),
        on_wrong_flag=drawn.choice(["ignore", "ignore", "lose"]),
        won_by=drawn.choice(["open", "open-or-flag"]),
    )


@pytest.mark.parametrize("seed", range(300))
def test_a_hosted_game_says_what_its_plain_twin_says(seed: int) -> None:
    drawn = random.Random(seed)
    rules = random_rules(drawn)
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    board = Board.random(rules, seed, start=drawn.choice(cells))
    session = Session()
    identity = {"id": session.ask("new_game", rules.to_dict())["id"]}
    plain = PlainHostedGame(board)
    layout = {"mines": [list(mine) for mine in board.mines], "start": list(board.start)}
    for _ in range(40):
        state = session.ask("game", identity)
        assert untimed(state) == plain.state
        assert state["running"] <= (not plain.is_over)
        if drawn.random() < 0.2:  # a restart of the worker that has the game
            saved = session.ask("save_game", identity)["saved"]
            session = Session()
            assert untimed(session.ask("restore_game", {**identity, "saved": saved})) == plain.state
        do, cell = drawn.choice(["open", "open", "flag", "chord"]), drawn.choice(cells)
        if do == "flag" and drawn.random() < 0.6 and board.mines:
            cell = drawn.choice(board.mines)
        if plain.is_over:
            with pytest.raises(Conflict, match="the game is over"):
                session.ask("move", {**identity, "do": do, "cell": list(cell)})
            record = GameRecord.from_dict(session.ask("game_record", identity))
            assert plain.game is not None
            expected = replace(plain.game.record, agent="person")
            assert record == replace(expected, moves=record.moves)
            assert [(move.do, move.cell, move.opened) for move in record.moves] == [
                (move.do, move.cell, move.opened) for move in expected.moves
            ]
            assert {move.by for move in record.moves} <= {"person"}
            record.replay()
            if drawn.random() < 0.5:
                identity = {"id": session.ask("play_again", identity)["id"]}
                plain = PlainHostedGame(board, again=True)
            else:
                session.ask("take_back", identity)
                plain.take_back()
            continue
        with pytest.raises(Conflict, match="its record would show where the mines are"):
            session.ask("game_record", identity)
        if drawn.random() < 0.1:
            found = session.ask("help", identity)
            plain.helped = True
            assert found["position"] == plain.position
            promised = rules.first_move != "unsafe" and set(plain.position) <= set("?F/ 0123456789")
            untouched = plain.game is None or plain.game.view.is_untouched
            assert (found["promise"] is not None) == (promised and untouched)
        if drawn.random() < 0.1 and plain.moves:
            session.ask("take_back", identity)
            plain.take_back()
        if plain.game is None and do == "open" and cell not in plain.early_flags:
            session.ask("lay_mines", {**identity, **layout})
            plain.lay()
            if plain.is_over:  # by flags that were set before
                continue
        told = session.ask("move", {**identity, "do": do, "cell": list(cell)})
        assert untimed(told) == plain.move(do, cell)


@pytest.mark.parametrize("first_move", ["safe", "zero"])
@pytest.mark.parametrize("no_guess", [False, True])
def test_the_layout_is_made_for_the_first_cell(first_move: str, no_guess: bool) -> None:
    session = Session()
    wanted = {"rows": 9, "cols": 9, "mines": 12, "first_move": first_move, "no_guess": no_guess}
    layouts = set()
    for _ in range(4):
        identity = {"id": session.ask("new_game", wanted)["id"]}
        session.ask("move", {**identity, "do": "flag", "cell": [0, 8]})
        opened = session.ask("move", {**identity, "do": "open", "cell": [4, 4]})["opened"]
        assert opened[0][2] == 0 if first_move == "zero" else opened[0][2] >= 0
        assert session.ask("game", identity)["over"] is None
        state = session.ask("autoplay", identity)
        while state["state"] == "playing":
            if no_guess:  # only the flag keeps cells closed
                state = session.ask("move", {**identity, "do": "flag", "cell": [0, 8]})
                state = session.ask("autoplay", identity)
                assert state["state"] == "won"
            else:
                state = session.ask(
                    "move", {**identity, "do": "open", "cell": some_covered(session, identity)}
                )
        record = GameRecord.from_dict(session.ask("game_record", identity))
        assert (record.start, record.rules.first_move) == ((4, 4), first_move)
        assert needs_no_guess(record.board) or not no_guess
        layouts.add(record.mines)
    assert len(layouts) == 4


def some_covered(session: Session, identity: dict[str, Any]) -> list[int]:
    rows = session.ask("game", identity)["position"].split(" ")[0].split("/")
    return next([row, col] for row, text in enumerate(rows) for col, sign in enumerate(text) if sign == "?")


def test_autoplay_opens_what_the_engine_proves() -> None:
    session = Session()
    for seed in range(20):
        board = Board.random(Rules(8, 8, 10, first_move="zero"), seed, start=(3, 3))
        identity = {"id": session.ask("new_game", board.rules.to_dict())["id"]}
        assert session.ask("autoplay", identity)["opened"] == []
        session.ask("lay_mines", {**identity, "mines": [list(mine) for mine in board.mines], "start": [3, 3]})
        told = session.ask("autoplay", identity)  # the start first, then certain cells
        assert told["opened"][0] == [3, 3, 0]
        assert all(number >= 0 for _, _, number in told["opened"])
        assert told["helped"]
        if told["state"] == "playing":
            assert analyse(View.parse(session.ask("game", identity)["position"])).safe == []
        else:
            record = GameRecord.from_dict(session.ask("game_record", identity))
            assert {move.by for move in record.moves} == {"autoplay"}


@pytest.mark.parametrize(
    ("name", "request_", "error", "message"),
    [
        ("new_game", {"rows": 9, "cols": 9, "mines": 81}, ValueError, "mines must be between 0 and 80"),
        ("new_game", {"rows": 2, "cols": 2, "mines": 2, "first_move": "zero"}, ValueError, "no start leaves"),
        (
            "new_game",
            {"rows": 2, "cols": 2, "mines": 2, "first_move": "unsafe", "no_guess": True},
            ValueError,
            "no mine: choose safe or zero",
        ),
        ("game", {"id": "nobody"}, UnknownRequest, "begin a new one"),
        ("restore_game", {"id": "a", "saved": "AAAA"}, ValueError, "the saved game is damaged"),
    ],
)
def test_a_wrong_request_about_a_game_is_refused(
    name: str, request_: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask(name, request_)


def test_a_game_that_runs_gets_no_second_layout_and_no_cell_off_the_board() -> None:
    session = Session()
    identity = {"id": session.ask("new_game", {"rows": 3, "cols": 3, "mines": 2})["id"]}
    with pytest.raises(Conflict, match="no move to take back"):
        session.ask("take_back", identity)
    with pytest.raises(ValueError, match="outside the 3x3 board"):
        session.ask("move", {**identity, "do": "open", "cell": [3, 0]})
    with pytest.raises(ValueError, match="the layout has 1"):
        session.ask("lay_mines", {**identity, "mines": [[0, 0]], "start": [1, 1]})
    with pytest.raises(ValueError, match="is not free"):
        session.ask("lay_mines", {**identity, "mines": [[0, 0], [1, 1]], "start": [1, 1]})
    session.ask("move", {**identity, "do": "open", "cell": [0, 0]})
    with pytest.raises(ValueError, match="before its first cell"):
        session.ask("lay_mines", {**identity, "mines": [[0, 1], [1, 1]], "start": [0, 0]})
    assert session.ask("forget_game", identity) == {"forgotten": True}
    assert session.ask("forget_game", identity) == {"forgotten": False}


def test_a_recorded_game_goes_on_with_hidden_mines() -> None:
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    session = Session()
    for moves in (0, 1, len(record.moves) - 1):
        state = session.ask("continue_game", {"record": record.to_dict(), "moves": moves})
        assert View.parse(state["position"]) == record.game_after(moves).view
        assert (state["moves"], state["what_if"], state["running"], state["over"]) == (
            moves,
            True,
            False,
            None,
        )
        assert "mines" not in {name for name, value in state.items() if isinstance(value, list)}
        with pytest.raises(Conflict, match="not over"):
            session.ask("game_record", {"id": state["id"]})
        for move in record.moves[moves:]:
            result = session.ask("move", {"id": state["id"], "do": move.do, "cell": list(move.cell)})
        assert result["state"] == record.result
        ended = GameRecord.from_dict(session.ask("game_record", {"id": state["id"]}))
        assert (ended.mines, ended.agent) == (record.mines, "person")
        assert [move.cell for move in ended.moves] == [move.cell for move in record.moves]


def test_a_game_that_cannot_go_on() -> None:
    record = play(make("sapper-fast"), BEGINNER, seed=4)
    for moves, problem in (
        (-1, "after -1"),
        (999, "after 999"),
        (len(record.moves), "over after these moves"),
    ):
        with pytest.raises(ValueError, match=problem):
            ask("continue_game", {"record": record.to_dict(), "moves": moves})
    other = record.to_dict()
    other["moves"][0]["opened"] = [[0, 0, 8]]
    with pytest.raises(ValueError, match="move 0"):
        ask("continue_game", {"record": other, "moves": 0})
