"""Which tests execute which line, and how long each test takes.

One run of the suite on an unchanged copy measures both. It is also the control: it must pass, so that the
mutant is the cause of any later failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from scripts.mutation.mutants import Mutant
from scripts.mutation.package_copy import PackageCopy

MOST_SECONDS = 60.0
"""The most seconds of tests that one mutant is tried against."""

# Measures the tests in the order of execution; xdist sends the reports to this process.
PLUGIN = """\
import json
import os

times = {}


def pytest_runtest_logreport(report):
    times[report.nodeid] = times.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        with open(os.environ["TEST_TIMES"], "w") as file:
            json.dump(times, file)
"""


@dataclass(frozen=True)
class LineMap:
    """The tests that execute each line of each file."""

    lines: dict[str, dict[int, list[str]]]
    """The tests by file and line."""
    seconds: dict[str, float]
    """How long each test took."""

    def tests_of(self, mutant: Mutant) -> list[str]:
        """List the tests that could notice a mutant, those of its own folder first, quick ones first.

        These are the tests that execute the statement. A statement that the import of the module executes is
        seen by every test that executes any line of the module.
        """
        lines = self.lines.get(mutant.file, {})
        statement = range(mutant.first_line, mutant.last_line + 1)
        wanted = statement if mutant.in_function else list(lines)
        found = {test for line in wanted for test in lines.get(line, ())}
        room = f"tests/{Path(mutant.file).parts[0]}/"
        if not mutant.in_function:
            found |= {test for test in self.seconds if test.startswith(room)}
        chosen: list[str] = []
        left = MOST_SECONDS
        for test in sorted(found, key=lambda test: (not test.startswith(room), self.seconds[test], test)):
            left -= self.seconds[test]
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen


def measure(tests: list[str], folder: Path, processes: int) -> None:
    """Run the tests on an unchanged copy, and keep what they execute and their times in the folder."""
    copy = PackageCopy(folder / "control")
    (copy.folder / "test_times.py").write_text(PLUGIN)
    data, times = folder / "lines", folder / "times.json"
    for old in folder.glob("lines*"):
        old.unlink()
    command = [
        *(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            str(processes),
            "-p",
            "test_times",
            "-p",
            "no:cacheprovider",
        ),
        *("--hypothesis-seed=0", "--cov", "--cov-context=test", "--cov-report=", *tests),
    ]
    environment = {**copy.environment, "COVERAGE_FILE": str(data), "TEST_TIMES": str(times)}
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        sys.exit("The tests fail on the unchanged package: mutants would prove nothing.")


def load(folder: Path) -> LineMap:
    """Read what `measure` kept."""
    seconds = json.loads((folder / "times.json").read_text())
    data = CoverageData(str(folder / "lines"))
    data.read()
    root = (folder / "control" / "sapper").resolve()
    lines: dict[str, dict[int, list[str]]] = {}
    for path in data.measured_files():
        file = Path(path).resolve()
        if file.is_relative_to(root):
            lines[str(file.relative_to(root))] = {
                line: sorted(
                    {name for context in contexts if (name := context.rpartition("|")[0]) in seconds}
                )
                for line, contexts in data.contexts_by_lineno(path).items()
            }
    return LineMap(lines, seconds)
