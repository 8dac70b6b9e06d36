"""Pages, Markdown and SQL over a run folder."""

from __future__ import annotations

import json
import re
import shutil
import struct
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from sapper import Rules, SapperError
from sapper.arena.batch import Batch, play_batch
from sapper.arena.run_folder import RunFolder
from sapper.cli.main import run
from sapper.report.calibration_table import calibration
from sapper.report.figure import Figure, Kind, Series, Table
from sapper.report.html_page import Page
from sapper.report.markdown import markdown
from sapper.report.plots import draw
from sapper.report.sql import query
from tests.cli.command_runner import Terminal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("a=b") / "run"  # a name that could be read as a partition's key
    bench = ["bench", "lowest-risk", "random", "--level", "6x6/6", "--games", "60", "--workers", "1"]
    assert run([*bench, "--out", str(path)]) == 0
    return path


@pytest.fixture
def sapper_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


class Elements(HTMLParser):
    """Every element and its attributes, and whether those that are opened are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_holds_everything_itself(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
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
    for words in ("lowest-risk - random", "6x6/6, first move safe, start 0,0, seed 0", "60 games each"):
        assert words in text
    assert "How games ended" in text


def test_markdown_tables_say_what_the_summary_says(sapper_cli: Terminal, folder: Path) -> None:
    outcome = sapper_cli("report", folder, "--markdown")
    summary = json.loads((folder / "summary.json").read_text())["agents"][0]
    row = next(line for line in outcome.out.splitlines() if line.startswith("| lowest-risk |"))
    assert f"| 60 | {summary['wins']} | {100 * summary['rate']:.1f} [" in row


def both_reports(sapper_cli: Terminal, run: Path) -> list[str]:
    """A run in Markdown and as a page."""
    told = sapper_cli("report", run, "--markdown").out
    assert sapper_cli("report", run).status == 0
    return [told, (run / "report.html").read_text()]


def test_a_report_says_which_games_are_missing(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    shutil.copytree(folder, copy)
    assert all("Unfinished" not in text for text in both_reports(sapper_cli, copy))
    RunFolder.open(copy).shards[-1].unlink()
    markdown, page = both_reports(sapper_cli, copy)
    assert markdown.startswith("Unfinished: 0 of 60 games of random.\n")
    assert "<p>Unfinished: 0 of 60 games of random.</p>" in page
    description = json.loads((copy / "run.json").read_text())
    description["arguments"]["games"] = 1_000_000  # as if it had been stopped
    (copy / "run.json").write_text(json.dumps(description))
    for text in both_reports(sapper_cli, copy):
        assert "Unfinished: 60 of 1,000,000 games of lowest-risk, 0 of 1,000,000 games of random." in text


def test_a_decision_finishes_a_run_early(sapper_cli: Terminal, tmp_path: Path) -> None:
    run = tmp_path / "run"
    agents = ("random", "lowest-risk")
    bench = ("bench", "--until-decided", *agents, "--level", "6x6/6", "--workers", "1")
    assert sapper_cli(*bench, "--out", run).status == 0
    assert all("Unfinished" not in text for text in both_reports(sapper_cli, run))
    summary = run / "summary.json"
    for broken in ("{}", '{"format": 1, "agents": [], "decision": 1}'):
        content = summary.read_text()
        summary.write_text(broken)
        for text in both_reports(sapper_cli, run):
            assert "Unfinished: 400 of at most 1,000,000 games of random, 400 of at most" in text
        summary.write_text(content)
    RunFolder.open(run).shards[-1].unlink()
    left = sum(len(games) for games in RunFolder.open(run).read_all() if games.agent == "lowest-risk")
    for text in both_reports(sapper_cli, run):
        assert f"Unfinished: {left} of 400 games of lowest-risk." in text
        assert "games each" not in text or f"Win rate, {left} to 400 games each" in text


def test_markup_in_names_stays_text() -> None:
    table = Table("<b>", ("a|b", "n"), (("<i>|", "1"), ("x", "-")))
    page = Page("<title>")
    page.table(table)
    page.code("a < b")
    elements = Elements(str(page))
    assert {"b", "i"}.isdisjoint(tag for tag, _ in elements.found)
    assert markdown(table).splitlines()[2:] == ["| a\\|b | n |", "|---|---:|", "| <i>\\| | 1 |", "| x | - |"]


@pytest.mark.parametrize("kind", ["bars", "lines", "steps", "points", "heat"])
def test_every_kind_of_figure_is_drawn_the_same_twice(kind: Kind) -> None:
    edges = [0.0, 1.0, 2.0, 3.0] if kind == "steps" else [0.0, 1.0, 2.0]
    y, low, high = [0.2, 0.5, float("nan")], [0.1, 0.4, float("nan")], [0.3, 0.6, float("nan")]
    series = tuple(
        Series(f"agent {number}", y, edges, low, high, published=number == 1)
        for number in range(9 if kind == "lines" else 2)
    )
    matrix = ((0.1, 0.2), (0.3, float("nan")))
    figure = Figure(
        "key", "Title", kind, "mines, %", "won, %", series, ("a", "b", "c"), percent=True, matrix=matrix
    )
    content = draw(figure)
    assert content == draw(figure)
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert 700 < width < 900
    assert 300 < height < 800
    svg = draw(figure, "svg")
    assert b"<svg" in svg
    assert not re.search(rb"<dc:date", svg)


def test_calibration_of_one_run_and_of_several(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    bench = ("bench", "sapper-fast", "lowest-risk", "--level", "beginner", "--games", "400", "--workers", "1")
    for seed in (1, 2):
        assert sapper_cli(*bench, "--seed", seed, "--out", tmp_path / f"{seed}").status == 0
    outcome = sapper_cli("report", tmp_path / "1", "--calibration")
    assert (outcome.status, outcome.err) == (0, "")
    titles = [line for line in outcome.out.splitlines() if line and not line.startswith("|")]
    assert titles == [
        "sapper-fast, 400 games: chance to survive the guess",
        "sapper-fast, 400 games: chance to win, stated as exact",
        "sapper-fast, 400 games: chance to win, estimated",
        "sapper-fast, 400 games: chance to win, estimated; observed without the luck of the guess and of"
        " those after it",
        "lowest-risk, 400 games: chance to survive the guess",
    ]
    stated = query(tmp_path / "1", "select sum(guesses), sum(len(stated_win)) from games").rows[0]
    assert stated[0] == stated[1]
    both = sapper_cli("report", tmp_path / "1", tmp_path / "2", "--calibration").out
    parts = [calibration(RunFolder.open(tmp_path / name).read_all()[:1]) for name in ("1", "2")]
    together = calibration(
        RunFolder.open(tmp_path / "1").read_all()[:1] + RunFolder.open(tmp_path / "2").read_all()[:1]
    )
    for one, two, whole in zip(*parts, together, strict=True):
        assert whole.whole.n == one.whole.n + two.whole.n
        assert str(whole) in both
    RunFolder.open(tmp_path / "2").shards[-1].unlink()
    lacks = f"{tmp_path / '2'}: Unfinished: 0 of 400 games of lowest-risk."
    told = sapper_cli("report", tmp_path / "1", tmp_path / "2", "--calibration").out
    assert told.replace("\n", " ").startswith(f"{lacks}  sapper-fast, 800 games")
    refused = sapper_cli("report", tmp_path / "1", tmp_path / "2")
    assert refused.status == 2
    assert "one run at a time" in refused.err


def test_a_game_counts_once_in_calibration(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    def refusal(*runs: Path) -> str:
        outcome = sapper_cli("report", *runs, "--calibration")
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        return outcome.err

    link = tmp_path / "link"
    link.symlink_to(folder)
    for again in (folder, folder / ".." / "run", link):
        assert f"{again} is named twice" in refusal(folder, again)
    bench = ("bench", "lowest-risk", "--level", "6x6/6", "--workers", "1")
    repeats = {
        "fewer": ("--games", 20),
        "start": ("--games", 20, "--start", "0, 0"),
        "time": ("sapper-max", "--games", 1, "--think", 1),
    }
    others = {
        "seed": ("--games", 20, "--seed", 1),
        "corner": ("--games", 20, "--start", "0,5"),
        "promise": ("--games", 20, "--first-move", "zero"),
    }
    for name, options in (repeats | others).items():
        assert sapper_cli(*bench, *options, "--out", tmp_path / name).status == 0
    for name in repeats:
        both = f"{folder} and {tmp_path / name} hold the same games of lowest-risk"
        assert both in refusal(folder, tmp_path / name)
    told = sapper_cli("report", folder, *(tmp_path / name for name in others), "--calibration")
    assert (told.status, told.err) == (0, "")
    assert "lowest-risk, 120 games: chance to survive the guess" in told.out


def test_calibration_takes_later_boards_of_a_stream_too(
    sapper_cli: Terminal, folder: Path, tmp_path: Path
) -> None:
    arguments = RunFolder.open(folder).description["arguments"] | {"agents": ["lowest-risk"]}
    rules = Rules.from_dict(arguments["rules"])
    for name, first in (("later", 60), ("overlapping", 59)):
        batch = Batch("lowest-risk", rules, 0, first, 20)
        # As `reproduce` keeps them.
        run = RunFolder.begin(tmp_path / name, arguments | {"first": first, "games": 20, "start": [0, 0]})
        run.write(batch, play_batch(batch))
    told = sapper_cli("report", folder, tmp_path / "later", "--calibration")
    assert (told.status, "lowest-risk, 80 games: " in told.out) == (0, True)
    assert sapper_cli("report", folder, tmp_path / "overlapping", "--calibration").status == 2


@pytest.mark.parametrize("option", ["--calibration", "--markdown"])
def test_a_file_is_for_the_page_alone(
    sapper_cli: Terminal, folder: Path, tmp_path: Path, option: str
) -> None:
    outcome = sapper_cli("report", folder, option, "--out", tmp_path / "page")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"sapper: --out names the page, and {option} prints instead of writing one\n"
    assert list(tmp_path.iterdir()) == []


def test_calibration_needs_statements(sapper_cli: Terminal, tmp_path: Path) -> None:
    assert (
        sapper_cli("bench", "tcd-dfs", "--level", "5x5/4", "--games", 5, "--out", tmp_path / "run").status
        == 0
    )
    outcome = sapper_cli("report", tmp_path / "run", "--calibration")
    assert outcome.status == 2
    assert "has stated a chance" in outcome.err


def test_games_in_sql(folder: Path) -> None:
    wins = {games.agent: int(games.columns["won"].sum()) for games in RunFolder.open(folder).read_all()[:1]}
    answer = query(folder, "select agent, sum(won::int), count(*) from games group by agent order by agent")
    assert answer.columns[0] == "agent"
    assert answer.rows[0] == ("lowest-risk", wins["lowest-risk"], 60)
    guesses = query(folder, "select guesses, len(survived) from games where agent = 'random' order by index")
    assert all(counted == listed for counted, listed in guesses.rows)
    lost = query(folder, "select opened_of_free, opened / 30 from games where not won")
    np.testing.assert_allclose([row[0] for row in lost.rows], [row[1] for row in lost.rows], rtol=1e-6)


def test_the_command_answers_in_a_table_and_in_json(sapper_cli: Terminal, folder: Path) -> None:
    sql = (
        "select agent, count(*) games, null nothing, [1, 2] list, 'nan'::float odd from games group by agent"
    )
    found = json.loads(sapper_cli("query", folder, f"{sql} order by agent", "--json").out)
    assert found["columns"] == ["agent", "games", "nothing", "list", "odd"]
    assert found["rows"][0] == ["lowest-risk", 60, None, [1, 2], None]
    assert "lowest-risk" in sapper_cli("query", folder, sql).out
    assert json.loads(sapper_cli("query", folder, "set threads = 1", "--json").out)["rows"] is not None


def test_decimals_are_numbers(sapper_cli: Terminal, folder: Path) -> None:
    sql = "select 1.5 d, 0.5 * count(*) e, [2.5] list from games"
    assert json.loads(sapper_cli("query", folder, sql, "--json").out)["rows"] == [[1.5, 60.0, [2.5]]]
    lines = sapper_cli("query", folder, "select 1.5 decimal").out.splitlines()
    assert lines[-1].startswith("    1.5")  # to the right, as numbers are


def test_a_wide_table_is_not_cut(sapper_cli: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ", ".join(f"'{'word ' * 5}{number}' a_long_heading_{number}" for number in range(20))
    sql = f"select {columns}, {', '.join(f'{number} n{number}' for number in range(40))}"
    heading, _, row = (line.rstrip() for line in sapper_cli("query", folder, sql).out.splitlines())
    for number in range(20):
        assert f"a_long_heading_{number}" in heading
        assert f"{'word ' * 5}{number}" in row
    assert "…" not in heading + row
    # A terminal folds what is too long, each in its column.
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = sapper_cli("query", folder, f"select '{'q' * 300}' word, 1 n").out
    assert "…" not in out
    assert out.count("q") == 300


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("selec 1", "cannot be answered: Parser Error"),
        ("select nothing from games", "cannot be answered: Binder Error"),
        ("select 1 from elsewhere", "cannot be answered: Catalog Error"),
        ("", "no query"),
    ],
)
def test_a_bad_query_is_one_line(sapper_cli: Terminal, folder: Path, sql: str, message: str) -> None:
    outcome = sapper_cli("query", folder, sql)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert message in outcome.err


def test_a_folder_without_a_run_is_told(sapper_cli: Terminal, tmp_path: Path) -> None:
    for command in (("report", tmp_path), ("query", tmp_path / "missing", "select 1")):
        outcome = sapper_cli(*command)
        assert (outcome.status, "is not a run folder" in outcome.err) == (2, True)
    empty = tmp_path / "run"
    RunFolder.begin(empty, {"agents": ["random"], "seed": 1, "rules": {"rows": 3, "cols": 3, "mines": 1}})
    for command in (("report", empty), ("query", empty, "select 1")):
        assert "holds no finished games yet" in sapper_cli(*command).err


def test_a_damaged_shard_is_told_by_queries_too(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    RunFolder.open(copy).shards[0].write_bytes(b"PAR1")
    with pytest.raises(SapperError, match="cannot be read"):
        query(copy, "select 1")
