"""`sapper optimum`: the win probability of perfect play on a small board, and of agents beside it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.game.enums import FirstMove
from sapper.plural import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console

    from sapper.solver.perfect_play import Progress

LONGEST = 24
"""The largest number of characters of a fraction in the table. JSON output contains every fraction."""


def optimum(
    size: Annotated[str, typer.Argument(metavar="RxC/M", help="Rows, columns and mines, such as 4x4/4.")],
    first_move: Annotated[
        FirstMove, typer.Option(help="What the rules promise about the first cell.")
    ] = FirstMove.SAFE,
    start: Annotated[
        str | None, typer.Option(metavar="R,C", help="The first cell. Default: a best first cell.")
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...", help="Agents to compare from the same first cell; see `sapper agents`."
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Time limit for each win probability."),
    ] = None,
    memory: Annotated[int, typer.Option(min=1, metavar="MIB", help="Memory limit of the search.")] = 2048,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> None:
    """Compute the exact win probability of perfect play, and a best first cell.

    The win probabilities of agents are exact too, because their decisions are followed through every layout.
    The random choices of agents in the C++ core are averaged. Other agents that choose at random are refused.
    """
    from sapper.agents.registry import make
    from sapper.arena.exact_strength import win_probability
    from sapper.cli.console import bad_input, cell_of, console, print_json
    from sapper.game.rules import Rules
    from sapper.solver import perfect_play as solver

    names = [name.strip() for name in agents.split(",")] if agents is not None else []
    with bad_input():
        rules = Rules.parse(size, first_move=first_move.value)
        opening = None if start is None else cell_of("--start", start)
        for name in names:
            make(name)
        best = solver.optimum(
            rules, opening, budget=budget, memory=memory << 20, progress=_progress("perfect play")
        )
        wins = {
            name: win_probability(name, rules, best.start, budget=budget, progress=_progress(name))
            for name in names
        }
    if as_json:
        document = {"win": str(best.win), "start": list(best.start)}
        if agents is not None:
            document["agents"] = [{"name": name, "win": str(win)} for name, win in wins.items()]
        print_json(document)
        return
    out = console()
    where = "from" if start else "from a best first cell,"
    game = f"{rules.size}, first move {rules.first_move}"
    out.print(f"{game}: perfect play wins {_shown(best.win)} {where} {best.start}")
    if wins:
        out.print()
        _show(out, best.win, wins)


def _shown(win: Fraction) -> str:
    exact = str(win)
    return f"{float(win):.4%}" + (f" = {exact}" if len(exact) <= LONGEST else "")


def _show(out: Console, best: Fraction, wins: dict[str, Fraction]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("agent", style="bold")
    for heading in ("wins", "behind", "exactly"):
        table.add_column(heading, justify="right")
    for name, win in {"perfect play": best, **wins}.items():
        exact = str(win)
        table.add_row(
            name,
            f"{float(win):.4%}",
            f"{float(best - win):.4%}",
            exact if len(exact) <= LONGEST else f"{len(str(win.denominator))} digits",
        )
    out.print(table)


def _progress(what: str) -> Progress:
    """Return a function that prints the progress of a search on standard error from time to time."""
    from sapper.cli.console import messages
    from sapper.cli.progress import BETWEEN_LINES, QUIET

    began = time.monotonic()
    next_line = began + QUIET
    console = messages()

    def report(done: int) -> None:
        nonlocal next_line
        now = time.monotonic()
        if now >= next_line:
            next_line = now + BETWEEN_LINES
            console.print(f"{what}: {counted(done, 'position')} in {now - began:.0f} s")

    return report
