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
"""How many standard errors an estimated cost is reduced by, so that doubt leads to the milder grade."""
STEADY = 0.01
"""The largest standard error with which a win probability is shown."""


def grade_of(cost: Value) -> Grade:
    """Grade a move by the win probability that it cost."""
    least = cost.win - DOUBT * cost.error
    return "best" if least <= BEST else "inaccuracy" if least <= INACCURACY else "mistake"


def is_decided(outlook: Outlook) -> bool:
    """Whether more rollouts are unlikely to change the grade of the second move."""
    cost = outlook.difference(0, 1)
    return all(abs(cost.win - bound) > DOUBT * cost.error for bound in (BEST, INACCURACY))


def is_steady(outlook: Outlook) -> bool:
    """Whether the only value of an outlook is known well enough to be shown."""
    return outlook.values[0].error <= STEADY
