"""`sapper review`: grades for every move of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.option_values import Strength
from sapper.errors import OutOfBudget
from sapper.plural import counted
from sapper.visible_text import visible

if TYPE_CHECKING:
    from rich.console import Console

    from sapper.game.record import GameRecord
    from sapper.review.flags import GradedFlag
    from sapper.review.game_review import Review
    from sapper.review.reviewed_move import ReviewedMove

STYLES = {
    "forced": "dim",
    "best": "green",
    "inaccuracy": "yellow",
    "mistake": "bold red",
    "unlucky": "bold magenta",
    None: "dim",
}
PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "flag": "flags"}
BARS = "▁▂▃▄▅▆▇█"
WIDEST = 100
"""The largest width of the graph."""


def review(
    file: Annotated[
        Path, typer.Argument(help="A file of game records, or a replay; '-' for standard input.")
    ],
    game: Annotated[int, typer.Option(min=1, help="Number of the game in the file, from 1.")] = 1,
    strength: Annotated[
        Strength, typer.Option(help="How much work goes into the win probabilities.")
    ] = Strength.STRONG,
    html: Annotated[
        Path | None,
        typer.Option(metavar="PAGE", help="Write an HTML page with a graph and boards to this file."),
    ] = None,
    every: Annotated[bool, typer.Option("--every", help="Also list forced moves and flags.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> None:
    """Grade every move of a game, and measure luck and skill.

    A forced move opens a certain cell. A best move is within 0.5 points of win probability of the best one.
    An inaccuracy is up to 3 points behind, and a mistake more. An unlucky move is a best guess that lost.
    When an estimate leaves doubt, the player gets the better grade.
    """
    from sapper.cli.console import bad_input, console, print_json
    from sapper.cli.progress import Steps
    from sapper.cli.record_file import read_record
    from sapper.review.game_review import review as grade

    record = read_record(file, game)
    with bad_input(), Steps("moves graded", len(record.moves)) as steps:
        found = grade(record, strength.value, lambda move, _: steps.at(move.number + 1))
    if html is not None:
        from sapper.report.review_page import page

        html.write_text(page(found), encoding="utf-8", errors="backslashreplace")
    if as_json:
        print_json({**found.to_dict(), "flags": [flag.to_dict() for flag in _flags(record) or ()]})
    else:
        _show(found, console(), every)


def _show(review: Review, out: Console, every: bool) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from sapper.review.flags import flags_sentence

    record = review.record
    who = f", played by {visible(record.agent)}" if record.agent else ""
    rules = f"{record.rules.size}, first move {record.rules.first_move}"
    out.print(f"{rules}{who}: {record.result} after {counted(len(record.moves), 'move')}\n")
    _graph(review, out)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    timed = any(move.time is not None for move in review.moves)
    for heading in ("move", *(["time", "pause"] if timed else []), "risk", "win", "after", "cost"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("cell", no_wrap=True)
    table.add_column("grade", no_wrap=True)
    table.add_column("best move, and why")
    shown = [move for move in review.moves if every or move.grade not in {"forced", None}]
    for move in shown:
        table.add_row(
            str(move.number),
            *([_seconds(move.time), _seconds(move.pause)] if timed else []),
            f"{move.risk:.1%}",
            _percent(move.win_before, not move.win_error),
            _percent(move.win_after, True),
            _cost(move),
            f"{'' if move.do == 'open' else move.do + ' '}{move.cell}",
            Text(move.grade or "flag", STYLES[move.grade]),
            _advice(move),
        )
    if shown:
        out.print(table)
        out.print()
    out.print(f"{_counts(review)}.", style="dim")
    flags = _flags(record)
    if flags:
        out.print(f"{flags_sentence(flags)}.", style="dim")
    out.print(review.sentence, style="bold")


def _flags(record: GameRecord) -> tuple[GradedFlag, ...] | None:
    """The graded flags; None where the board is too large for that."""
    from sapper.review.flags import grade_flags

    try:
        return grade_flags(record)
    except OutOfBudget:
        return None


def _counts(review: Review) -> str:
    """How many moves got each grade, and how many flags got none; together these are all moves."""
    found: list[tuple[str, int]] = [
        *review.grades.items(),
        ("flag", sum(move.grade is None for move in review.moves)),
    ]
    said = [
        f"{count:,} {PLURALS.get(grade, grade) if count > 1 else grade}" for grade, count in found if count
    ]
    return ", ".join(said) or "no move"


def _graph(review: Review, out: Console) -> None:
    """Print the win probability as one line of bars: over the time if it is known, else over the moves."""
    known = [(step, win) for step, win in enumerate(review.wins) if win is not None]
    if not known:
        return
    wins = [win for _, win in known]
    times = review.times
    seconds = max((move.time or 0.0 for move in review.moves), default=0.0)
    over, marks = "", ""
    width = min(WIDEST, len(wins))
    if times is None or seconds <= 0:
        picked = [wins[round(i * (len(wins) - 1) / max(1, width - 1))] for i in range(width)]
    else:
        picked, marks = _over_time(review, seconds, width)
        over = f" in {seconds:.1f} s"
    bars = "".join(BARS[min(len(BARS) - 1, int(win * len(BARS)))] for win in picked)
    out.print(f"win probability, from {wins[0]:.1%} to {wins[-1]:.1%}{over}:", style="dim")
    out.print(bars, style="cyan")
    if marks.strip():
        out.print(marks, style="yellow")
    if times is not None:
        legend = (
            "? a guess, ! one that cost something, . a long pause before a certain move. "
            if marks.strip()
            else ""
        )
        out.print(f"{legend}{times.sentence}", style="dim")
    out.print()


def _over_time(review: Review, seconds: float, width: int) -> tuple[list[float], str]:
    """The win probability in equal steps of time, and a line of marks for the moves that mattered."""
    wins, moves = review.wins, review.moves
    picked, move, last = [], 0, next(win for win in wins if win is not None)
    for column in range(width):
        while move < len(moves) and (moves[move].time or 0.0) <= seconds * (column + 1) / width:
            move += 1
            last = last if (win := wins[move]) is None else win
        picked.append(last)
    marks = [" "] * width
    slow = {number for number, _ in review.times.hesitations} if review.times else set()
    for each in sorted(moves, key=lambda move: (move.cost > 0, move.grade != "forced")):
        mark = (
            "."
            if each.number in slow
            else ""
            if each.grade in {"forced", None}
            else "!"
            if each.cost
            else "?"
        )
        if mark:
            marks[min(width - 1, max(0, int((each.time or 0.0) / seconds * width)))] = mark
    return picked, "".join(marks)


def _seconds(time: float | None) -> str:
    return "-" if time is None else f"{time:.2f} s"


def _percent(win: float | None, exact: bool) -> str:
    return "-" if win is None else f"{'' if exact else '~'}{win:.1%}"


def _cost(move: ReviewedMove) -> str:
    if move.cost == 0:
        return "-"
    return f"{100 * move.cost:.1f}" + (f" ± {196 * move.error:.1f}" if move.error else "")


def _advice(move: ReviewedMove) -> str:
    if move.best is None or move.best.gives_up:
        return ""
    cell = move.best.opens[0]
    return move.best.reason if move.cell == cell else f"{cell}: {move.best.reason}"
