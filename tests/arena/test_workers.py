"""Worker processes end when their games are no longer wanted, or when their parent ends."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numpy.random import Generator

from sapper import BEGINNER, EXPERT, Arena, Decision, Rules, View
from sapper.arena.batch import Batch, StoppedError, play_batch
from sapper.arena.workers import play_in_processes
from tests.patience import descendants, wait_until


class NeverAnswers:
    """Never returns from its first decision."""

    name = "never-answers"

    def reset(self, rules: Rules, rng: Generator) -> None: ...

    def choose(self, view: View) -> Decision:
        while True:
            time.sleep(0.1)


class NotesItsProcess(NeverAnswers):
    """Creates a file named after its process, and then never returns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def choose(self, view: View) -> Decision:
        (self.folder / str(os.getpid())).touch()
        return super().choose(view)


def test_a_batch_is_stopped_between_two_games() -> None:
    asked = iter([False, False, True])
    with pytest.raises(StoppedError):
        play_batch(Batch("random", BEGINNER, 0, 0, 5), stopped=lambda: next(asked))


def test_stopping_does_not_wait_for_games_that_have_begun(tmp_path: Path) -> None:
    batches = [Batch("random", BEGINNER, 0, 0, 5), Batch(NotesItsProcess(tmp_path), BEGINNER, 0, 0, 5)]
    finished = play_in_processes(batches, 2)
    batch, games = next(finished)
    assert (batch.name, len(games)) == ("random", 5)
    wait_until(lambda: any(tmp_path.iterdir()))
    finished.close()  # as after Ctrl-C; without its time limit, this would never return
    assert not multiprocessing.active_children()


def test_workers_of_a_killed_process_end(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from sapper import BEGINNER, Arena\n"
        "from tests.arena.test_workers import NotesItsProcess\n"
        f"Arena(BEGINNER, workers=2).run([NotesItsProcess(Path({str(tmp_path)!r}))], 16)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[2])
    try:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        parent.kill()
        parent.wait()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    wait_until(lambda: not any(map(lives, workers)))


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_a_killed_process_leaves_no_message_of_its_workers(tmp_path: Path, engine: str) -> None:
    """Batches are short, so that workers return some and ask for others at the moment of the kill."""
    script = (
        "import sys\n"
        "from sapper import Rules\n"
        "from sapper.arena.batch import Batch\n"
        "from sapper.arena.ray_engine import play_on_cluster\n"
        "from sapper.arena.workers import play_in_processes\n"
        "batches = [Batch('tcd-csp', Rules(9, 9, 10), 1, i, 1) for i in range(20_000)]\n"
        "on_ray = sys.argv[1] == 'ray'\n"
        "games = play_on_cluster(batches, 'local', 2) if on_ray else play_in_processes(batches, 2)\n"
        "for number, _ in enumerate(games):\n"
        "    if number == 20:\n"
        "        print(flush=True)\n"
    )
    command = [sys.executable, "-c", script, engine]
    with (
        (tmp_path / "errors").open("w+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as parent,
    ):
        assert parent.stdout is not None
        assert parent.stdout.readline() == "\n"
        workers = [each for each in descendants(parent.pid) if not is_agent_of_ray(each)]
        assert len(workers) >= 2
        parent.kill()
        parent.wait()
        wait_until(lambda: not any(map(lives, workers)))
        errors.seek(0)
        assert errors.read() == ""


def is_agent_of_ray(process: int) -> bool:
    """Whether a process is one that Ray keeps on each machine. It may outlive its cluster by a minute."""
    return b"Agent" in Path(f"/proc/{process}/cmdline").read_bytes()


def lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return (
        state.rpartition(")")[2].split()[0] != "Z"
    )  # a zombie has ended, even if no parent has collected it


def test_batches_are_smaller_on_larger_boards() -> None:
    small = Arena(BEGINNER).plan(["cnn-18"], 10_000)
    large = Arena(EXPERT).plan(["cnn-18"], 10_000)
    assert {batch.count for batch in small[:-1]} == {250}
    assert {batch.count for batch in large[:-1]} == {52}
    assert sum(batch.count for batch in large) == 10_000
