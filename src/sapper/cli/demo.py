"""`make demo`: what Sapper does, in under two minutes and without asking anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sapper.arena.summary import Summary

GAMES = 20_000
BATCHES = 20
# A real expert game: board 4 of stream 2021, after the first cells that lowest-risk opens.
SEED, INDEX = 2021, 4


def demo(
    games: Annotated[int, typer.Option(min=1, help="Games on each level.")] = GAMES,
) -> None:
    """Analyse an expert position, then play the three levels with a live table."""
    from rich.rule import Rule

    from sapper.agents.advice import advise
    from sapper.cli import position
    from sapper.cli.output import console
    from sapper.solver.analysis import analyse

    out = console()
    view = _guess_position()
    analysis = analyse(view)
    best = advise(view, analysis)
    out.print(Rule("An expert position where a guess is due"))
    out.print(position.picture(view, analysis, best))
    out.print(position.description(view, analysis, best))
    out.print(Rule(f"lowest-risk, {games:,} games a level, from a safe corner"))
    _levels(games)
    out.print("Next: sapper analyse, sapper bench lowest-risk random --level beginner, sapper --help")
