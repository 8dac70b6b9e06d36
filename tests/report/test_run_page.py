"""The report of a run, as an HTML page and as Markdown."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from sapper.arena.batch import Batch
from sapper.arena.run_folder import RunFolder
from tests.cli.command_runner import Terminal
from tests.report.elements import Elements


def test_a_page_needs_no_other_file(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    outcome = sapper_cli("report", folder, "--out", out)
    assert (outcome.status, outcome.out, outcome.err) == (0, f"{out}\n", "")
    text = out.read_text()
    page = Elements(text)
    assert page.open == []
    tags = [tag for tag, _ in page.found]
    assert tags.count("table") == 3
    assert tags.count("img") == 4
    for tag, attributes in page.found:
        for name in ("src", "href"):
            assert (attributes.get(name) or "data:").startswith(("data:", "#")), (tag, attributes)
    for words in ("lowest-risk - random", "6x6/6, first move safe, start (0, 0), seed 0", "60 games each"):
        assert words in text
    assert "How games ended" in text


def test_markdown_tables_say_what_the_summary_says(sapper_cli: Terminal, folder: Path) -> None:
    outcome = sapper_cli("report", folder, "--markdown")
    summary = json.loads((folder / "summary.json").read_text())["agents"][0]
    row = next(line for line in outcome.out.splitlines() if line.startswith("| lowest-risk |"))
    assert f"| 60 | {summary['wins']} | {100 * summary['rate']:.1f} [" in row


def both_reports(sapper_cli: Terminal, run: Path) -> list[str]:
    """The report of a run in Markdown and as HTML."""
    output = sapper_cli("report", run, "--markdown").out
    assert sapper_cli("report", run).status == 0
    return [output, (run / "report.html").read_text()]


def test_a_report_says_which_games_are_missing(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    shutil.copytree(folder, copy)
    assert all("Unfinished" not in text for text in both_reports(sapper_cli, copy))
    RunFolder.open(copy).shards[-1].unlink()
    markdown, page = both_reports(sapper_cli, copy)
    assert markdown.startswith("Unfinished: 0 of 60 games of random.\n")
    assert "<p>Unfinished: 0 of 60 games of random.</p>" in page
    games = RunFolder.open(folder).read_all()[0]
    arguments = RunFolder.open(folder).description["arguments"] | {"games": 1_000_000}
    stopped = RunFolder.begin(tmp_path / "stopped", arguments)
    stopped.write(Batch(games.agent, stopped.rules, arguments["seed"], 0, len(games)), games)
    for text in both_reports(sapper_cli, stopped.path):
        assert "Unfinished: 60 of 1,000,000 games of lowest-risk, 0 of 1,000,000 games of random." in text


def test_a_decision_finishes_a_run_early(sapper_cli: Terminal, tmp_path: Path) -> None:
    run = tmp_path / "run"
    agents = ("random", "lowest-risk")
    bench = ("bench", "--until-decided", *agents, "--level", "6x6/6", "--workers", "1")
    assert sapper_cli(*bench, "--out", run).status == 0
    assert all("Unfinished" not in text for text in both_reports(sapper_cli, run))
    summary = run / "summary.json"
    content = summary.read_text()
    summary.write_text("{}")
    outcome = sapper_cli("report", run)
    assert (outcome.status, outcome.out) == (2, "")
    assert "summary.json is damaged: it is no summary of a run" in outcome.err
    summary.write_text('{"format": 1, "agents": [], "decision": 1}')
    for text in both_reports(sapper_cli, run):
        assert "Unfinished: 400 of at most 1,000,000 games of random, 400 of at most" in text
    summary.write_text(content)
    RunFolder.open(run).shards[-1].unlink()
    left = sum(len(games) for games in RunFolder.open(run).read_all() if games.agent == "lowest-risk")
    for text in both_reports(sapper_cli, run):
        assert f"Unfinished: {left} of 400 games of lowest-risk." in text
        assert "games each" not in text or f"Win rate, {left} to 400 games each" in text


@pytest.mark.parametrize("option", ["--calibration", "--markdown"])
def test_an_output_file_is_only_for_the_html_page(
    sapper_cli: Terminal, folder: Path, tmp_path: Path, option: str
) -> None:
    outcome = sapper_cli("report", folder, option, "--out", tmp_path / "page")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"sapper: --out names the page, and {option} prints instead of writing one\n"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_run_is_refused(sapper_cli: Terminal, tmp_path: Path) -> None:
    for command in (("report", tmp_path), ("query", tmp_path / "missing", "select 1")):
        outcome = sapper_cli(*command)
        assert (outcome.status, "is not a run folder" in outcome.err) == (2, True)
    empty = tmp_path / "run"
    RunFolder.begin(empty, {"agents": ["random"], "seed": 1, "rules": {"rows": 3, "cols": 3, "mines": 1}})
    for command in (("report", empty), ("query", empty, "select 1")):
        assert "holds no finished games yet" in sapper_cli(*command).err
