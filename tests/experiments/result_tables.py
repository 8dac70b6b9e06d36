"""Tables of the pages of the papers beside those of the committed results.

A page says above a table which table of its results it must agree with, in a comment:

    <!-- agrees with: Figure 7.6: Games won, % -->

Every cell with an interval, and every published value, whose agent and board both tables have, is compared.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Table = list[list[str]]
"""The heading of a table and its rows, as cells of text."""
MARK = re.compile(r"<!-- agrees with: ([^:]+): (.+?) -->\n+((?:\|.*\n?)+)")
INTERVAL = re.compile(r"(-?[\d.]+)%? \[(-?[\d.]+),\s(-?[\d.]+)\]")
FAR = 1.7
"""By how much two 95% half-widths may be exceeded: 3.3 standard errors, as there are many cells."""


@dataclass(frozen=True)
class Agreement:
    """One value of a page beside the same value of the results."""

    where: str
    page: str
    results: str


def marked_tables(page: Path) -> Iterator[tuple[str, str, Table]]:
    """The tables of a page that have a mark: the experiment, the measure and the cells."""
    for heading, measure, lines in MARK.findall(page.read_text()):
        yield heading, measure, cells_of(lines)


def cells_of(lines: str) -> Table:
    """Split the lines of a Markdown table."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines.splitlines()]
    return [row for row in rows if not all(set(cell) <= set("-:") and cell for cell in row)]


def agreements(results: Path, heading: str, measure: str, table: Table) -> Iterator[Agreement]:
    """Pair the values of a page's table with those of the results."""
    known, sizes = results_of(results, heading, measure)
    agents, boards = {agent for agent, _, _ in known}, {board for _, board, _ in known}
    header, *rows = table
    for row in rows:
        labels = [cell for cell in row if not INTERVAL.search(cell)]
        for column, cell in zip(header, row, strict=True):
            published = "published" in column or "paper" in column
            agent = one_of(agents, [column, *labels], "`{}`")
            board = board_of(boards, sizes, [column, *labels])
            value = known.get((agent, board, "published" if published else "ours"))
            if (
                value
                and value != "-"
                and (INTERVAL.search(cell) or (published and re.match(r"[\d.]+%?$", cell)))
            ):
                yield Agreement(f"{results.name}, {heading}, {agent} on {board}", cell, value)


def results_of(
    results: Path, heading: str, measure: str
) -> tuple[dict[tuple[str, str, str], str], dict[str, str]]:
    """The values of a measure by agent, board and column, and the size of each board."""
    text = results.read_text()
    [section] = [part for part in text.split("\n## ") if part.startswith(f"{heading}:")]
    sizes = dict(re.findall(r"(?:Boards: |; )([^:;]+): (\d+x\d+/\d+)", section))
    values = {}
    for title, lines in re.findall(r"\*\*(.+?)\*\*\n\n((?:\|.*\n)+)", section):
        if title.removesuffix(", continued") != measure:
            continue
        header, *rows = cells_of(lines)
        for row in rows:
            for column, cell in zip(header[1:], row[1:], strict=True):
                board, _, what = column.removesuffix(" [95%]").rpartition(": ")
                values[row[0], board or what, what if board else "ours"] = cell
    return values, sizes


def one_of(names: set[str], texts: Sequence[str], form: str) -> str:
    """The name that one of the texts has, in the form `name`; empty if there is none."""
    found = {name for name in names for text in texts if text == form.format(name)}
    return found.pop() if len(found) == 1 else ""


def board_of(boards: set[str], sizes: dict[str, str], texts: Sequence[str]) -> str:
    """The board that the first text names, by its size or by its name."""
    for text in texts:
        named = [board for board in boards if sizes.get(board, board) in text.split()]
        named = named or [board for board in boards if board == text.partition(",")[0]]
        if named:
            return min(named, key=len)
    return ""


def check(each: Agreement) -> None:
    """Assert that two values agree: exactly if they are published, and else within their intervals."""
    ours, theirs = INTERVAL.search(each.page), INTERVAL.search(each.results)
    if ours is None:
        theirs_published = each.results.partition(" (n")[0]
        assert float(each.page.rstrip("%")) == float(theirs_published), (
            f"{each.where}: {each.page}, {each.results}"
        )
        return
    assert theirs, f"{each.where}: the results have {each.results}"
    value, low, high = (float(number) for number in ours.groups())
    other, least, most = (float(number) for number in theirs.groups())
    allowed = FAR * math.hypot(max(value - low, high - value), max(other - least, most - other))
    assert abs(value - other) <= allowed, (
        f"{each.where}: {each.page} on the page, {each.results} in the results"
    )
