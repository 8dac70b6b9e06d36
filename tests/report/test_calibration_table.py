"""The calibration tables of one run and of several runs."""

from __future__ import annotations

from pathlib import Path

from sapper import Rules, make
from sapper.arena.batch import Batch, play_batch
from sapper.arena.run_folder import RunFolder
from sapper.report.calibration_table import calibration
from sapper.report.sql import query
from tests.cli.command_runner import Terminal


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
        "sapper-fast, 400 games: chance to win, estimated; observed minus the luck of the guess and of"
        " later guesses",
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
    output = sapper_cli("report", tmp_path / "1", tmp_path / "2", "--calibration").out
    assert output.replace("\n", " ").startswith(f"{lacks}  sapper-fast, 800 games")
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
    output = sapper_cli("report", folder, *(tmp_path / name for name in others), "--calibration")
    assert (output.status, output.err) == (0, "")
    assert "lowest-risk, 120 games: chance to survive the guess" in output.out


def test_calibration_takes_later_boards_of_a_stream_too(
    sapper_cli: Terminal, folder: Path, tmp_path: Path
) -> None:
    arguments = RunFolder.open(folder).description["arguments"] | {"agents": ["lowest-risk"]}
    rules = Rules.from_dict(arguments["rules"])
    for name, first in (("later", 60), ("overlapping", 59)):
        batch = Batch("lowest-risk", rules, 0, first, 20)
        # The arguments as `sapper reproduce` stores them.
        run = RunFolder.begin(tmp_path / name, arguments | {"first": first, "games": 20, "start": [0, 0]})
        run.write(batch, play_batch(batch))
    output = sapper_cli("report", folder, tmp_path / "later", "--calibration")
    assert (output.status, "lowest-risk, 80 games: " in output.out) == (0, True)
    assert sapper_cli("report", folder, tmp_path / "overlapping", "--calibration").status == 2


def test_calibration_needs_statements(sapper_cli: Terminal, tmp_path: Path) -> None:
    assert (
        sapper_cli("bench", "tcd-dfs", "--level", "5x5/4", "--games", 5, "--out", tmp_path / "run").status
        == 0
    )
    outcome = sapper_cli("report", tmp_path / "run", "--calibration")
    assert outcome.status == 2
    assert "has stated a chance" in outcome.err


class OddlyNamed:
    """Plays like lowest-risk under a name that Markdown and a terminal would obey."""

    name = "<b>|\x1b[31m"
    paper = None

    def __init__(self) -> None:
        self.agent = make("lowest-risk")
        self.reset, self.choose = self.agent.reset, self.agent.choose


def test_names_and_paths_are_shown_as_they_are(sapper_cli: Terminal, folder: Path, tmp_path: Path) -> None:
    """The run is as `sapper reproduce` writes it: its start is a list. One of its games is missing."""
    arguments = RunFolder.open(folder).description["arguments"]
    rules = Rules.from_dict(arguments["rules"])
    batch = Batch(OddlyNamed(), rules, 0, 0, 40)
    path = tmp_path / "a*b"
    run = RunFolder.begin(path, arguments | {"agents": [OddlyNamed.name], "games": 41, "start": [0, 0]})
    run.write(batch, play_batch(batch))
    run.close()
    output = sapper_cli("report", path, "--calibration")
    assert output.status == 0
    assert r"&lt;b>\|\\x1b[31m, 40 games: chance to survive" in output.out
    assert r"a\*b: Unfinished: 40 of 41 games of &lt;b>\|\\x1b[31m." in output.out
    for command in (("report", path), ("report", path, "--markdown")):
        output = sapper_cli(*command)
        assert output.status == 0
        assert "\x1b" not in output.out
    assert "start (0, 0)" in output.out
