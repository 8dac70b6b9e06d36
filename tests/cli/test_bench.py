"""`sapper bench`: tables, JSON, board files, run folders, and Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import time
from pathlib import Path

import pytest
from rich.console import Console

from sapper import BEGINNER, Board, Rules
from sapper.arena.arena import Arena
from sapper.arena.statistics import wilson
from sapper.cli.progress import Progress
from sapper.game.file_formats import write_boards
from sapper.report.number_format import points
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE, wait_for_work

DOCS = Path(__file__).parents[2] / "docs"
SMALL = ("--level", "6x6/6", "--games", "40", "--workers", "1")


def test_json_is_the_documented_document(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("bench", "lowest-risk", "random", *SMALL, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert list(found) == ["agents", "pairs"]
    assert [agent["name"] for agent in found["agents"]] == ["lowest-risk", "random"]
    for agent in found["agents"]:
        assert {"games", "wins", "rate", "low", "high", "seconds"} <= set(agent)
        assert agent["games"] == 40
        assert agent["rate"] == agent["wins"] / 40
        assert (agent["low"], agent["high"]) == wilson(agent["wins"], 40)
        assert agent["seconds"] > 0
    [pair] = found["pairs"]
    assert (pair["a"], pair["b"], pair["games"]) == ("lowest-risk", "random", 40)
    assert pair["difference"] == pytest.approx(found["agents"][0]["rate"] - found["agents"][1]["rate"])


def test_the_table_shows_what_the_contract_names(sapper_cli: Terminal) -> None:
    out = sapper_cli("bench", "lowest-risk", "random", *SMALL).out
    for column in (
        "wins",
        "win % [95%]",
        "luck-adjusted %",
        "games/s",
        "guesses",
        "steps",
        "opened",
        "McNemar p",
    ):
        assert column in out
    assert "lowest-risk - random" in out


def test_a_narrow_terminal_gets_every_column_whole(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.cli import console

    monkeypatch.setattr(console, "PIPED_WIDTH", 80)
    out = sapper_cli("bench", "pgms-csp-elsewhere", "nguyen-backtracking", *SMALL).out
    for column in ("win % [95%]", "luck-adjusted %", "opened", "difference [95%]"):
        assert column in out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_narrow_terminal_gets_the_luck_adjusted_difference_of_a_pair(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.cli import console

    run = ("bench", "sapper-fast", "lowest-risk", "--level", "9x9/10", "--games", "300")
    pair = json.loads(sapper_cli(*run, "--json").out)["pairs"][0]
    wide = sapper_cli(*run).out
    monkeypatch.setattr(console, "PIPED_WIDTH", 80)
    narrow = sapper_cli(*run).out
    shown = points(*(pair["adjusted"][key] for key in ("value", "low", "high")))
    assert shown in wide
    assert any("sapper-fast - lowest-risk" in line and shown in line for line in narrow.splitlines())
    assert "luck-adjusted difference [95%]" in narrow


def same_but_seconds(text: str) -> object:
    found = json.loads(text)
    for agent in found["agents"]:
        del agent["seconds"], agent["games_per_second"]
    return found


def test_the_same_seed_is_the_same_run(sapper_cli: Terminal) -> None:
    arguments = ("bench", "lowest-risk", "random", "--level", "6x6/6", "--games", "100", "--json")
    first = same_but_seconds(sapper_cli(*arguments, "--workers", "1").out)
    assert same_but_seconds(sapper_cli(*arguments, "--workers", "2").out) == first
    assert same_but_seconds(sapper_cli(*arguments, "--seed", "1").out) != first


@pytest.mark.parametrize(
    "options",
    [
        ("--first-move", "zero", "--start", "2,2"),
        ("--first-move", "unsafe"),
        ("--start", "agent"),
        ("--no-cascade",),
        ("--on-mine", "continue"),
        ("--on-wrong-flag", "lose"),
        ("--won-by", "open-or-flag"),
    ],
)
def test_every_rule_can_be_played(sapper_cli: Terminal, options: tuple[str, ...]) -> None:
    plain = same_but_seconds(sapper_cli("bench", "lowest-risk", *SMALL, "--json").out)
    outcome = sapper_cli("bench", "lowest-risk", *SMALL, *options, "--json")
    assert outcome.status == 0
    if options[0] not in ("--on-wrong-flag", "--won-by"):  # this agent sets no flags
        assert same_but_seconds(outcome.out) != plain


def test_boards_come_from_a_file(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    write_boards(file, [Board.random(BEGINNER, 7, index) for index in range(30)])
    arguments = ("bench", "lowest-risk", "random", "--json", "--workers", "1", "--seed", "7")
    from_file = sapper_cli(*arguments, "--boards", file)
    from_seed = sapper_cli(*arguments, "--level", "beginner", "--games", "30")
    assert same_but_seconds(from_file.out) == same_but_seconds(from_seed.out)
    fewer = json.loads(sapper_cli(*arguments, "--boards", file, "--games", "5").out)
    assert fewer["agents"][0]["games"] == 5


def test_the_title_names_everything_that_determines_the_games(
    sapper_cli: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_boards(Path("b.jsonl"), [Board.random(BEGINNER, 7, index) for index in range(2)])
    bench = ("bench", "random", "--boards", "b.jsonl", "--workers", "1")
    out = sapper_cli(*bench, "--seed", "5").out
    assert out.startswith("9x9/10, b.jsonl, first move safe, seed 5\n")
    out = sapper_cli(*bench, "--first-move", "unsafe", "--start", "agent").out
    assert out.startswith("9x9/10, b.jsonl, first move unsafe, start chosen by the agent, seed 0\n")


def test_a_level_must_be_that_of_the_boards_and_a_start_is_used(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "board.mbf"
    write_boards(file, [Board.from_mines(Rules(1, 5, 1), [(0, 1)])])
    bench = ("bench", "lowest-risk", "--json", "--boards", file)
    assert json.loads(sapper_cli(*bench, "--start", "0,4").out)["agents"][0]["steps"] == 2
    assert json.loads(sapper_cli(*bench, "--start", "0,0").out)["agents"][0]["steps"] == 3
    assert sapper_cli(*bench, "--level", "1x5/1").status == 0
    outcome = sapper_cli(*bench, "--level", "beginner")
    assert (outcome.status, outcome.out) == (2, "")
    assert "board 1 is 1x5/1, not 9x9/10" in outcome.err
    outcome = sapper_cli(*bench, "--start", "0,1")
    assert (outcome.status, outcome.out) == (2, "")
    assert "the start (0, 1) is not free" in outcome.err


@pytest.mark.parametrize("agent", ["lowest-risk", "tcd-csp"])
def test_a_given_start_replaces_the_start_in_the_file(
    sapper_cli: Terminal, tmp_path: Path, agent: str
) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text('{"rows":3,"cols":3,"mines":[[0,0]],"start":[0,0]}\n' * 2)
    bench = ("bench", agent, "--json", "--workers", "1", "--boards", file)
    for start in ("2,2", "agent"):
        for first_move in ("safe", "zero", "unsafe"):
            outcome = sapper_cli(*bench, "--start", start, "--first-move", first_move)
            assert (outcome.status, outcome.err) == (0, "")
        assert start == "agent" or json.loads(outcome.out)["agents"][0]["wins"] == 2
    outcome = sapper_cli(*bench)
    assert (outcome.status, outcome.out) == (2, "")
    assert "line 1: the start (0, 0) is not free" in outcome.err
    outcome = sapper_cli(*bench, "--start", "0,1", "--first-move", "zero")
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{file}: board 1: the start (0, 1) is not a zero" in outcome.err


def test_the_same_boards_under_another_path_are_the_same_run(sapper_cli: Terminal, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    for file in (here, there):
        write_boards(file, [Board.random(BEGINNER, 7, index) for index in range(5)])
    bench = ("bench", "random", "--workers", "1", "--out", tmp_path / "run", "--resume", "--boards")
    assert sapper_cli(*bench, here).status == 0
    outcome = sapper_cli(*bench, there)
    assert (outcome.status, outcome.err) == (0, "")
    kept = json.loads((tmp_path / "run" / "run.json").read_text())["arguments"]["boards"]
    assert kept["file"] == str(here)
    write_boards(there, [Board.random(BEGINNER, 8, index) for index in range(5)])
    outcome = sapper_cli(*bench, there)
    assert (outcome.status, "holds another run: its boards is" in outcome.err) == (2, True)


def test_bad_board_files_are_errors(sapper_cli: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    write_boards(file, [Board.random(BEGINNER, 0), Board.random(Rules(4, 4, 2), 0)])
    assert "board 2 is 4x4/2, not 9x9/10" in sapper_cli("bench", "random", "--boards", file).err
    file.write_text("")
    assert "contains no board" in sapper_cli("bench", "random", "--boards", file).err
    file.write_text("{")
    assert "line 1" in sapper_cli("bench", "random", "--boards", file).err
    write_boards(file, [Board.random(BEGINNER, 0)])
    outcome = sapper_cli("bench", "random", "--boards", file, "--games", "2")
    assert (outcome.status, outcome.out) == (2, "")
    assert "2 games cannot be played on 1 board: each board is played once" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "at least one agent"),
        (("lowest-rsk",), "did you mean lowest-risk?"),
        (("random", "random"), "twice"),
        (("random", "--level", "huge"), "not 'huge'"),
        (("random", "--level", "9x9/81"), "mines must be between 0 and 80"),
        (("random", "--games", "0"), "--games"),
        (("--until-decided", "random", "random"), "two different agents"),
        (("--until-decided", "random", "nobody"), "no agent is called 'nobody'"),
        (("--until-decided", "random", "pseq", "--points", "0"), "--points must be between"),
        (("random", "--points", "1"), "add --until-decided A B"),
        (("random", "--address", "host:1"), "add --engine ray"),
        (("random", "--games", "many"), "--games"),
        (("random", "--seed", "-1"), "--seed"),
        (("random", "--workers", "0"), "--workers"),
        (("random", "--start", "top"), "not 'top'"),
        (("random", "--start", "16,0"), "outside the 16x30 board"),
        (("random", "--level", "3x3/5", "--first-move", "zero", "--start", "1,1"), "at most 0"),
        (("random", "--first-move", "lucky"), "--first-move"),
        (("random", "--boards", "/no/such/file"), "/no/such/file"),
        (("random", "--resume"), "--resume needs --out"),
        (("random", "--out", "/dev/null/run"), "/dev/null/run"),
        (("sapper-strong", "--think", "5"), "only sapper-max can be given time to think, not sapper-strong"),
        (("sapper-max", "--think", "0"), "--think takes a number of milliseconds above 0, not 0"),
        (("sapper-max", "--think", "nan"), "--think takes a number of milliseconds above 0, not nan"),
    ],
)
def test_bad_arguments_are_one_line(sapper_cli: Terminal, arguments: tuple[str, ...], message: str) -> None:
    outcome = sapper_cli("bench", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("sapper: ")
    assert message in outcome.err


def test_until_decided_stops_early_says_so_and_resumes(sapper_cli: Terminal, tmp_path: Path) -> None:
    arguments = ("bench", "--until-decided", "random", "lowest-risk", "--level", "6x6/6", "--workers", "1")
    outcome = sapper_cli(*arguments, "--out", tmp_path / "run")
    assert outcome.status == 0
    assert "lowest-risk is stronger than random, after 400 boards" in outcome.out
    again = json.loads(sapper_cli(*arguments, "--out", tmp_path / "run", "--resume", "--json").out)
    assert [agent["games"] for agent in again["agents"]] == [400, 400]
    decision = again["decision"]
    assert (decision["verdict"], decision["games"], decision["test"]["points"]) == ("b", 400, 0.01)
    other = sapper_cli(
        "bench", "random", "lowest-risk", "--level", "6x6/6", "--out", tmp_path / "run", "--resume"
    )
    assert (other.status, "another run" in other.err) == (2, True)


def test_docs_arena_shows_the_output_of_the_command(sapper_cli: Terminal) -> None:
    command, verdict = re.findall(r"\$ sapper (.+)\n\.\.\.\n(.+)\n", (DOCS / "arena.md").read_text())[0]
    assert sapper_cli(*command.split()).out.endswith(f"{verdict}\n")


def test_docs_scale_states_the_size_of_batches() -> None:
    page = " ".join((DOCS / "scale.md").read_text().split())

    def least_and_most(agent: str, level: str) -> tuple[int, int]:
        arena = Arena(Rules.parse(level))
        few, many = (arena.plan([agent], games)[0].count for games in (2_500, 200_000))
        return few, many

    assert least_and_most("sapper-fast", "expert") == (2_500, 10_000)
    assert "at least 2,500 and at most 10,000 games" in page
    assert least_and_most("sapper-max", "expert")[1] == 64
    assert "8 and 64 for `sapper-max`" in page
    assert least_and_most("tcd-csp", "10x10/10")[1] == 250
    assert least_and_most("tcd-csp", "expert")[1] == 52
    assert (
        "250 games on boards of up to 100 cells, and proportionally fewer on larger boards, which is 52"
        in page
    )
    assert least_and_most("random", "expert") == (1_500, 2_500)
    assert "Quick agents have 1,500 to 2,500" in page


def test_a_folder_that_is_not_empty_is_refused(sapper_cli: Terminal, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("irreplaceable")
    outcome = sapper_cli("bench", "random", *SMALL, "--out", tmp_path)
    assert (outcome.status, outcome.out) == (2, "")
    assert "is not empty" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_the_summary_is_the_json(sapper_cli: Terminal, tmp_path: Path) -> None:
    outcome = sapper_cli("bench", "lowest-risk", "random", *SMALL, "--json", "--out", tmp_path / "run")
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary.pop("format") == 1
    assert len(summary.pop("shards")) == 2  # digests of files, of which --json has none
    assert summary == json.loads(outcome.out)


def test_think_is_stored_with_the_run_and_marks_it(sapper_cli: Terminal, tmp_path: Path) -> None:
    thinking = ("bench", "sapper-strong", "sapper-max", "--level", "6x6/8", "--games", "6", "--workers", "2")
    outcome = sapper_cli(*thinking, "--think", "2", "--out", tmp_path / "run", "--json")
    assert outcome.status == 0
    assert json.loads(outcome.out)["reproducible"] is False
    kept = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (kept["reproducible"], kept["arguments"]["think"]) == (False, 2.0)
    assert sapper_cli(*thinking, "--think", "2", "--out", tmp_path / "run", "--resume").status == 0
    for other in (("--think", "3"), ()):
        mixed = sapper_cli(*thinking, *other, "--out", tmp_path / "run", "--resume")
        assert mixed.status == 2
        assert "holds another run: its think is 2.0" in mixed.err
    assert "2 ms per guess (not reproducible)" in sapper_cli(*thinking, "--think", "2").out
    assert sapper_cli(*thinking, "--out", tmp_path / "counted").status == 0
    assert json.loads((tmp_path / "counted" / "run.json").read_text())["reproducible"] is True


def test_ctrl_c_keeps_the_finished_games(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = spawn("bench", "random", "--games", "200000", "--workers", "1", "--out", str(out), "--json")
    while not list(out.glob("games/*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, stderr
    played = json.loads(stdout)["agents"][0]["games"]
    assert 0 < played < 200_000
    assert f"stopped after {played} games; they are stored in" in stderr.replace("\n", " ")
    assert "Traceback" not in stderr
    assert not (out / "summary.json").exists()


def test_ctrl_c_ends_long_searches_too(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = spawn(
        "bench", "lowest-risk", "sapper-max", "--games", "8", "--think", "600000", "--out", str(out)
    )
    while not list(out.glob("games/00-*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    wait_for_work(process.pid)  # by now it searches, and it would take an hour
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, stderr
    assert "lowest-risk" in stdout
    assert "stopped after 8 games; they are stored in" in stderr.replace("\n", " ")
    assert not list(out.glob("games/01-*"))


def test_ctrl_c_stops_workers_too(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = spawn(
        "bench", "random", "--games", "200000", "--workers", "2", "--out", str(out), start_new_session=True
    )
    while not list(out.glob("games/*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    os.killpg(
        process.pid, signal.SIGINT
    )  # like a terminal, which sends the signal to the whole process group
    _, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr


def test_a_terminal_gets_a_bar_before_the_first_batch_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = io.StringIO()
    console = Console(file=drawn, force_terminal=True, width=100)
    monkeypatch.setattr("sapper.cli.progress.messages", lambda: console)
    with Progress(500) as progress:
        progress.first.join(PATIENCE)
        assert not progress.first.is_alive()
        assert progress.bar is not None
    assert "0/500" in drawn.getvalue()


def test_progress_is_shown_after_two_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.arena.batch import Batch, play_batch

    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    games = play_batch(Batch("lowest-risk", BEGINNER, 0, 0, 50))
    with Progress(500) as progress:
        now[0] += 1
        progress.add(games)
        assert capsys.readouterr().err == ""
        now[0] += 2
        progress.add(games)
        told = capsys.readouterr()
        assert told.out == ""
        assert "100 of 500 games, 33 per second, 12 s left; lowest-risk" in told.err
        now[0] += 1
        progress.add(games)
        assert capsys.readouterr().err == ""  # there is not one line per batch
