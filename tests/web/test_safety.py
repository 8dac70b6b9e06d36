"""What the server refuses: beyond its limits, to foreigners, and every look at the mines of a game."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import sapper
from sapper.cli.serve import serve
from sapper.web import server
from sapper.web.game_store import GameStore, NoSuchGame
from sapper.web.hosted_game import HostedGame
from sapper.web.request_guard import HEADERS
from sapper.web.server_settings import ServerSettings
from sapper.web.server_state import RequestRefused, ServerState
from sapper.web.tasks.worker_pool import WorkerPool
from tests.web.conftest import NO_GAMES, STUBBORN, serving

STREAM = "ws://127.0.0.1/api/stream"
GUESS = "1??/???/??? 2"


def test_it_listens_on_loopback_unless_told() -> None:
    assert serve.__defaults__ is not None
    assert serve.__defaults__[0] == ServerSettings().host == "127.0.0.1"
    listening = server._listen(ServerSettings().host, 0)
    try:
        assert listening.getsockname()[0] == "127.0.0.1"
        assert listening.family == socket.AF_INET
    finally:
        listening.close()


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/about", "/openapi.json", "/nowhere", "/docs"])
def test_every_answer_forbids_foreign_scripts(client: TestClient, path: str) -> None:
    response = client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert response.status_code == (404 if path in {"/nowhere", "/docs"} else 200)


def test_no_file_of_the_page_names_another_host(client: TestClient) -> None:
    static = Path(server.__file__).parent / "static"
    files = sorted(file for file in static.rglob("*") if file.is_file())
    assert len(files) > 10
    for file in files:
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", file.read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}, file.name


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    with serving(ServerSettings()) as client:
        cookie = client.get("/api/about").headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        assert "set-cookie" not in client.get("/api/about").headers


# Limits


@pytest.mark.parametrize("size", [(201, 9), (9, 201), (10**9, 10**9)])
def test_boards_beyond_the_limit_are_refused_everywhere(client: TestClient, size: tuple[int, int]) -> None:
    rows, cols = size
    response = client.post("/api/games", json={"rows": rows, "cols": cols, "mines": 5})
    assert (response.status_code, "200" in response.json()["detail"]) == (400, True)


def test_positions_beyond_the_limit_are_refused(client: TestClient) -> None:
    text = "/".join(["?" * 201] * 2) + " 3"
    for path, field in (("/api/analyse", "position"), ("/api/position", "text")):
        response = client.post(path, json={field: text})
        assert (response.status_code, "200" in response.json()["detail"]) == (400, True)


def test_a_board_of_the_largest_size_is_served(client: TestClient) -> None:
    game = client.post(
        "/api/games", json={"rows": 200, "cols": 200, "mines": 8000, "first_move": "zero"}
    ).json()
    news = client.post(f"/api/games/{game['id']}/moves", json={"do": "open", "cell": [100, 100]}).json()
    assert news["state"] == "playing"
    hint = client.get(f"/api/games/{game['id']}/hint").json()
    assert len(hint["risk"]) == len(hint["risk"][0]) == 200


def test_a_body_beyond_the_limit_is_refused_whether_it_says_so_or_not() -> None:
    with serving(ServerSettings(body=1000)) as client:
        told = client.post("/api/analyse", content=b"x" * 1001)
        assert told.status_code == 413

        def pieces() -> Iterator[bytes]:
            for _ in range(20):
                yield b"x" * 100

        untold = client.post("/api/analyse", content=pieces())
        assert untold.status_code == 413
        assert client.post("/api/analyse", json={"position": GUESS}).status_code == 200
        assert client.post("/api/analyse", content=b"", headers={"content-length": "-1"}).status_code == 413


def test_a_client_may_have_so_many_thoughts_at_once() -> None:
    settings = ServerSettings(tasks_per_client=1)
    thought = {"do": "think", "tag": "t", "position": "/".join(["?" * 16] * 16) + " 40", "seconds": 30.0}
    with serving(settings) as client:
        client.get("/api/about")  # for its cookie
        with client.websocket_connect(STREAM) as stream:
            stream.send_json(thought)
            assert stream.receive_json()["kind"] == "wins"
            refused = client.post("/api/analyse", json={"position": GUESS})
            assert (refused.status_code, "too many" in refused.json()["detail"]) == (429, True)
            cookies = dict(client.cookies)
            client.cookies.clear()
            assert client.post("/api/analyse", json={"position": GUESS}).status_code == 200
            client.cookies.clear()
            client.cookies.update(cookies)
            stream.send_json({"do": "stop", "tag": "t"})
            stream.send_json({"do": "reasons", "tag": "t", "position": GUESS})
            while (heard := stream.receive_json()).get("kind") != "reasons":
                assert "error" not in heard
        assert client.post("/api/analyse", json={"position": GUESS}).status_code == 200


def test_an_address_may_have_so_many_thoughts_whatever_its_cookies() -> None:
    with serving(ServerSettings(tasks_per_address=0)) as client:
        assert client.post("/api/analyse", json={"position": GUESS}).status_code == 429


def test_an_answer_that_takes_too_long_is_ended() -> None:
    with serving(ServerSettings(seconds=0.2)) as client:
        state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
        honest, state.quick = state.quick, WorkerPool(1, 1.0, STUBBORN)
        response = client.post("/api/analyse", json={"position": GUESS})
        assert (response.status_code, "time" in response.json()["detail"]) == (504, True)
        state.quick = honest


def test_nobody_thinks_for_a_client_that_has_gone() -> None:
    with serving(ServerSettings(seconds=600.0)) as client:
        state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
        honest, state.quick = state.quick, WorkerPool(1, 1.0, STUBBORN)
        body = json.dumps({"position": GUESS}).encode()
        messages = [{"type": "http.request", "body": body}, {"type": "http.disconnect"}]
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/api/analyse", "query_string": b""}
        said: list[Any] = []

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            said.append(message)

        async def ask() -> None:
            async with asyncio.timeout(20):
                await client.app({**scope, "headers": headers}, receive, send)

        assert client.portal is not None
        client.portal.call(ask)
        assert said[0]["status"] == 499
        assert len(state.limiter) == 0
        state.quick = honest


def test_what_is_opened_is_told_though_the_next_question_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four rounds would be due; after the first the server has no time."""
    identity = client.post("/api/games", json={"rows": 9, "cols": 9, "mines": 10}).json()["id"]
    state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
    kept = state.games.find(identity)
    kept.set_board(sapper.Board.random(kept.rules, seed=0, start=(4, 4)))
    client.post(f"/api/games/{identity}/moves", json={"do": "open", "cell": [4, 4]})
    ask, asked = state.run_task, 0

    async def busy(*question: Any) -> bytes:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise RequestRefused(503, "busy")
        return await ask(*question)

    monkeypatch.setattr(state, "run_task", busy)
    news = client.post(f"/api/games/{identity}/autoplay")
    assert (news.status_code, asked) == (200, 2)
    assert news.json()["opened"]
    assert client.post(f"/api/games/{identity}/autoplay").status_code == 503  # nothing to tell


