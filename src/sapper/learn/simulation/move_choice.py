"""The rule that turns a network's logits into moves."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from sapper.learn.simulation.batched_games import dilate


@dataclass(frozen=True)
class Style:
    """The parameters of the rule. The card of a network stores them."""

    sure: float = 0.002
    """Every cell with a predicted risk below this is opened."""
    margin: float = 0.15
    """If no cell is below `sure`, only cells within this margin of the lowest risk may be guessed."""
    border: bool = False
    """Whether only covered cells next to an opened cell are considered."""

    def moves(self, logits: Tensor, allowed: Tensor, opened: Tensor) -> tuple[Tensor, Tensor]:
        """Return two bool tensors (N, rows, cols): the cells predicted safe, and one guess per game.

        Args:
            logits: (N, 1 or 2, rows, cols). The first channel is the risk, the second rates guesses.
            allowed: The cells that may be opened.
            opened: The cells that are open.
        """
        if self.border:
            beside = allowed & dilate(opened)
            allowed = torch.where(beside.flatten(1).any(1)[:, None, None], beside, allowed)
        risk = torch.sigmoid(logits[:, 0]).masked_fill(~allowed, 2.0)
        rating = -logits[:, 0]
        if self.margin and logits.shape[1] > 1:
            close = risk <= risk.amin((1, 2), keepdim=True) + self.margin
            rating = logits[:, 1].masked_fill(~close, -torch.inf)
        rating = rating.masked_fill(~allowed, -torch.inf)
        return risk < self.sure, one_hot(rating.flatten(1).argmax(1), allowed)


def one_hot(cell: Tensor, like: Tensor) -> Tensor:
    """Return a bool tensor of the shape of `like` (N, rows, cols), True only at `cell` (N,) of each game."""
    marks = torch.zeros_like(like, dtype=torch.bool).flatten(1)
    return marks.scatter_(1, cell[:, None], True).view_as(like)
