"""`sapper play`: play in the terminal, or watch an agent."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.completion import agent_names, level_names
from sapper.errors import SapperError
from sapper.game.enums import FirstMove

if TYPE_CHECKING:
    from sapper.cli.terminal.game_session import GameSession


def play(
    level: Annotated[
        str, typer.Option(help="beginner, intermediate, expert or RxC/M.", autocompletion=level_names)
    ] = "beginner",
    first_move: Annotated[
        FirstMove, typer.Option(help="What the rules promise about the first cell.")
    ] = FirstMove.ZERO,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="Seed of the boards. Default: a random seed.")
    ] = None,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Only boards that can be won without a guess.")
    ] = False,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Watch this agent play; see `sapper agents`.", autocompletion=agent_names
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append the record of every finished game to this file."),
    ] = None,
    from_file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Play on from a position of a game record or a replay."),
    ] = None,
    game: Annotated[int, typer.Option(min=1, help="With --from: the number of the game in the file.")] = 1,
    move: Annotated[
        int | None,
        typer.Option(min=0, help="With --from: play instead of this move, as `sapper review` numbers it."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the board and read typed moves. Works through a pipe.")
    ] = False,
) -> None:
    """Play in the terminal with mouse or keys, and with hints on request.

    Keys: arrows move, space opens, f flags, h shows a hint, r shows risks, a opens certain cells, v grades
    the moves, n begins another board, F1 lists every key. With --from you play a recorded game on, by default
    instead of its last move; its rules apply, and its mines stay hidden.
    """
    from sapper.cli.console import bad_input, console
    from sapper.cli.terminal.game_session import GameSession, check_file
    from sapper.game.rules import Rules

    if from_file is None and (move is not None or game != 1):
        raise SapperError("--game and --move belong to --from FILE")
    if from_file is not None and (no_guess or seed is not None):
        raise SapperError("--from plays on a recorded board, so it takes neither --no-guess nor --seed")
    with bad_input():
        rules = Rules.parse(level, first_move=first_move.value)
        session = GameSession(rules, secrets.randbelow(2**32) if seed is None else seed, no_guess, record)
        if from_file is not None:
            _play_on(session, from_file, game, move)
        if record is not None:
            check_file(record)
        if not plain:
            _run(session, agent)
            return
        from sapper.cli.terminal.agent_watcher import AgentWatcher
        from sapper.cli.terminal.line_game import LineGame, watch

        if agent is not None:
            watch(AgentWatcher(session, agent), console())
        else:
            LineGame(session, console(), _prompt).play(_typed())


def _play_on(session: GameSession, file: Path, game: int, move: int | None) -> None:
    """Put a session into a position of a recorded game."""
    from sapper.cli.record_file import read_record

    record = read_record(file, game)
    is_over = record.result != "playing"
    session.play_on(record, max(0, len(record.moves) - is_over) if move is None else move)


def _run(session: GameSession, agent: str | None) -> None:
    """Start the Textual application. It needs a terminal."""
    try:
        from sapper.cli.terminal.game_app import GameApp
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("textual"):
            raise
        raise SapperError("the terminal game needs textual: pip install 'sapper[tui]'") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SapperError("the game needs a terminal; --plain plays through a pipe")
    GameApp(session, agent).run()


def _prompt() -> None:
    """Print a prompt if the input comes from a terminal."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)


def _typed() -> Iterator[str]:
    """The lines of standard input as they arrive. Invalid UTF-8 is replaced."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace")
