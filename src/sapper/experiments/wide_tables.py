"""Wide tables: a row per agent, and for each board the published value beside ours and the difference."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.experiments.measures import MEASURES, Unit
from sapper.experiments.outcome import Outcome, Row
from sapper.experiments.value_format import gap, number, plain
from sapper.plural import counted
from sapper.report.figure import Table

MOST_COLUMNS = 9
"""The most columns of values in one table, so that it fits a page of 1,200 pixels."""


def wide_tables(name: str, outcome: Outcome, most: int = MOST_COLUMNS) -> list[Table]:
    """Write the rows of one measure as tables.

    Boards that do not fit into one table go into the next one. All columns of a board stay together.

    Args:
        name: The name of the measure.
        outcome: The outcome that has the rows.
        most: The most columns of values in one table, at least three: published, ours and the difference.
    """
    if most < 3:
        raise ValueError(f"a table needs at least three columns of values, not {most}")
    rows = [row for row in outcome.rows if row.measure == name]
    by_board: dict[str, list[Row]] = {}
    for row in rows:
        by_board.setdefault(row.setting, []).append(row)
    parts = _parts({board: 3 if _published(found) else 1 for board, found in by_board.items()}, most)
    return [
        _table(name, [row for row in rows if row.setting in part], part, outcome, number)
        for number, part in enumerate(parts)
    ]


def _parts(columns: dict[str, int], most: int) -> list[list[str]]:
    """Divide boards into as few tables as possible, of about the same width."""
    fewest = len(_filled(columns, most))
    width = next(width for width in range(1, most + 1) if len(_filled(columns, width)) <= fewest)
    return _filled(columns, width)


def _filled(columns: dict[str, int], most: int) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for board, count in columns.items():
        if parts[-1] and sum(columns[each] for each in parts[-1]) + count > most:
            parts.append([])
        parts[-1].append(board)
    return parts


def _published(rows: Sequence[Row]) -> bool:
    return any(row.claim for row in rows)


def _table(name: str, rows: Sequence[Row], boards: Sequence[str], outcome: Outcome, part: int) -> Table:
    unit = MEASURES[name].unit
    found = {(row.agent, row.setting): row for row in rows}
    agents = [agent for agent in outcome.experiment.agents if any((agent, each) in found for each in boards)]
    agents = agents or list(dict.fromkeys(row.agent for row in rows))
    published = [board for board in boards if _published([row for row in rows if row.setting == board])]
    counts = {row.claim.games for row in rows if row.claim}
    own_counts = len(counts) > 1
    played = {agent: _games([row for row in rows if row.agent == agent and row.ours]) for agent in agents}
    shared = len(set(played.values())) == 1
    varied = not shared and set(played.values()) != {f"{outcome.games:,}"}
    header = ["agent", *["games"] * varied]
    for board in boards:
        if board in published:
            header += [f"{board}: {what}" for what in ("published", "ours [95%]", "difference [95%]")]
        else:
            header += [f"{board}: ours [95%]"] if published else [f"{board} [95%]"]
    lines = []
    for agent in agents:
        cells = [found.get((agent, board)) for board in boards]
        line = [agent, *[played[agent]] * varied]
        for board, cell in zip(boards, cells, strict=True):
            if board in published:
                line += [_claim(cell, unit, own_counts), _ours(cell, unit, outcome), _gap(cell, unit)]
            else:
                line.append(_ours(cell, unit, outcome))
        lines.append(tuple(line))
    games = played[agents[0]]
    told = shared and games not in ("-", f"{outcome.games:,}")
    note = f"Games of each agent: {games}. " * told + _note(rows, counts)
    return Table(_title(name, part), tuple(header), tuple(lines), note.strip(), grouped=bool(published))


def _title(name: str, part: int) -> str:
    label, unit = MEASURES[name].label, MEASURES[name].unit
    return f"{label}{f', {unit}' if unit == '%' else ''}{', continued' if part else ''}".capitalize()


def _games(rows: Sequence[Row]) -> str:
    """The games of an agent: one number, or one per board."""
    counts = [f"{row.ours.games:,}" for row in rows if row.ours] or ["-"]
    return counts[0] if len(set(counts)) == 1 else " / ".join(counts)


def _claim(row: Row | None, unit: Unit, with_games: bool) -> str:
    if row is None or row.claim is None:
        return "-" if row else ""
    games = f" (n {row.claim.games:,})" if with_games and row.claim.games else ""
    return f"{plain(row.claim.value, unit)}{games}"


def _ours(row: Row | None, unit: Unit, outcome: Outcome) -> str:
    if row is None:
        return ""
    if row.ours is None:
        return "not available" if row.agent in outcome.missing else "-"
    return number(row.ours, unit)


def _gap(row: Row | None, unit: Unit) -> str:
    if row is None or row.difference is None:
        return "-" if row else ""
    return gap(row.difference, unit)


def _note(rows: Sequence[Row], counts: set[int | None]) -> str:
    """The number of games behind the published values, and the notes of single values."""
    games = next(iter(counts)) if len(counts) == 1 else None
    parts = [f"Published values are of {counted(games, 'game')} each."] if games else []
    notes: dict[str, list[str]] = {}
    for row in rows:
        if row.note:
            notes.setdefault(row.note, []).append(f"{row.agent} on {row.setting}")
    if len(notes) == 1 and len(*notes.values()) == sum(row.claim is not None for row in rows):
        parts += [f"Published values: {note}." for note in notes]
    elif notes:
        parts += ["; ".join(f"{', '.join(where)}: {note}" for note, where in notes.items()) + "."]
    return " ".join(parts)
