"""A damaged run.json or summary.json is one line and exit status 2, or is not needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper import SapperError
from sapper.arena.run_folder import RunFolder
from sapper.arena.verification import verify
from sapper.cli.main import run
from sapper.report.calibration_table import calibration_markdown
from sapper.report.run_page import run_markdown

WRONG: list[Any] = [None, -1, 1.5, True, "[/b]", "\ud800", [], {}, [None], ["x", "x"], {"a": 1}, 10**30]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "run"
    bench = ["bench", "lowest-risk", "random", "--level", "4x4/2", "--games", "20", "--workers", "1"]
    assert run([*bench, "--out", str(out)]) == 0
    return out


def places(document: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON document, of lists only the first two."""
    entries = document.items() if isinstance(document, dict) else ()
    for key, value in entries if not isinstance(document, list) else list(enumerate(document))[:2]:
        yield (*above, key)
        yield from places(value, (*above, key))


def changed(document: Any, place: tuple[Any, ...], value: Any) -> Any:
    """A copy of a document with another value at a place, or without it."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return copy


@pytest.mark.parametrize("name", ["run.json", "summary.json"])
def test_no_damage_of_a_document_escapes_as_another_error(out: Path, name: str) -> None:
    file = out / name
    content = file.read_text()
    document, refused, tried = json.loads(content), 0, 0
    readers: list[Callable[[RunFolder], object]]
    if name == "run.json":
        wrong, readers = [*WRONG, KeyError], [run_markdown, lambda folder: calibration_markdown([folder])]
    else:
        wrong, readers = ["\ud800", [None], KeyError], [run_markdown, verify]
    try:
        for place in places(document):
            for value in wrong:
                file.write_text(json.dumps(changed(document, place, value)))
                for read in readers:
                    tried += 1
                    try:
                        read(RunFolder.open(out))
                    except SapperError:
                        refused += 1
    finally:
        file.write_text(content)
    assert tried > 200
    assert refused > 100 or name == "summary.json"  # no reader needs the summary


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        (("command",), 5, "its command must be a list of words"),
        (("platform",), KeyError, "it lacks platform"),
        (("versions", "numpy"), 5, "its versions must be the versions by name"),
        (("arguments", "agents"), KeyError, "it lacks agents"),
        (("arguments", "agents"), ["x", "x"], "its agents must be a list of different names"),
        (("arguments", "games"), "20", "its games must be a whole number"),
        (("arguments", "rules", "rows"), "4", "its rules must be the rules of a game"),
        (("arguments", "start"), [0], "its start must be a cell"),
        (("arguments", "start"), "0;0", "its start must be a cell"),
        (("arguments", "boards"), {"file": "x"}, "its boards must be a file with its digest"),
    ],
)
def test_a_damaged_field_is_named_in_one_line(
    out: Path, capsys: pytest.CaptureFixture[str], place: tuple[str, ...], value: Any, why: str
) -> None:
    file = out / "run.json"
    content = file.read_text()
    try:
        file.write_text(json.dumps(changed(json.loads(content), place, value)))
        assert run(["report", "--markdown", str(out)]) == 2
    finally:
        file.write_text(content)
    output = capsys.readouterr()
    assert f"run.json is damaged: {why}" in output.err
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_shards_of_a_later_format_are_refused(out: Path) -> None:
    file = out / "run.json"
    content = file.read_text()
    try:
        file.write_text(json.dumps(json.loads(content) | {"shard_format": 3}))
        with pytest.raises(SapperError, match="has shard format 3, but this version reads 2"):
            RunFolder.open(out)
    finally:
        file.write_text(content)


def test_damage_of_the_summary_of_an_intact_run_is_found(out: Path) -> None:
    """The digests are right, so the comparison with the games is reached."""
    file = out / "summary.json"
    content = file.read_text()
    try:
        wrong: list[Any] = [[], {}, [None], [{"name": []}], [{"name": "random", "games": "x"}]]
        for agents in wrong:
            file.write_text(json.dumps(json.loads(content) | {"agents": agents}))
            assert verify(RunFolder.open(out)).verdict == "damaged"
    finally:
        file.write_text(content)
    assert verify(RunFolder.open(out)).verdict == "verified"
