"""With --json standard output is one JSON document, whatever agents, libraries and errors print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sapper import BEGINNER, play
from sapper.agents.registry import make
from sapper.cli.main import app, run
from tests.replay.sample_files import FOLDER, READABLE_BY_PEER

POSITION = "1??/???/??? 2"

# An agent that prints in every way: from Python, from a library, from a process of its own.
CHATTY = """
import os, subprocess, sys

class Chatty:
    "Prints."

    name = "chatty"

    def reset(self, rules, rng):
        print("from Python", flush=True)
        os.write(1, b"from a library\\n")
        subprocess.run(["echo", "from a process"], check=True)

    def choose(self, view):
        from sapper import Decision
        return Decision.guess(view.covered[0])
"""


NEED_MORE = {"attach", "look"}
"""Commands that need a program on the screen or a picture. Their own tests read their documents."""


def commands(folder: Path) -> dict[str, list[str]]:
    """Every command that has --json, with arguments that make it work."""
    record, position = folder / "game.jsonl", folder / "position.txt"
    record.write_text(play(make("random"), BEGINNER, 1).to_json() + "\n")
    position.write_text(POSITION)
    stored = str(folder / "run")
    assert run(["bench", "random", "--level", "4x4/2", "--games", "3", "--out", stored]) == 0
    return {
        "analyse": [str(position)],
        "agents": [],
        "bench": ["random", "--level", "4x4/2", "--games", "3"],
        "optimum": ["3x3/2"],
        "practise": ["--count", "2"],
        "generate": ["--level", "4x4/2"],
        "review": [str(record)],
        "replay": [str(FOLDER / READABLE_BY_PEER[0])],
        "reproduce": ["--list"],
        "query": [stored, "select count(*) from games"],
        "train": ["--list"],
    }


def test_every_command_prints_one_document(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    every = commands(tmp_path)
    having = {
        each.name
        for each in app.registered_commands
        if each.callback is not None and "as_json" in each.callback.__annotations__
    }
    assert having - every.keys() <= NEED_MORE
    capfd.readouterr()
    for name, arguments in every.items():
        done = subprocess.run(
            [sys.executable, "-m", "sapper", name, *arguments, "--json"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("\n") == 1, name
        json.loads(done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "missing"],
        ["bench", "nobody"],
        ["bench", "random", "--address", "127.0.0.1:1"],
        ["query", "missing", "select 1"],
        ["generate", "--level", "0x0/0"],
        ["train"],
    ],
    ids=" ".join,
)
def test_an_error_prints_no_document(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "--json"]) == 2
    output = capfd.readouterr()
    assert output.out == ""
    assert output.err.startswith("sapper: ")


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_what_an_agent_prints_is_not_in_the_document(tmp_path: Path, engine: str) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY)
    installed = tmp_path / "chatty-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: chatty\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[sapper.agents]\nchatty = chatty:Chatty\n")
    level = ["--level", "4x4/2", "--games", "4", "--workers", "1", "--engine", engine]
    done = subprocess.run(
        [sys.executable, "-m", "sapper", "bench", "chatty", *level, "--json"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"][0]["games"] == 4
    if engine == "local":  # the workers of Ray have streams of their own
        for line in ("from Python", "from a library", "from a process"):
            assert line in done.stderr


def test_standard_output_is_as_before_afterwards(capfd: pytest.CaptureFixture[str]) -> None:
    script = (
        "import os, sys\n"
        "from sapper.cli.main import run\n"
        "assert run(['agents', '--json']) == 0\n"
        "assert run(['bench', 'nobody', '--json']) == 2\n"
        "print('Python', flush=True)\n"
        "os.write(1, b'system\\n')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[1:] == ["Python", "system"]


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m sapper agents --json | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
