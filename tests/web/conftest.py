from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sapper.web.app import create_app
from sapper.web.settings import Settings

STUBBORN = (
    sys.executable,
    "-c",
    "import sys, time; sys.stdin.readline(); print('{}', flush=True); time.sleep(600)",
)
"""A worker that answers once and then neither ends nor stops."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with its usual limits, and an empty directory of runs."""
    with serving(Settings(runs=tmp_path_factory.mktemp("runs"))) as served:
        yield served


def serving(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://127.0.0.1")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "runs"
