"""Tables of the pages of the papers beside those of the committed results.

A page says above a table which table of its results it must agree with, in a comment:

    <!-- agrees with: Figure 7.6: Games won, % -->

Every cell with an interval, and every published value, whose agent and board both tables have, is compared.
If the comment ends with a half-width, as in ``% +-0.14``, numbers without an interval are compared too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Table = list[list[str]]
"""The heading of a table and its rows, as cells of text."""
MARK = re.compile(r"<!-- agrees with: ([^:]+): (.+?)(?: \+-([\d.]+))? -->\n+((?:\|.*\n?)+)")
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
    for heading, measure, half, lines in MARK.findall(page.read_text()):
        table = cells_of(lines)
        if half:
            table = [table[0], *([_with_interval(cell, float(half)) for cell in row] for row in table[1:])]
        yield heading, measure, table


def _with_interval(cell: str, half: float) -> str:
    if not re.fullmatch(r"[\d.]+", cell):
        return cell
    return f"{cell} [{float(cell) - half:.2f}, {float(cell) + half:.2f}]"


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
            published = "published" in column or "published" in row[0]
            agent = agent_of(agents, [column, *labels])
            board = board_of(boards, sizes, [column, *labels, header[0]])
            if published and re.match(r"[\d.]+%?$", cell):
                values = [
                    value.partition(" (n")[0]
                    for (who, where, what), value in known.items()
                    if where == board
                    and what == "published"
                    and agent in ("", who)
                    and value not in ("-", "")
                ]
                if values:  # a column such as 'CSP, published' has no name of ours
                    same = [value for value in values if float(value) == float(cell.rstrip("%"))]
                    where = f"{results.name}, {heading}, {agent or column} on {board}"
                    yield Agreement(where, cell, same[0] if same else " or ".join(values))
            elif (
                not published
                and INTERVAL.search(cell)
                and INTERVAL.search(known.get((agent, board, "ours"), ""))
            ):
                where = f"{results.name}, {heading}, {agent} on {board}"
                yield Agreement(where, cell, known[agent, board, "ours"])


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


def agent_of(agents: set[str], texts: Sequence[str]) -> str:
    """The agent that one of the texts begins with, as code; empty if there is none."""
    found = {agent for agent in agents for text in texts if text.partition(",")[0] == f"`{agent}`"}
    return found.pop() if len(found) == 1 else ""


def board_of(boards: set[str], sizes: dict[str, str], texts: Sequence[str]) -> str:
    """The board that the texts name, by its size or its name.

    Several boards may have one size: 'beginner' and 'beginner, corner'. The words after the comma decide.
    """
    for text in texts:
        named = [
            board
            for board in boards
            if sizes.get(board, board) in text.split() or board.partition(",")[0] == text.partition(",")[0]
        ]
        if named:
            whole = " ".join(texts)
            told = [board for board in named if "," in board and board.partition(", ")[2] in whole]
            plain = [board for board in named if "," not in board]
            return max(told, key=len) if told else plain[0] if plain else ""
    return ""


def check(each: Agreement) -> None:
    """Assert that two values agree: exactly if they are published, and else within their intervals."""
    told = f"{each.where}: {each.page} on the page, {each.results} in the results"
    ours, theirs = INTERVAL.search(each.page), INTERVAL.search(each.results)
    if not ours or not theirs:
        assert " or " not in each.results, told
        assert float(each.page.rstrip("%")) == float(each.results), told
        return
    value, low, high = (float(number) for number in ours.groups())
    other, least, most = (float(number) for number in theirs.groups())
    allowed = FAR * math.hypot(max(value - low, high - value), max(other - least, most - other))
    assert abs(value - other) <= allowed, told
