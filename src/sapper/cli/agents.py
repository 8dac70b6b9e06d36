"""`sapper agents`: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.agents.registry import AGENTS, listing


def agents(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """List every agent: name, paper, one line."""
    from sapper.cli.output import console, print_json

    if as_json:
        print_json(listing())
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("agent", style="bold")
    table.add_column("paper")
    table.add_column("summary")
    for info in AGENTS.values():
        table.add_row(info.name, info.paper or "-", info.summary)
    console().print(table)
