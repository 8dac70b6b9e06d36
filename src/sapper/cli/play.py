"""`sapper play`: a person plays, or watches an agent."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import SapperError
from sapper.game.enums import FirstMove

if TYPE_CHECKING:
    from sapper.cli.terminal.person_games import Session


def play(
    level: Annotated[str, typer.Option(help="beginner, intermediate, expert or RxC/M.")] = "beginner",
    first_move: Annotated[
        FirstMove, typer.Option(help="What is promised of the first cell.")
    ] = FirstMove.ZERO,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="The stream of boards; a new one when left out.")
    ] = None,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Only boards that can be won without a guess.")
    ] = False,
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help="Watch this agent play; see `sapper agents`.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the record of every finished game to this file.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the board and read typed moves; works through a pipe.")
    ] = False,
) -> None:
    """Play in the terminal, by mouse or keys, with hints on request.

    In the game: arrows and space or the mouse open, f flags, h hints, r shows risks, a opens what is certain,
    v grades the moves, n is another board, F1 lists every key.
    """
    from sapper.cli.console import bad_input, console
    from sapper.cli.terminal.person_games import Session, check_file
    from sapper.game.rules import Rules

    with bad_input():
        rules = Rules.parse(level, first_move=first_move.value)
        session = Session(rules, secrets.randbelow(2**32) if seed is None else seed, no_guess, record)
        if record is not None:
            check_file(record)
        if not plain:
            _run(session, agent)
            return
        from sapper.cli.terminal.line_game import PlainGame, watch
        from sapper.cli.terminal.watch_agent import Watcher

        if agent is not None:
            watch(Watcher(session, agent), console())
        else:
            PlainGame(session, console(), _prompt).play(_typed())


def _run(session: Session, agent: str | None) -> None:
    """Start the application, where there is a terminal for it."""
    try:
        from sapper.cli.terminal.textual_app import GameApp
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("textual"):
            raise
        raise SapperError("the terminal game needs textual: pip install 'sapper[tui]'") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SapperError("the game needs a terminal; --plain plays through a pipe")
    GameApp(session, agent).run()


def _prompt() -> None:
    """Ask for a line where somebody types it."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)


def _typed() -> Iterator[str]:
    """The lines of standard input as they come; what is no text is replaced."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")
