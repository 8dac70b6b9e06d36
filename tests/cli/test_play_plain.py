"""`sapper play --plain`: typed moves, also through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper import BEGINNER, Game
from sapper.game.files import read_records
from sapper.solver.generate import needs_no_guess
from tests.cli.terminal import Terminal, spawn

PLAY = ("play", "--plain", "--seed", "5")


def test_a_game_is_won_through_a_pipe(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    outcome = sapper_cli(*PLAY, "--record", file, stdin="0 0\nauto\nreview\n")
    assert (outcome.status, outcome.err) == (0, "")
    assert "9x9/10, first move zero, seed 5." in outcome.out
    assert "Won: " in outcome.out
    assert "the moves cost no win probability to speak of" in outcome.out
    [record] = read_records(file)
    assert (record.result, record.agent, record.start) == ("won", "person", (0, 0))
    assert record.replay().state == "won"


def test_the_pipe_itself(tmp_path: Path) -> None:
    with spawn(*PLAY, cwd=tmp_path) as process:
        out, err = process.communicate("0 0\nhint\nsave\nquit\nnever read\n", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "Open (0, 4): certain: the 1 at (0, 3) and the 1 at (2, 3) leave no mine here" in out
    assert "> " not in out
    assert len(read_records(tmp_path / "sapper-games.jsonl")) == 1


def test_every_command_answers(sapper_cli: Terminal) -> None:
    lines = [
        "hint",
        "0 0",
        "h",
        "risks",
        "why 0 4",
        "why 5 5",
        "w 0 0",
        "flag 2 0",
        "chord 1 0",
        "f 2 0",
        "# nothing",
        "",
    ]
    out = sapper_cli(*PLAY, stdin="\n".join([*lines, "new", "again", "help", "quit"])).out
    for answer in (
        "Open (0, 0): the first cell",
        "3,602,973 layouts",
        "(0, 4): certain: the 1 at (0, 3)",
        "(5, 5): a risk of ",
        "(0, 0) is open",
        "52 free cells to open, 9 mines not flagged.",
        "That changes nothing.",
        "Open any cell to begin.",
        "the best move, and why",
    ):
        assert answer in out, answer


def test_a_lost_game_shows_its_mines_and_what_was_risked(sapper_cli: Terminal) -> None:
    out = sapper_cli(*PLAY, stdin="0 0\n1 4\n1 4\nagain\n0 0\n").out
    board, _, rest = out.partition("Lost: ")
    assert board.splitlines()[-9:][1].split()[5] == "*"
    assert sum(line.count("m") for line in board.splitlines()[-9:]) == 9
    assert "The risk at (1, 4) was 100.0%, the lowest 0.0%." in rest
    assert "The game is over: it was lost." in rest
    assert rest.rstrip().endswith("52 free cells to open, 10 mines not flagged.")


def test_mistyped_lines_are_told_and_the_game_goes_on(sapper_cli: Terminal) -> None:
    lines = [
        "dance",
        "9 9",
        "1",
        "open x y",
        "flag 1 1",
        "chord 1 1",
        "-1 0",
        "save /nowhere/at/all",
        "'",
        "review",
        "0 0",
        "0 0",
    ]
    outcome = sapper_cli(*PLAY, stdin="\n".join(lines).encode() + b"\n\xff\xfe\n0 4\n")
    assert outcome.status == 0
    for answer in (
        "'dance' is no command; type help to see them.",
        "The cell (9, 9) lies outside the 9x9 board.",
        "A cell is a row and a column such as 3 4, not '1'.",
        "A cell is a row and a column such as 3 4, not 'x y'.",
        "Open a cell before you set flags.",
        "No cell is open yet.",
        "The cell (-1, 0) lies outside the 9x9 board.",
        "There is no game yet: open a cell first.",
        "That changes nothing.",
    ):
        assert answer in outcome.out, answer
    assert outcome.out.rstrip().endswith("51 free cells to open, 10 mines not flagged.")


def test_no_guess_boards_are_laid_out_for_the_first_cell(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    lines = "4 4\nauto\nnew\n0 8\nauto\n"
    sapper_cli(*PLAY, "--no-guess", "--level", "expert", "--record", file, stdin=lines)
    records = read_records(file)
    assert [record.result for record in records] == ["won", "won"]
    assert [record.start for record in records] == [(4, 4), (0, 8)]
    assert all(needs_no_guess(record.board) for record in records)


def test_the_same_seed_gives_the_same_boards(sapper_cli: Terminal) -> None:
    lines = "3 3\nnew\n3 3\nagain\n3 3\n"
    first, second = (sapper_cli(*PLAY, stdin=lines).out for _ in range(2))
    assert first == second
    assert first != sapper_cli("play", "--plain", "--seed", "6", stdin=lines).out


@pytest.mark.parametrize("name", ["sapper-strong", "random"])
def test_an_agent_can_be_watched(sapper_cli: Terminal, tmp_path: Path, name: str) -> None:
    file = tmp_path / "games.jsonl"
    outcome = sapper_cli(*PLAY, "--agent", name, "--first-move", "safe", "--record", file)
    [record] = read_records(file)
    assert outcome.status == 0
    assert record.agent == name
    assert f"{name} opens (0, 0), where the game starts" in outcome.out
    assert outcome.out.splitlines()[-1].startswith("Won" if record.won else "Lost")
    told = [line for line in outcome.out.splitlines() if line.startswith(name)]
    assert len(told) == len(record.moves)


def test_a_watched_agent_plays_as_it_plays_elsewhere(sapper_cli: Terminal, tmp_path: Path) -> None:
    from sapper import make, play

    file = tmp_path / "games.jsonl"
    sapper_cli(*PLAY, "--agent", "sapper-fast", "--first-move", "safe", "--record", file)
    [watched] = read_records(file)
    record = play(make("sapper-fast"), BEGINNER, seed=5)
    assert [move.cell for move in watched.moves] == [move.cell for move in record.moves]
    assert Game(watched.board).board == record.board


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--level", "huge"), "rules are ROWSxCOLS/MINES"),
        (("--agent", "nobody"), "no agent is called 'nobody'"),
        (("--seed", "-1"), "--seed"),
        (("--level", "3x3/9", "--first-move", "safe"), "mines"),
    ],
)
def test_failures_are_one_line(sapper_cli: Terminal, arguments: tuple[str, ...], message: str) -> None:
    outcome = sapper_cli("play", "--plain", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
