"""Runs are killed at random moments and resumed: the result equals that of the uninterrupted run."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from sapper.arena.run_folder import RunFolder
from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.run_folders import quiet, verdict

MOST_RESUMES = 50


class Kills(Attack):
    """Kills `sapper bench --out` with SIGKILL, several times a run."""

    name = "kills"
    promise = "After any number of kills --resume ends the run with the games of an uninterrupted one."
    patience = 600.0

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.expected: dict[str, dict[str, Any]] = {}

    def draw(self, rng: Generator) -> Case:
        """Draw the seed, and the moments of the kills in seconds."""
        many = int(rng.integers(1, 5))
        return {
            "seed": int(rng.integers(3)),
            "workers": int(rng.integers(1, 3)),
            "after": [round(float(rng.exponential(1.0)), 3) for _ in range(many)],
        }

    def check(self, case: Case) -> str:
        """Run, kill, resume, and compare."""
        path = self.folder / "killed"
        shutil.rmtree(path, ignore_errors=True)
        command = self._command(case["seed"], path, case["workers"])
        for seconds in case["after"]:
            status, said = _run(command, seconds)
            if status not in {0, -signal.SIGKILL} or "Traceback" in said:
                return f"a killed run said: {said[-400:]}"
        for _ in range(MOST_RESUMES):
            status, said = _run(command, None)
            if status == 0:
                break
            if "another run is writing" not in said:  # a worker of the killed run may live a moment longer
                return f"--resume failed: status {status}, {said[-400:]}"
            time.sleep(0.2)
        else:
            return "--resume failed: the lock of a killed run is never released"
        try:
            found = games_of(path)
        except Exception as error:
            return escaped(error)
        if verdict(path) != "verified":
            return "not verified: after --resume"
        return difference(found, self._uninterrupted(case["seed"]))

    def _command(self, seed: int, path: Path, workers: int) -> list[str]:
        played = ["tcd-csp", "random", "--level", "6x6/6", "--games", "300", "--seed", str(seed)]
        options = ["--workers", str(workers), "--out", str(path), "--resume", "--json"]
        return [sys.executable, "-m", "sapper", "bench", *played, *options]

    def _uninterrupted(self, seed: int) -> dict[str, Any]:
        if str(seed) not in self.expected:
            path = self.folder / f"whole-{seed}"
            status, said = _run(self._command(seed, path, 1), None)
            if status != 0:
                raise RuntimeError(f"the uninterrupted run failed: {said}")
            self.expected[str(seed)] = games_of(path)
        return self.expected[str(seed)]


def _run(command: list[str], seconds: float | None) -> tuple[int, str]:
    """Run a command, and kill it after some seconds. Its workers keep the pipe open until they have ended."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
        return process.returncode, said


def games_of(path: Path) -> dict[str, dict[str, Any]]:
    """All columns but the times, by agent, in the order of the boards."""
    games: dict[str, dict[str, Any]] = {}
    with quiet():
        for part in RunFolder.open(path).read_all():
            order = np.argsort(part.index)
            columns = {name: column[order] for name, column in part.columns.items() if name != "seconds"}
            columns["index"] = part.index[order]
            before = games.get(part.agent)
            games[part.agent] = (
                columns
                if before is None
                else {name: np.concatenate([before[name], column]) for name, column in columns.items()}
            )
    for agent, columns in games.items():
        order = np.argsort(columns["index"])
        games[agent] = {name: column[order] for name, column in columns.items()}
    return games


def difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    if found.keys() != expected.keys():
        return f"other agents: {sorted(found)}"
    for agent, columns in expected.items():
        for name, column in columns.items():
            if not np.array_equal(found[agent].get(name), column, equal_nan=column.dtype.kind == "f"):
                return f"another result: {agent}, {name}"
    return ""
