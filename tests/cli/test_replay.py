"""`sapper replay`, and `sapper review` of a replay: what they print, what they write, and how they fail."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from sapper.cli import console
from sapper.game.file_formats import read_records
from sapper.replay import read
from tests.cli.command_runner import Terminal
from tests.replay.sample_files import FACTS, FOLDER, NAMES, READABLE_BY_PEER
from tests.replay.writers import evfs


@pytest.mark.parametrize("name", READABLE_BY_PEER)
def test_json_has_the_facts(sapper_cli: Terminal, name: str) -> None:
    outcome = sapper_cli("replay", FOLDER / name, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    found, facts = json.loads(outcome.out), FACTS[name]
    for key in ("rows", "cols", "mines", "won", "seconds", "openings", "islands"):
        assert found[key] == facts[key]
    assert found["3bv"] == facts["bbbv"]
    assert found["clicks"] == {"left": facts["left"], "right": facts["right"], "chord": facts["double"]}
    assert found["player"]
    assert found["program"]


@pytest.mark.parametrize("name", NAMES)
def test_text_names_the_result(sapper_cli: Terminal, name: str) -> None:
    outcome = sapper_cli("replay", FOLDER / name)
    assert (outcome.status, outcome.err) == (0, "")
    assert f"won in {read(FOLDER / name).seconds:.3f} s" in outcome.out


def test_records_and_raw_replays_are_written(sapper_cli: Terminal, tmp_path: Path) -> None:
    record, raw = tmp_path / "a.jsonl", tmp_path / "a.rawvf"
    outcome = sapper_cli("replay", FOLDER / "beginner.avf", "--record", record, "--rawvf", raw, "--json")
    assert outcome.status == 0
    replay = read(FOLDER / "beginner.avf")
    assert read_records(record) == [replay.record]
    assert read(raw) == replay


def test_a_set_has_several_games(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "two.evfs"
    file.write_bytes(evfs([(FOLDER / "beginner.evf").read_bytes()] * 2))
    assert sapper_cli("replay", file, "--game", 2, "--json").status == 0
    outcome = sapper_cli("replay", file, "--game", 3)
    assert (outcome.status, outcome.out) == (2, "")
    assert "holds 2 replays, so there is no replay 3" in outcome.err


def test_play_through_a_pipe_prints_a_line_per_press(sapper_cli: Terminal) -> None:
    lines = sapper_cli("replay", FOLDER / "beginner.avf", "--play").out.splitlines()
    presses = [line for line in lines if " s  " in line]
    assert len(presses) == 13 + 16 + 13
    assert presses[-1].split() == ["14.520", "s", "(7,", "0)", "open", "opens", "1"]
    assert lines[-1].startswith("   7  1")


def test_play_in_a_terminal_keeps_the_time(sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(console, "can_redraw", lambda: True)
    monkeypatch.setattr(time, "sleep", slept.append)
    outcome = sapper_cli("replay", FOLDER / "utf8.rmv", "--play", "--speed", "0.5")
    assert outcome.status == 0
    assert max(slept) == pytest.approx(0.67 / 0.5, abs=0.2)
    assert outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.avf",), "No such file"),
        (("README.txt",), "replays have the suffix"),
        ((FOLDER / "beginner.avf", "--play", "--json"), "use one of them"),
        ((FOLDER / "beginner.avf", "--speed", "0"), "--speed is a number above 0"),
        ((FOLDER / "beginner.avf", "--speed", "nan"), "--speed is a number above 0"),
        ((FOLDER / "beginner.avf", "--record", "no/such/folder/a.jsonl"), "No such file"),
        ((FOLDER / "beginner.avf", "--game", "0"), "--game"),
    ],
)
def test_failures_are_one_line(sapper_cli: Terminal, arguments: tuple[Any, ...], message: str) -> None:
    outcome = sapper_cli("replay", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "review"])
def test_damaged_files_are_one_line(sapper_cli: Terminal, tmp_path: Path, command: str) -> None:
    file = tmp_path / "damaged.avf"
    file.write_bytes((FOLDER / "expert.avf").read_bytes()[:5000])
    outcome = sapper_cli(command, file)
    assert (outcome.status, outcome.out) == (2, "")
    assert "the file ends early" in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_replay_is_reviewed_with_its_times(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("review", FOLDER / "beginner.avf", "--strength", "fast", "--every")
    assert outcome.status == 0
    assert "played by Wang Jianing G15208: won" in outcome.out
    assert "14.52 s" in outcome.out
    found = json.loads(sapper_cli("review", FOLDER / "beginner.avf", "--strength", "fast", "--json").out)
    assert found["moves"][-1]["time"] == 14.52
