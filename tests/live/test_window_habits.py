"""What happens around a game in a window: dialogs, the Escape key, and a person who plays."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sapper import Board, Game, Rules
from sapper.agents.base import Decision
from sapper.game import read_records
from sapper.live import PROFILES, Follower, LivePlayer, Pace, Sight, Stopped
from sapper.live.settling import Watcher
from sapper.live.window_screen import WindowScreen
from sapper.live.x11 import LEFT, RIGHT, Display
from tests.cli.command_runner import Terminal
from tests.live.programs import program
from tests.live.test_command import GAME
from tests.live.test_windows import window_of
from tests.live.windows import display, game_id, running

RULES = Rules(9, 9, 10, first_move="zero")
PATIENT = Pace(lost_after=60.0)
DIALOG = [sys.executable, str(Path(__file__).with_name("dialog.py"))]


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


def test_a_dialog_over_the_board_is_closed_and_the_game_goes_on(screen: str) -> None:
    board = Board.random(RULES, seed=19, index=1, start=(4, 4))
    with ExitStack() as stack:
        stack.enter_context(running([program("sgt-mines"), game_id(board)], screen))
        opened = stack.enter_context(Display(screen))
        window = window_of(opened, "mines")
        profile = PROFILES["sgt-mines"]
        dialogs: list[subprocess.Popen[bytes]] = []

        def interrupt(sight: Sight, decision: Decision) -> None:
            if len(dialogs) < 2:
                x, y = window.place()
                command = [*DIALOG, str(x + 40), str(y + 60)]
                dialogs.append(stack.enter_context(running(command, screen)))
                while not window.windows_above():
                    pass  # until it is shown

        live = WindowScreen(window, profile, 10, alone=True)
        found = LivePlayer(live, profile=profile, pace=PATIENT, show=interrupt).play()
        assert found.record.result in {"won", "lost"}
        assert [dialog.wait(60) for dialog in dialogs] == [0] * len(dialogs)
        assert dialogs


def test_a_window_below_another_one_is_not_read_while_a_person_plays(screen: str) -> None:
    with ExitStack() as stack:
        stack.enter_context(running([program("sgt-mines"), "9x9n10"], screen))
        opened = stack.enter_context(Display(screen))
        window = window_of(opened, "mines")
        live = WindowScreen(window, PROFILES["sgt-mines"], 10)
        Watcher(live, PATIENT).settled()
        x, y = window.place()
        dialog = stack.enter_context(running([*DIALOG, str(x + 40), str(y + 60)], screen))
        while not window.windows_above():
            pass
        assert live.read() is None
        assert dialog.poll() is None  # nobody has closed it


def test_escape_stops_the_player_before_its_next_action(
    screen: str, sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen)
    board = Board.random(RULES, seed=19, index=0, start=(4, 4))
    with running([program("sgt-mines"), game_id(board)], screen), Display(screen) as opened:
        window = window_of(opened, "mines")
        before, _ = Watcher(WindowScreen(window, mines=10), PATIENT).settled()
        opened.hold_key("Escape")
        done = sapper_cli("attach", "--window", "mines", "--mode", "play", "--mines", "10")
        opened.hold_key("Escape", released=True)
        assert (done.status, done.out) == (0, "stopped\n")
        after, _ = Watcher(WindowScreen(window, mines=10), PATIENT).settled()
        assert after.view == before.view


def test_a_key_in_the_terminal_stops_the_player() -> None:
    command = [sys.executable, "-m", "sapper", "attach", "--command", shlex.join(GAME)]
    terminal, inside = pty.openpty()
    with subprocess.Popen(
        [*command, "--mode", "play", "--games", "100000", "--agent", "sapper-fast"],
        stdin=inside,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(("won", "lost"))  # it plays
        os.write(terminal, b"q")
        lines = process.stdout.read().splitlines()
        assert (process.wait(60), lines[-1]) == (0, "stopped")
    os.close(terminal)
    os.close(inside)


def test_what_a_person_plays_in_a_window_is_recorded(screen: str, tmp_path: Path) -> None:
    board = Board.random(RULES, seed=19, index=0, start=(4, 4))
    game = Game(board)
    game.open(board.start)
    with running([program("sgt-mines"), game_id(board)], screen), Display(screen) as opened:
        window = window_of(opened, "mines")
        live = WindowScreen(window, PROFILES["sgt-mines"], 10)
        follower = Follower(live, PROFILES["sgt-mines"], PATIENT)
        sights = follower.sights()
        assert next(sights).view.numbers.tolist() == game.view.numbers.tolist()

        def press(cell: tuple[int, int], button: int) -> None:
            assert live.grid is not None
            window.press([live.grid.centre(cell)], button)

        mine = board.mines[0]
        game.flag(mine)
        press(mine, RIGHT)
        assert next(sights).view == game.view
        for cell in [cell for cell in game.view if cell not in board.mines]:
            if game.state == "playing" and game.view.numbers[cell] == -2:
                game.open(cell)
                press(cell, LEFT)
                seen = next(sights)
                assert seen.view.numbers.tolist() == game.view.numbers.tolist()
        assert list(sights) == []
    record = follower.record()
    assert record is not None
    assert (record.result, record.mines, record.layout_known) == ("won", board.mines, True)
    assert [(move.do, move.cell) for move in record.moves if move.do == "flag"] == [("flag", mine)]
    (tmp_path / "game.jsonl").write_text(record.to_json() + "\n")
    assert read_records(tmp_path / "game.jsonl") == [record]


def test_a_stopped_follower_keeps_what_it_saw(screen: str) -> None:
    with running([program("sgt-mines"), "9x9n10"], screen), Display(screen) as opened:
        window = window_of(opened, "mines")
        stops: list[bool] = []
        follower = Follower(
            WindowScreen(window, PROFILES["sgt-mines"], 10), pace=PATIENT, stop=lambda: bool(stops)
        )
        sights = follower.sights()
        next(sights)
        stops.append(True)
        with pytest.raises(Stopped):
            next(sights)
        record = follower.record()
        assert record is not None and record.result == "playing"
