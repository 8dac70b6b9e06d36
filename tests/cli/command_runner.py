"""Helpers that run commands in tests."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from sapper.cli.main import run


@dataclass
class Outcome:
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


class Terminal:
    """Runs commands in this process with a given standard input, and captures their output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: Any, stdin: str | bytes = "") -> Outcome:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        status = run([str(argument) for argument in arguments])
        out, err = self.capsys.readouterr()
        return Outcome(status, out, err)


def spawn(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start a command in a new process."""
    command = [sys.executable, "-m", "sapper", *arguments]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, **(streams | options))
