"""`sapper agents`: the list of agents."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.agents.figures import Figures, measurement
from sapper.agents.registry import AGENTS, AgentInfo, listing

WIDE = 150
"""The least width of a table that has room for the summaries beside the figures."""
WINS = "wins % [95%]"
if TYPE_CHECKING:
    from rich.console import Console

ONE_LINE = 400
"""The width of output that does not go to a terminal. It keeps each agent on one line."""


def agents(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """List every agent with its name, its paper, its strength, its speed and a summary.

    Wins are the share of games won, in percent, with its 95% interval. Time is the time per game, as a
    multiple of that of lowest-risk. The line below the table says which games were played.
    """
    from sapper.cli.console import console, print_json

    if as_json:
        print_json(listing())
        return
    out = console()
    if not out.is_terminal:
        out.width = ONE_LINE
    if out.width >= WIDE:
        _print_table(out)
    else:
        _print_blocks(out)
    measured = measurement()
    out.print()
    out.print(f"Wins and times: {measured.conditions};", measured.command, soft_wrap=False)


def _print_table(out: Console) -> None:
    """Print one row per agent."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("agent", style="bold", no_wrap=True)
    table.add_column("paper", no_wrap=True)
    table.add_column(WINS, no_wrap=True, justify="right")
    table.add_column("time", no_wrap=True, justify="right")
    table.add_column("summary")
    for info in AGENTS.values():
        table.add_row(info.name, *_facts(info), info.summary)
    out.print(table)


def _print_blocks(out: Console) -> None:
    """Print the facts of each agent in a line, and its summary below them."""
    line = "{:<20} {:<12} {:>14} {:>9}"
    out.print(line.format("agent", "paper", WINS, "time"), style="bold")
    for info in AGENTS.values():
        out.print(line.format(info.name, *_facts(info)), style="bold")
        out.print(fill(info.summary, out.width - 2, initial_indent="  ", subsequent_indent="  "))


def _facts(info: AgentInfo) -> tuple[str, str, str]:
    """The paper, the wins and the time of an agent."""
    figures = measurement().agents.get(info.name)
    return info.paper or "-", _wins(figures), _time(figures)


def _wins(figures: Figures | None) -> str:
    if figures is None:
        return "-"
    return f"{100 * figures.rate:.0f} [{100 * figures.low:.0f}, {100 * figures.high:.0f}]"


def _time(figures: Figures | None) -> str:
    """The time of a game beside that of the peer, with two digits."""
    if figures is None:
        return "-"
    return f"{figures.time:,.0f}x" if figures.time >= 10 else f"{figures.time:.1f}x"
