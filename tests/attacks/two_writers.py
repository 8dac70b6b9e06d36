"""Two or three processes write into one run folder: one does, the others say so, and the games are right."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

from numpy.random import Generator

from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.kills import difference, games_of
from tests.attacks.run_folders import verdict


class TwoWriters(Attack):
    """Starts runs with the same or other arguments into one folder, a moment apart."""

    name = "two writers"
    promise = "Only one process writes; each other one says so in one sentence; the folder verifies."
    patience = 300.0

    def draw(self, rng: Generator) -> Case:
        """Draw the seeds, the options and the delays of the processes."""
        return {
            "writers": [
                {
                    "seed": int(rng.integers(2)),
                    "resume": bool(rng.random() < 0.6),
                    "after": round(float(rng.exponential(0.3)), 3),
                }
                for _ in range(int(rng.integers(2, 4)))
            ]
        }

    def check(self, case: Case) -> str:
        """Start the processes, and look at how they end and at the folder."""
        path = self.folder / "shared"
        shutil.rmtree(path, ignore_errors=True)
        running = []
        for writer in case["writers"]:
            time.sleep(writer["after"])
            running.append(subprocess.Popen(
                _command(writer["seed"], path, writer["resume"]),
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            ))  # fmt: skip
        ends = [(process.communicate()[1], process.returncode) for process in running]
        for said, status in ends:
            lines = [line for line in said.splitlines() if line.startswith("sapper: ")]
            if status not in {0, 2} or "Traceback" in said or len(lines) != (status == 2):
                return f"a writer ended wrongly: status {status}, {said[-400:]}"
        done = [
            writer["seed"] for writer, (_, status) in zip(case["writers"], ends, strict=True) if status == 0
        ]
        if not done:
            return f"no writer finished: {ends}"
        if len(set(done)) != 1:
            return "two runs finished: with different seeds in one folder"
        try:
            if verdict(path) != "verified":
                return "not verified: after the writers ended"
            whole = self.folder / f"whole-{done[0]}"
            if not whole.exists():
                subprocess.run(_command(done[0], whole, False), check=True, capture_output=True)
            return difference(games_of(path), games_of(whole))
        except Exception as error:
            return escaped(error)


def _command(seed: int, path: Path, resume: bool) -> list[str]:
    played = ["tcd-csp", "--level", "6x6/6", "--games", "120", "--seed", str(seed), "--workers", "1"]
    return [sys.executable, "-m", "sapper", "bench", *played, "--out", str(path), *["--resume"] * resume]
