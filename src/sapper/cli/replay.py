"""`sapper replay`: the facts of a recorded game of another Minesweeper program, and the game itself."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import SapperError
from sapper.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.text import Text

    from sapper.game.game import Game
    from sapper.replay import Counts, Press, Replay


def replay(
    file: Annotated[
        Path, typer.Argument(help="A replay: .avf, .evf, .mvf, .rmv or .rawvf; or a set of them: .evfs.")
    ],
    game: Annotated[int, typer.Option(min=1, help="Which replay of a set.")] = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="RECORD", help="Write the game record to this file.")
    ] = None,
    rawvf: Annotated[
        Path | None,
        typer.Option(metavar="RAWVF", help="Write the replay to this file in the RAW text format."),
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Show the game at the speed it was played.")] = False,
    speed: Annotated[float, typer.Option(help="With --play: how many times as fast.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> None:
    """Show what competitive players count in a replay: time, 3BV, presses by kind, ZiNi, guesses.

    `sapper review` grades the moves of the same file. Without a terminal, --play prints one line per press
    and does not wait.
    """
    from sapper.cli.console import can_redraw, check_writable, console, print_json
    from sapper.game.file_formats import write_records
    from sapper.replay import count, write_rawvf

    if play and as_json:
        raise SapperError("--play shows the game and --json prints a document; use one of them")
    if not 0 < speed < math.inf:
        raise SapperError(f"--speed is a number above 0, not {speed:g}")
    found = read_game(file, game)
    for target in (record, rawvf):
        if target is not None:
            check_writable(target)
    if record is not None:
        write_records(record, [found.record])
    if rawvf is not None:
        rawvf.write_text(write_rawvf(found), encoding="utf-8")
    if as_json:
        print_json(count(found).to_dict())
    elif play and can_redraw():
        _play(found, console(), speed)
    elif play:
        _list(found, console())
    else:
        _show(count(found), console())


def read_game(file: Path, game: int) -> Replay:
    """Read one replay of a file, counted from 1.

    Raises:
        SapperError: The file is no replay, or it holds fewer replays.
        OSError: The file cannot be read.
    """
    from sapper.replay import read_all

    replays = read_all(file)
    if game > len(replays):
        raise SapperError(f"{file} holds {len(replays)} replays, so there is no replay {game}")
    return replays[game - 1]


def _show(counts: Counts, out: Console) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for name, value in _facts(counts):
        table.add_row(name, value)
    out.print(table)


def _facts(counts: Counts) -> list[tuple[str, str]]:
    """The rows of the table."""
    replay, rules = counts.replay, counts.replay.board.rules
    presses = ", ".join(f"{number} {button}" for button, number in counts.presses.items())
    wasted = ", ".join(f"{number} {button}" for button, number in counts.wasted.items())
    return [
        ("player", visible(replay.player or "-")),
        ("program", visible(replay.program or "-")),
        ("played at", replay.played_at or "-"),
        ("board", f"{rules.size}, mode {replay.mode}"),
        ("result", f"{_result(replay)} in {replay.seconds:.3f} s"),
        (
            "3BV",
            f"{replay.board.bbbv}, of which {counts.solved_3bv} solved; {_number(counts.speed)} per second",
        ),
        ("openings", str(replay.board.openings)),
        ("islands", str(replay.board.islands)),
        ("ZiNi", f"{counts.zini.greedy} greedy, {counts.zini.human} human, {counts.zini.best} best found"),
        ("presses", presses),
        ("wasted", wasted),
        ("IOE", f"{_number(counts.ioe)} (3BV per press)"),
        ("ThrP", f"{_number(counts.throughput)} (3BV per effective press)"),
        ("Corr", f"{_number(counts.correctness)} (share of presses that were effective)"),
        (
            "per second",
            f"{_number(counts.presses_per_second)} presses, {_number(counts.effective_per_second)} effective",
        ),
        (
            "ZNE, ZNT",
            f"{_number(counts.zne)}, {_number(counts.znt)} (as IOE and ThrP, with ZiNi in place of 3BV)",
        ),
        ("RQP, QG", f"{_number(counts.rqp)}, {_number(counts.qg)} (time against 3BV: lower is better)"),
        ("path", f"{counts.path:,.0f} pixels"),
        ("guesses", _guesses(counts)),
    ]


def _result(replay: Replay) -> str:
    return {"won": "won", "lost": "lost", "playing": "not finished"}[replay.record.result]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _guesses(counts: Counts) -> str:
    from sapper.replay.guesses import luck_of

    if counts.guesses is None:
        return "not searched: the board is too large"
    if not counts.guesses:
        return "none"
    unneeded = [guess for guess in counts.guesses if not guess.was_needed]
    told = f"{len(counts.guesses)}, with the luck of {luck_of(counts.guesses):.1f} even guesses"
    if unneeded:
        times = ", ".join(f"{guess.time or 0.0:.2f} s" for guess in unneeded[:5])
        more = ", ..." if len(unneeded) > 5 else ""
        told += f"; {len(unneeded)} not needed, as a certain cell existed: at {times}{more}"
    return told


def _play(replay: Replay, out: Console, speed: float) -> None:
    """Draw the board again after every press, at the time of the press."""
    from rich.live import Live

    from sapper.cli.terminal.line_game import picture

    with Live(console=out, auto_refresh=False) as live:
        began = time.monotonic()
        first = replay.presses[0].time if replay.presses else 0.0

        def show(game: Game, press: Press, told: Text) -> None:
            due = began + (press.time - first) / speed
            time.sleep(max(0.0, due - time.monotonic()))
            live.update(picture(game.view, press.cell) + told, refresh=True)

        _walk(replay, show)


def _list(replay: Replay, out: Console) -> None:
    """Print one line per press, then the last position."""
    from sapper.cli.terminal.line_game import picture

    game = _walk(replay, lambda game, press, told: out.print(told, end=""))
    out.print(picture(game.view), end="")


def _walk(replay: Replay, show: Callable[[Game, Press, Text], None]) -> Game:
    """Play the game press by press, and show each with a line of text."""
    from rich.text import Text

    from sapper.game.game import Game

    game = Game(replay.board)
    act = {"open": game.open, "flag": game.flag, "chord": game.chord}
    for press in replay.presses:
        if press.move is None:
            told = f"{press.button} changes nothing"
        else:
            move = replay.record.moves[press.move]
            act[move.do](move.cell)
            told = f"{move.do} opens {len(move.opened)}" if move.do != "flag" else "flag"
        show(game, press, Text(f"{press.time:8.3f} s  {press.cell or 'outside'}  {told}\n"))
    return game
