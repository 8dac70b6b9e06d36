"""The mines of a hosted game: nothing that the server sends depends on them before the end."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from starlette.testclient import TestClient

import sapper
from sapper.web.server_state import ServerState


def answers(client: TestClient, game: str) -> list[Any]:
    """Return every response about a game that a client can get without a move."""
    look = client.get(f"/api/games/{game}").json()
    hint = client.get(f"/api/games/{game}/hint", params={"best": True}).json()
    record = client.get(f"/api/games/{game}/record")
    assert record.status_code == 409
    again = client.post(f"/api/games/{game}/again").json()
    for told in (look, again):
        told.pop("seconds")
        told.pop("id", None)
    return [look, hint, record.json(), again]


def test_no_response_depends_on_the_mines(client: TestClient) -> None:
    """The responses are the same for all layouts that fit the view, so they do not depend on the mines."""
    board = {"rows": 4, "cols": 4, "mines": 3}
    rules = sapper.Rules(4, 4, 3)
    seen = sapper.Game(sapper.Board.from_mines(rules, [(0, 0), (0, 1), (3, 3)], (1, 1)))
    seen.open((1, 1))
    cells = [(row, col) for row in range(4) for col in range(4)]
    fitting = []
    for mines in combinations(cells, 3):
        if (1, 1) not in mines:
            other = sapper.Game(sapper.Board.from_mines(rules, mines, (1, 1)))
            other.open((1, 1))
            fitting += [mines] * (other.view == seen.view)
    assert len(fitting) == 28 * 7  # two mines around the cell, and one elsewhere
    heard = []
    state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
    for mines in fitting[::20]:
        created = client.post("/api/games", json=board).json()
        assert not {"seed", "index"} & created.keys()
        state.games.ask("lay_mines", created["id"], mines=mines, start=[1, 1])
        client.post(f"/api/games/{created['id']}/moves", json={"do": "open", "cell": [1, 1]})
        heard.append(answers(client, created["id"]))
    assert all(said == heard[0] for said in heard)


def test_the_mines_are_sent_only_when_the_game_is_over(client: TestClient) -> None:
    game = client.post("/api/games", json={"rows": 9, "cols": 9, "mines": 70}).json()["id"]
    cells = [[row, col] for row in range(9) for col in range(9)]
    while True:
        news = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": cells.pop()}).json()
        assert (news["over"] is None) == (news["state"] == "playing")
        if news["over"]:
            break
    assert len(news["over"]["mines"]) == 70
