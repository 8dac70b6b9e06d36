"""Run the tests on one mutant, and find out whether they notice it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from scripts.mutation.line_map import LineMap
from scripts.mutation.mutants import Mutant
from scripts.mutation.package_copy import PACKAGE, PackageCopy

ROOT = Path(__file__).parents[2]
START_SECONDS = 30.0
"""Seconds of processor time that pytest may take to start, in addition to the tests."""
SLOWER = 5.0
"""How many times slower than the original a mutant may be before it counts as endless."""
WAITING = 4.0
"""Seconds of wall time for each second of processor time: other programs may keep the processors busy."""


class Outcome(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    """A test failed."""
    TIMEOUT = "timeout"
    """The tests took too long; this counts as killed."""
    SURVIVED = "survived"
    """Every test passed."""
    UNREACHED = "unreached"
    """No test executes the line; this counts as survived."""


@dataclass(frozen=True)
class Trial:
    """A mutant and what became of it."""

    mutant: Mutant
    outcome: Outcome
    before: str
    after: str

    @property
    def is_killed(self) -> bool:
        """Whether the tests noticed the change."""
        return self.outcome in {Outcome.KILLED, Outcome.TIMEOUT}


def try_mutant(mutant: Mutant, line_map: LineMap, copy: PackageCopy) -> Trial:
    """Run the tests that execute the changed line until one fails."""
    source = (PACKAGE / mutant.file).read_bytes()
    before, after = mutant.change(source)
    tests = line_map.tests_of(mutant)
    if not tests:
        return Trial(mutant, Outcome.UNREACHED, before, after)
    seconds = START_SECONDS + SLOWER * sum(line_map.seconds[test] for test in tests)
    copy.write(mutant.file, mutant.apply(source))
    try:
        outcome = _run(tests, copy, seconds)
    finally:
        copy.write(mutant.file, source)
    return Trial(mutant, outcome, before, after)


def _run(tests: list[str], copy: PackageCopy, seconds: float) -> Outcome:
    names = copy.folder / "tests.txt"
    names.write_text("\n".join(tests))
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-seed=0"),
        f"@{names}",
    ]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=copy.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (round(seconds), round(seconds)))
    try:
        status = process.wait(WAITING * seconds)
        if status in {-signal.SIGXCPU, -signal.SIGKILL}:
            return Outcome.TIMEOUT
        return Outcome.SURVIVED if status == 0 else Outcome.KILLED
    except subprocess.TimeoutExpired:
        return Outcome.TIMEOUT
    finally:
        # Tests start processes of their own, and a mutant may leave them behind.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
