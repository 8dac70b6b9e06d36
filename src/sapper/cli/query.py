"""`sapper query`: the games of a run folder in SQL."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

UNCUT = 1_000_000_000
"""Columns for what goes to a file or another program, where a row stays a line however long it is."""


def query(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="A run folder, as `sapper bench --out` makes it.")
    ],
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A query; the table is called games.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Ask for the games of a run in SQL (DuckDB's), a row a game.

    Columns: agent, index (the board), won, end, steps, guesses, opened, hits, flags_right, flags_wrong,
    time_outs, luck, seconds, opened_of_free, opened_of_all; and the lists risks, survived, stated_win and
    stated_exact (an entry a guess), decided_by, decided and decided_right (an entry for each part of the
    agent that decided).
    """
    from sapper.cli.console import console, messages, print_json
    from sapper.report.sql import query as ask

    with messages().status("asking ..."):
        answer = ask(run, sql)
    if as_json:
        print_json(
            {"columns": answer.columns, "rows": [[_plain(value) for value in row] for row in answer.rows]}
        )
        return 0
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out, piped = console(), not sys.stdout.isatty()
    if piped:
        out.width = UNCUT
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(answer.columns):
        numbers = all(isinstance(row[number], int | float | Decimal) for row in answer.rows)
        justify: Literal["left", "right"] = "right" if numbers else "left"
        table.add_column(Text(column), justify=justify, no_wrap=piped, overflow="fold")
    for row in answer.rows:
        table.add_row(*(Text(_shown(value)) for value in row))
    out.print(table)
    return 0


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


def _plain(value: Any) -> Any:
    """A value as JSON has it: what is no number is null, and what it does not know is text."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
