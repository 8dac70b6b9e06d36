"""A pool of boards drawn in advance.

Drawing boards makes the host wait for the device. Taking them from a pool does not, so a finished game can be
replaced at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import torch

from sapper.learn.simulation.batched_games import Boards


class BoardPool:
    """Draws many boards at once and samples from them."""

    def __init__(
        self, draw: Callable[[int, torch.Generator], Boards], count: int, generator: torch.Generator
    ) -> None:
        self.draw, self.generator = draw, generator
        self.boards = draw(count, generator)

    def refill(self) -> None:
        """Replace all boards by new ones, in the same memory, because a CUDA graph may read from it."""
        fresh = self.draw(len(self.boards), self.generator)
        for field in fields(Boards):
            getattr(self.boards, field.name).copy_(getattr(fresh, field.name))

    def sample(self, count: int) -> Boards:
        """Return `count` boards, sampled with replacement."""
        index = torch.randint(
            len(self.boards), (count,), generator=self.generator, device=self.generator.device
        )
        return self.boards.pick(index)
