"""Where the system refuses memory, an analysis becomes an estimate; everything else says so in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli.main import OUT_OF_MEMORY, run

SETUP = """
import resource
from pathlib import Path
import numpy as np
import sapper
from benchmarks.positions import lattice
from sapper import OutOfBudget, Rules, View, analyse, analyse_many, best_move
from sapper.arena.exact_strength import win_probability
from sapper.cli.main import run
from sapper.facade import ask
from sapper.solver import optimum

def leave(mebibytes):  # of memory to this process, beyond what it has mapped by now
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + (mebibytes << 20), resource.RLIM_INFINITY))

def refused(call):
    try:
        call()
    except OutOfBudget as error:
        return str(error)

small = View.parse("1??/???/??? 2")
analyse(small)
wide = lattice(32, 32, 0.35, 1)  # to count it takes gigabytes
huge = View.from_array(np.full((1_000, 1_000), -2, np.int8), 200_000)
two = np.stack([huge.numbers] * 2)
"""

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="limits the memory as Linux does"
)


def in_little_memory(mebibytes: int, script: str) -> str:
    """Run a script in a process that gets no more than this memory, and return what it prints."""
    whole = f"{SETUP}\nleave({mebibytes})\n{script}\nassert analyse(small).solutions == 15\n"
    done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("budget", [None, 3.0])
@pytest.mark.parametrize("mebibytes", [40, 300])
def test_an_analysis_becomes_an_estimate(mebibytes: int, budget: float | None) -> None:
    in_little_memory(
        mebibytes,
        f"found = analyse(wide, budget={budget})\n"
        "assert not found.exact\n"
        "covered = wide.numbers == -2\n"
        "assert ((found.risk >= 0) & (found.risk <= 1))[covered].all()\n"
        "assert 0 < found.error[covered].max() <= 0.5\n"
        "assert abs(np.nansum(found.risk) - wide.mines) < 1e-6\n"
        "assert 'allow more' in refused(lambda: found.solutions) or 'memory that the system has left' in"
        " refused(lambda: found.solutions)\n",
    )


def test_an_exact_answer_that_fits_stays_exact() -> None:
    script = "print(analyse(lattice(16, 16, 0.3, 1)).solutions)\n"
    assert in_little_memory(40, script) == in_little_memory(4_000, script)


def test_batches_and_moves_become_estimates() -> None:
    in_little_memory(
        100,
        "found = analyse_many(np.stack([wide.numbers] * 4), wide.mines, threads=2)\n"
        "assert found.possible.all() and not found.exact.any()\n"
        "assert best_move(wide).opens\n"
        "answer = ask('analyse', {'position': wide, 'best': True})\n"
        "assert not answer['exact'] and answer['best'] and answer['solutions'] is None\n",
    )


@pytest.mark.parametrize(
    "call",
    [
        "analyse(huge)",
        "ask('analyse', {'position': huge})",
        "analyse_many(two, huge.mines)",
        "best_move(huge)",
    ],
)
def test_a_board_that_does_not_fit_is_refused_in_a_sentence(call: str) -> None:
    said = in_little_memory(2, f"print(refused(lambda: {call}))")
    assert said == "the system has too little memory left for this; free some, or ask for less\n"


@pytest.mark.parametrize(
    "call", ["optimum(Rules(6, 6, 9), memory=8 << 30)", "win_probability('sapper-fast', Rules(5, 5, 8))"]
)
def test_searches_of_whole_boards_are_refused_in_a_sentence(call: str) -> None:
    said = in_little_memory(5, f"print(refused(lambda: {call}))")
    assert said == "the system has too little memory left for this; free some, or ask for less\n"


def test_the_command_line_estimates_in_the_memory_that_there_is(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    text = in_little_memory(
        300,
        f"Path({str(file)!r}).write_text(str(wide))\nassert run(['analyse', {str(file)!r}, '--json']) == 0",
    )
    assert '"exact": false' in text
    assert '"solutions": null' in text


def test_a_command_without_memory_ends_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sapper.cli.analyse._read", fail)
    assert run(["analyse", "-"]) == 1
    assert capsys.readouterr().err == f"sapper: {OUT_OF_MEMORY}\n"
