"""The start of a run in words."""

from __future__ import annotations

from collections.abc import Sequence


def start_text(start: str | Sequence[int] | None) -> str:
    """Describe the argument ``start`` of a run, which is None if every board of a file has its own.

    A cell is a text in the runs of `sapper bench`, and a pair in those of `sapper reproduce`.

    >>> start_text("3,12"), start_text([3, 12]), start_text("agent"), start_text(None)
    ('start (3, 12)', 'start (3, 12)', 'start chosen by the agent', 'start of each board')
    """
    if start is None:
        return "start of each board"
    if start == "agent":
        return "start chosen by the agent"
    row, col = (int(part) for part in (start.split(",") if isinstance(start, str) else start))
    return f"start ({row}, {col})"
