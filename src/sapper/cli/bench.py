"""`sapper bench`: a comparison of agents on the same boards, with statistics."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.completion import agent_names, level_names
from sapper.cli.option_values import EngineName
from sapper.errors import SapperError
from sapper.game.enums import FirstMove, OnMine, OnWrongFlag, WonBy
from sapper.plural import counted
from sapper.visible_text import visible

if TYPE_CHECKING:
    from rich.console import Console

    from sapper.arena.arena import Results
    from sapper.arena.run import Run
    from sapper.arena.sequential_test import SequentialTest, Standing
    from sapper.arena.single_game import Start
    from sapper.game.board import Board
    from sapper.game.rules import Rules

DEFAULT_GAMES = 1000
MOST_GAMES = 1_000_000
"""The default limit of boards with --until-decided."""
DEFAULT_LEVEL = "expert"
DEFAULT_POINTS = 1.0


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="AGENT", help="Agents; see `sapper agents`.", autocompletion=agent_names),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            help="beginner, intermediate, expert or RxC/M. Default: expert, or the level of --boards.",
            autocompletion=level_names,
        ),
    ] = None,
    first_move: Annotated[
        FirstMove, typer.Option(help="What the rules promise about the first cell.")
    ] = FirstMove.SAFE,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="R,C|agent",
            help="The first cell, or agent to let each agent choose. Default: 0,0 or the start in --boards.",
        ),
    ] = None,
    no_cascade: Annotated[
        bool, typer.Option("--no-cascade", help="Opening a zero does not open its neighbours.")
    ] = False,
    on_mine: Annotated[OnMine, typer.Option(help="Whether a hit mine ends the game.")] = OnMine.LOSE,
    on_wrong_flag: Annotated[
        OnWrongFlag, typer.Option(help="Whether a flag on a free cell ends the game.")
    ] = OnWrongFlag.IGNORE,
    won_by: Annotated[WonBy, typer.Option(help="Whether flagging exactly the mines wins too.")] = WonBy.OPEN,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Games per agent. Default: {DEFAULT_GAMES}, or all of --boards. With --until-decided it is "
            f"the limit of games, by default {MOST_GAMES}.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the boards.")] = 0,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Number of cores to use. Default: all. It never changes a result."),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option(help="Play on this machine or on a Ray cluster. It never changes a result.")
    ] = EngineName.LOCAL,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="Address of the Ray cluster. Default: RAY_ADDRESS, or a local cluster."
        ),
    ] = None,
    until_decided: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="A B", help="Stop as soon as one of these two is shown to be stronger (SPRT, 5% error)."
        ),
    ] = None,
    points: Annotated[
        float | None,
        typer.Option(
            help="With --until-decided: the difference to detect, in points of win rate. "
            f"Default: {DEFAULT_POINTS:g}."
        ),
    ] = None,
    boards: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Play the boards of this file (.jsonl, .mbf, .abf) instead of random boards."
        ),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            help="Time that sapper-max may spend on a guess. It does not change other agents. Such games "
            "cannot be repeated exactly. By default sapper-max uses a fixed number of rollouts instead.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Store every game in a run folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in --out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Compare agents. All agents play the same boards.

    A rate has a 95% Wilson interval, and a paired difference has a 95% interval and McNemar's test. The
    luck-adjusted rate removes the luck of guesses, which is their result minus their stated probability. With
    --until-decided A B, a sequential test stops as soon as one of the two is shown to be stronger.
    """
    from sapper.arena.arena import Arena, Results
    from sapper.arena.run import Run
    from sapper.arena.run_folder import RunFolder
    from sapper.arena.summary import as_json as summary_as_json
    from sapper.cli.console import bad_input, console, messages, print_json, seconds_of
    from sapper.cli.progress import Progress
    from sapper.game.rules import Rules

    if resume and out is None:
        raise SapperError("--resume needs --out, the folder of the run to resume")
    if address is not None and engine is not EngineName.RAY:
        raise SapperError("--address is the address of a Ray cluster: add --engine ray")
    seconds = seconds_of("--think", think)
    with bad_input():
        agents, test = _contest(names or [], until_decided, points)
        rules = Rules.parse(
            level or DEFAULT_LEVEL,
            first_move=first_move.value,
            cascade=not no_cascade,
            on_mine=on_mine.value,
            on_wrong_flag=on_wrong_flag.value,
            won_by=won_by.value,
        )
        opening = _start(start)
        layouts = None if boards is None else _read_boards(boards, rules, level is not None, opening)
        if layouts:
            rules = layouts[0].rules
        arena = Arena(rules, seed, opening or (0, 0), layouts, workers, engine.value, address, seconds)
        count = games or (len(layouts) if layouts else MOST_GAMES if test else DEFAULT_GAMES)
        batches = arena.plan(agents, count)
    folder = None
    if out is not None:
        arguments = _arguments(agents, rules, start, count, seed, boards, think)
        if until_decided:
            arguments["until_decided"] = {"agents": list(until_decided), "points": points or DEFAULT_POINTS}
        folder = RunFolder.begin(out, arguments, resume)
    run = Run(arena, folder)
    if test and until_decided:
        play: Callable[[], Standing | None] = partial(
            run.play_until_decided, agents, *until_decided, count, test
        )
    else:
        play = partial(run.play, batches)
    with Progress(sum(batch.count for batch in batches)) as run.watcher, _report_stored_games(run, out):
        standing, interrupted = _until_interrupted(play)
    results = Results(rules, run.parts, agents)
    document = summary_as_json(results.summaries, results.pairs, standing, reproducible=think is None)
    if folder and not interrupted:
        folder.finish(document)
    if folder:
        folder.close()
    if as_json:
        print_json(document)
    else:
        _show(results, console(), _title(rules, start, boards, seed, think), standing)
    if interrupted:
        stored = f"; they are stored in {visible(str(out))}, and --resume continues the run" if folder else ""
        messages().print(f"stopped after {run.games} game{'s' * (run.games != 1)}{stored}")
    return 130 if interrupted else 0


