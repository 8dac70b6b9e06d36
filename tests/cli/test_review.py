"""`sapper review`: its output and its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sapper
from sapper import BEGINNER, make, play
from sapper.game.file_formats import write_records
from sapper.replay import read
from sapper.review import flags_sentence, grade_flags
from tests.cli.command_runner import Terminal
from tests.replay.sample_files import FOLDER


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    write_records(file, [play(make(name), BEGINNER, seed=4) for name in ("lowest-risk", "random")])
    return file


def test_json_is_one_document(sapper_cli: Terminal, games: Path) -> None:
    outcome = sapper_cli("review", games, "--strength", "fast", "--json")
    assert (outcome.status, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert found["agent"] == "lowest-risk"
    assert len(found["win"]) == len(found["moves"]) + 1
    assert set(found["grades"]) == {"forced", "best", "inaccuracy", "mistake", "unlucky"}
    assert found["moves"][0]["grade"] == "forced"
    assert found["moves"][0]["best"]["reason"].startswith("the first cell")


def test_the_text_lists_the_graded_moves(sapper_cli: Terminal, games: Path) -> None:
    outcome = sapper_cli("review", games, "--game", 2, "--strength", "fast")
    assert outcome.status == 0
    assert "9x9/10, first move safe, played by random: lost" in outcome.out
    assert "mistake" in outcome.out
    assert outcome.out.rstrip().splitlines()[-1].startswith("Lost: ")
    every = sapper_cli("review", games, "--game", 2, "--strength", "fast", "--every").out
    assert len(every.splitlines()) > len(outcome.out.splitlines())


def test_the_counts_of_the_grades_and_flags_add_up_to_the_moves(sapper_cli: Terminal) -> None:
    out = sapper_cli("review", FOLDER / "beginner.avf", "--strength", "fast").out
    moves = re.search(r"after (\d+) moves", out)
    counts = re.search(r"^\d+ forced, (?:\d+ best, )?\d+ mistakes, \d+ flags\.$", out, re.MULTILINE)
    assert moves is not None and counts is not None
    assert sum(map(int, re.findall(r"\d+", counts[0]))) == int(moves[1])


def test_times_are_shown_beside_the_chance_to_win(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("review", FOLDER / "expert.rmv", "--strength", "fast")
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    graph = next(number for number, line in enumerate(lines) if line.startswith("win probability"))
    assert re.search(r" in \d+\.\d s:$", lines[graph])
    bars, marks = lines[graph + 1], lines[graph + 2]
    assert 0 < len(marks) <= len(bars)
    assert set(marks) <= set(" ?!.")
    review = sapper.review(FOLDER / "expert.rmv", "fast")
    assert review.times is not None
    said = " ".join(" ".join(lines[graph + 3 :]).split())
    assert review.times.sentence in said
    heading = next(line for line in lines if line.startswith("move "))
    assert heading.split()[:3] == ["move", "time", "pause"]


def test_a_record_may_come_through_a_pipe(sapper_cli: Terminal, games: Path) -> None:
    piped = sapper_cli("review", "-", "--strength", "fast", "--json", stdin=games.read_text())
    assert piped.out == sapper_cli("review", games, "--strength", "fast", "--json").out


def test_the_html_page_is_self_contained(sapper_cli: Terminal, games: Path, tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    assert sapper_cli("review", games, "--game", 2, "--strength", "fast", "--html", file).status == 0
    page = file.read_text()
    assert not re.search(r"(src|href)=|https?:|url\(|@import", page)
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    graph, *boards = (ElementTree.fromstring(picture) for picture in pictures)
    assert graph.get("class") == "graph"
    assert len(graph.findall("circle")) == len(boards) >= 1
    for board in boards:
        assert len([cell for cell in board.findall("rect") if "cell" in str(cell.get("class"))]) == 81
        assert 1 <= len([ring for ring in board.findall("rect") if ring.get("class") == "ring"]) <= 2


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("", (), "contains no game record"),
        ("{}", (), "line 1: the game record lacks 'format'"),
        ("no json", (), "this is not JSON"),
        (b"\xff\xfe", (), "is not text"),
        (None, (), "No such file"),
        ("games", ("--game", "9"), "contains 2 games, so there is no game 9"),
        ("games", ("--game", "0"), "--game"),
        ("games", ("--strength", "huge"), "huge"),
    ],
)
def test_failures_are_one_line(
    sapper_cli: Terminal,
    games: Path,
    content: str | bytes | None,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    if content is None:
        games.unlink()
    elif content != "games":
        games.write_bytes(content.encode() if isinstance(content, str) else content)
    outcome = sapper_cli("review", games, *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_flags_are_graded(sapper_cli: Terminal) -> None:
    done = sapper_cli("review", FOLDER / "beginner.avf", "--strength", "fast")
    record = read(FOLDER / "beginner.avf").record
    assert flags_sentence(grade_flags(record)) in " ".join(done.out.split())
    told = json.loads(sapper_cli("review", FOLDER / "beginner.avf", "--strength", "fast", "--json").out)
    assert told["flags"] == [flag.to_dict() for flag in grade_flags(record)]
