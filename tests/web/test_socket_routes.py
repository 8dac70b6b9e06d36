"""The WebSocket: tasks that stream, and messages that are refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

import sapper
from sapper.web.tasks import position_tasks

TWO = "11211/?????/????? 4"
IMPOSSIBLE = "1?3/??? 2"
STREAM = "ws://127.0.0.1/api/stream"
MOST_LAYOUTS = 16_384
"""The most layouts of a thought."""


def ask(client: TestClient, path: str, **question: Any) -> dict[str, Any]:
    response = client.post(path, json=question)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def converse(socket: WebSocketTestSession, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Send a message, and return every result of its task."""
    socket.send_json({"tag": "t", **message})
    heard = []
    while (answer := socket.receive_json()).get("kind") != "end":
        assert answer.pop("tag") == "t"
        heard.append(answer)
    return heard


def test_reasons_grade_every_certain_cell(client: TestClient) -> None:
    position = "0001??/0112??/12?44?/??2???/?????? 6"
    analysis = sapper.analyse(sapper.View.parse(position))
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "reasons", "position": position})
    cells = {(row, col): (mine, grade) for part in heard for row, col, mine, grade in part["cells"]}
    assert set(cells) == {*analysis.safe, *analysis.mines}
    assert {cell for cell, (mine, _) in cells.items() if mine} == set(analysis.mines)
    assert {grade for _, grade in cells.values()} == {"one", "two", "three", "count"}


def test_win_rates_are_exact_when_few_layouts_are_left(client: TestClient) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": "?1?/??? 1"})
    assert heard[-1]["exact"] and heard[-1]["done"]
    wins = {tuple(row["cell"]): row["win"] for row in heard[-1]["candidates"]}
    assert wins[0, 0] == pytest.approx(0.6)


def test_win_rates_trust_the_flags_like_the_analysis(client: TestClient) -> None:
    question = {"position": "1F?/???/??? 2", "trust_flags": True}
    answer = ask(client, "/api/analyse", **question)
    assert answer["safe"] == [[1, 0], [1, 1]]
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", **question})
    moves = {tuple(row["cell"]): (row["risk"], row["win"]) for row in heard[-1]["candidates"]}
    # One mine is left among five cells, and the numbers of the two free cells show which cell it is.
    assert moves[1, 0] == moves[1, 1] == (0.0, 1.0)
    assert moves[0, 2] == moves[1, 2] == pytest.approx((0.2, 0.8))
    assert heard[-1]["candidates"][0]["cell"] == answer["best"]["cell"]


@pytest.mark.parametrize("seconds", [1e-6, 0.5])
def test_a_thought_becomes_more_precise_and_ends(client: TestClient, seconds: float) -> None:
    record = sapper.play(sapper.make("lowest-risk"), sapper.Rules(8, 8, 15), seed=4, index=1)
    game = sapper.Game(record.board)
    game.open(record.moves[0].cell)
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": str(game.view), "seconds": seconds})
    assert [part["done"] for part in heard] == [False] * (len(heard) - 1) + [True]
    layouts = [part["layouts"] for part in heard]
    assert layouts == sorted(set(layouts))
    assert 0 < layouts[-1] <= MOST_LAYOUTS
    errors = [max(row["error"] for row in part["candidates"]) for part in heard]
    assert errors[-1] <= errors[0]


@pytest.mark.parametrize("seconds", [0, 1e-6, 0.05, 0.3])
def test_a_thought_reports_more_layouts_each_time_wherever_its_time_ends(seconds: float) -> None:
    heard: list[dict[str, Any]] = []
    request = {"position": "?????/?????/??1??/?????/????? 6", "strength": "fast", "trust_flags": False}
    position_tasks.think(request | {"budget": 5, "memory": 1 << 29, "seconds": seconds}, heard.append)
    assert [part["done"] for part in heard] == [False] * (len(heard) - 1) + [True]
    layouts = [part["layouts"] for part in heard]
    assert layouts[0] == 128
    assert all(more > fewer for fewer, more in pairwise(layouts))
    assert layouts[-1] <= MOST_LAYOUTS


