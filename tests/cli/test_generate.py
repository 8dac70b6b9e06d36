"""`sapper generate`: its output and its errors."""

from __future__ import annotations

import errno
import json
import signal
from pathlib import Path

import pytest

from sapper.game.file_formats import read_boards
from sapper.solver.board_generator import needs_no_guess
from tests.cli.command_runner import Terminal, spawn

SMALL = ("generate", "--level", "9x9/10", "--no-guess")


def test_json_is_the_documented_document(sapper_cli: Terminal) -> None:
    outcome = sapper_cli(
        *SMALL, "--count", 3, "--seed", 5, "--start", "4,4", "--first-move", "zero", "--json"
    )
    assert (outcome.status, outcome.err) == (0, "")
    boards = json.loads(outcome.out)["boards"]
    assert len(boards) == 3
    for board in boards:
        assert (board["rows"], board["cols"], board["start"], board["method"]) == (9, 9, [4, 4], "rejection")
        assert len(board["mines"]) == 10
        assert board["3bv"] > 0
        assert board["difficulty"] != "guess"


def test_the_text_shows_the_board_and_its_method(sapper_cli: Terminal) -> None:
    out = sapper_cli(*SMALL).out
    assert out.count("*") == 10
    assert "9x9/10, first move safe, start (0, 0), seed 0" in out
    assert (
        "1 by rejection: random boards were tried until one needed no guess; every such board is equally"
        in out
    )
    many = sapper_cli("generate", "--level", "9x9/10", "--count", 6).out
    assert "*" not in many
    assert "6 by random" in many
    assert "guess" in many


def test_a_large_board_is_not_drawn(sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    note = "Boards of more than 10,000 cells are not drawn: --json prints them, --out FILE writes them."
    drawn = sapper_cli("generate", "--level", "100x100/9").out
    assert (drawn.count("*"), note in drawn) == (9, False)

    def never(*_: object) -> None:
        pytest.fail("the board was drawn, which takes minutes")

    monkeypatch.setattr("sapper.cli.generate._picture", never)
    outcome = sapper_cli("generate", "--level", "2000x2000/9")
    assert outcome.status == 0
    assert "2000x2000/9, first move safe" in outcome.out
    assert outcome.out.endswith(f"{note}\n")


def test_a_file_of_boards_can_be_played(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    assert sapper_cli(*SMALL, "--count", 8, "--out", file).status == 0
    boards = read_boards(file)
    assert len(boards) == 8
    assert all(needs_no_guess(board) for board in boards)
    played = json.loads(sapper_cli("bench", "sapper-strong", "--boards", file, "--json").out)
    assert played["agents"][0]["wins"] == 8
    one = tmp_path / "board.mbf"
    assert sapper_cli(*SMALL, "--out", one).status == 0
    assert read_boards(one)[0].mines == boards[0].mines


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--level", "huge"), 2, "rules are ROWSxCOLS/MINES"),
        (("--start", "x"), 2, "--start takes a row and a column"),
        (("--start", "40,40"), 2, "outside"),
        (("--count", "0"), 2, "--count"),
        (("--budget", "-1"), 2, "--budget"),
        (("--level", "3x3/6", "--first-move", "zero"), 2, "mines"),
    ],
)
def test_failures_are_one_line(
    sapper_cli: Terminal, arguments: tuple[str, ...], status: int, message: str
) -> None:
    outcome = sapper_cli("generate", *arguments, "--json")
    assert (outcome.status, outcome.out) == (status, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_budget_that_finds_no_board_gives_a_document_too(sapper_cli: Terminal) -> None:
    hopeless = ("generate", "--level", "20x20/200", "--no-guess", "--budget", "0.2")
    outcome = sapper_cli(*hopeless, "--json")
    assert (outcome.status, json.loads(outcome.out)) == (1, {"boards": []})
    assert "no board without a guess" in outcome.err
    assert outcome.err.count("\n") == 1
    outcome = sapper_cli(*hopeless)
    assert (outcome.status, outcome.out) == (1, "")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("boards.mbf", "an .mbf file holds only one board, not 60"),
        ("boards.ABF", "an .ABF file holds only one board, not 60"),
        ("missing/boards.jsonl", "No such file or directory"),
        ("", "Is a directory"),
        ("locked", "Permission denied"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_at_once(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, message: str
) -> None:
    def never(*arguments: object, **options: object) -> None:
        pytest.fail("a board was made")

    def refuse(**options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("sapper.solver.board_generator.generate", never)
    if file == "locked":
        monkeypatch.setattr("sapper.cli.console.TemporaryFile", refuse)  # because root may write anywhere
    outcome = sapper_cli(*SMALL, "--count", 60, "--out", tmp_path / file)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_the_boards_that_were_found() -> None:
    with spawn(*SMALL, "--count", "10000000", "--json") as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert process.stderr.readline().startswith("boards: ")
        process.send_signal(signal.SIGINT)
        found = json.load(process.stdout)["boards"]
        assert process.wait() == 130
    assert found
