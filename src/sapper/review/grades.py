"""Grades of moves, and the bounds of the cost between them."""

from __future__ import annotations

from typing import Literal, get_args

from sapper.agents.outlook import Outlook, Value

Grade = Literal["forced", "best", "inaccuracy", "mistake", "unlucky"]
GRADES: tuple[Grade, ...] = get_args(Grade)
"""Every grade.

- forced: the move opened only certain cells.
- best: the best move is ahead by at most `BEST`.
- inaccuracy: the best move is ahead by at most `INACCURACY`.
- mistake: the best move is further ahead.
- unlucky: the move was as good as the best one, and hit a mine.
"""

BEST = 0.005
"""The most win probability that a move graded best may cost."""
INACCURACY = 0.03
"""The most win probability that an inaccuracy may cost."""
DOUBT = 2.0
"""How many standard errors an estimated cost may be off before a milder grade is out of the question."""


def grade_of(cost: Value) -> Grade:
    """Grade a move by the win probability that it cost.

    Doubt leads to the milder grade, but only to the next one: what looks like a mistake is never called best.

    >>> grade_of(Value(0.048, 0.034, exact=False)), grade_of(Value(0.01, 0.01, exact=False))
    ('inaccuracy', 'best')
    """
    seen, least = _level(cost.win), _level(cost.win - DOUBT * cost.error)
    return COSTLY[max(least, seen - 1)]


COSTLY: tuple[Grade, ...] = ("best", "inaccuracy", "mistake")


def _level(cost: float) -> int:
    return 0 if cost <= BEST else 1 if cost <= INACCURACY else 2


def is_decided(outlook: Outlook) -> bool:
    """Whether more rollouts are unlikely to change the grade of the second move."""
    cost = outlook.difference(0, 1)
    return all(abs(cost.win - bound) > DOUBT * cost.error for bound in (BEST, INACCURACY))
