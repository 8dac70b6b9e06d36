"""`sapper bench`: agents against the same boards, with honest statistics."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.errors import SapperError
from sapper.game.enums import FirstMove, OnMine, OnWrongFlag, WonBy

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
"""Boards a decision may take, when nothing else is said."""
DEFAULT_LEVEL = "expert"
DEFAULT_POINTS = 1.0


class EngineName(StrEnum):
    """Where games are played."""

    LOCAL = "local"
    RAY = "ray"


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT", help="Agents; see `sapper agents`.")
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(help="beginner, intermediate, expert or RxC/M; expert, or as --boards, when left out."),
    ] = None,
    first_move: Annotated[
        FirstMove, typer.Option(help="What is promised of the first cell.")
    ] = FirstMove.SAFE,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="R,C|agent",
            help="Opened first, or the agent chooses; 0,0, or as --boards says, when left out.",
        ),
    ] = None,
    no_cascade: Annotated[
        bool, typer.Option("--no-cascade", help="Zeros do not open their neighbours.")
    ] = False,
    on_mine: Annotated[OnMine, typer.Option(help="Whether a hit mine ends the game.")] = OnMine.LOSE,
    on_wrong_flag: Annotated[
        OnWrongFlag, typer.Option(help="Whether a flag on a free cell ends the game.")
    ] = OnWrongFlag.IGNORE,
    won_by: Annotated[WonBy, typer.Option(help="Whether exact flags win too.")] = WonBy.OPEN,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Boards each agent plays; {DEFAULT_GAMES}, or all of --boards, when left out. "
            f"With --until-decided the most it may take: {MOST_GAMES} when left out.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The stream of boards.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Cores to use; all when left out. Never changes a result.")
    ] = None,
    engine: Annotated[
        EngineName, typer.Option(help="This machine, or a Ray cluster. Never changes a result.")
    ] = EngineName.LOCAL,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="The Ray cluster; RAY_ADDRESS, or a local one, when left out."
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
            help="With --until-decided: the difference to find, in points of win rate; "
            f"{DEFAULT_POINTS:g} when left out."
        ),
    ] = None,
    boards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play these boards (.jsonl, .mbf, .abf) instead of random ones."),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            help="Milliseconds that sapper-max takes over a guess; other agents play as ever. Such games "
            "cannot be repeated. When left out, it plays a fixed number of games out instead.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep every game in a run folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete the run in --out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Compare agents: all play the same boards.

    Intervals are 95%: Wilson's for a rate, and McNemar's test with its interval for a paired difference.
    The luck-adjusted rate takes out what guesses won or lost against their stated chances.
    With --until-decided A B, a sequential test stops as soon as one of the two is shown to be stronger.
    """
    from sapper.arena.arena import Arena, Results
    from sapper.arena.run import Run
    from sapper.arena.run_folder import RunFolder
    from sapper.arena.summary import as_json as summary_as_json
    from sapper.cli.console import bad_input, console, messages, print_json, seconds_of
    from sapper.cli.progress import Progress
    from sapper.game.rules import Rules

    if resume and out is None:
        raise SapperError("--resume needs --out: which run is to be completed?")
    if address is not None and engine is not EngineName.RAY:
        raise SapperError("--address is that of a Ray cluster: add --engine ray")
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
    interrupted, standing = False, None
    run = Run(arena, folder)
    with Progress(sum(batch.count for batch in batches)) as run.watcher, _what_is_kept(run, out):
        try:
            if test and until_decided:
                standing = run.play_until_decided(agents, *until_decided, count, test)
            else:
                run.play(batches)
        except KeyboardInterrupt:
            interrupted = True
    results = Results(rules, run.parts, agents)
    document = summary_as_json(results.summaries, results.pairs, standing, reproducible=think is None)
    if folder and not interrupted:
        folder.finish(document)
    if as_json:
        print_json(document)
    else:
        _show(results, console(), _title(rules, start, boards, seed, think), standing)
    if interrupted:
        kept = f"; they are kept in {out}, and --resume completes the run" if folder else ""
        messages().print(f"stopped after {run.games} games{kept}")
    return 130 if interrupted else 0


def _contest(
    names: list[str], until_decided: tuple[str, str] | None, points: float | None
) -> tuple[list[str], SequentialTest | None]:
    """Who plays, and the test that decides between two of them if one is wanted."""
    from sapper.arena.sequential_test import SequentialTest

    if until_decided is None:
        if points is not None:
            raise SapperError("--points is the difference to be decided on: add --until-decided A B")
        return names, None
    if until_decided[0] == until_decided[1]:
        raise SapperError("--until-decided is between two different agents")
    points = DEFAULT_POINTS if points is None else points
    if not 0 < points < 100:
        raise SapperError(f"--points lies between 0 and 100, not {points:g}")
    return [*names, *(name for name in until_decided if name not in names)], SequentialTest(points / 100)


@contextmanager
def _what_is_kept(run: Run, out: Path | None) -> Iterator[None]:
    """Add to an error that stops a run how much of it is safe."""
    try:
        yield
    except SapperError as error:
        if out is None or not run.games:
            raise
        kept = f"{run.games:,} finished games are kept in {out}, and --resume completes the run"
        raise SapperError(f"{error}; {kept}") from error


def _start(text: str | None) -> Start | None:
    if text is None or text == "agent":
        return "agent" if text else None
    try:
        row, col = (int(part) for part in text.split(","))
    except ValueError:
        raise SapperError(f"--start is a row and a column such as 3,3, or agent; not {text!r}") from None
    return row, col


def _read_boards(path: Path, rules: Rules, of_this_size: bool, start: Start | None) -> list[Board]:
    """Read the boards of a file, to be played by the switches of `rules` and from a start if one is named."""
    from sapper.game.file_formats import read_boards

    # A start that is named takes the place of the file's, which need not keep the promise then.
    found = read_boards(path, rules if start is None else replace(rules, first_move="unsafe"))
    if not found:
        raise SapperError(f"{path} holds no board")
    size = rules.size if of_this_size else found[0].rules.size
    for number, board in enumerate(found, 1):
        if board.rules.size != size:
            raise SapperError(f"{path}: board {number} is {board.rules.size}, not {size}")
    if start is None:
        return found
    return [_from(start, board, rules, f"{path}: board {number}") for number, board in enumerate(found, 1)]


def _from(start: Start, board: Board, rules: Rules, name: str) -> Board:
    """A board as it is played from a start, with the promise of `rules`; errors name it."""
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
    """What decides the games: two runs with the same arguments are the same run."""
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
    """What is played, in a line; the seed tells of agents that draw even where the boards are given."""
    parts = [rules.size] + ([] if boards is None else [str(boards)]) + [f"first move {rules.first_move}"]
    if start or boards is None:
        parts.append("the agent's start" if start == "agent" else f"start {start or '0,0'}")
    parts.append(f"seed {seed}")
    if think is not None:
        parts.append(f"{think:g} ms to think (not reproducible)")
    return ", ".join(parts)


def _show(results: Results, out: Console, title: str, standing: Standing | None) -> None:
    from sapper.cli.tables import show_pairs, show_summaries

    if results.games:
        show_summaries(out, results.summaries, title)
    for summary in results.summaries:
        for part, decided in summary.decided.items():
            share = f"{decided.right / decided.moves:.1%} right"
            out.print(f"{summary.name}: {part} decided {decided.moves:,} moves, {share}")
    if results.pairs:
        out.print()
        show_pairs(out, results.pairs)
    if standing:
        out.print()
        out.print(str(standing))
