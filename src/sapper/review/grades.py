"""The grades of moves."""

from __future__ import annotations

from typing import Literal, get_args

Grade = Literal["forced", "best", "inaccuracy", "mistake", "unlucky"]
GRADES: tuple[Grade, ...] = get_args(Grade)
"""Every grade.

- forced: the move opened only certain cells.
- best: the best move is ahead by at most half a percentage point of win probability.
- inaccuracy: the best move is ahead by at most three points.
- mistake: the best move is further ahead.
- unlucky: the move was as good as the best one, and hit a mine.
"""
