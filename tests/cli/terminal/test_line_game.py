"""`sapper play --plain`: typed commands, also through a pipe."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from sapper import BEGINNER, Game, Rules, make, play
from sapper.agents.first_move import FirstMoveAnalysis
from sapper.cli.terminal.game_session import GameSession
from sapper.game.file_formats import read_records, write_records
from sapper.game.view import View
from sapper.solver.board_generator import needs_no_guess
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE
from tests.replay.sample_files import FOLDER

PLAY = ("play", "--plain", "--seed", "5")
SMALL = ("play", "--plain", "--seed", "1", "--level", "4x4/4")


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


def test_a_game_in_a_separate_process(tmp_path: Path) -> None:
    with spawn(*PLAY, cwd=tmp_path) as process:
        out, err = process.communicate("0 0\nhint\nsave\nquit\nnever read\n", timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert "Open (0, 4): certain: the 1 at (0, 3) and the 1 at (2, 3) leave no mine here" in out
    assert "> " not in out
    assert len(read_records(tmp_path / "sapper-games.jsonl")) == 1


def test_every_command_prints_a_response(sapper_cli: Terminal) -> None:
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
        "That move has no effect.",
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


def test_the_game_continues_after_mistyped_lines(sapper_cli: Terminal) -> None:
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
        "'dance' is not a command; type help to list the commands.",
        "The cell (9, 9) lies outside the 9x9 board.",
        "A cell is a row and a column such as 3 4, not '1'.",
        "A cell is a row and a column such as 3 4, not 'x y'.",
        "Open a cell before you set flags.",
        "No cell is open yet.",
        "The cell (-1, 0) lies outside the 9x9 board.",
        "There is no game yet: open a cell first.",
        "That move has no effect.",
    ):
        assert answer in outcome.out, answer
    assert outcome.out.rstrip().endswith("51 free cells to open, 10 mines not flagged.")


def test_no_guess_boards_are_made_for_the_first_cell(sapper_cli: Terminal, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(("promise", "what"), [("safe", "free"), ("zero", "a zero")])
def test_hints_state_the_promise_about_the_first_cell(sapper_cli: Terminal, promise: str, what: str) -> None:
    out = sapper_cli(*SMALL, "--first-move", promise, stdin="hint\nrisks\nwhy 2 1\n").out
    assert f"Open (0, 0): the first cell: the rules promise that it is {what} wherever it is" in out
    assert out.count(" ok") + out.count(">ok") == 16
    assert f"(2, 1): the rules promise that the first cell is {what} wherever it is" in out
    assert "25" not in out


@pytest.mark.parametrize(
    ("promise", "what", "ok", "elsewhere"), [("safe", "free", 1, "26.67%"), ("zero", "a zero", 6, "40.00%")]
)
def test_hints_on_the_same_board_again_name_its_start(
    sapper_cli: Terminal, promise: str, what: str, ok: int, elsewhere: str
) -> None:
    lines = "0 1\nagain\nhint\nrisks\nwhy 0 1\nwhy 3 3\nflag 3 3\nhint\n"
    out = sapper_cli(*SMALL, "--first-move", promise, stdin=lines).out
    assert f"4 mines not flagged. The board starts at (0, 1), which is {what}.\n" in out
    advice = f"Open (0, 1): the first cell: the rules promise that the start of this board is {what}.\n"
    assert out.count(advice) == 3  # a flag does not change the recommended start
    assert out.count(" ok") + out.count(">ok") == ok
    assert f"(0, 1): certain: the rules promise that the start (0, 1) is {what}\n" in out
    assert f"(3, 3): a risk of {elsewhere}\n" in out


def test_auto_begins_the_same_board_again_at_its_start(sapper_cli: Terminal) -> None:
    out = sapper_cli(*SMALL, "--first-move", "safe", stdin="0 1\nagain\nauto\n").out
    assert "1 certain move made. A guess is due: no cell is certainly free." in out
    assert out.rstrip().endswith("11 free cells to open, 4 mines not flagged.")


def test_an_unsafe_start_has_no_promise(sapper_cli: Terminal) -> None:
    out = sapper_cli(*SMALL, "--first-move", "unsafe", stdin="risks\n0 1\nagain\nrisks\nwhy 0 1\n").out
    assert out.count("1,820 layouts") == 2
    assert "(0, 1): a risk of 25.00%" in out
    assert "The board starts" not in out


@pytest.mark.parametrize("rules", [Rules(3, 3, 2), Rules(3, 3, 3, first_move="zero"), Rules(1, 3, 2)])
def test_risks_with_a_promised_start_match_a_count_of_layouts(rules: Rules) -> None:
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    view = View.parse("/".join(["?" * rules.cols] * rules.rows) + f" {rules.mines}")
    analysis = FirstMoveAnalysis(view, rules, start=(0, 0))
    free = {(0, 0), *(view.neighbours((0, 0)) if rules.first_move == "zero" else ())}
    layouts = [mines for mines in combinations(cells, rules.mines) if not free & set(mines)]
    counts = Counter(cell for mines in layouts for cell in mines)
    assert analysis.solutions == len(layouts)
    for cell in cells:
        assert analysis.risk[cell] == pytest.approx(counts[cell] / len(layouts), abs=1e-12)
    assert analysis.safe == [cell for cell in cells if not counts[cell]]
    assert analysis.mines == [cell for cell in cells if counts[cell] == len(layouts)]


def test_an_unwritable_record_file_is_refused_before_the_game(sapper_cli: Terminal, tmp_path: Path) -> None:
    for file, why in ((tmp_path / "no" / "x", "No such file or directory"), (tmp_path, "Is a directory")):
        for more in ((), ("--agent", "lowest-risk")):
            outcome = sapper_cli(*PLAY, "--record", file, *more, stdin="0 0\n")
            assert (outcome.status, outcome.out) == (2, "")
            assert outcome.err == f"sapper: no record can be added to {file}: {why}\n"


def test_a_game_that_is_not_finished_leaves_no_file(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert sapper_cli(*PLAY, "--record", file, stdin="0 0\n").status == 0
    assert not file.exists()
    file.write_text("kept\n")
    assert sapper_cli(*PLAY, "--record", file, stdin="0 0\n").status == 0
    assert file.read_text() == "kept\n"


@pytest.mark.parametrize("more", [(), ("--agent", "lowest-risk")])
def test_a_record_error_does_not_hide_the_result(
    sapper_cli: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    lay_out = GameSession.lay_out

    def lose_the_folder(session: GameSession, start: tuple[int, int]) -> None:
        folder.rmdir()
        lay_out(session, start)

    monkeypatch.setattr(GameSession, "lay_out", lose_the_folder)
    outcome = sapper_cli(*PLAY, "--record", folder / "x", *more, stdin="0 0\n1 4\nhint\n")
    why = f"o record can be added to {folder / 'x'}: No such file or directory"
    assert (outcome.status, outcome.err) == (2, f"sapper: n{why}\n")
    _, end, rest = outcome.out.partition("Won: " if more else "Lost: ")
    assert end
    assert more or f"N{why}.\nThe game is over" in rest


def test_a_record_can_be_saved_elsewhere(
    sapper_cli: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(session: GameSession, file: Path) -> None:
        session.record_error = "the disk is full"

    monkeypatch.setattr(GameSession, "_write_record", fail)
    file = tmp_path / "other.jsonl"
    outcome = sapper_cli(*PLAY, "--record", tmp_path / "x", stdin=f"0 0\n1 4\nsave {file}\n")
    assert (outcome.status, outcome.err) == (0, "")
    assert "The disk is full.\n" in outcome.out
    assert len(read_records(file)) == 1


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


def test_a_watched_agent_plays_the_same_game_as_in_the_library(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sapper_cli(*PLAY, "--agent", "sapper-fast", "--first-move", "safe", "--record", file)
    [watched] = read_records(file)
    record = play(make("sapper-fast"), BEGINNER, seed=5)
    assert [move.cell for move in watched.moves] == [move.cell for move in record.moves]
    assert Game(watched.board).board == record.board


def test_a_recorded_game_is_played_on(sapper_cli: Terminal, tmp_path: Path) -> None:
    file, kept = tmp_path / "lost.jsonl", tmp_path / "kept.jsonl"
    lost = play(make("random"), BEGINNER, seed=7)
    assert lost.result == "lost"
    write_records(file, [lost, lost])
    outcome = sapper_cli("play", "--plain", "--from", file, "--game", 2, "--record", kept, stdin="auto\n")
    assert (outcome.status, outcome.err) == (0, "")
    assert f"9x9/10, first move safe, from move {len(lost.moves) - 1}." in outcome.out
    assert "  m" not in outcome.out  # the mines stay hidden
    cell = lost.moves[-1].cell
    before = sapper_cli(
        "play", "--plain", "--from", file, "--move", 1, "--record", kept, stdin=f"{cell[0]} {cell[1]}\n"
    )
    assert "from move 1." in before.out and "Lost: " in before.out
    [record] = read_records(kept)
    assert (record.mines, record.moves[0], len(record.moves)) == (lost.mines, lost.moves[0], 2)
    assert record.replay().state == "lost"
    # A new board ends the recorded game; an agent plays on as well, also in a replay of another program.
    assert "from move" not in sapper_cli(*PLAY, stdin="").out
    watched = sapper_cli(
        "play", "--plain", "--from", FOLDER / "beginner.avf", "--move", 3, "--agent", "sapper-fast"
    )
    assert watched.status == 0
    assert re.search("^(Won|Lost): ", watched.out, re.MULTILINE)


def test_a_game_without_its_whole_layout_is_played_on_with_one_that_fits(
    sapper_cli: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "seen.jsonl"
    record = play(make("random"), BEGINNER, seed=7)
    left = replace(record, moves=record.moves[:-1], result="playing", end="unfinished", layout_known=False)
    write_records(file, [left])
    outcome = sapper_cli("play", "--plain", "--from", file, stdin="")
    assert (outcome.status, outcome.err) == (0, "")
    assert f"from move {len(left.moves)} of a game whose mines were not all seen" in outcome.out


def test_what_cannot_be_played_on_is_one_line(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "won.jsonl"
    write_records(file, [play(make("sapper-fast"), Rules(3, 3, 1), seed=1)])
    for arguments, message in (
        (("--from", tmp_path / "nothing.jsonl"), "nothing.jsonl"),
        (("--from", file, "--game", 2), "contains 1 game, so there is no game 2"),
        (("--from", file, "--move", 99), "no game can go on after 99"),
        (("--from", file, "--move", len(read_records(file)[0].moves)), "over after these moves"),
        (("--from", file, "--no-guess"), "neither --no-guess nor --seed"),
        (("--move", 3), "belong to --from"),
    ):
        outcome = sapper_cli("play", "--plain", *arguments)
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1), arguments
        assert message in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--level", "huge"), "rules are ROWSxCOLS/MINES"),
        (("--agent", "nobody"), "no agent is called 'nobody'"),
        (("--seed", "-1"), "--seed"),
        (("--level", "3x3/9", "--first-move", "safe"), "mines"),
        (("--level", "2x2/2"), "no start leaves room for 2 mines with its neighbours free"),
        (("--level", "2x2/1"), "no start leaves room for 1 mine with its neighbours free"),
    ],
)
def test_failures_are_one_line(sapper_cli: Terminal, arguments: tuple[str, ...], message: str) -> None:
    outcome = sapper_cli("play", "--plain", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
