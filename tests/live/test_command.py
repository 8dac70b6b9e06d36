"""Programs that speak JSON lines: games of the example, and programs that do not keep the protocol."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from sapper.game import read_records
from sapper.live import CommandScreen, ScreenLost
from tests.cli.command_runner import Terminal

GAME = [sys.executable, str(Path(__file__).parents[2] / "examples" / "json_lines_game.py"), "serve"]


def answering(line: str) -> list[str]:
    """A program that answers every request with one line."""
    return [sys.executable, "-c", f"import sys\nfor _ in sys.stdin: print({line!r}, flush=True)"]


def test_games_are_played_recorded_and_reviewed(sapper_cli: Terminal, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    options = ["--mode", "play", "--games", 2, "--agent", "sapper-fast", "--record", games]
    done = sapper_cli("attach", "--command", shlex.join(GAME), *options)
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == [r.result for r in read_records(games)]
    assert sapper_cli("review", games, "--game", 2, "--strength", "fast").status == 0


def test_the_whole_interface() -> None:
    with CommandScreen(GAME) as screen:
        assert screen.read().view.is_untouched
        screen.open([(0, 0)])
        opened = screen.read().view
        assert opened.numbers[0, 0] >= 0
        covered = next(cell for cell in opened if opened.numbers[cell] == -2)
        screen.flag([covered])
        assert screen.read().view.flags[covered]
        screen.chord((0, 0))
        screen.new_game()
        assert screen.read().view.is_untouched


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("hello", "does not speak the protocol"),
        ('{"id": 7}', "answers request 7 and not 1"),
        ("[]", "does not speak the protocol"),
        ('{"id": 1, "error": "the power is off"}', "refuses view: the power is off"),
        ('{"id": 1, "result": {"position": "1x? 1"}}', "gives no position"),
        ('{"id": 1, "result": {"position": "1?? 1", "state": "lunch"}}', "gives no position"),
        ('{"id": 1}', "gives no position"),
    ],
)
def test_a_program_that_breaks_the_protocol(answer: str, problem: str) -> None:
    with CommandScreen(answering(answer)) as screen, pytest.raises(ScreenLost, match=problem):
        screen.read()


def test_a_program_that_ends_or_is_not_there() -> None:
    with CommandScreen([sys.executable, "-c", ""]) as screen, pytest.raises(ScreenLost, match="has ended"):
        screen.read()
    with pytest.raises(ScreenLost, match="cannot be started"):
        CommandScreen(["no-such-program-of-sapper"])


def test_bad_options(sapper_cli: Terminal, tmp_path: Path) -> None:
    command = ["--command", shlex.join(GAME)]
    for options, problem in (
        ([], "name one program"),
        ([*command, "--tmux", "x"], "name one program"),
        ([*command, "--json"], "--json needs --mode"),
        ([*command, "--mode", "record"], "needs --record"),
        ([*command, "--program", "winmine"], "no profile 'winmine'"),
        ([*command, "--mode", "play", "--per-second", 0], "above 0"),
        ([*command, "--mode", "play", "--agent", "nobody"], "nobody"),
    ):
        done = sapper_cli("attach", *options)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), options
        assert problem in done.err


def test_advice_and_recording_follow_what_a_person_does(sapper_cli: Terminal, tmp_path: Path) -> None:
    # This program plays by itself: each look finds one more cell opened, as if a person sat there.
    script = """
import json, sys
from sapper import Board, Game, Rules, best_move
game, looks = Game(Board.random(Rules(6, 6, 5), seed=2)), 0
for line in sys.stdin:
    looks += 1
    if looks % 4 == 0 and game.state == "playing":
        game.open((0, 0) if game.view.is_untouched else best_move(game.view).opens[0])
    result = dict(position=str(game.view), state=game.state)
    print(json.dumps(dict(id=json.loads(line)["id"], result=result)), flush=True)
"""
    path = tmp_path / "person.py"
    path.write_text(script)
    command = ["--command", shlex.join([sys.executable, str(path)]), "--agent", "sapper-fast"]
    advised = sapper_cli("attach", *command)
    assert advised.status == 0, advised.err
    lines = advised.out.splitlines()
    assert lines[0] == "open (0, 0): the first cell: it may be a mine"
    assert any("certain" in line for line in lines)
    games = tmp_path / "games.jsonl"
    recorded = sapper_cli("attach", *command, "--mode", "record", "--record", games, "--json")
    assert recorded.status == 0, recorded.err
    [record] = read_records(games)
    assert json.loads(recorded.out)["games"] == [{"result": record.result, "moves": len(record.moves)}]
    assert record.replay().state == record.result
