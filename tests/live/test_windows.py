"""Real programs in windows: they are found by title, read, and played to the end of whole games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import Board, Game, Rules, SapperError
from sapper.game import read_records
from sapper.live import PROFILES, LivePlayer, Pace, ScreenLost
from sapper.live.profiles import UNKNOWN, profile_of_window
from sapper.live.settling import Watcher
from sapper.live.window_screen import WindowScreen
from sapper.live.x11 import Display, Window
from tests.cli.command_runner import Terminal
from tests.live.programs import program
from tests.live.windows import display, game_id, running
from tests.patience import PATIENCE

RULES = Rules(9, 9, 10, first_move="zero")
PATIENT = Pace(lost_after=60.0)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


def window_of(screen: Display, title: str) -> Window:
    """Wait until a program has opened its window."""
    while True:
        try:
            return screen.window(title)
        except SapperError:
            continue


def wait_for(screen: str, title: str) -> None:
    with Display(screen) as opened:
        found = window_of(opened, title)
        Watcher(WindowScreen(found), PATIENT).settled()


def test_games_of_known_layout_are_played_without_a_misreading(screen: str) -> None:
    for index in range(2):
        board = Board.random(RULES, seed=19, index=index, start=(4, 4))
        with running([program("sgt-mines"), game_id(board)], screen), Display(screen) as opened:
            window = window_of(opened, "mines")
            profile = profile_of_window(window.window_class)
            assert profile.name == "sgt-mines"
            player = LivePlayer(
                WindowScreen(window, profile, board.rules.mines), profile=profile, pace=PATIENT
            )
            found = player.play()
            # What was read equals what the same opens show on the board itself.
            game = Game(board)
            game.open(board.start)
            for move in found.record.moves:
                if game.state == "playing":
                    game.open(move.cell)
            assert found.final.view.numbers.tolist() == game.view.numbers.tolist()
            assert found.record.result == game.state


@pytest.mark.parametrize(
    ("name", "arguments", "title", "mines"),
    [
        ("sgt-mines", ["9x9n10a"], "mines", []),
        ("xdemineur", ["-geometry", "12x12", "-m", "16"], "démineur", ["--mines", "16"]),
    ],
)
def test_whole_games_are_played_by_the_command(
    name: str,
    arguments: list[str],
    title: str,
    mines: list[str],
    screen: str,
    sapper_cli: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", screen)
    games = tmp_path / "games.jsonl"
    with running([program(name), *arguments], screen):
        wait_for(screen, title)
        options = ["--mode", "play", "--games", 2, "--record", games, "--json", *mines]
        done = sapper_cli("attach", "--window", title, *options)
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert found["program"] == name
    assert [game["misread"] for game in found["games"]] == [[], []]
    records = read_records(games)
    assert [record.result for record in records] == [game["result"] for game in found["games"]]
    assert all(record.replay().state in {"won", "lost"} for record in records)


def test_a_window_that_moves_is_still_played(screen: str) -> None:
    board = Board.random(RULES, seed=7, start=(4, 4))
    with running([program("sgt-mines"), game_id(board)], screen), Display(screen) as opened:
        window = window_of(opened, "mines")
        moves = iter([(40, 30), (300, 200), (5, 260)] * 100)
        player = LivePlayer(
            WindowScreen(window, mines=10),
            pace=PATIENT,
            show=lambda sight, decision: window.move_to(*next(moves)),
        )
        assert player.play().record.result in {"won", "lost"}


def test_a_window_out_of_the_screen_is_waited_for_and_a_closed_one_is_lost(screen: str) -> None:
    with running([program("sgt-mines"), "9x9n10"], screen) as process, Display(screen) as opened:
        window = window_of(opened, "mines")
        sight = WindowScreen(window, PROFILES["sgt-mines"])
        Watcher(sight, PATIENT).settled()
        window.move_to(-100, 0)
        assert sight.read() is None
        window.move_to(0, 0)
        Watcher(sight, PATIENT).settled()
        process.kill()
        with pytest.raises(ScreenLost, match="has closed"):
            Watcher(sight, PATIENT).settled(lambda sight: False)


def test_windows_that_are_not_there(
    screen: str, sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen)
    done = sapper_cli("attach", "--window", "no such title")
    assert (done.status, done.out) == (2, "")
    assert "no window has 'no such title' in its title" in done.err
    # python-xlib leaves its socket to the garbage collector where no display answers, so this runs elsewhere.
    command = [sys.executable, "-m", "sapper", "attach", "--window", "mines"]
    away = subprocess.run(
        command,
        env={**os.environ, "DISPLAY": ":987"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (away.returncode, away.stdout, away.stderr.count("\n")) == (2, "", 1)
    assert "there is no X11 display" in away.stderr
    monkeypatch.setenv("DISPLAY", screen)
    done = sapper_cli("attach", "--tmux", "0", "--mines", 3)
    assert "--mines belongs to --window" in done.err


def test_profiles_are_found_by_the_class_of_a_window() -> None:
    assert profile_of_window("XDémineur").name == "xdemineur"
    assert profile_of_window("Firefox") is UNKNOWN
    assert profile_of_window("") is UNKNOWN


def test_keys_and_held_keys(screen: str) -> None:
    with Display(screen) as opened:
        assert not opened.is_held("Escape")
        with pytest.raises(SapperError, match="has no key"):
            opened.press_keys("ctrl+nokey")
