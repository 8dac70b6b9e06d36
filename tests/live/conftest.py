from __future__ import annotations

import pytest

from tests.cli.command_runner import Terminal


@pytest.fixture
def sapper_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)
