"""Tests of scripts/learn, which runs from the sources; only an editable install has the C++ core there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

SCRIPT = Path(__file__).parents[2] / "scripts" / "learn"
WITHOUT_CORE = "import runpy, sys; sys.modules['sapper._core'] = None; sys.argv = sys.argv[1:]; "


def test_resnet_trains_without_the_core(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_CORE + "runpy.run_path(sys.argv[0])", str(SCRIPT)]
    options = ["--minutes", "0.001", "--cells", "1", "--measure", "0", "--device", "cpu"]
    done = subprocess.run(
        [*command, "resnet-small", *options, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "training without the core" in done.stderr
    assert json.loads((tmp_path / "resnet-small.json").read_text())["steps"] > 0


def test_a_learner_of_a_paper_trains(tmp_path: Path) -> None:
    options = ["--minutes", "0.001", "--cells", "1", "--measure", "3", "--device", "cpu"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "mlp-1", *options, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "of 3 games, beginner, zero start at (3, 3)" in done.stdout
