"""A shard of another run is never counted, damage is found, and runs of earlier versions are marked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sapper import BEGINNER, Arena, SapperError
from sapper.arena.batch import Batch, play_batch
from sapper.arena.run_files import RunFiles
from sapper.arena.run_folder import RunFolder
from sapper.arena.shard_seal import KEY
from sapper.arena.verification import verify
from sapper.cli.main import run
from sapper.report.run_page import run_markdown, run_page
from tests.patience import PATIENCE


def bench(out: Path, seed: int = 5, *more: str) -> list[str]:
    return [
        *("bench", "lowest-risk", "random", "--level", "beginner", "--games", "300"),
        *("--seed", str(seed), "--out", str(out), "--workers", "1", *more),
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run, which tests copy."""
    out = tmp_path_factory.mktemp("runs") / "run"
    assert run(bench(out)) == 0
    return out


@pytest.fixture
def out(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def rewritten(shard: Path, change: Any) -> None:
    """Write a shard again after a change of its table, with valid checksums."""
    with shard.open("rb") as file:
        table = pq.read_table(file)
    pq.write_table(change(table), shard, write_page_checksum=True)


def make_old(out: Path) -> None:
    """Turn a run into one of an earlier version: no seals, no checksums, no digests."""
    for shard in RunFiles(out).shards:
        with shard.open("rb") as file:
            table = pq.read_table(file)
        pq.write_table(table.replace_schema_metadata(None), shard)
    for name, key in (("run.json", "shard_format"), ("summary.json", "shards")):
        found = json.loads((out / name).read_text())
        del found[key]
        (out / name).write_text(json.dumps(found))


def test_a_finished_run_is_verified(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--verify", str(out)]) == 0
    shards = len(RunFolder.open(out).shards)
    assert capsys.readouterr().out == f"{out}: verified, 600 games in {shards} shards\n"
    assert verify(RunFolder.open(out)).problems == ()


@pytest.mark.parametrize("finished", [True, False])
def test_a_shard_of_another_seed_is_named_and_never_counted(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], finished: bool
) -> None:
    assert run(bench(tmp_path / "other", 6)) == 0
    shard = RunFolder.open(out).shards[0]
    shutil.copy(tmp_path / "other" / "games" / shard.name, shard)
    if not finished:
        (out / "summary.json").unlink()
    for command in (
        bench(out, 5, "--resume"),
        ["report", "--markdown", str(out)],
        ["query", str(out), "select count(*) from games"],
    ):
        capsys.readouterr()
        assert run(command) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert f"{shard.name} is not of this run: it carries the digest of another run" in output.err
        assert output.err.count("\n") == 1
    with pytest.raises(SapperError, match=f"the shard {shard.name} is not of this run"):
        RunFiles(out).columns(["won"])
    shard.unlink()
    assert run(bench(out, 5, "--resume")) == 0
    assert verify(RunFolder.open(out)).verdict == "verified"


def test_a_copied_or_renamed_shard_is_named(out: Path) -> None:
    shard = RunFolder.open(out).shards[0]
    copy = shard.with_name(shard.name.replace("0000000000", "0000000007"))
    shutil.copy(shard, copy)
    with pytest.raises(SapperError, match=rf"{copy.name} is not of this run: it was written under another"):
        RunFolder.open(out).read_all()


@pytest.mark.parametrize(
    ("seal", "why"),
    [
        (None, "it carries no digest of its run"),
        (b"[" * 100_000, "its digest is unreadable"),
        (b"[]", "its digest is unreadable"),
        (b'{"format": 3}', "it has another shard format than 2"),
        (b'{"format": 2, "run": []}', "it carries the digest of another run"),
    ],
)
def test_a_shard_without_a_right_seal_is_named(out: Path, seal: bytes | None, why: str) -> None:
    shard = RunFolder.open(out).shards[0]
    rewritten(shard, lambda table: table.replace_schema_metadata(None if seal is None else {KEY: seal}))
    with pytest.raises(SapperError, match=f"{shard.name} is not of this run: {why}"):
        RunFolder.open(out).read_all()


def test_a_changed_argument_in_run_json_makes_the_shards_foreign(out: Path) -> None:
    found = json.loads((out / "run.json").read_text())
    found["arguments"]["rules"]["first_move"] = "zero"
    (out / "run.json").write_text(json.dumps(found))
    assert "is not of this run" in verify(RunFolder.open(out)).problems[0]


def test_a_changed_value_with_valid_checksums_differs_from_the_digest(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = RunFolder.open(out).shards[0]

    def all_won(table: pa.Table) -> pa.Table:
        place = table.column_names.index("won")
        return table.set_column(place, "won", pa.array(np.ones(len(table), np.bool_)))

    rewritten(shard, all_won)
    assert run(["report", "--verify", str(out)]) == 2
    assert f"  the shard {shard} differs from its digest in summary.json\n" in capsys.readouterr().out
    assert run(bench(out, 5, "--resume")) == 2
    assert "is damaged (it differs from its digest in summary.json); delete it" in capsys.readouterr().err
    shard.unlink()
    assert run(bench(out, 5, "--resume")) == 0
    assert verify(RunFolder.open(out)).verdict == "verified"


def test_a_run_killed_while_it_replaces_a_shard_is_resumed(out: Path) -> None:
    """The replaced shard differs in `seconds`, so the digest in the old summary no longer describes it."""
    folder = RunFolder.open(out)
    games = folder.read_all()[0]
    folder.shards[0].unlink()
    folder.write(Batch(games.agent, BEGINNER, 5, int(games.index[0]), len(games)), games)
    assert not folder.is_finished
    assert run(bench(out, 5, "--resume")) == 0
    assert verify(RunFolder.open(out)).verdict == "verified"


@pytest.mark.parametrize(
    ("change", "problem"),
    [("missing", "is missing"), ("extra", "is not listed in summary.json"), ("wins", "other games or wins")],
)
def test_a_summary_that_disagrees_with_the_shards_is_found(out: Path, change: str, problem: str) -> None:
    summary = json.loads((out / "summary.json").read_text())
    name = RunFolder.open(out).shards[0].name
    if change == "missing":
        (out / "games" / name).unlink()
    elif change == "extra":
        del summary["shards"][name]
    else:
        summary["agents"][0]["wins"] += 1
    (out / "summary.json").write_text(json.dumps(summary))
    found = verify(RunFolder.open(out))
    assert found.verdict == "damaged"
    assert any(problem in line for line in found.problems)


@pytest.mark.parametrize("shards", [{}, {"x": None}, {"00": 5}])
@pytest.mark.parametrize("agents", [[], {}, [None], [{"name": []}]])
def test_a_strange_summary_is_a_problem_and_no_crash(out: Path, shards: Any, agents: Any) -> None:
    (out / "summary.json").write_text(json.dumps({"format": 1, "agents": agents, "shards": shards}))
    assert verify(RunFolder.open(out)).verdict == "damaged"


def test_flipped_bits_are_never_read_as_values(tmp_path: Path) -> None:
    """Flipping one bit makes a shard unreadable, or leaves its games and their number as they were."""
    folder = RunFolder.begin(tmp_path, {"agents": ["random"], "games": 60, "seed": 1})
    [batch] = Arena(BEGINNER, seed=1, workers=1).plan(["random"], 60)[:1]
    folder.write(batch, play_batch(batch))
    [shard] = folder.shards
    right, content = folder.read_all()[0], shard.read_bytes()
    metadata = int.from_bytes(content[-8:-4], "little") + 8
    rng, refused, wrong = np.random.default_rng(3), 0, 0
    for place in rng.choice(len(content) - metadata, 400):
        flipped = bytearray(content)
        flipped[place] ^= 1 << int(rng.integers(8))
        shard.write_bytes(flipped)
        try:
            found = folder.files.games(shard)
        except SapperError:
            refused += 1
            continue
        same = [np.array_equal(found.index, right.index)]
        same += [
            np.array_equal(found.columns[key], values, equal_nan=values.dtype.kind == "f")
            for key, values in right.columns.items()
        ]
        wrong += not all(same)
    assert wrong == 0
    assert refused > 100


def test_a_flip_in_the_header_of_a_page_is_named_or_harmless(tmp_path: Path) -> None:
    """Headers have no checksum. The first one states the number of agents: with 0, no game has an agent."""
    folder = RunFolder.begin(tmp_path, {"agents": ["random"], "games": 60, "seed": 1})
    [batch] = Arena(BEGINNER, seed=1, workers=1).plan(["random"], 60)[:1]
    folder.write(batch, play_batch(batch))
    [shard] = folder.shards
    right, content = folder.files.columns(["won"])["random"]["won"], shard.read_bytes()
    whys = []
    for bit in range(8 * 40):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        shard.write_bytes(flipped)
        try:
            [(agent, found)] = folder.files.columns(["won"]).items()
        except SapperError as error:
            whys.append(str(error))
        else:
            assert (agent, found["won"].tolist()) == ("random", right.tolist())
    assert any("out-of-bounds" in why or "out of bounds" in why for why in whys)
    assert all(why.startswith(f"the shard {shard.name} is") for why in whys)


def test_a_run_of_an_earlier_version_is_read_and_marked(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wins = {games.agent: int(games.columns["won"].sum()) for games in RunFolder.open(out).read_all()}
    make_old(out)
    folder = RunFolder.open(out)
    assert {games.agent: int(games.columns["won"].sum()) for games in folder.read_all()} == wins
    assert run_markdown(folder).startswith("Unverified: an earlier version wrote this run")
    assert "Unverified: an earlier version wrote this run" in run_page(folder)
    assert run(["report", "--verify", str(out)]) == 1
    assert capsys.readouterr().out.startswith(f"{out}: unverified, 600 games in")
    assert run(bench(out, 5, "--resume")) == 0


def test_an_unfinished_run_is_unverified(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (out / "summary.json").unlink()
    assert run(["report", "--verify", str(out)]) == 1
    assert "the run is not finished, so no summary states" in capsys.readouterr().out


def test_an_old_shard_with_a_name_that_is_not_its_own_is_found(out: Path) -> None:
    make_old(out)
    shard = RunFolder.open(out).shards[0]
    shutil.copy(shard, shard.with_name(shard.name.replace("0000000000", "0000000007")))
    assert any("another name than its games" in line for line in verify(RunFolder.open(out)).problems)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("agent", pa.array([["a"]] * 4)),
        ("agent", pa.array([1] * 4)),
        ("agent", pa.array(["a", "a", "b", "a"])),
        ("index", pa.array([0.0, 1.0, 2.0, 3.0])),
        ("index", pa.array([0, None, 2, 3])),
        ("won", pa.array(["False"] * 4)),
        ("won", pa.array([True, None, True, True])),
        ("steps", pa.array([{"a": 1}] * 4)),
        ("seconds", pa.array([b"x"] * 4)),
        ("end", pa.array([1, 2, 3, 4])),
        ("risks", pa.array([1.0] * 4)),
        ("risks", pa.array([["x"]] * 4)),
        ("luck", None),
    ],
)
def test_columns_of_wrong_types_are_damage(tmp_path: Path, column: str, values: Any) -> None:
    folder = RunFolder.begin(tmp_path, {"agents": ["random"], "games": 4, "seed": 1})
    batch = Batch("random", BEGINNER, 1, 0, 4)
    folder.write(batch, play_batch(batch))
    [shard] = folder.shards

    def changed(table: pa.Table) -> pa.Table:
        place = table.column_names.index(column)
        return table.remove_column(place) if values is None else table.set_column(place, column, values)

    rewritten(shard, changed)
    with pytest.raises(SapperError, match=r"the shard .*parquet is damaged \(") as error:
        folder.read_all()
    assert "\n" not in str(error.value)


def test_verify_takes_no_other_option(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--verify", "--markdown", str(out)]) == 2
    assert "--verify checks runs and writes no report" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 1}', b"\xff"])
def test_a_damaged_summary_is_named(out: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    """It counted as a run that is not finished."""
    (out / "summary.json").write_bytes(content)
    assert run(["report", "--verify", str(out)]) == 2
    assert "summary.json is damaged" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": 1}', "\xff"])
def test_a_damaged_summary_is_named_by_every_reader(
    out: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its digests are gone then. Reports counted the games without a word."""
    (out / "summary.json").write_text(content, encoding="latin-1")
    capsys.readouterr()
    for command in (["report", "--markdown"], ["report", "--calibration"], ["query"]):
        assert run([*command, str(out), *["select 1"] * (command == ["query"])]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert f"{out / 'summary.json'} is damaged" in output.err.replace("\n", " ")
    assert run(bench(out, 5, "--resume")) == 0
    assert verify(RunFolder.open(out)).verdict == "verified"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts the threads in /proc")
def test_reading_a_run_starts_no_thread(out: Path) -> None:
    """A thread of pyarrow aborted a report on a busy machine, at the exit of the process."""
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "import pyarrow.parquet\n"
        "from sapper.arena.run_folder import RunFolder\n"
        "threads = lambda: len(list(Path('/proc/self/task').iterdir()))\n"
        "before = threads()\n"
        "folder = RunFolder.open(Path(sys.argv[1]))\n"
        "assert folder.read_all() and folder.files.columns(['won'])\n"
        "assert threads() == before\n"
    )
    subprocess.run([sys.executable, "-c", script, str(out)], check=True, timeout=PATIENCE)
