"""Run folders: files are complete or absent, stopped runs are resumed, and errors say what to do."""

from __future__ import annotations

import builtins
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from sapper import BEGINNER, Arena, SapperError
from sapper.arena.batch import Batch, play_batch
from sapper.arena.game_counts import COLUMNS, LISTS
from sapper.arena.run import Run
from sapper.arena.run_folder import RunFolder
from sapper.cli.main import run

ARGUMENTS: dict[str, Any] = {"agents": ["lowest-risk", "random"], "games": 40, "seed": 1}


def batches() -> list[Batch]:
    return Arena(BEGINNER, seed=1, workers=1).plan(ARGUMENTS["agents"], ARGUMENTS["games"])


def filled(path: Path, few: int | None = None) -> RunFolder:
    folder = RunFolder.begin(path, ARGUMENTS)
    for batch in batches()[:few]:
        folder.write(batch, play_batch(batch))
    return folder


def games(path: Path) -> list[dict[str, Any]]:
    """All games of a run without `seconds`, sorted by agent and board."""
    rows: list[dict[str, Any]] = []
    for shard in sorted((path / "games").glob("*.parquet")):
        with shard.open("rb") as file:
            rows += pq.read_table(file).to_pylist()
    for row in rows:
        del row["seconds"]
        if np.isnan(row["luck"]):
            row["luck"] = None
    return sorted(rows, key=lambda row: (row["agent"], row["index"]))


def test_a_shard_holds_the_games_of_its_batch(tmp_path: Path) -> None:
    folder = filled(tmp_path / "run")
    for batch in batches():
        found, played = folder.read(batch.name, batch.first, batch.first + batch.count), play_batch(batch)
        assert found.index.tolist() == played.index.tolist()
        for key in COLUMNS.keys() - {"seconds"}:
            np.testing.assert_array_equal(found.columns[key], played.columns[key])
    with folder.shard(batches()[0].name, batches()[0].first).open("rb") as file:
        names = pq.read_table(file).column_names
    assert names == ["agent", "index", *COLUMNS, "opened_of_free", "opened_of_all", *LISTS]


def test_run_json_says_what_is_needed_to_repeat_it(tmp_path: Path) -> None:
    filled(tmp_path)
    found = json.loads((tmp_path / "run.json").read_text())
    assert (found["format"], found["seed"], found["arguments"]) == (1, 1, ARGUMENTS)
    assert set(found["versions"]) == {"sapper", "python", "numpy", "pyarrow"}
    assert {"command", "commit"} <= set(found)


def test_a_file_gets_its_name_only_when_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = filled(tmp_path, few=1)
    seen: list[str] = []

    def no_disk(descriptor: int) -> None:
        seen.extend(path.name for path in (tmp_path / "games").iterdir())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_disk)
    batch = batches()[1]
    with pytest.raises(SapperError, match=r"cannot keep games in .*: No space left on device"):
        folder.write(batch, play_batch(batch))
    partial = [name for name in seen if not name.endswith(".parquet")]
    assert len(partial) == 1
    assert [path.name for path in (tmp_path / "games").iterdir()] == [
        folder.shard(batches()[0].name, batches()[0].first).name
    ]


def test_partial_files_of_a_killed_run_are_deleted(tmp_path: Path) -> None:
    filled(tmp_path, few=1)
    left_over = tmp_path / "games" / "x.parquet.123.partial"
    left_over.write_bytes(b"half")
    RunFolder.begin(tmp_path, ARGUMENTS, resume=True)
    assert not left_over.exists()


def test_a_folder_with_another_run_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(SapperError, match=r"not empty.*--resume"):
        RunFolder.begin(tmp_path, ARGUMENTS)
    with pytest.raises(SapperError, match="another run: its seed is 1, not 2"):
        RunFolder.begin(tmp_path, ARGUMENTS | {"seed": 2}, resume=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "not a run folder"),
        ("{", "not a run folder"),
        ("[]", "not a run folder"),
        ('{"format": 9, "arguments": {}, "versions": {"sapper": "0"}}', "run format 9"),
    ],
)
def test_a_folder_that_holds_no_run_is_refused(tmp_path: Path, text: str | None, message: str) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(SapperError, match=message):
        RunFolder.begin(tmp_path, ARGUMENTS, resume=True)


def test_a_run_of_another_version_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)
    found = json.loads((tmp_path / "run.json").read_text())
    found["versions"]["sapper"] = "0.0.1"
    (tmp_path / "run.json").write_text(json.dumps(found))
    with pytest.raises(SapperError, match=r"begun with sapper 0\.0\.1"):
        RunFolder.begin(tmp_path, ARGUMENTS, resume=True)


@pytest.mark.parametrize("size", [1, 3, 7, 1_000])
@pytest.mark.parametrize("gaps", [[], [0], [1, 2], [-1]])
def test_games_stored_in_batches_of_another_size_are_reused(
    tmp_path: Path, size: int, gaps: list[int]
) -> None:
    folder = RunFolder.begin(tmp_path / "run", ARGUMENTS)
    count = ARGUMENTS["games"]
    whole = Batch("random", BEGINNER, 1, 0, count)
    parts = [whole.part(first, min(first + size, count)) for first in range(0, count, size)]
    missing = {gap % len(parts) for gap in gaps}
    for number, part in enumerate(parts):
        if number not in missing:
            folder.write(part, play_batch(part))
    going_on = Run(Arena(BEGINNER, seed=1, workers=1), folder)
    going_on.play(batches())
    assert going_on.games == count * len(ARGUMENTS["agents"])
    assert games(tmp_path / "run") == games(filled(tmp_path / "fresh").path)


