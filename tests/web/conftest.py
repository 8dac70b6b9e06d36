from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from sapper.web.app import create_app
from sapper.web.server_settings import ServerSettings
from tests.web.browser import Visit, browsing, chromium
from tests.web.browser import serving as at_work

STUBBORN = (
    sys.executable,
    "-c",
    "import sys, time; sys.stdin.readline(); print('{}', flush=True); time.sleep(600)",
)
"""A worker that answers once and then neither ends nor stops."""
NO_GAMES = {
    "format": 1,
    "command": ["sapper", "bench", "random"],
    "arguments": {"agents": ["random"], "rules": {"rows": 9, "cols": 9, "mines": 10}, "games": 0},
    "seed": 0,
    "versions": {"sapper": "0"},
}
"""What a run is that has no game yet."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with its usual limits, and an empty directory of runs."""
    with serving(ServerSettings(runs=tmp_path_factory.mktemp("runs"))) as served:
        yield served


def serving(settings: ServerSettings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://127.0.0.1")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("Chromium is missing: run scripts/chromium, or install it")
    with browsing() as found:
        yield found


@pytest.fixture
def expected_problem() -> str | None:
    """What Chromium may note though all is well; a module where it may says so."""
    return None


@pytest.fixture
def visit(browser: Browser, address: str, expected_problem: str | None) -> Iterator[Callable[..., Visit]]:
    """Open the page in a window; in the end, nothing that should not happen has happened."""
    visits: list[Visit] = []

    def begin(**window: Any) -> Visit:
        visits.append(Visit(browser, address, **window))
        return visits[-1]

    yield begin
    for each in visits:
        each.context.close()
        problems = [
            text for text in each.problems if expected_problem is None or expected_problem not in text
        ]
        assert not problems, "\n".join(problems)


@pytest.fixture
def page(visit: Callable[..., Visit]) -> Page:
    return visit().page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server; a module that wants runs in its directory makes its own."""
    with at_work(tmp_path_factory.mktemp("runs")) as where:
        yield where
