"""Run folders: only those inside the given directory can be read."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sapper.web.server_settings import ServerSettings
from tests.web.conftest import NO_GAMES, serving


@pytest.fixture
def lab(runs: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A directory with a run, a link that leads out of it, and a secret file outside."""
    for folder in (runs / "honest", tmp_path / "outside"):
        (folder / "games").mkdir(parents=True)
        (folder / "run.json").write_text(json.dumps(NO_GAMES))
    (tmp_path / "outside" / "summary.json").write_text('{"secret": true}')
    (runs / "leads-out").symlink_to(tmp_path / "outside")
    (runs / "honest" / "summary.json").symlink_to(tmp_path / "outside" / "summary.json")
    shutil.copytree(tmp_path / "outside", runs / "broken")  # its summary.json is not a summary
    (runs / "circle").symlink_to(runs / "circle")
    (runs / "nothing").mkdir()
    (runs / "damaged").mkdir()
    (runs / "damaged" / "run.json").write_text("{")
    with serving(ServerSettings(runs=runs)) as client:
        yield client


def test_only_run_folders_inside_the_directory_are_shown(lab: TestClient) -> None:
    found = lab.get("/api/runs").json()
    assert {run["name"]: run["finished"] for run in found} == {"honest": False, "broken": False}
    assert (
        lab.get("/api/runs/honest").json()["summary"] is None
    )  # its summary.json is a link that leads out of the directory


@pytest.mark.parametrize(
    "name",
    [
        "leads-out",
        "../outside",
        "..%2foutside",
        "..",
        "%2e%2e",
        "honest/games",
        "%2fetc",
        "a%00b",
        "%ff",
        "circle",
        "a" * 300,
        "none",
    ],
)
def test_nothing_outside_the_directory_is_read(lab: TestClient, name: str) -> None:
    response = lab.get(f"/api/runs/{name}")
    assert response.status_code == 404
    assert "secret" not in response.text


def test_a_fifo_in_a_run_is_not_read(lab: TestClient, runs: Path) -> None:
    """A reader of a FIFO waits for a writer for ever. The old server stopped answering."""
    for name in ("summary.json", "games/00-random-0000000000.parquet"):
        folder = runs / f"fifo-{len(name)}"
        (folder / "games").mkdir(parents=True)
        (folder / "run.json").write_text(json.dumps(NO_GAMES))
        os.mkfifo(folder / name)
    assert {"fifo-12", "fifo-34"} <= {run["name"] for run in lab.get("/api/runs").json()}
    assert lab.get("/api/runs/fifo-12").json()["summary"] is None
    told = lab.get("/api/runs/fifo-34")
    assert (told.status_code, "no regular file" in told.json()["detail"]) == (400, True)
    # A finished run states the digest of the file. The message names the file and not the folder.
    finished = {"format": 1, "agents": [], "shards": {"00-random-0000000000.parquet": "00"}}
    (runs / "fifo-34" / "summary.json").write_text(json.dumps(finished))
    told = lab.get("/api/runs/fifo-34")
    assert (told.status_code, "no regular file" in told.json()["detail"]) == (400, True)
    assert str(runs) not in told.text


def test_a_link_to_a_device_is_no_run(lab: TestClient, runs: Path) -> None:
    (runs / "device").mkdir()
    (runs / "device" / "run.json").symlink_to("/dev/zero")
    assert lab.get("/api/runs/device").status_code == 404


def test_the_games_of_a_run_are_not_read_through_a_link(lab: TestClient, runs: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "games"
    (outside / "00-random-0000000000.parquet").write_bytes(b"no shard")
    (runs / "linked").mkdir()
    (runs / "linked" / "run.json").write_text(json.dumps(NO_GAMES))
    (runs / "linked" / "games").symlink_to(outside)
    assert lab.get("/api/runs/linked").json()["charts"] == {}