@pytest.mark.parametrize("damage", ["cut", "empty"])
def test_a_damaged_shard_is_named(tmp_path: Path, damage: str) -> None:
    folder = filled(tmp_path)
    first = folder.shard(batches()[0].name, batches()[0].first)
    first.write_bytes(first.read_bytes()[:-20] if damage == "cut" else b"")
    with pytest.raises(SapperError, match=r"the shard .*parquet is damaged .*; delete it and resume"):
        folder.read(batches()[0].name, 0, 10**6)


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def importing(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return original(name, *rest)

    original = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", importing)
    with pytest.raises(SapperError, match=r"pip install 'sapper\[report\]'"):
        RunFolder.begin(tmp_path / "run", ARGUMENTS)


def bench(out: Path, *more: str) -> list[str]:
    return [
        *("bench", "lowest-risk", "tcd-csp", "--level", "beginner", "--games", "2000"),
        *("--seed", "5", "--out", str(out), *more),
    ]


def test_a_run_killed_ten_times_is_completed_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """The run is killed at random moments, from the first file to the last shard, and resumed each time."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(bench(whole, "--workers", "1")) == 0
    rng, finished, kills = np.random.default_rng(6), dict[Path, bytes](), 0
    for _ in range(10):
        process = subprocess.Popen(
            [sys.executable, "-m", "sapper", *bench(killed, "--resume", "--workers", "1")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        more = len(finished) + int(rng.integers(3))
        while len(list(killed.glob("games/*.parquet"))) < more and process.poll() is None:
            time.sleep(0.002)
        time.sleep(rng.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        now = {shard: shard.read_bytes() for shard in killed.glob("games/*.parquet")}
        assert {shard: now.get(shard) for shard in finished} == finished
        finished = now
    assert json.loads((killed / "run.json").read_text())["command"][:2] == ["sapper", "bench"]
    assert kills >= 3  # on a fast machine the run may finish before the tenth kill
    assert run(bench(killed, "--resume", "--workers", "2")) == 0
    assert games(killed) == games(whole)
    assert all(shard.read_bytes() == content for shard, content in finished.items())
    assert run(bench(killed, "--resume")) == 0  # resuming a finished run is not an error


def test_a_full_disk_keeps_the_finished_games(tmp_path: Path) -> None:
    """A limit on the size of files simulates a full disk: the second shard is too large for it."""
    out = tmp_path / "run"
    bench = ["bench", "sapper-fast", "random", "--level", "4x4/2", "--games", "3000", "--out", str(out)]
    script = (
        "import resource, sys\n"
        "from sapper.cli.main import run\n"
        "usual = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, usual[1]))\n"
        "status = run(sys.argv[1:])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, usual)  # coverage keeps its data at the exit\n"
        "sys.exit(status)\n"
    )
    full = subprocess.run(
        [sys.executable, "-c", script, *bench, "--workers", "1"], capture_output=True, text=True, check=False
    )
    assert (full.returncode, "Traceback" in full.stderr) == (2, False)
    assert f"sapper: cannot keep games in {out}: File too large" in full.stderr
    assert all(path.suffix == ".parquet" for path in out.glob("games/*"))
    assert run([*bench, "--resume"]) == 0
    assert len(games(out)) == 6000


@pytest.mark.parametrize("error", [(28, "No space left on device"), (30, "Read-only file system")])
def test_a_failing_disk_is_reported_with_the_games_that_are_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: tuple[int, str],
) -> None:
    out, original, calls = tmp_path / "run", os.fsync, []

    def failing(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 5:
            raise OSError(*error)
        original(descriptor)

    monkeypatch.setattr(os, "fsync", failing)
    assert run(bench(out, "--workers", "1")) == 2
    output = capsys.readouterr()
    assert f"cannot keep games in {out}: {error[1]}; 2,250 finished games are stored in" in output.err
    assert "--resume continues the run" in output.err
    assert len(list(out.glob("games/*"))) == 3
    assert run(bench(out, "--resume")) == 0
    assert json.loads((out / "summary.json").read_text())["agents"][1]["games"] == 2000


@pytest.mark.parametrize("way", ["a file in the way", "a folder that cannot be"])
def test_a_folder_that_cannot_be_written_is_reported_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    (tmp_path / "file").write_text("thesis")
    out = tmp_path / "file" if way == "a file in the way" else Path("/proc/run")
    assert run(bench(out)) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert f"cannot keep games in {out}: " in output.err


@pytest.mark.parametrize(
    "broken", ["", "{}", "[]", "\xff", '{"format": 1, "agents": [], "pairs": []}', "one win more"]
)
def test_a_summary_that_contradicts_the_games_is_replaced(tmp_path: Path, broken: str) -> None:
    assert run(bench(tmp_path)) == 0
    file = tmp_path / "summary.json"
    right = json.loads(file.read_text())
    if broken == "one win more":
        wrong = json.loads(file.read_text())
        wrong["agents"][0]["wins"] += 1
        broken = json.dumps(wrong)
    file.write_text(broken, encoding="latin-1")
    assert run(bench(tmp_path, "--resume")) == 0
    found = json.loads(file.read_text())
    for document in (found, right):
        for agent in document["agents"]:
            del agent["seconds"], agent["games_per_second"]
    assert found == right


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '{"format": 1}', '{"agents": []}'])
def test_only_a_readable_summary_finishes_a_run(tmp_path: Path, content: str | None) -> None:
    folder = filled(tmp_path)
    if content is not None:
        (tmp_path / "summary.json").write_text(content)
    assert not folder.is_finished
    folder.finish({"agents": [], "pairs": []})
    assert folder.is_finished


def test_resuming_an_empty_folder_starts_the_run(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in ("missing", "empty"):
        assert run(bench(tmp_path / folder, "--resume")) == 0
        assert json.loads((tmp_path / folder / "summary.json").read_text())["agents"][0]["games"] == 2000
