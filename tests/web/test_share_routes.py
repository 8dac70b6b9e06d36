"""Shared documents on disk with their limits, and records from links and replay files."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import sapper
from sapper.errors import SapperError
from sapper.replay import read
from sapper.web.kept_store import KeptStore, NothingKept
from sapper.web.server_settings import ServerSettings
from tests.web.conftest import serving

REPLAYS = Path(__file__).parents[1] / "replay"


def short(record: sapper.GameRecord) -> dict[str, Any]:
    """The short form of a record, as shared/links.js makes it."""
    cols = record.rules.cols

    def index(cell: tuple[int, int]) -> int:
        return cell[0] * cols + cell[1]

    digits = "0123456789abcdefghijklmnopqrstuvwxyz"

    def base36(number: int) -> str:
        return (base36(number // 36) if number >= 36 else "") + digits[number % 36]

    return {
        "rules": record.rules.to_dict(),
        "mines": [index(mine) for mine in record.mines],
        "start": index(record.start),
        "moves": ".".join(move.do[0] + base36(index(move.cell)) for move in record.moves),
        "agent": record.agent,
        "result": record.result,
    }


@pytest.mark.parametrize("name", ["random", "pseq", "sapper-fast"])
def test_a_short_record_is_completed(client: TestClient, name: str) -> None:
    record = sapper.play(sapper.make(name), sapper.INTERMEDIATE, seed=5)
    response = client.post("/api/records", json={"short": short(record)})
    assert response.status_code == 200, response.text
    (whole,) = response.json()["records"]
    found = sapper.GameRecord.from_dict(whole)
    assert (found.mines, found.start, found.result, found.end) == (
        record.mines,
        record.start,
        record.result,
        record.end,
    )
    assert [(move.do, move.cell, move.opened) for move in found.moves] == [
        (move.do, move.cell, move.opened) for move in record.moves
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"mines": [10_000]},
        {"mines": "all"},
        {"moves": "x1"},
        {"moves": "o-1"},
        {"moves": "ozzzz"},
        {"start": None},
        {"rules": {}},
        {"rules": {"rows": 500, "cols": 9, "mines": 10}},
        {"moves": "o1." * 200_000},
    ],
)
def test_a_damaged_short_record_is_refused(client: TestClient, change: dict[str, Any]) -> None:
    good = short(sapper.play(sapper.make("random"), sapper.BEGINNER, seed=5))
    response = client.post("/api/records", json={"short": good | change})
    assert response.status_code == 400, response.text
    assert response.json()["detail"]


def test_a_replay_file_becomes_its_record(client: TestClient) -> None:
    files = sorted(path for path in REPLAYS.rglob("*") if path.suffix in {".avf", ".rmv", ".mvf", ".evf"})
    assert files
    for file in files[:4]:
        try:
            expected = read(file).record.to_dict()
        except SapperError:
            continue
        question = {"data": base64.b64encode(file.read_bytes()).decode(), "suffix": file.suffix}
        answer = client.post("/api/records", json=question).json()
        assert answer["records"][0]["moves"] == expected["moves"]
        assert answer["records"][0]["mines"] == [list(mine) for mine in expected["mines"]]


@pytest.mark.parametrize("data", ["", "AAAA", "not base 64!"])
def test_a_damaged_replay_is_refused(client: TestClient, data: str) -> None:
    response = client.post("/api/records", json={"data": data, "suffix": ".avf"})
    assert response.status_code == 400
    assert response.json()["detail"]


def test_a_shared_document_survives_a_restart(tmp_path: Path) -> None:
    settings = ServerSettings(runs=tmp_path, kept=tmp_path / "kept")
    document = {"kind": "study", "content": {"title": "Two corners"}}
    with serving(settings) as first:
        made = first.post("/api/shared", json=document)
        assert made.status_code == 201
        assert first.post("/api/shared", json=document).json() == made.json()
    with serving(settings) as second:
        assert second.get(f"/api/shared/{made.json()['id']}").json() == document
        for other in ("A" * 22, "..%2Fsecret", "x"):
            assert second.get(f"/api/shared/{other}").status_code == 404


def test_kept_documents_have_limits(tmp_path: Path) -> None:
    settings = ServerSettings(kept=tmp_path / "kept", kept_count=3, kept_size=100, kept_bytes=200)
    store = KeptStore(settings)
    with pytest.raises(SapperError, match="more than 100 bytes"):
        store.keep(b"x" * 101)
    names = []
    for i in range(5):
        names.append(store.keep(b"%d" % i))
        for age, name in enumerate(reversed(names)):  # the file system's clock may be coarse
            path = settings.kept / f"{name}.json"
            if path.exists():
                os.utime(path, (2e9 - age, 2e9 - age))
    assert sorted(path.stem for path in settings.kept.iterdir()) == sorted(names[-3:])
    with pytest.raises(NothingKept):
        store.find(names[0])
    store.keep(b"y" * 100)
    newest = store.keep(b"z" * 100)
    assert sum(path.stat().st_size for path in settings.kept.iterdir()) <= 200
    assert store.find(newest) == b"z" * 100
    for path in settings.kept.iterdir():
        os.utime(path, (1e9, 1e9))
    assert store.find(newest)  # what is used is no longer old
    kept = store.keep(b"new")
    assert {path.stem for path in settings.kept.iterdir()} == {kept, newest}
