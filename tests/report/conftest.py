"""A small run folder and the command line, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.cli.main import run
from tests.cli.command_runner import Terminal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("a=b") / "run"  # pyarrow could take such a folder name for a partition key
    bench = ["bench", "lowest-risk", "random", "--level", "6x6/6", "--games", "60", "--workers", "1"]
    assert run([*bench, "--out", str(path)]) == 0
    return path


@pytest.fixture
def sapper_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)
