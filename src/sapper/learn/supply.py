"""A store of boards, so that games which end can be replaced without a pause of the device."""

from __future__ import annotations

from collections.abc import Callable

import torch

from sapper.learn.games import Boards


class Supply:
    """Draws many boards at once, deals them out at random, and draws new ones now and then."""

    def __init__(self, draw: Callable[[int, torch.Generator], Boards], count: int, generator: torch.Generator) -> None:
        self.draw, self.count, self.generator = draw, count, generator
        self.refill()

    def refill(self) -> None:
        """Draw all boards anew."""
        self.boards = self.draw(self.count, self.generator)

    def deal(self, count: int) -> Boards:
        """Boards for `count` games."""
        index = torch.randint(len(self.boards), (count,), generator=self.generator, device=self.generator.device)
        return self.boards.pick(index)