# Foreigners


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::2]"])
def test_another_name_for_this_server_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:9", "[::1]:8000", "localhost"])
def test_its_own_names_are_not(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:81", "http://[x"])
def test_another_site_can_change_nothing(client: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    game = {"rows": 9, "cols": 9, "mines": 10}
    assert client.post("/api/games", json=game, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(STREAM, headers=headers):
        pass
    assert client.post("/api/games", json=game, headers={"origin": "http://127.0.0.1"}).status_code == 201


# Run folders


@pytest.fixture
def lab(runs: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A directory with a run, a link that leads out of it, and secrets beside it."""
    for folder in (runs / "honest", tmp_path / "outside"):
        (folder / "games").mkdir(parents=True)
        (folder / "run.json").write_text(json.dumps(NO_GAMES))
    (tmp_path / "outside" / "summary.json").write_text('{"secret": true}')
    (runs / "leads-out").symlink_to(tmp_path / "outside")
    (runs / "honest" / "summary.json").symlink_to(tmp_path / "outside" / "summary.json")
    shutil.copytree(tmp_path / "outside", runs / "broken")  # its summary is none
    (runs / "circle").symlink_to(runs / "circle")
    (runs / "nothing").mkdir()
    (runs / "damaged").mkdir()
    (runs / "damaged" / "run.json").write_text("{")
    with serving(ServerSettings(runs=runs)) as client:
        yield client


def test_only_run_folders_inside_the_directory_are_shown(lab: TestClient) -> None:
    found = lab.get("/api/runs").json()
    assert {run["name"]: run["finished"] for run in found} == {"honest": False, "broken": False}
    assert lab.get("/api/runs/honest").json()["summary"] is None  # it is a link that leads out


@pytest.mark.parametrize(
    "name",
    [
        "leads-out",
        "../outside",
        "..%2foutside",
        "..",
        "%2e%2e",
        "honest/games",
        "%2fetc",
        "a%00b",
        "%ff",
        "circle",
        "a" * 300,
        "none",
    ],
)
def test_nothing_outside_the_directory_is_read(lab: TestClient, name: str) -> None:
    response = lab.get(f"/api/runs/{name}")
    assert response.status_code == 404
    assert "secret" not in response.text


# The mines of a game in progress


def answers(client: TestClient, game: str) -> list[Any]:
    """Everything the server says about a game without a move being made."""
    look = client.get(f"/api/games/{game}").json()
    hint = client.get(f"/api/games/{game}/hint", params={"best": True}).json()
    record = client.get(f"/api/games/{game}/record")
    assert record.status_code == 409
    again = client.post(f"/api/games/{game}/again").json()
    for told in (look, again):
        told.pop("seconds")
        told.pop("id", None)
    return [look, hint, record.json(), again]


def test_no_answer_depends_on_where_the_mines_are(client: TestClient) -> None:
    """Whatever layout fits the view, the server says the same: so nothing of it can leak."""
    created = client.post("/api/games", json={"rows": 4, "cols": 4, "mines": 3}).json()
    assert not {"seed", "index"} & created.keys()
    identity = created["id"]
    state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
    kept = state.games.find(identity)
    kept.set_board(sapper.Board.from_mines(kept.rules, [(0, 0), (0, 1), (3, 3)], (1, 1)))
    client.post(f"/api/games/{identity}/moves", json={"do": "open", "cell": [1, 1]})
    assert kept.game is not None
    view = kept.game.view
    cells = [(row, col) for row in range(4) for col in range(4)]
    fitting = []
    for mines in combinations(cells, 3):
        if (1, 1) not in mines:
            other = sapper.Game(sapper.Board.from_mines(kept.rules, mines, (1, 1)))
            other.open((1, 1))
            fitting += [other] * (other.view == view)
    assert len(fitting) == 28 * 7  # two mines around the cell, one beyond
    heard = []
    for other in fitting[::20]:
        kept.board, kept.game, kept.helped = other.board, other, False
        heard.append(answers(client, identity))
    assert all(said == heard[0] for said in heard)


def test_mines_are_told_when_the_game_is_over_and_not_before(client: TestClient) -> None:
    game = client.post("/api/games", json={"rows": 9, "cols": 9, "mines": 70}).json()["id"]
    cells = [[row, col] for row in range(9) for col in range(9)]
    while True:
        news = client.post(f"/api/games/{game}/moves", json={"do": "open", "cell": cells.pop()}).json()
        assert (news["over"] is None) == (news["state"] == "playing")
        if news["over"]:
            break
    assert len(news["over"]["mines"]) == 70


# What is kept


def test_games_make_way_for_new_ones() -> None:
    settings = ServerSettings(games_per_client=3, cells_in_all=2500)
    store = GameStore(settings)
    rules = sapper.BEGINNER
    mine = [store.add(HostedGame(rules, "me")) for _ in range(5)]
    assert len(store) == 3
    with pytest.raises(NoSuchGame):
        store.find(mine[1].id)
    store.find(mine[2].id)  # touched: now the fourth is the oldest
    others = [store.add(HostedGame(rules, f"other {number}")) for number in range(10)]
    assert len(store) == 10  # each counts for 250 cells
    assert store.find(others[-1].id) is others[-1]
    with pytest.raises(NoSuchGame):
        store.find(mine[3].id)


def test_untouched_games_are_forgotten() -> None:
    store = GameStore(ServerSettings(idle=0.0))
    old = store.add(HostedGame(sapper.BEGINNER, "me"))
    store.add(HostedGame(sapper.BEGINNER, "you"))
    with pytest.raises(NoSuchGame):
        store.find(old.id)
