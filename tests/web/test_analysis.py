"""The analysis board's questions, and what agents at play and reviews stream."""

from __future__ import annotations

import base64
import math
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient, WebSocketTestSession

import sapper
from sapper.game.file_formats import write_boards
from sapper.web.api_models import AnalysisResponse, ExplanationResponse, ImpossiblePosition

TWO = "11211/?????/????? 4"
IMPOSSIBLE = "1?3/??? 2"
STREAM = "ws://127.0.0.1/api/stream"


def ask(client: TestClient, path: str, **question: Any) -> dict[str, Any]:
    response = client.post(path, json=question)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def converse(socket: WebSocketTestSession, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything a thought streams."""
    socket.send_json({"tag": "t", **message})
    heard = []
    while (answer := socket.receive_json()).get("kind") != "end":
        assert answer.pop("tag") == "t"
        heard.append(answer)
    return heard


def test_analyse_is_what_the_library_says_and_what_the_schema_promises(client: TestClient) -> None:
    answer = ask(client, "/api/analyse", position=TWO)
    AnalysisResponse.model_validate(answer)
    analysis = sapper.analyse(sapper.View.parse(TWO))
    assert answer["safe"] == [list(cell) for cell in analysis.safe]
    assert answer["mine_cells"] == [list(cell) for cell in analysis.mines]
    assert answer["solutions"] == "10"
    for row, expected in zip(answer["risk"], analysis.risk.tolist(), strict=True):
        for risk, value in zip(row, expected, strict=True):
            assert (risk is None) if math.isnan(value) else risk == pytest.approx(value, abs=1e-6)
    assert answer["best"]["certain"]
    assert answer["candidates"][0]["cell"] == answer["best"]["cell"]


def test_an_impossible_position_names_its_contradiction(client: TestClient) -> None:
    answer = ask(client, "/api/analyse", position=IMPOSSIBLE)
    found = ImpossiblePosition.model_validate(answer)
    assert (found.cells, found.uses_mine_count) == ([(0, 2)], True)
    assert "contradict" in found.reason


def test_explain_tells_the_numbers_and_their_grade(client: TestClient) -> None:
    answer = ask(client, "/api/explain", position=TWO, cell=[1, 2])
    ExplanationResponse.model_validate(answer)
    assert answer["why"]["grade"] == "two"
    assert answer["why"]["numbers"] == [[0, 0], [0, 1]]
    unsure = ask(client, "/api/explain", position=TWO, cell=[2, 2])
    assert unsure["why" if "why" in unsure else "risk"] == pytest.approx(0.4)
    assert sum(unsure["numbers"]) == pytest.approx(1, abs=1e-4)
    assert ask(client, "/api/explain", position=TWO, cell=[0, 0])["risk"] is None


@pytest.mark.parametrize("text", ["", "x", "1??/?? 2", "??? 4", "?" * 50_000])
def test_a_malformed_position_is_refused_in_a_sentence(client: TestClient, text: str) -> None:
    for path in ("/api/analyse", "/api/position"):
        field = "position" if path == "/api/analyse" else "text"
        response = client.post(path, json={field: text})
        assert response.status_code == 400
        assert len(response.json()["detail"]) < 300


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 100_000, b'{"position":"\\ud800"}', b"\xff", b"NaN", b"null"]
)
def test_a_body_that_is_no_question_is_refused(client: TestClient, body: bytes) -> None:
    response = client.post("/api/analyse", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["detail"]


def test_a_pasted_position_is_written_in_its_short_form(client: TestClient) -> None:
    pasted = "mines 2\n1??\n???\n"
    answer = ask(client, "/api/position", text=pasted)
    assert answer == {"position": "1??/??? 2", "rows": 2, "cols": 3, "mines": 2}


@pytest.mark.parametrize("suffix", [".mbf", ".abf"])
def test_a_board_file_is_opened_at_its_start(client: TestClient, tmp_path: Path, suffix: str) -> None:
    board = sapper.Board.random(sapper.Rules(9, 9, 10, first_move="zero"), seed=4, start=(4, 4))
    file = tmp_path / f"board{suffix}"
    write_boards(file, [board])
    data = base64.b64encode(file.read_bytes()).decode()
    answer = ask(client, "/api/position", data=data, suffix=suffix)
    view = sapper.View.parse(answer["position"])
    assert view.opened
    assert all(board.numbers[cell] == view[cell] for cell in view.opened)


@pytest.mark.parametrize("data", ["", "AAAA", "not base64!", "/w=="])
def test_a_damaged_board_file_is_refused(client: TestClient, data: str) -> None:
    response = client.post("/api/position", json={"data": data})
    assert response.status_code == 400
    assert "cannot be read" in response.json()["detail"]


def test_reasons_grade_every_certain_cell(client: TestClient) -> None:
    position = "0001??/0112??/12?44?/??2???/?????? 6"
    analysis = sapper.analyse(sapper.View.parse(position))
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "reasons", "position": position})
    cells = {(row, col): (mine, grade) for part in heard for row, col, mine, grade in part["cells"]}
    assert set(cells) == {*analysis.safe, *analysis.mines}
    assert {cell for cell, (mine, _) in cells.items() if mine} == set(analysis.mines)
    assert {grade for _, grade in cells.values()} == {"one", "two", "three", "count"}


def test_thinking_ends_exactly_where_few_layouts_are_left(client: TestClient) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": "?1?/??? 1"})
    assert heard[-1]["exact"] and heard[-1]["done"]
    wins = {tuple(row["cell"]): row["win"] for row in heard[-1]["candidates"]}
    assert wins[0, 0] == pytest.approx(0.6)


def test_thinking_trusts_the_flags_where_the_analysis_does(client: TestClient) -> None:
    question = {"position": "1F?/???/??? 2", "trust_flags": True}
    answer = ask(client, "/api/analyse", **question)
    assert answer["safe"] == [[1, 0], [1, 1]]
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", **question})
    moves = {tuple(row["cell"]): (row["risk"], row["win"]) for row in heard[-1]["candidates"]}
    # One mine among five cells is left, and the two free ones tell which it is.
    assert moves[1, 0] == moves[1, 1] == (0.0, 1.0)
    assert moves[0, 2] == moves[1, 2] == pytest.approx((0.2, 0.8))
    assert heard[-1]["candidates"][0]["cell"] == answer["best"]["cell"]


def test_rivals_are_weighed_with_the_flags_trusted(client: TestClient) -> None:
    position = "1F??/1???/???? 3"
    answer = ask(client, "/api/analyse", position=position, trust_flags=True)
    hit = ask(client, "/api/analyse", position=position.replace("F", "*"))
    assert [row["cell"] for row in answer["candidates"]] == [row["cell"] for row in hit["candidates"]]


def test_thinking_streams_estimates_that_get_better(client: TestClient) -> None:
    record = sapper.play(sapper.make("lowest-risk"), sapper.EXPERT, seed=2021, index=11)
    game = sapper.Game(record.board)
    for move in record.moves[:3]:
        game.open(move.cell)
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": str(game.view), "seconds": 1.0})
    assert [part["done"] for part in heard] == [False] * (len(heard) - 1) + [True]
    layouts = [part["layouts"] for part in heard if not part["done"]]
    assert layouts == sorted(set(layouts))
    assert heard[-1]["layouts"] >= max(layouts, default=1)
    errors = [max(row["error"] for row in part["candidates"]) for part in heard]
    assert errors[-1] <= errors[0]


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
def test_what_cannot_be_streamed_is_told(client: TestClient, message: dict[str, Any], said: str) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, message)
    assert len(heard) == 1
    assert said in heard[0]["error"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"do":"dance"}', '{"do":"stop"}', "\x00", "[" * 5000])
def test_nonsense_on_the_socket_is_answered_and_the_socket_lives(client: TestClient, text: str) -> None:
    with client.websocket_connect(STREAM) as socket:
        socket.send_text(text)
        assert "error" in socket.receive_json()
        assert socket.receive_json() == {"tag": "", "kind": "end"}
        assert converse(socket, {"do": "reasons", "position": TWO})


@pytest.mark.parametrize("wrong", [{"seconds": -1}, {"dance": True}, {"do": "dance"}])
def test_what_is_wrong_is_told_under_its_tag_and_ended(client: TestClient, wrong: dict[str, Any]) -> None:
    with client.websocket_connect(STREAM) as socket:
        heard = converse(socket, {"do": "think", "position": TWO, **wrong})
    assert [part["kind"] for part in heard] == ["input"]


def test_nothing_bears_a_tag_after_its_end(client: TestClient) -> None:
    thought = {"do": "think", "tag": "t", "position": "/".join(["?" * 16] * 16) + " 40", "seconds": 30.0}
    with client.websocket_connect(STREAM) as socket:
        socket.send_json(thought)
        assert socket.receive_json()["kind"] == "wins"
        socket.send_json(thought | {"seconds": -1})
        while socket.receive_json()["kind"] != "end":
            pass
        socket.send_json({"do": "reasons", "tag": "u", "position": TWO})
        assert [socket.receive_json()["tag"] for _ in range(2)] == ["u", "u"]


def test_the_schema_is_typed_and_the_page_needs_nothing_else(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    assert {"/api/games", "/api/games/{identity}/moves", "/api/analyse", "/api/runs"} <= set(schema["paths"])
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            success = next(iter(operation["responses"].values()))
            assert success["content"]["application/json"]["schema"], (path, method)


def test_every_answer_is_what_the_schema_says(client: TestClient) -> None:
    answer = ask(client, "/api/analyse", position="1??/???/??? 2")
    assert TypeAdapter(AnalysisResponse | ImpossiblePosition).validate_python(answer)
