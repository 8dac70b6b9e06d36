"""A store of boards, so that games which end can be replaced without a pause of the device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import torch

from sapper.learn.simulation.batched_games import Boards


class Supply:
    """Draws many boards at once, deals them out at random, and draws new ones now and then."""

    def __init__(
        self, draw: Callable[[int, torch.Generator], Boards], count: int, generator: torch.Generator
    ) -> None:
        self.draw, self.generator = draw, generator
        self.boards = draw(count, generator)

    def refill(self) -> None:
        """Draw all boards anew, into the same memory: a recorded step may be dealing from it."""
        fresh = self.draw(len(self.boards), self.generator)
        for field in fields(Boards):
            getattr(self.boards, field.name).copy_(getattr(fresh, field.name))

    def deal(self, count: int) -> Boards:
        """Boards for `count` games."""
        index = torch.randint(
            len(self.boards), (count,), generator=self.generator, device=self.generator.device
        )
        return self.boards.pick(index)
