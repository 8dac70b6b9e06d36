"""`sapper reproduce` writes files that refer to each other, and can be stopped and resumed."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path

import pytest

from sapper.arena.run_folder import RunFolder
from sapper.cli.main import run
from tests.cli.command_runner import Terminal, spawn
from tests.patience import PATIENCE


@pytest.fixture
def sapper_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reproduced")
    names = ("nguyen2021/figure-6", "pgms-csp/table-1", "sajjad2022/table-5.2", "aua2023/learning-rates")
    options = ("--games", "10", "--workers", "1", "--logs", str(path), "--out", str(path))  # no logs there
    assert run(["reproduce", *names, *options]) == 0
    return path


def test_markdown_names_its_plots_and_every_plot_is_named(out: Path) -> None:
    named = set()
    for page in out.glob("*.md"):
        named |= set(re.findall(r"\]\(([^)]+\.png)\)", page.read_text()))
    assert named == {path.name for path in out.glob("*.png")}
    assert len(named) == 4


def test_published_values_stand_beside_ours_with_their_difference(out: Path) -> None:
    text = (out / "pgms-csp.md").read_text()
    header, _, *rows = next(part for part in text.split("\n\n") if part.startswith("|")).splitlines()
    columns = [cell.strip() for cell in header.strip("|").split("|")]
    assert len(rows) == 4
    row = next(row for row in rows if row.startswith("| pgms-equation |"))
    cells = dict(zip(columns, (cell.strip() for cell in row.strip("|").split("|")), strict=True))
    for board, published, games in (("beginner", 73, 847), ("intermediate", 38, 795), ("expert", 24, 813)):
        assert cells[f"{board}: published"] == f"{published} (n {games})"
        value = float(cells[f"{board}: ours [95%]"].split()[0])
        difference = float(cells[f"{board}: difference [95%]"].split()[0])
        assert difference == pytest.approx(value - published, abs=0.11)
    assert "16x30/99, first move unsafe, start of the agent's choice, no cascade" in text
    assert "10 games of each agent on each" in text


def test_a_missing_learner_is_listed_as_not_available(out: Path) -> None:
    text = (out / "aua2023.md").read_text()
    assert "dqn-5x5-slow" in text
    assert "not available" in text


def test_the_page_holds_every_experiment(out: Path) -> None:
    text = (out / "index.html").read_text()
    assert text.count("<img ") == 4
    for words in ("nguyen-backtracking", "sapper reproduce nguyen2021/figure-6", "--games 10"):
        assert words in text
    assert 'src="data:' in text


def test_json_is_one_document_and_a_second_run_plays_nothing(sapper_cli: Terminal, out: Path) -> None:
    shards = {path: path.stat().st_mtime_ns for path in out.glob("games/**/*.parquet")}
    outcome = sapper_cli(
        "reproduce", "pgms-csp/table-1", "--games", "10", "--workers", "1", "--out", out, "--json"
    )
    [found] = json.loads(outcome.out)["experiments"]
    assert (found["name"], found["games"]) == ("pgms-csp/table-1", 10)
    row = next(each for each in found["rows"] if each["published"] == 0.73)
    assert row["difference"]["value"] == pytest.approx(row["ours"]["value"] - 0.73)
    assert {path: path.stat().st_mtime_ns for path in out.glob("games/**/*.parquet")} == shards


def test_a_mean_of_one_game_has_no_interval(sapper_cli: Terminal, tmp_path: Path) -> None:
    options = ("--games", "2", "--workers", "1", "--out", tmp_path, "--json")
    outcome = sapper_cli("reproduce", "tcd2021/table-2", *options)
    [found] = json.loads(outcome.out)["experiments"]
    single = [row for row in found["rows"] if row["ours"] and row["ours"]["games"] == 1]
    assert single
    assert {row["ours"]["high"] for row in single} == {None}
    assert {row["difference"]["high"] for row in single if row["difference"]} == {None}
    page = (tmp_path / "tcd2021.md").read_text()
    won = next(row for row in single if row["difference"])
    assert f"| {won['ours']['value']:.2f} [-] | {won['difference']['value']:+.2f} [-] |" in page
    assert "inf" not in page


def test_ctrl_c_keeps_the_finished_games_of_all_settings(tmp_path: Path) -> None:
    options = ("--games", "20000", "--workers", "1", "--out", str(tmp_path))
    process = spawn("reproduce", "tcd2021/table-2", *options)
    while not list(tmp_path.glob("games/**/*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stdout) == (130, ""), stderr
    assert "the finished games are in" in stderr.replace("\n", " ")
    assert "Traceback" not in stderr
    folders = [RunFolder.open(path.parent) for path in tmp_path.glob("games/**/run.json")]
    kept = sum(len(games) for folder in folders for games in folder.read_all())
    assert 0 < kept < 20_000 * len(folders)


def test_the_list_needs_no_paper(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("reproduce", "--list")
    assert outcome.status == 0
    assert "tcd2021/table-2" in outcome.out
    assert len(json.loads(sapper_cli("reproduce", "--list", "--json").out)) == len(outcome.out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a paper, or all"),
        (("aua2024",), "did you mean aua2023"),
        (("aua2023", "--games", "0"), "--games"),
        (("nguyen2021/figure-6", "--games", "1", "--out", "/proc/none"), "/proc/none"),
    ],
)
def test_bad_arguments_are_one_line(sapper_cli: Terminal, arguments: tuple[str, ...], message: str) -> None:
    outcome = sapper_cli("reproduce", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
