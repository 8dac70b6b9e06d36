"""The boards that learners are trained and measured on."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from sapper.learn.simulation.batched_games import Boards


@dataclass(frozen=True)
class Level:
    """A board size, a number of mines, and the cell that every game starts from."""

    name: str
    rows: int
    cols: int
    mines: int
    first_move: str
    """What the first move promises: ``safe`` or ``zero``."""
    start: tuple[int, int]

    def boards(self, count: int, generator: torch.Generator) -> Boards:
        """Draw `count` random boards of this level."""
        device = generator.device
        ones = torch.ones(count, dtype=torch.int64, device=device)
        start = self.start[0] * self.cols + self.start[1]
        zero = (ones > 0) & (self.first_move == "zero")
        return Boards.random(self.rows, self.cols, ones * self.mines, ones * start, zero, generator)


SIZES = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""Rows, columns and mines of the three standard levels."""
STARTS = {"safe": (0, 0), "zero": (3, 3)}
"""The start cell for each promise of the first move. All tables in the documentation use these."""


def level_of(size: str, first_move: str) -> Level:
    """Return a standard level with the usual start cell for `first_move`."""
    return Level(size, *SIZES[size], first_move, STARTS[first_move])


LEVELS = tuple(level_of(size, first_move) for size in SIZES for first_move in STARTS)
"""The three standard levels, each with a safe start and with a zero start."""