def test_a_thought_ends_where_nothing_is_left_to_open(client: TestClient) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": "1F/11 1"})
    assert [(part["done"], part["candidates"]) for part in heard] == [(True, [])]


def test_agents_are_watched_to_the_end_on_one_board(client: TestClient) -> None:
    names = ["sapper-fast", "random"]
    wanted = {"do": "watch", "agents": names, "rows": 9, "cols": 9, "mines": 10, "seed": 7}
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, wanted)
    board = sapper.Board.random(sapper.BEGINNER, seed=7)
    assert heard[0]["kind"] == "board"
    assert [tuple(cell) for cell in heard[0]["mines"]] == list(board.mines)
    for number, name in enumerate(names):
        record = next(
            part["record"] for part in heard if part["kind"] == "record" and part["agent"] == number
        )
        assert record == sapper.play(sapper.make(name), sapper.BEGINNER, seed=7).to_dict()
        steps = [part for part in heard if part["kind"] == "step" and part["agent"] == number]
        assert sum(len(step["moves"]) for step in steps) == len(record["moves"])
        assert steps[-1]["state"] == record["result"]
        proven = {tuple(cell) for step in steps for cell in step["proven"]}
        assert proven <= set(board.mines)


def test_a_review_streams_every_move_and_a_sentence(client: TestClient) -> None:
    record = sapper.play(sapper.make("random"), sapper.Rules(4, 4, 4), seed=3)
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "review", "record": record.to_dict(), "strength": "fast"})
    assert [part["number"] for part in heard[:-1]] == list(range(len(record.moves)))
    assert heard[-1]["sentence"] == sapper.review(record, "fast").sentence


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "review", "record": {}}, "format"),
        ({"do": "review", "record": {"rules": {"rows": 201, "cols": 1}}}, "200"),
        ({"do": "think", "position": "x"}, "cannot be read"),
        ({"do": "think", "position": IMPOSSIBLE}, "contradict"),
        ({"do": "watch", "agents": ["nobody"], "rows": 9, "cols": 9, "mines": 10, "seed": 1}, "nobody"),
        ({"do": "watch", "agents": ["random"], "rows": 201, "cols": 9, "mines": 10, "seed": 1}, "200"),
    ],
)
def test_an_invalid_task_is_an_error(client: TestClient, message: dict[str, Any], said: str) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, message)
    assert len(heard) == 1
    assert said in heard[0]["error"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"do":"dance"}', '{"do":"stop"}', "\x00", "[" * 5000])
def test_the_socket_survives_malformed_messages(client: TestClient, text: str) -> None:
    with client.websocket_connect(STREAM) as socket:
        socket.send_text(text)
        assert "error" in socket.receive_json()
        assert socket.receive_json() == {"tag": "", "kind": "end"}
        assert converse(socket, {"do": "reasons", "position": TWO})


@pytest.mark.parametrize("wrong", [{"seconds": -1}, {"dance": True}, {"do": "dance"}])
def test_an_error_has_the_tag_of_its_message(client: TestClient, wrong: dict[str, Any]) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": TWO, **wrong})
    assert [part["kind"] for part in heard] == ["input"]


def test_no_message_has_a_tag_after_its_end(client: TestClient) -> None:
    task = {"do": "think", "tag": "t", "position": "/".join(["?" * 16] * 16) + " 40", "seconds": 30.0}
    with client.websocket_connect(STREAM) as socket:
        socket.send_json(task)
        assert socket.receive_json()["kind"] == "wins"
        socket.send_json(task | {"seconds": -1})
        while socket.receive_json()["kind"] != "end":
            pass
        socket.send_json({"do": "reasons", "tag": "u", "position": TWO})
        assert [socket.receive_json()["tag"] for _ in range(2)] == ["u", "u"]
