"""`sapper bench`: agents against the same boards, with honest statistics."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.errors import SapperError

if TYPE_CHECKING:
    from rich.console import Console

    from sapper.arena.arena import Arena, Results
    from sapper.arena.batch import Batch, Games
    from sapper.arena.play import Start
    from sapper.arena.run_folder import RunFolder
    from sapper.game.board import Board
    from sapper.game.rules import Rules

DEFAULT_GAMES = 1000
DEFAULT_LEVEL = "expert"


class FirstMove(StrEnum):
    """What is promised of the first cell."""

    SAFE = "safe"
    ZERO = "zero"
    UNSAFE = "unsafe"


class OnMine(StrEnum):
    """What a hit mine does."""

    LOSE = "lose"
    CONTINUE = "continue"


class OnWrongFlag(StrEnum):
    """What a flag on a free cell does."""

    IGNORE = "ignore"
    LOSE = "lose"


class WonBy(StrEnum):
    """What wins."""

    OPEN = "open"
    OPEN_OR_FLAG = "open-or-flag"


def bench(
    names: Annotated[list[str], typer.Argument(metavar="AGENT", help="Agents; see `sapper agents`.")],
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
            min=1, help=f"Boards each agent plays; {DEFAULT_GAMES}, or all of --boards, when left out."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The stream of boards.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Cores to use; all when left out. Never changes a result.")
    ] = None,
    boards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play these boards (.jsonl, .mbf, .abf) instead of random ones."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep every game in a run folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete the run in --out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Compare agents: all play the same boards.

    Intervals are 95%: Wilson's for a rate, and McNemar's test with its interval for a paired difference.
    The luck-adjusted rate takes out what guesses won or lost against their stated chances.
    """
    from sapper.arena.arena import Arena, Results
    from sapper.arena.run_folder import RunFolder
    from sapper.arena.summary import as_json as summary_as_json
    from sapper.cli.output import bad_input, console, messages, print_json
    from sapper.game.rules import Rules

    if resume and out is None:
        raise SapperError("--resume needs --out: which run is to be completed?")
    with bad_input():
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
        arena = Arena(rules, seed, opening or (0, 0), layouts, workers)
        count = games or (len(layouts) if layouts else DEFAULT_GAMES)
        batches = arena.plan(names, count)
    folder = None
    if out is not None:
        arguments = _arguments(names, rules, start, count, seed, boards)
        folder = RunFolder.begin(out, arguments, resume)
    parts, interrupted = _play(arena, batches, folder)
    results = Results(rules, parts, names)
    document = summary_as_json(results.summaries, results.pairs)
    if folder and not interrupted and not folder.is_finished:
        folder.finish(document)
    if as_json:
        print_json(document)
    else:
        _show(results, console(), _title(rules, start, boards, seed))
    if interrupted:
        kept = f"; they are kept in {out}, and --resume completes the run" if folder else ""
        messages().print(f"stopped after {sum(len(part) for part in parts)} games{kept}")
    return 130 if interrupted else 0


def _play(arena: Arena, batches: list[Batch], folder: RunFolder | None) -> tuple[list[Games], bool]:
    """Play what the folder does not hold yet; Ctrl-C keeps what is finished."""
    from sapper.cli.progress import Progress

    parts, left = [], []
    for batch in batches:
        found = folder.read(batch) if folder else None
        if found is None:
            left.append(batch)
        else:
            parts.append(found)
    by_name = {(batch.name, batch.first): batch for batch in left}
    with Progress(sum(batch.count for batch in batches), sum(len(part) for part in parts)) as progress:
        try:
            for part in arena.play(left):
                if folder:
                    folder.write(by_name[part.agent, int(part.index[0])], part)
                parts.append(part)
                progress.add(part)
        except KeyboardInterrupt:
            return parts, True
    return parts, False


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
    from sapper.game.board import Board
    from sapper.game.files import read_boards

    found = read_boards(path, rules)
    if not found:
        raise SapperError(f"{path} holds no board")
    size = rules.size if of_this_size else found[0].rules.size
    for number, board in enumerate(found, 1):
        if board.rules.size != size:
            raise SapperError(f"{path}: board {number} is {board.rules.size}, not {size}")
    if start is None or start == "agent":
        return found
    return [Board.from_mines(board.rules, board.mines, start) for board in found]


def _arguments(
    names: list[str], rules: Rules, start: str | None, games: int, seed: int, boards: Path | None
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
    }


def _title(rules: Rules, start: str | None, boards: Path | None, seed: int) -> str:
    where = "the agent's start" if start == "agent" else f"start {start or '0,0'}"
    if boards is None:
        return f"{rules.size}, first move {rules.first_move}, {where}, seed {seed}"
    return f"{rules.size}, {boards}{f', {where}' if start else ''}"


def _show(results: Results, out: Console, title: str) -> None:
    from sapper.cli.tables import show_pairs, show_summaries

    if results.games:
        show_summaries(out, results.summaries, title)
    if results.pairs:
        out.print()
        show_pairs(out, results.pairs)
