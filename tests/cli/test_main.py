"""The command line as a whole: version, help, list of agents, completion, and docs/cli.md."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import sapper
from sapper import AGENTS, BEGINNER, Arena, Rules, make, play
from sapper.agents.figures import measurement
from sapper.agents.registry import shipped
from sapper.arena.statistics import wilson
from sapper.errors import OutOfBudget
from sapper.game.file_formats import write_records
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
COMMANDS = ("analyse", "agents", "bench", "engine")


def test_version(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("--version")
    assert (outcome.status, outcome.out) == (0, f"sapper {version('sapper')}\n")
    assert sapper.__version__ == version("sapper")


def test_no_command_shows_help(sapper_cli: Terminal) -> None:
    outcome = sapper_cli()
    assert outcome.status == 0
    for command in COMMANDS:
        assert command in outcome.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(sapper_cli: Terminal, command: str) -> None:
    for flag in ("-h", "--help"):
        outcome = sapper_cli(command, flag)
        assert outcome.status == 0
        assert f"sapper {command}" in outcome.out


def test_agents_are_listed(sapper_cli: Terminal) -> None:
    listed = json.loads(sapper_cli("agents", "--json").out)
    assert listed == [
        {"name": info.name, "paper": info.paper, "summary": info.summary} for info in AGENTS.values()
    ]
    table = sapper_cli("agents").out
    for info in AGENTS.values():
        assert info.name in table
        assert info.summary in table


def test_the_help_cuts_no_summary(sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = sapper_cli("--help").out
    assert "..." not in out.partition("Commands:")[2]
    assert max(map(len, out.splitlines())) <= 80
    assert "Print the risks, the certain cells, and the best move with its reason." in " ".join(out.split())


def test_the_table_of_agents_states_strength_and_speed(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = measurement()
    assert set(measured.agents) == {info.name for info in shipped()}
    table = sapper_cli("agents").out
    [line] = [line for line in table.splitlines() if line.startswith("lowest-risk ")]
    figures = measured.agents["lowest-risk"]
    low, high = wilson(figures.wins, figures.games)
    assert f"{100 * figures.wins / figures.games:.0f} [{100 * low:.0f}, {100 * high:.0f}]" in line
    assert "1.0x" in line
    assert measured.command in table
    assert measured.conditions in table
    monkeypatch.setattr("sapper.cli.agents.ONE_LINE", 80)
    assert max(map(len, sapper_cli("agents").out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["lowest-risk", "single-point", "random"])
def test_the_committed_figures_are_played_again(name: str) -> None:
    """The wins of the measurement are those of the boards that it names."""
    measured, figures = measurement(), measurement().agents[name]
    rules = Rules.parse(measured.board, first_move=measured.first_move)
    arena = Arena(rules, seed=measured.seed, start=(measured.start[0], measured.start[1]), workers=1)
    assert arena.run([name], figures.games).summaries[0].wins == figures.wins


def test_shells_can_complete() -> None:
    script = subprocess.run(
        [sys.executable, "-m", "sapper"],
        env={"_SAPPER_COMPLETE": "source_bash", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "complete" in script.stdout
    assert "sapper" in script.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["analyse", "agents", "engine"])
def test_a_closed_stream_does_not_crash_a_command(command: str, closed: str) -> None:
    call = f'exec "{sys.executable}" -m sapper {command} {closed}'
    done = subprocess.run(["sh", "-c", call], input="", capture_output=True, text=True, check=False)
    assert done.returncode == (2 if command == "analyse" else 0)
    assert "Traceback" not in done.stderr


def test_characters_that_cannot_be_encoded_are_replaced(sapper_cli: Terminal, tmp_path: Path) -> None:
    game, run = tmp_path / "game.jsonl", tmp_path / "run"
    write_records(game, [play(make("random"), BEGINNER, seed=4)])
    assert sapper_cli("bench", "lowest-risk", "--level", "6x6/6", "--games", 20, "--out", run).status == 0
    commands = (
        ("report", str(run), "--calibration"),
        ("review", str(game), "--strength", "fast"),
        ("query", str(run), "select chr(177) plus_or_minus"),
    )
    for command in commands:
        process = spawn(*command, env=os.environ | {"PYTHONIOENCODING": "ascii"})
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
        assert "?" in out


def test_the_status_is_1_when_the_budget_runs_out(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise OutOfBudget("not within 1 s")

    monkeypatch.setattr("sapper.solver.analysis.analyse", give_up)
    outcome = sapper_cli("analyse", stdin="1?? 1")
    assert (outcome.status, outcome.out, outcome.err) == (1, "", "sapper: not within 1 s\n")


def test_docs_cli_is_up_to_date() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "cli_docs.py"), "--check"]
    assert subprocess.run(script, check=False).returncode == 0
    page = (ROOT / "docs" / "cli.md").read_text()
    for option in ("--json", "--trust-flags", "--budget SECONDS", "--boards FILE", "--start R,C"):
        assert option in page


def test_public_names_are_there_and_listed() -> None:
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None
        assert name in dir(sapper)
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        sapper.no_such_name  # noqa: B018


def test_the_demo_ends_by_itself_without_a_terminal(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("demo", "--games", "2000")
    assert (outcome.status, outcome.err) == (0, "")
    assert "An expert position where a guess is needed" in outcome.out
    assert "(estimated, games played out)" in " ".join(outcome.out.split())
    for level in ("beginner", "intermediate", "expert"):
        assert f"playing {level} ..." in outcome.out
        for agent in ("lowest-risk", "sapper-fast"):
            assert len(re.findall(rf"^{level} +{agent} +2,000 ", outcome.out, re.MULTILINE)) == 1
