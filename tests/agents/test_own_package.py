"""An agent of another installed package can be used wherever Sapper's own agents can."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_agent"
NAME = "corner-player"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Build and install the example package with pip, without a network. Return the environment variables."""
    source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("source") / EXAMPLE.name)
    folder = tmp_path_factory.mktemp("site-packages")
    alone = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    run({**os.environ}, "-m", "pip", "install", "--quiet", *alone, "--target", str(folder), str(source))
    return os.environ | {"PYTHONPATH": str(folder)}


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed(installed: dict[str, str]) -> None:
    listed = json.loads(run(installed, "-m", "sapper", "agents", "--json"))
    summary = "Opens certain cells. If there are none, it opens a covered corner, or else the safest cell."
    assert {"name": NAME, "paper": None, "summary": summary} in listed


def test_it_plays_on_the_bench_in_workers_and_beside_ours(installed: dict[str, str]) -> None:
    level = ("--level", "beginner", "--games", "20", "--workers", "2", "--json")
    found = json.loads(run(installed, "-m", "sapper", "bench", NAME, "random", *level))
    assert [(agent["name"], agent["games"]) for agent in found["agents"]] == [(NAME, 20), ("random", 20)]
    assert found["pairs"][0]["games"] == 20


def test_it_is_made_checked_and_asked(installed: dict[str, str]) -> None:
    script = (
        f"import sapper; agent = sapper.make({NAME!r}); sapper.check_agent(agent, games=1); "
        f"print(sapper.best_move(sapper.View.parse('???/???/??? 2'), {NAME!r}).reason)"
    )
    assert run(installed, "-c", script) == "corners first\n"
