"""`sapper agents`: the list of agents."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.agents.registry import AGENTS, listing

ONE_LINE = 400
"""The width of output that does not go to a terminal. It keeps each agent on one line."""


def agents(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """List every agent with its name, its paper and a summary."""
    from sapper.cli.console import console, print_json

    if as_json:
        print_json(listing())
        return
    from rich.table import Table

    out = console()
    if not out.is_terminal:
        out.width = ONE_LINE
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("agent", style="bold", no_wrap=True)
    table.add_column("paper", no_wrap=True)
    table.add_column("summary")
    for info in AGENTS.values():
        table.add_row(info.name, info.paper or "-", info.summary)
    out.print(table)
