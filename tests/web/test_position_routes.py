"""The endpoints of the analysis view, and the schema of the API."""

from __future__ import annotations

import base64
import json
import math
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import sapper
from sapper.agents.advice import advise
from sapper.cli.analysis_json import analysis_json
from sapper.cli.engine import respond
from sapper.game.file_formats import write_boards
from sapper.web.api_models import AnalysisResponse, ExplanationResponse, ImpossiblePosition, WeighedMove

TWO = "11211/?????/????? 4"
IMPOSSIBLE = "1?3/??? 2"


def ask(client: TestClient, path: str, **question: Any) -> dict[str, Any]:
    response = client.post(path, json=question)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_analyse_matches_the_library_and_the_schema(client: TestClient) -> None:
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


def test_explain_returns_the_numbers_and_their_grade(client: TestClient) -> None:
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
def test_a_malformed_body_is_refused(client: TestClient, body: bytes) -> None:
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


def test_candidates_trust_the_flags(client: TestClient) -> None:
    position = "1F??/1???/???? 3"
    answer = ask(client, "/api/analyse", position=position, trust_flags=True)
    hit = ask(client, "/api/analyse", position=position.replace("F", "*"))
    assert [row["cell"] for row in answer["candidates"]] == [row["cell"] for row in hit["candidates"]]


def test_every_endpoint_has_a_typed_response(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    assert {"/api/games", "/api/games/{identity}/moves", "/api/analyse", "/api/runs"} <= set(schema["paths"])
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            success = next(iter(operation["responses"].values()))
            assert success["content"]["application/json"]["schema"], (path, method)


def test_the_analysis_matches_the_schema(client: TestClient) -> None:
    answer = ask(client, "/api/analyse", position="1??/???/??? 2")
    assert TypeAdapter(AnalysisResponse | ImpossiblePosition).validate_python(answer)


def test_the_best_move_has_the_same_json_as_in_the_commands(client: TestClient) -> None:
    position = "1??/???/??? 2"
    view = sapper.View.parse(position)
    analysis = sapper.analyse(view)
    best = analysis_json(analysis, advise(view, analysis))["best"]
    request = json.dumps({"command": "best", "position": position})
    assert ask(client, "/api/analyse", position=position)["best"] == best
    assert respond(request)[0]["result"] == best


def test_a_move_is_weighed_like_in_a_review(client: TestClient) -> None:
    board = sapper.Board.from_mines(sapper.Rules(3, 3, 1), [(1, 1)], start=(0, 0))
    game = sapper.Game(board)
    game.open((0, 0))
    position = str(game.view)
    for cell in ((0, 1), (2, 2)):
        game.open(cell)
    _, risky, sure = sapper.review(game.record).moves
    answer = ask(client, "/api/weigh", position=position, cell=[0, 1])
    WeighedMove.model_validate(answer)
    assert (answer["grade"], answer["risk"], answer["cost"]) == ("mistake", risky.risk, risky.cost)
    assert answer["best"]["certain"]
    answer = ask(client, "/api/weigh", position=position, cell=[2, 2])
    assert (answer["grade"], answer["cost"], sure.grade) == ("forced", 0.0, "forced")
    for outside in ([0, 0], [3, 0]):
        refused = client.post("/api/weigh", json={"position": position, "cell": outside})
        assert refused.status_code == 400
        assert "cell" in refused.json()["detail"]
