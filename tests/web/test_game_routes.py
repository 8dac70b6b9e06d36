"""The endpoints of games: moves, hints, taking back, and what the responses contain."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.game.record import GameRecord
from sapper.game.view import View
from sapper.web.api_models import AnalysisResponse
from sapper.web.server_state import ServerState

BEGINNER = {"rows": 9, "cols": 9, "mines": 10}


def begin(client: TestClient, **wanted: Any) -> dict[str, Any]:
    response = client.post("/api/games", json=BEGINNER | wanted)
    assert response.status_code == 201, response.text
    answer: dict[str, Any] = response.json()
    return answer


def do(client: TestClient, game: str, deed: str, cell: tuple[int, int]) -> dict[str, Any]:
    response = client.post(f"/api/games/{game}/moves", json={"do": deed, "cell": list(cell)})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def look(client: TestClient, game: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/api/games/{game}").json()
    return answer


def hint(client: TestClient, game: str, best: bool = True) -> dict[str, Any]:
    response = client.get(f"/api/games/{game}/hint", params={"best": best})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def finish(client: TestClient, game: str) -> dict[str, Any]:
    """Open the recommended cell until the game is over."""
    news: dict[str, Any] = {"state": "playing"}
    while news["state"] == "playing":
        row, col = hint(client, game)["best"]["cell"]
        news = do(client, game, "open", (row, col))
    return news


@pytest.mark.parametrize("promise", ["safe", "zero"])
def test_every_first_cell_keeps_the_promise(client: TestClient, promise: str) -> None:
    for cell in [(0, 0), (4, 4), (8, 8), (0, 5)]:
        game = begin(client, mines=60, first_move=promise)["id"]
        shown = {(row, col): number for row, col, number in do(client, game, "open", cell)["opened"]}
        assert shown[cell] == 0 if promise == "zero" else shown[cell] >= 0


def test_the_opened_cells_of_a_move_match_the_view(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    news = do(client, game, "open", (4, 4))
    view = View.parse(look(client, game)["position"])
    assert {(row, col): number for row, col, number in news["opened"]} == {
        cell: view[cell] for cell in view.opened
    }


def test_a_game_by_hints_ends_and_then_shows_its_mines(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    do(client, game, "open", (4, 4))
    news = finish(client, game)
    assert news["state"] in {"won", "lost"}
    assert len(news["over"]["mines"]) == 10
    record = GameRecord.from_dict(client.get(f"/api/games/{game}/record").json())
    assert record.replay().state == record.result == news["state"]
    assert record.agent == "person"
    assert news["over"]["bbbv"] == record.board.bbbv
    assert client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": [0, 0]}).status_code == 409
    assert client.get(f"/api/games/{game}/hint").status_code == 409


def test_efficiency_is_3bv_per_move_without_help(client: TestClient) -> None:
    game = begin(client, rows=2, cols=2, mines=1)["id"]
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for cell in cells:
        news = do(client, game, "open", cell)
        if news["over"]:
            break
    (mine,) = news["over"]["mines"]
    game = client.post(f"/api/games/{game}/again").json()["id"]
    for cell in cells:
        if list(cell) != mine:
            news = do(client, game, "open", cell)
    assert news["state"] == "won"
    assert news["over"]["efficiency"] == news["over"]["bbbv"] / 3 == 1.0
    for cell in cells:  # the game is over, and a refused request is not counted as a move
        refused = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": list(cell)})
        assert refused.status_code == 409
    assert look(client, game)["over"] == news["over"]
    assert look(client, game)["deeds"] == 3


def test_flags_before_and_after_the_first_cell(client: TestClient) -> None:
    game = begin(client)["id"]
    assert do(client, game, "flag", (0, 0))["flags"] == [[0, 0, True]]
    assert do(client, game, "flag", (0, 1))["flags"] == [[0, 1, True]]
    assert do(client, game, "flag", (0, 1))["flags"] == [[0, 1, False]]
    assert do(client, game, "open", (0, 0))["opened"] == []  # a flagged cell is not opened
    for cell in [(0, 0), (0, 5)]:  # a flagged cell and a covered cell
        nothing = do(client, game, "chord", cell)
        assert nothing["opened"] == nothing["flags"] == []
    do(client, game, "open", (8, 8))
    assert View.parse(look(client, game)["position"]).flagged == [(0, 0)]
    assert do(client, game, "flag", (0, 0))["flags"] == [[0, 0, False]]


def test_a_chord_opens_around_a_number_whose_flags_are_set(client: TestClient) -> None:
    for _ in range(50):
        game = begin(client, first_move="zero")["id"]
        do(client, game, "open", (4, 4))
        known = hint(client, game, best=False)
        view = View.parse(look(client, game)["position"])
        mines = {tuple(cell) for cell in known["mine_cells"]}
        for number in view.opened:
            around = set(view.covered_around(number))
            if view[number] and len(around & mines) == view[number] and around - mines:
                for cell in around & mines:
                    do(client, game, "flag", cell)
                opened = {(r, c) for r, c, _ in do(client, game, "chord", number)["opened"]}
                assert around - mines <= opened
                return
    raise AssertionError("no number of fifty boards could be chorded")


def test_autoplay_opens_all_certain_cells_and_no_mine(client: TestClient) -> None:
    for _ in range(5):
        game = begin(client, first_move="zero")["id"]
        do(client, game, "open", (0, 0))
        news = client.post(f"/api/games/{game}/autoplay").json()
        assert news["state"] in {"playing", "won"}
        assert news["helped"]
        if news["state"] == "playing":
            assert hint(client, game)["safe"] == []


def test_taking_back_marks_the_game_as_an_experiment(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    do(client, game, "open", (4, 4))
    before = look(client, game)
    row, col = hint(client, game)["best"]["cell"]
    do(client, game, "open", (row, col))
    after = client.post(f"/api/games/{game}/undo").json()
    assert after["position"] == before["position"]
    assert (before["what_if"], after["what_if"]) == (False, True)
    client.post(f"/api/games/{game}/undo")
    assert client.post(f"/api/games/{game}/undo").status_code == 409


def test_a_lost_game_can_be_taken_back(client: TestClient) -> None:
    game = begin(client, mines=70, first_move="safe")["id"]
    news = do(client, game, "open", (0, 0))
    cells = [(row, col) for row in range(9) for col in range(9)]
    while news["state"] == "playing":
        news = do(client, game, "open", cells.pop())
    assert news["state"] == "lost"
    assert client.post(f"/api/games/{game}/undo").json()["state"] == "playing"


def test_the_same_board_again_has_the_same_mines(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    first = do(client, game, "open", (4, 4))["opened"]
    again = client.post(f"/api/games/{game}/again").json()
    assert (again["again"], again["start"], again["moves"]) == (True, [4, 4], 0)
    do(client, again["id"], "flag", (0, 0))
    assert look(client, again["id"])["start"] == [4, 4]
    do(client, again["id"], "flag", (0, 0))  # removes the flag, because a cascade does not open flagged cells
    assert do(client, again["id"], "open", (4, 4))["opened"] == first


def test_autoplay_on_the_same_board_again_opens_the_start_first(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    first = do(client, game, "open", (4, 4))["opened"]
    again = client.post(f"/api/games/{game}/again").json()["id"]
    opened = client.post(f"/api/games/{again}/autoplay").json()["opened"]
    assert opened[: len(first)] == first
    assert look(client, again)["helped"]


def test_a_board_with_every_move_taken_back_names_its_start(client: TestClient) -> None:
    game = begin(client, first_move="zero")["id"]
    assert look(client, game)["start"] is None
    do(client, game, "open", (4, 4))
    assert look(client, game)["start"] is None
    bare = client.post(f"/api/games/{game}/undo").json()
    assert (bare["what_if"], bare["start"]) == (True, [4, 4])
    assert hint(client, game)["best"]["cell"] == [4, 4]


@pytest.mark.parametrize(("promise", "what"), [("safe", "free"), ("zero", "a zero")])
def test_hints_know_the_promise_of_the_first_cell(client: TestClient, promise: str, what: str) -> None:
    game = begin(client, rows=4, cols=4, mines=4, first_move=promise)["id"]
    do(client, game, "flag", (3, 3))
    told = hint(client, game)
    AnalysisResponse.model_validate(told)
    assert told["risk"] == [[0.0] * 4] * 4
    assert (told["best"]["risk"], told["best"]["certain"]) == (0.0, True)
    assert f"the rules promise that it is {what}" in told["best"]["reason"]
    assert hint(client, game, best=False)["best"] is None


@pytest.mark.parametrize(
    ("promise", "free", "elsewhere", "layouts"), [("safe", 1, 4 / 15, "1365"), ("zero", 6, 0.4, "210")]
)
def test_hints_know_the_start_of_the_same_board_again(
    client: TestClient, promise: str, free: int, elsewhere: float, layouts: str
) -> None:
    game = begin(client, rows=4, cols=4, mines=4, first_move=promise)["id"]
    do(client, game, "open", (0, 1))
    told = hint(client, client.post(f"/api/games/{game}/again").json()["id"])
    AnalysisResponse.model_validate(told)
    assert (told["best"]["cell"], told["best"]["risk"], told["best"]["certain"]) == ([0, 1], 0.0, True)
    assert told["candidates"][0]["cell"] == [0, 1]
    assert (len(told["safe"]), told["solutions"]) == (free, layouts)
    assert told["risk"][3][3] == pytest.approx(elsewhere, abs=1e-6)


def test_hints_assume_no_promise_for_an_unsafe_start(client: TestClient) -> None:
    told = hint(client, begin(client, rows=4, cols=4, mines=4, first_move="unsafe")["id"])
    assert told["risk"] == [[0.25] * 4] * 4
    assert (told["best"]["risk"], told["best"]["certain"]) == (0.25, False)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"mines": 81}, "mines"),
        ({"rows": 0}, "rows"),
        ({"first_move": "lucky"}, "first_move"),
        ({"speed": 1}, "speed"),
        ({"rows": "9"}, "rows"),
        ({"rows": 2, "cols": 2, "mines": 2, "first_move": "zero"}, "no start leaves room for 2 mines"),
    ],
)
def test_impossible_games_are_refused_in_a_sentence(
    client: TestClient, wanted: dict[str, Any], said: str
) -> None:
    response = client.post("/api/games", json=BEGINNER | wanted)
    assert response.status_code == 400
    assert said in response.json()["detail"]


@pytest.mark.parametrize("cell", [[9, 0], [-1, 0], [0], [0, 1, 2], "a1"])
def test_cells_off_the_board_are_refused(client: TestClient, cell: object) -> None:
    game = begin(client)["id"]
    response = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": cell})
    assert response.status_code == 400


def test_a_start_that_cannot_be_a_zero_is_refused(client: TestClient) -> None:
    game = begin(client, rows=3, cols=3, mines=4, first_move="zero")["id"]
    response = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": [1, 1]})
    assert response.status_code == 400
    assert "neighbours free" in response.json()["detail"]


def test_a_board_without_guesses_is_won_by_reasoning_alone(client: TestClient) -> None:
    game = begin(client, no_guess=True, first_move="zero")["id"]
    do(client, game, "open", (4, 4))
    news = client.post(f"/api/games/{game}/autoplay").json()
    assert news["state"] == "won"


def test_an_impossible_board_without_guesses_is_refused(client: TestClient) -> None:
    game = begin(client, rows=1, cols=3, mines=1, no_guess=True, first_move="safe")["id"]
    response = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": [0, 1]})
    assert response.status_code in {400, 503}
    assert look(client, game)["moves"] == 0
    refused = client.post("/api/games", json=BEGINNER | {"no_guess": True, "first_move": "unsafe"})
    assert refused.status_code == 400


def test_the_number_of_moves_is_limited(client: TestClient) -> None:
    game = begin(client, rows=2, cols=2, mines=1)["id"]
    do(client, game, "open", (0, 0))
    state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
    for _ in range(1000 + 5 * 4 - 1):  # flags can be set and removed without an end
        state.games.ask("move", game, do="flag", cell=[1, 1])
    response = client.post(f"/api/games/{game}/moves", json={"do": "flag", "cell": [1, 1]})
    assert (response.status_code, "begin a new one" in response.json()["detail"]) == (409, True)


def test_an_unknown_game_is_an_error(client: TestClient) -> None:
    response = client.get("/api/games/nobody")
    assert response.status_code == 404
    assert "begin a new one" in response.json()["detail"]


def test_a_recorded_game_goes_on(client: TestClient) -> None:
    game = begin(client)["id"]
    finish(client, game)
    record = client.get(f"/api/games/{game}/record").json()
    response = client.post("/api/games/continue", json={"record": record, "moves": 1})
    assert response.status_code == 201
    state = response.json()
    view = GameRecord.from_dict(record).game_after(1).view
    assert (View.parse(state["position"]), state["moves"], state["what_if"]) == (view, 1, True)
    assert client.get(f"/api/games/{state['id']}/record").status_code == 409
    over = client.post("/api/games/continue", json={"record": record, "moves": len(record["moves"])})
    assert over.status_code == 400
    assert "over after these moves" in over.json()["detail"]
    for wrong, problem in (
        ({"record": {}, "moves": 0}, "record.format"),
        ({"record": record | {"rules": record["rules"] | {"rows": 201}}, "moves": 0}, "at most 200 rows"),
        ({"record": record | {"mines": []}, "moves": 0}, "mines"),
    ):
        refused = client.post("/api/games/continue", json=wrong)
        assert refused.status_code == 400
        assert problem in refused.json()["detail"]
