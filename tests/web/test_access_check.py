"""Who may use a server that other machines can reach: host names, the token and its cookie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from sapper.web.access_check import ACCESS_COOKIE, AccessCheck, pass_of
from sapper.web.app import create_app
from sapper.web.server_settings import ServerSettings

TOKEN = "a-token-for-a-test"
OPEN = ServerSettings(host="0.0.0.0", token=TOKEN, allowed=frozenset({"sapper.example.org"}))
ADDRESS = "http://sapper.example.org"
STREAM = "ws://sapper.example.org/api/stream"


@pytest.fixture
def visitor() -> Iterator[TestClient]:
    """A client of a server on the network, without its token."""
    with TestClient(create_app(OPEN), base_url=ADDRESS, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/about", "/openapi.json"])
def test_nothing_is_served_without_the_token(visitor: TestClient, path: str) -> None:
    for more in ("", "?token=wrong", "?token=", f"?token={pass_of('wrong')}"):
        response = visitor.get(path + more)
        assert (response.status_code, "token" in response.json()["detail"]) == (401, True)
        assert "set-cookie" not in response.headers


def test_the_link_is_exchanged_for_a_cookie(visitor: TestClient) -> None:
    answer = visitor.get(f"/?token={TOKEN}&x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    cookies = [cookie for cookie in answer.headers.get_list("set-cookie") if ACCESS_COOKIE in cookie]
    assert len(cookies) == 1 and "HttpOnly" in cookies[0] and "SameSite=Strict" in cookies[0]
    assert TOKEN not in cookies[0]
    assert b"<title>Sapper</title>" in visitor.get("/").content
    assert visitor.get("/api/about").status_code == 200
    with visitor.websocket_connect(STREAM) as socket:
        socket.send_json({"do": "reasons", "tag": "t", "position": "11211/?????/????? 4"})
        assert socket.receive_json()["kind"] == "reasons"


@pytest.mark.parametrize("scheme", ["Bearer", "token"])
def test_a_program_shows_the_token_in_a_header(visitor: TestClient, scheme: str) -> None:
    assert visitor.get("/api/about", headers={"authorization": f"{scheme} {TOKEN}"}).status_code == 200
    assert visitor.get("/api/about", headers={"authorization": f"{scheme} wrong"}).status_code in {200, 401}
    visitor.cookies.clear()
    assert visitor.get("/api/about", headers={"authorization": f"{scheme} wrong"}).status_code == 401


def test_a_socket_needs_the_token(visitor: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), visitor.websocket_connect(STREAM):
        pass


@pytest.mark.parametrize("host", ["evil.example", "192.0.2.7", "[2001:db8::1]", "", "example.org"])
def test_names_that_were_not_allowed_are_refused(visitor: TestClient, host: str) -> None:
    """The old server answered to every name when it was reachable by others."""
    assert visitor.get(f"/api/about?token={TOKEN}", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    ("server", "host", "is_own"),
    [
        ("192.0.2.7", "192.0.2.7:8000", True),
        ("192.0.2.7", "192.0.2.8:8000", False),
        ("2001:db8::1", "[2001:0db8::1]:8000", True),
        ("192.0.2.7", "SAPPER.example.org", True),
        ("192.0.2.7", "localhost", True),
    ],
)
def test_the_address_of_the_connection_is_an_own_name(server: str, host: str, is_own: bool) -> None:
    scope: dict[str, Any] = {"type": "http", "method": "GET", "server": (server, 8000), "query_string": b""}
    problem = AccessCheck(ServerSettings(host="0.0.0.0", allowed=OPEN.allowed)).problem(scope, {"host": host})
    assert (problem is None) is is_own


def test_a_proxy_before_a_local_server_needs_an_allowed_name() -> None:
    settings = ServerSettings(allowed=frozenset({"sapper.example.org"}))
    assert settings.is_local and not settings.is_private
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        assert client.get("/api/about").status_code == 200
        assert client.get("/api/about", headers={"host": "127.0.0.1"}).status_code == 200
        assert client.get("/api/about", headers={"host": "evil.example"}).status_code == 421