def _contest(
    names: list[str], until_decided: tuple[str, str] | None, points: float | None
) -> tuple[list[str], SequentialTest | None]:
    """Return the agents to play, and the sequential test if --until-decided was given."""
    from sapper.arena.sequential_test import SequentialTest

    if until_decided is None:
        if points is not None:
            raise SapperError(
                "--points is the difference that --until-decided detects: add --until-decided A B"
            )
        return names, None
    if until_decided[0] == until_decided[1]:
        raise SapperError("--until-decided needs two different agents")
    points = DEFAULT_POINTS if points is None else points
    if not 0 < points < 100:
        raise SapperError(f"--points must be between 0 and 100, not {points:g}")
    return [*names, *(name for name in until_decided if name not in names)], SequentialTest(points / 100)


def _until_interrupted(play: Callable[[], Standing | None]) -> tuple[Standing | None, bool]:
    """Play the games, and return the state of the sequential test and whether Ctrl-C stopped the run."""
    try:
        return play(), False
    except KeyboardInterrupt:
        return None, True


@contextmanager
def _report_stored_games(run: Run, out: Path | None) -> Iterator[None]:
    """Add the number of stored games to an error that stops a run."""
    try:
        yield
    except SapperError as error:
        if out is None or not run.games:
            raise
        are = "is" if run.games == 1 else "are"
        kept = f"{counted(run.games, 'finished game')} {are} stored in {out}, and --resume continues the run"
        raise SapperError(f"{error}; {kept}") from error


def _start(text: str | None) -> Start | None:
    if text is None or text == "agent":
        return "agent" if text else None
    try:
        row, col = (int(part) for part in text.split(","))
    except ValueError:
        raise SapperError(f"--start takes a row and a column such as 3,3, or agent, not {text!r}") from None
    return row, col


def _read_boards(path: Path, rules: Rules, of_this_size: bool, start: Start | None) -> list[Board]:
    """Read the boards of a file. They get the options of `rules`, and the start if one is given."""
    from sapper.game.file_formats import read_boards

    # A given start replaces the start in the file, so the latter does not have to keep the promise.
    found = read_boards(path, rules if start is None else replace(rules, first_move="unsafe"))
    if not found:
        raise SapperError(f"{path} contains no board")
    size = rules.size if of_this_size else found[0].rules.size
    for number, board in enumerate(found, 1):
        if board.rules.size != size:
            raise SapperError(f"{path}: board {number} is {board.rules.size}, not {size}")
    if start is None:
        return found
    return [
        _with_start(start, board, rules, f"{path}: board {number}") for number, board in enumerate(found, 1)
    ]


def _with_start(start: Start, board: Board, rules: Rules, name: str) -> Board:
    """Return a board with another start and the promise of `rules`. Errors contain `name`."""
    from sapper.game.board import Board

    try:
        promised = replace(board.rules, first_move=rules.first_move)
        return Board.from_mines(promised, board.mines, None if start == "agent" else start)
    except ValueError as error:
        raise SapperError(f"{name}: {error}") from None


def _arguments(
    names: list[str],
    rules: Rules,
    start: str | None,
    games: int,
    seed: int,
    boards: Path | None,
    think: float | None,
) -> dict[str, Any]:
    """The arguments that determine the games. Two runs with the same arguments are the same run."""
    digest = None if boards is None else hashlib.sha256(boards.read_bytes()).hexdigest()
    return {
        "agents": names,
        "rules": rules.to_dict(),
        "start": start or ("0,0" if boards is None else None),
        "games": games,
        "seed": seed,
        "boards": None if boards is None else {"file": str(boards), "sha256": digest},
        "think": think,
    }


def _title(rules: Rules, start: str | None, boards: Path | None, seed: int, think: float | None) -> str:
    """Describe the games in one line. The seed matters to random agents even if the boards are given."""
    from sapper.report.start_text import start_text

    parts = (
        [rules.size] + ([] if boards is None else [visible(str(boards))]) + [f"first move {rules.first_move}"]
    )
    if start or boards is None:
        parts.append(start_text(start or "0,0"))
    parts.append(f"seed {seed}")
    if think is not None:
        parts.append(f"{think:g} ms per guess (not reproducible)")
    return ", ".join(parts)


def _show(results: Results, out: Console, title: str, standing: Standing | None) -> None:
    from sapper.cli.result_tables import show_pairs, show_summaries

    if results.games:
        show_summaries(out, results.summaries, title)
    for summary in results.summaries:
        for part, decided in summary.decided.items():
            share = f"{decided.right / decided.moves:.1%} right"
            out.print(f"{summary.name}: {part} decided {counted(decided.moves, 'move')}, {share}")
    if results.pairs:
        out.print()
        show_pairs(out, results.pairs)
    if standing:
        out.print()
        out.print(str(standing))
