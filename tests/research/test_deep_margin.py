"""A test of `research/deep_margin.py`: each margin against sapper-strong, and writing one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from sapper._core import DeepNetwork
from tests.agents.deep_files import weights_file

ROOT = Path(__file__).parents[2]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "research/deep_margin.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_margins_are_measured_and_written(tmp_path: Path) -> None:
    path = tmp_path / "net.weights"
    weights_file(path, seed=1)
    done = run(path, "--margins", 0, 1, "--games", 120, "--level", "16x16/40", "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert "16x16/40, first move safe, start (0, 0), seed 0, 120 games" in done.stdout
    rows = re.findall(r"^\| (\S+) \| (\S+ \[\S+, \S+\]) \| ([\d.]+)% \|$", done.stdout, re.MULTILINE)
    assert [row[0] for row in rows] == ["0", "1"]
    assert float(rows[0][2]) > 5
    assert rows[1][1:] == ("+0.00 [+0.00, +0.00]", "0.0")
    assert run(path, "--write", 0.25).returncode == 0
    assert DeepNetwork(path.read_bytes(), "net").margin == 0.25


def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "none.weights"
    failed = run(path, "--games", 1)
    assert failed.returncode == 1
    assert "No such file" in failed.stderr
    assert "Traceback" not in failed.stderr
