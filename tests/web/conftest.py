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
from scripts.static_site.__main__ import CORE, build
from tests.patience import PATIENCE
from tests.web.browser import Visit, browsing, chromium
from tests.web.browser import serving as at_work
from tests.web.static_host import BELOW, hosting

STUBBORN = (
    sys.executable,
    "-c",
    "import sys, time; sys.stdin.readline(); print('{}', flush=True); time.sleep(600)",
)
"""A worker that sends one result, and then neither ends nor reacts to a stop request."""
NO_GAMES = {
    "format": 1,
    "command": ["sapper", "bench", "random"],
    "arguments": {"agents": ["random"], "rules": {"rows": 9, "cols": 9, "mines": 10}, "games": 0},
    "seed": 0,
    "versions": {"sapper": "0"},
}
"""The run.json of a run without games."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with patience, otherwise the default limits, and an empty directory of runs."""
    runs = tmp_path_factory.mktemp("runs")
    with serving(ServerSettings(runs=runs, seconds=PATIENCE, waiting=PATIENCE)) as served:
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
    """A console message that is not an error. A test module that causes such messages overrides this."""
    return None


@pytest.fixture
def visit(browser: Browser, address: str, expected_problem: str | None) -> Iterator[Callable[..., Visit]]:
    """Open the page in new browser contexts, and check at the end that no errors were recorded."""
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
def server_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server without runs."""
    with at_work(tmp_path_factory.mktemp("runs")) as where:
        yield where


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a file server, with the static site below a path."""
    if not (CORE / "sapper.wasm").exists():
        pytest.skip("the core is not compiled to WebAssembly: apt-get install emscripten, then make site")
    folder = tmp_path_factory.mktemp("host")
    build(folder / BELOW)
    return folder


@pytest.fixture(scope="module")
def site_address(site_folder: Path) -> Iterator[str]:
    """The address of the static site."""
    with hosting(site_folder) as where:
        yield where


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest) -> str:
    """The address of the page: a server without runs, or what `on_both` asks for.

    A test module that needs another server overrides this.
    """
    found: str = request.getfixturevalue(f"{getattr(request, 'param', 'server')}_address")
    return found
