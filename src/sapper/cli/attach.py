"""`sapper attach`: a real Minesweeper program is advised, played or recorded."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.completion import agent_names
from sapper.errors import SapperError

if TYPE_CHECKING:
    from rich.console import Console

    from sapper.agents.base import Agent, Decision
    from sapper.game.record import GameRecord
    from sapper.live import LiveGame, Pace, Profile, Screen, Sight


class Mode(StrEnum):
    """What is done with the program."""

    ADVISE = "advise"
    PLAY = "play"
    RECORD = "record"


def attach(
    window: Annotated[
        str | None, typer.Option(metavar="TITLE", help="A window of X11 by a part of its title.")
    ] = None,
    tmux: Annotated[
        str | None, typer.Option(metavar="TARGET", help="A pane of tmux in which freesweep runs.")
    ] = None,
    command: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="A program that speaks JSON lines; see docs/live.md."),
    ] = None,
    mode: Annotated[
        Mode, typer.Option(help="advise: print the best move; play; record: write down what you play.")
    ] = Mode.ADVISE,
    program: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The program, such as sgt-mines. Default: by its title."),
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="NAME", help="Who plays or advises.", autocompletion=agent_names)
    ] = "sapper-strong",
    games: Annotated[int, typer.Option(min=1, help="How many games to play, advise or record.")] = 1,
    per_second: Annotated[
        float | None, typer.Option(metavar="N", help="The most cells opened or flagged a second.")
    ] = None,
    mines: Annotated[
        int | None, typer.Option(min=0, help="The mine count, where the window does not show it.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the record of every game to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> None:
    """Advise, play or record a game in another program.

    Any key in this terminal stops it at once, and so does Escape while a window is played. A recorded game
    is reviewed by `sapper review FILE`.
    """
    from sapper.cli.console import bad_input, check_writable, console, messages
    from sapper.live import Pace

    if sum(option is not None for option in (window, tmux, command)) != 1:
        raise SapperError("name one program: --window TITLE, --tmux TARGET or --command COMMAND")
    if as_json and mode == Mode.ADVISE:
        raise SapperError("advice is printed while you play; --json needs --mode play or record")
    if mode == Mode.RECORD and record is None:
        raise SapperError("--mode record needs --record FILE for the games")
    if record is not None:
        check_writable(record)
    with bad_input():
        pace = Pace(per_second=per_second)
        with _screen(window, tmux, command, program, mines, mode == Mode.PLAY) as (screen, profile, stop):
            session = _Session(
                screen, profile, pace, stop, agent, record, messages() if as_json else console()
            )
            found = session.play(games) if mode == Mode.PLAY else session.follow(games, mode == Mode.ADVISE)
    if as_json:
        from sapper.cli.console import print_json

        print_json({"mode": mode.value, "program": profile.name, "agent": agent, "games": found})


@contextmanager
def _screen(
    window: str | None,
    tmux: str | None,
    command: str | None,
    program: str | None,
    mines: int | None,
    plays: bool,
) -> Iterator[tuple[Screen, Profile, Callable[[], bool]]]:
    """Attach to the program; yield it with its profile and with what says that someone wants to stop."""
    from sapper.live import UNKNOWN, CommandScreen, FreesweepScreen, Pane, profile_of
    from sapper.live.stop_key import stop_key

    if mines is not None and window is None:
        raise SapperError("--mines belongs to --window: other programs state the count themselves")

    with stop_key() as pressed:
        if tmux is not None:
            yield FreesweepScreen(Pane(tmux)), profile_of(program or "freesweep"), pressed
        elif command is not None:
            with CommandScreen(shlex.split(command)) as screen:
                yield screen, profile_of(program or UNKNOWN.name), pressed
        elif window is not None:
            from sapper.live.profiles import profile_of_window
            from sapper.live.window_screen import WindowScreen
            from sapper.live.x11 import Display

            with Display() as display:
                found = display.window(window)
                profile = profile_of(program) if program else profile_of_window(found.window_class)
                yield (
                    WindowScreen(found, profile, mines, alone=plays),
                    profile,
                    lambda: pressed() or display.is_held("Escape"),
                )


class _Session:
    """Some games in one program."""

    def __init__(
        self,
        screen: Screen,
        profile: Profile,
        pace: Pace,
        stop: Callable[[], bool],
        agent: str,
        record: Path | None,
        out: Console,
    ) -> None:
        self._screen, self._profile, self._pace, self._stop = screen, profile, pace, stop
        self._agent, self._record, self._out = agent, record, out

    def play(self, games: int) -> list[dict[str, Any]]:
        """Play games, each to its end."""
        from sapper.live import LivePlayer, Stopped

        player = LivePlayer(self._screen, self._agent, self._profile, self._pace, self._stop)
        found: list[dict[str, Any]] = []
        try:
            for number in range(games):
                if number:
                    player.next_game()
                game = player.play()
                self._keep(game.record)
                found.append(_facts(game))
                self._out.print(_told(game))
        except Stopped:
            self._out.print("stopped")
        return found

    def follow(self, games: int, advise: bool) -> list[dict[str, Any]]:
        """Watch a person play some games; print the best move in every position if they want advice."""
        from sapper.agents.registry import make
        from sapper.live import Follower, Stopped

        follower = Follower(self._screen, self._profile, stop=self._stop)
        adviser = make(self._agent)
        records: list[GameRecord] = []
        try:
            for _ in range(games):
                for number, sight in enumerate(follower.sights()):
                    if advise:
                        self._advise(sight, adviser, number == 0)
                records.append(self._finished(follower.record()))
        except Stopped:
            self._out.print("stopped")
            record = follower.record()
            if record is not None and record.moves:
                records.append(self._finished(record))
        return [{"result": record.result, "moves": len(record.moves)} for record in records]

    def _finished(self, record: GameRecord | None) -> GameRecord:
        if record is None:
            raise SapperError("no game was seen")
        self._keep(record)
        self._out.print(f"{record.result} after {len(record.moves)} moves")
        return record

    def _advise(self, sight: Sight, adviser: Agent, begins: bool) -> None:
        from sapper.live import has_ended
        from sapper.live.advice import advice, begin

        if begins:
            begin(adviser, sight.view, self._profile)
        if not has_ended(sight, self._profile):
            self._out.print(_line(advice(sight.view, adviser, self._profile)))

    def _keep(self, record: GameRecord) -> None:
        if self._record is not None:
            with self._record.open("a") as file:
                file.write(record.to_json() + "\n")


def _line(decision: Decision) -> str:
    """A line of advice."""
    if decision.gives_up:
        return f"nothing to open: {decision.reason}"
    cells = ", ".join(map(str, decision.opens[:8])) + (", ..." if len(decision.opens) > 8 else "")
    if decision.flags:
        return f"flag {', '.join(map(str, decision.flags))}: {decision.reason}"
    return f"open {cells}: {decision.reason}"


def _facts(game: LiveGame) -> dict[str, Any]:
    from sapper.live import misread

    return {
        "result": game.record.result,
        "seconds": round(game.seconds, 3),
        "thinking": round(game.thinking, 3),
        "moves": len(game.record.moves),
        "guesses": game.guesses,
        "repeated": game.repeated,
        "misread": [list(cell) for cell in misread(game.final)],
    }


def _told(game: LiveGame) -> str:
    guesses = f"{game.guesses} guess{'' if game.guesses == 1 else 'es'}"
    return f"{game.record.result} in {game.seconds:.1f} s, {len(game.record.moves)} moves, {guesses}"
