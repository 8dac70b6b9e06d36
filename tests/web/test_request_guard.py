"""Requests that the server refuses, and the security headers of its responses."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from sapper.cli.serve import serve
from sapper.web import server
from sapper.web.request_guard import HEADERS
from sapper.web.server_settings import ServerSettings
from tests.web.conftest import serving

STREAM = "ws://127.0.0.1/api/stream"
GUESS = "1??/???/??? 2"


def test_it_listens_on_loopback_by_default() -> None:
    assert serve.__defaults__ is not None
    assert serve.__defaults__[0] == ServerSettings().host == "127.0.0.1"
    listening = server.listen(ServerSettings().host, 0)
    try:
        assert listening.getsockname()[0] == "127.0.0.1"
        assert listening.family == socket.AF_INET
    finally:
        listening.close()


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/about", "/openapi.json", "/nowhere", "/docs"])
def test_every_response_forbids_foreign_scripts(client: TestClient, path: str) -> None:
    response = client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert response.status_code == (404 if path in {"/nowhere", "/docs"} else 200)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    with serving(ServerSettings()) as client:
        cookie = client.get("/api/about").headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        assert "set-cookie" not in client.get("/api/about").headers


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


def test_a_large_body_is_refused_with_and_without_its_length() -> None:
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


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::2]"])
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:9", "[::1]:8000", "localhost"])
def test_its_own_host_names_are_accepted(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:81", "http://[x"])
def test_another_site_can_change_nothing(client: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    game = {"rows": 9, "cols": 9, "mines": 10}
    assert client.post("/api/games", json=game, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(STREAM, headers=headers):
        pass
    assert client.post("/api/games", json=game, headers={"origin": "http://127.0.0.1"}).status_code == 201
