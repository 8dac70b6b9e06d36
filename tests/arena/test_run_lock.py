"""One process writes into a run folder at a time, and a crash releases its lock."""

from __future__ import annotations

import errno
import gc
import importlib
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sapper import SapperError
from sapper.arena.run_folder import RunFolder
from sapper.arena.run_lock import HELD, LOCK, RunLock
from sapper.cli.main import run

ARGUMENTS: dict[str, Any] = {"agents": ["random"], "games": 40, "seed": 1}
HOLDER = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from sapper.arena.run_folder import RunFolder\n"
    f"folder = RunFolder.begin(Path(sys.argv[1]), {ARGUMENTS}, resume=True)\n"
    "print('held', flush=True)\n"
    "time.sleep(600)\n"
)


def begun_elsewhere(path: Path) -> subprocess.Popen[str]:
    """Start a process that begins a run in a folder, and wait until it holds the lock."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def ended(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("resume", [False, True])
def test_a_second_process_is_refused_in_one_line_and_removes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], resume: bool
) -> None:
    out = tmp_path / "run"
    bench = ["bench", "random", "--level", "4x4/2", "--games", "5", "--out", str(out)]
    assert run(bench) == 0
    (out / "summary.json").unlink()
    folder = RunFolder.open(out)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            HOLDER.replace(str(ARGUMENTS), repr(folder.description["arguments"])),
            str(out),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    in_work = out / "games" / f"00-random-0000000005.parquet.{holder.pid}.partial"
    in_work.write_bytes(b"half")
    capsys.readouterr()
    assert run([*bench, "--resume"] if resume else bench) == 2
    output = capsys.readouterr()
    if resume:
        assert output.err == (
            f"sapper: another run is writing into {out} (process {holder.pid}); wait for it to end, or give "
            "another folder\n"
        )
    assert output.err.count("\n") == 1
    assert in_work.read_bytes() == b"half"
    ended(holder)
    assert run([*bench, "--resume"]) == 0  # the kill released the lock
    assert not in_work.exists()


def test_two_runs_in_one_empty_folder_do_not_mix(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    holder = begun_elsewhere(tmp_path / "run")
    (tmp_path / "run" / "run.json").unlink()  # as in the moment before the first file
    (tmp_path / "run" / "games").rmdir()
    with pytest.raises(SapperError, match=rf"another run is writing into .*process {holder.pid}"):
        RunFolder.begin(tmp_path / "run", ARGUMENTS | {"seed": 2})
    ended(holder)


def test_a_run_killed_before_its_description_is_resumed(tmp_path: Path) -> None:
    """A kill may leave the lock file and half of run.json, and nothing else."""
    (tmp_path / LOCK).write_text("1")
    (tmp_path / "run.json.123.partial").write_text("{")
    RunFolder.begin(tmp_path, ARGUMENTS, resume=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "run.json", LOCK]


def test_a_file_of_the_user_that_ends_in_partial_is_kept(tmp_path: Path) -> None:
    RunFolder.begin(tmp_path, ARGUMENTS).close()
    notes = [tmp_path / "notes.partial", tmp_path / "games" / "notes.txt.partial"]
    for file in notes:
        file.write_text("thesis")
    RunFolder.begin(tmp_path, ARGUMENTS, resume=True)
    assert [file.read_text() for file in notes] == ["thesis"] * 2


def test_nothing_is_written_into_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("thesis")
    for resume in (False, True):
        with pytest.raises(SapperError):
            RunFolder.begin(tmp_path, ARGUMENTS, resume)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_the_lock_ends_with_close_and_with_the_folder_object(tmp_path: Path) -> None:
    folder = RunFolder.begin(tmp_path, ARGUMENTS)
    with pytest.raises(SapperError, match="another run is writing"):
        RunFolder.begin(tmp_path, ARGUMENTS, resume=True)
    folder.close()
    folder.close()
    second = RunFolder.begin(tmp_path, ARGUMENTS, resume=True)
    del second
    gc.collect()
    RunFolder.begin(tmp_path, ARGUMENTS, resume=True)


@pytest.mark.parametrize("way", ["no fcntl", "no locks on this file system"])
def test_without_flock_a_file_is_the_lock_and_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def refuses(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    def importing(name: str) -> Any:
        if way == "no fcntl":
            raise ImportError(name)
        return SimpleNamespace(flock=refuses, LOCK_EX=2, LOCK_NB=4)

    monkeypatch.setattr(importlib, "import_module", importing)
    first = RunLock(tmp_path)
    with pytest.raises(SapperError, match=rf"if no process does, delete .*{HELD}"):
        RunLock(tmp_path)
    first.release()
    RunLock(tmp_path).release()
    assert not (tmp_path / HELD).exists()


def test_a_lock_that_cannot_be_taken_for_another_reason_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(
        importlib, "import_module", lambda _: SimpleNamespace(flock=fails, LOCK_EX=2, LOCK_NB=4)
    )
    with pytest.raises(OSError, match="Input/output error"):
        RunLock(tmp_path)


def test_of_two_processes_that_start_together_one_plays(tmp_path: Path) -> None:
    """Both processes see an empty folder; only the lock tells them apart."""
    out = tmp_path / "run"
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from sapper.arena import run_folder\n"
        "original, here = run_folder._stored_run, Path(sys.argv[1])\n"
        "def both_have_looked(path, *rest):\n"
        "    found = original(path, *rest)\n"
        "    (here / sys.argv[2]).touch()\n"
        "    while len(list(here.glob('looked-*'))) < 2:\n"
        "        time.sleep(0.01)\n"
        "    return found\n"
        "run_folder._stored_run = both_have_looked\n"
        "try:\n"
        "    arguments = {'agents': ['random'], 'seed': int(sys.argv[2][-1])}\n"
        "    folder = run_folder.RunFolder.begin(here / 'run', arguments)\n"
        "except run_folder.SapperError as error:\n"
        "    sys.exit(2)\n"
        "(here / 'began').touch()\n"
        "sys.stdin.read()\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), f"looked-{number}"], stdin=subprocess.PIPE
        )
        for number in range(2)
    ]
    while all(process.poll() is None for process in processes) or not (tmp_path / "began").exists():
        time.sleep(0.01)
    for process in processes:
        process.communicate()
    assert sorted(process.returncode for process in processes) == [0, 2]
    winner = next(number for number, process in enumerate(processes) if process.returncode == 0)
    assert RunFolder.open(out).description["seed"] == winner
