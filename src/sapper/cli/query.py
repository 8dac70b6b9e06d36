"""`sapper query`: SQL queries on the games of a run folder."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sapper.visible_text import visible

UNCUT = 1_000_000_000
"""The width of output that does not go to a terminal. It keeps each row on one line."""


def query(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="A run folder, written by `sapper bench --out`.")
    ],
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A query on the table games.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON document.")] = False,
) -> int:
    """Query the games of a run in DuckDB's SQL. The table games has one row per game.

    Its columns are agent, index (the number of the board), won, end, steps, guesses, opened, hits,
    flags_right, flags_wrong, time_outs, luck, seconds, opened_of_free and opened_of_all. The list columns
    risks, survived, stated_win and stated_exact have one entry per guess. The list columns decided_by,
    decided and decided_right have one entry per part of the agent that made decisions.
    """
    from sapper.cli.console import console, messages, print_json
    from sapper.report.sql import query as ask

    with messages().status("running the query ..."):
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
        table.add_column(Text(visible(column)), justify=justify, no_wrap=piped, overflow="fold")
    for row in answer.rows:
        table.add_row(*(Text(visible(_shown(value))) for value in row))
    out.print(table)
    return 0


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


def _plain(value: Any) -> Any:
    """Convert a value to JSON: infinities and nan become null, and unknown types become text."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
