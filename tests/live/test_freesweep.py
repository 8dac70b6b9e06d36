"""freesweep in a pane of tmux: its screen is read, and whole games are played."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sapper
from sapper.game import read_records
from sapper.live import FreesweepScreen, Pane, ScreenLost
from sapper.live.freesweep_text import read_freesweep
from sapper.live.settling import Pace, Watcher
from tests.cli.command_runner import Terminal
from tests.live.programs import program

PANEL = ["+----+", "|Loc: 1, 2          |", "|Mines: 3           |", "|Marks: 1           |"]
BOARD = """\
+---------------+     +-------------------+
| 1  #  1       |     |Loc: 1, 2          |
| 1  1  2  1  1 |     |Mines: 3           |
| - <-> -  -  - |     |Marks: 1           |
+---------------+     +-------------------+
"""


def test_the_screen_is_read() -> None:
    found = read_freesweep(BOARD)
    assert found is not None
    assert str(found.sight.view) == "1F100/11211/????? 3"
    assert found.cursor == (2, 1)
    assert found.sight.state == "playing"


def test_a_lost_screen_shows_the_mines() -> None:
    found = read_freesweep(BOARD.replace("| - <-> -", "| o <*> -"))
    assert found is not None
    assert found.sight.state == "lost"
    assert found.sight.view.numbers[2].tolist() == [-2, -1, -2, -2, -2]
    assert found.sight.shown_mines == ((0, 1), (2, 0))


@pytest.mark.parametrize(
    "screen",
    [
        "",
        "$ ls\n",
        BOARD.replace("| 1  1  2", "< 1  1  2"),  # the board is wider than the pane
        BOARD.replace("Loc: 1, 2", "Help     "),
        BOARD.replace("-  -  - |", "Really quit"),
        BOARD.replace("+---------------+", "                 ").replace(" " * 17, "+---------------+", 1),
    ],
)
def test_anything_else_is_no_board(screen: str) -> None:
    assert read_freesweep(screen) is None


@pytest.fixture
def freesweep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """Start freesweep in the session "game" of a tmux server of its own."""
    tmux = [program("tmux"), "-f", "/dev/null"]
    with tempfile.TemporaryDirectory() as sockets:  # the path of a socket must be short
        monkeypatch.setenv("TMUX_TMPDIR", sockets)
        monkeypatch.delenv("TMUX", raising=False)

        def start(options: str) -> None:
            command = f"HOME={tmp_path} exec {program('freesweep')} -f {options}"
            size = ["-x", "130", "-y", "30"]
            subprocess.run([*tmux, "new-session", "-d", "-s", "game", *size, command], check=True)

        yield start
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)


def test_whole_games_are_played(
    freesweep: Callable[[str], None], sapper_cli: Terminal, tmp_path: Path
) -> None:
    freesweep("-w 12 -h 12 -% 10")
    games = tmp_path / "games.jsonl"
    options = ["--mode", "play", "--games", 4, "--record", games, "--json"]
    done = sapper_cli("attach", "--tmux", "game", *options)
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert found["program"] == "freesweep"
    assert len(found["games"]) == 4
    assert all(game["misread"] == [] for game in found["games"])
    records = read_records(games)
    assert [record.result for record in records] == [game["result"] for game in found["games"]]
    for record in records:
        assert record.replay().state in {"won", "lost"}
        assert record.layout_known
        assert (record.rules.size, record.start) == ("12x12/14", (0, 0))
    assert sapper.review(records[0], "fast").grades["mistake"] == 0


def test_a_pane_that_is_not_there(sapper_cli: Terminal) -> None:
    program("tmux")
    done = sapper_cli("attach", "--tmux", "no-such-pane-of-sapper")
    assert (done.status, done.out) == (2, "")
    assert "the pane no-such-pane-of-sapper cannot be used" in done.err


def test_a_closed_program_is_noticed(freesweep: Callable[[str], None]) -> None:
    freesweep("-w 5 -h 5 -% 10")
    watcher = Watcher(FreesweepScreen(Pane("game")), Pace())
    watcher.settled()
    subprocess.run([program("tmux"), "kill-session", "-t", "game"], check=True)
    with pytest.raises(ScreenLost, match="cannot be used"):
        watcher.settled()
