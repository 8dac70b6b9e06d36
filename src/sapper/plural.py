"""Counts in sentences: the number and the noun in its right form."""

from __future__ import annotations


def counted(count: int, noun: str, many: str | None = None) -> str:
    """Write a count with its noun.

    >>> counted(1, "move"), counted(1200, "move"), counted(0, "guess", "guesses")
    ('1 move', '1,200 moves', '0 guesses')
    """
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"
