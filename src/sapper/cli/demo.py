"""`make demo`: a demonstration that takes less than a minute and needs no input."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.plural import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from sapper.arena.summary import Summary
    from sapper.game.view import View

GAMES = 20_000
LONGEST = 30.0
"""After this many seconds the demo shows the results of the games played so far."""
AGENTS = "lowest-risk", "sapper-fast"
SEED, INDEX = 2021, 11
OPENED = 150
"""The demo shows the first position with at least this many open cells where the first agent must guess.

In that position the cell with the lowest risk is not the best move.
"""


def demo(
    games: Annotated[int, typer.Option(min=1, help="Number of games per agent and level.")] = GAMES,
) -> None:
    """Analyse an expert position, then play two agents on the three levels with a live table."""
    from sapper.agents.advice import advise
    from sapper.cli.console import console
    from sapper.cli.position_picture import description, picture
    from sapper.solver.analysis import analyse

    out = console()
    view = guess_position()
    analysis = analyse(view)
    best = advise(view, analysis)
    out.print("An expert position where a guess is needed\n", style="bold")
    out.print(picture(view, analysis, best, out.width if out.is_terminal else None))
    out.print(description(view, analysis, best))
    _show_levels(games, out)
    out.print()
    out.print(
        "Next: sapper bench sapper-strong lowest-risk --level expert; sapper analyse --help; sapper --help"
    )


def guess_position() -> View:
    """Play an expert game up to a position where no cell is certain."""
    from sapper.agents.registry import make
    from sapper.arena.game_counts import OPENING
    from sapper.arena.single_game import play
    from sapper.game.game import Game
    from sapper.game.rules import EXPERT

    record = play(make(AGENTS[0]), EXPERT, SEED, INDEX)
    game, opened = Game(record.board), 0
    for move in record.moves:
        if move.by != OPENING and not move.certain and opened >= OPENED:
            break
        opened += len(move.opened_array)
        game.open(move.cell)
    return game.view


def _show_levels(games: int, out: Console) -> None:
    """Play the levels, with a live table on a terminal and one line per level elsewhere."""
    from sapper.cli.console import can_redraw

    title = f"Both agents play the same boards from a safe corner: up to {counted(games, 'game')} per level"
    rows: dict[str, list[Summary]] = {}
    if can_redraw():
        from rich.live import Live

        with Live(_table(rows, title), console=out, refresh_per_second=8) as live:
            for level, summaries in _play_levels(games):
                rows[level] = summaries
                live.update(_table(rows, title))
    else:
        for level, summaries in _play_levels(games):
            if level not in rows:
                out.print(f"playing {level} ...")
            rows[level] = summaries
        out.print(_table(rows, title))


def _play_levels(games: int) -> Iterator[tuple[str, list[Summary]]]:
    """Play one level after another, and yield the results so far after every batch."""
    from sapper.arena.arena import Arena, Results
    from sapper.game.rules import PRESETS

    deadline = time.monotonic() + LONGEST
    for number, (level, rules) in enumerate(PRESETS.items()):
        enough = time.monotonic() + (deadline - time.monotonic()) / (len(PRESETS) - number)
        arena, parts = Arena(rules, SEED), []
        # The batches of the two agents alternate, so that both have results when the time is up.
        batches = sorted(arena.plan(AGENTS, games), key=lambda batch: batch.first)
        for part in arena.play(batches):
            parts.append(part)
            yield level, Results(rules, parts).summaries
            if len(parts) >= len(AGENTS) and time.monotonic() > enough:
                break


def _table(rows: dict[str, list[Summary]], title: str) -> Table:
    from sapper.cli.result_tables import EFFORT, RESULTS, table_of

    games, _, rate, _ = RESULTS
    shown = [(level, summary) for level, summaries in rows.items() for summary in summaries]
    return table_of(
        [summary for _, summary in shown],
        [("agent", lambda summary: summary.name), games, rate, EFFORT[0]],
        title,
        caption="95% intervals; games/s on one core.",
        names=[level for level, _ in shown],
        heading="level",
    )
