"""The reader of run folders keeps the limits that it is given, and says which shard is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper import BEGINNER, SapperError
from sapper.arena.batch import Batch, play_batch
from sapper.arena.run_files import RunFiles
from sapper.arena.run_folder import RunFolder


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A finished run of two shards."""
    folder = RunFolder.begin(tmp_path / "run", {"agents": ["random"], "games": 20, "seed": 1})
    for first in (0, 10):
        batch = Batch("random", BEGINNER, 1, first, 10)
        folder.write(batch, play_batch(batch))
    folder.finish({"agents": [], "pairs": []})
    return folder


def test_columns_are_read_in_the_order_of_the_boards(run: RunFolder) -> None:
    [(agent, columns)] = RunFiles(run.path).columns(["index", "steps"]).items()
    assert agent == "random"
    assert columns["index"].tolist() == list(range(20))
    steps = [step for games in run.read_all() for step in games.columns["steps"].tolist()]
    assert columns["steps"].tolist() == steps


def test_documents_above_the_limit_are_not_read(run: RunFolder) -> None:
    size = (run.path / "summary.json").stat().st_size
    assert RunFiles(run.path, largest_document=size).summary is not None
    assert RunFiles(run.path, largest_document=size - 1).summary is None


def test_shards_above_the_limit_are_left_out(run: RunFolder) -> None:
    assert len(RunFiles(run.path, most_shards=1).columns(["won"])["random"]["won"]) == 10


def test_links_are_followed_only_on_request(run: RunFolder, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for file in (run.path / "run.json", run.path / "summary.json", run.shards[0]):
        file.rename(elsewhere / file.name)
        file.symlink_to(elsewhere / file.name)
    trusting, careful = RunFiles(run.path), RunFiles(run.path, follow_links=False)
    assert trusting.description is not None
    assert trusting.summary is not None
    assert len(trusting.shards) == 2
    assert careful.description is None
    assert careful.summary is None
    assert careful.shards == trusting.shards[1:]


@pytest.mark.parametrize("content", ["", "[]", "{", "{}", '{"arguments": []}', "[" * 100_000])
def test_a_broken_document_is_left_out(run: RunFolder, content: str) -> None:
    for name in ("run.json", "summary.json"):
        (run.path / name).write_text(content)
    assert RunFiles(run.path).description is None
    assert RunFiles(run.path).summary is None


def test_a_damaged_shard_is_named_without_its_path(run: RunFolder) -> None:
    run.shards[0].write_bytes(b"PAR1")
    with pytest.raises(SapperError, match=f"the shard {run.shards[0].name} is damaged") as error:
        RunFiles(run.path).columns(["won"])
    assert str(run.path) not in str(error.value)


def test_the_summary_closes_the_run(run: RunFolder) -> None:
    found = RunFiles(run.path).summary
    assert found == json.loads((run.path / "summary.json").read_text())
