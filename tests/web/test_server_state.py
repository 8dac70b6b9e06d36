"""The limits on tasks, and tasks whose client disconnects."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from sapper.web.server_settings import ServerSettings
from sapper.web.server_state import RequestRefused, ServerState
from sapper.web.task_runner import TaskRunner
from tests.patience import PATIENCE
from tests.web.conftest import STUBBORN, serving

STREAM = "ws://127.0.0.1/api/stream"
GUESS = "1??/???/??? 2"


def test_the_tasks_of_a_client_are_limited() -> None:
    settings = ServerSettings(tasks_per_client=1)
    task = {"do": "think", "tag": "t", "position": "/".join(["?" * 16] * 16) + " 40", "seconds": 30.0}
    with serving(settings) as client:
        client.get("/api/about")  # to get a cookie
        with client.websocket_connect(STREAM) as stream:
            stream.send_json(task)
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


def test_the_tasks_of_an_address_are_limited() -> None:
    with serving(ServerSettings(tasks_per_address=0)) as client:
        assert client.post("/api/analyse", json={"position": GUESS}).status_code == 429


def test_a_task_that_takes_too_long_is_ended() -> None:
    with serving(ServerSettings(seconds=0.2)) as client:
        state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
        honest, state.runner = state.runner, TaskRunner(state.settings, STUBBORN)
        response = client.post("/api/analyse", json={"position": GUESS})
        assert (response.status_code, "time" in response.json()["detail"]) == (504, True)
        state.runner = honest


def test_the_task_of_a_disconnected_client_is_cancelled() -> None:
    with serving(ServerSettings(seconds=600.0)) as client:
        state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]
        honest, state.runner = state.runner, TaskRunner(state.settings, STUBBORN)
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
            async with asyncio.timeout(PATIENCE):
                await client.app({**scope, "headers": headers}, receive, send)

        assert client.portal is not None
        client.portal.call(ask)
        assert said[0]["status"] == 499
        assert len(state.limiter) == 0
        state.runner = honest


def test_autoplay_that_no_worker_can_run_changes_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = client.post("/api/games", json={"rows": 9, "cols": 9, "mines": 10}).json()["id"]
    client.post(f"/api/games/{identity}/moves", json={"do": "open", "cell": [4, 4]})
    state: ServerState = client.app.app.state.sapper  # type: ignore[attr-defined]

    async def busy(*_: Any) -> bytes:
        raise RequestRefused(503, "busy")

    before = client.get(f"/api/games/{identity}").json()
    with monkeypatch.context() as patch:
        patch.setattr(state, "run_task", busy)
        assert client.post(f"/api/games/{identity}/autoplay").status_code == 503
    after = client.get(f"/api/games/{identity}").json()
    assert {**after, "seconds": 0} == {**before, "seconds": 0}
    assert client.post(f"/api/games/{identity}/autoplay").json()["helped"]
