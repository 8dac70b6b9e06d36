"""The start of a run in words."""

from __future__ import annotations


def start_text(start: str | None) -> str:
    """Describe the argument ``start`` of a run, which is None if every board of a file has its own.

    >>> start_text("3,12"), start_text("agent"), start_text(None)
    ('start (3, 12)', 'start chosen by the agent', 'start of each board')
    """
    if start is None:
        return "start of each board"
    if start == "agent":
        return "start chosen by the agent"
    row, col = (int(part) for part in start.split(","))
    return f"start ({row}, {col})"
