"""How the papers' networks see a view, as float planes (N, channels, rows, cols); `resnet` has its own.

Views are (N, rows, cols), as `sapper.View.numbers`: 0..8 open, -2 covered, -1 a mine that was hit.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor

from sapper.learn.simulation.batched_games import COVERED

EDGE = -3
"""What a window shows beyond the edge of the board."""


def one_hot(views: Tensor) -> Tensor:
    """Ten channels (sajjad2022 5.6.1.2): one for each of 0..8, and one for covered."""
    whole = views.to(torch.int64)[:, None]
    numbers = torch.arange(9, device=views.device).view(1, -1, 1, 1)
    return torch.cat([whole == numbers, whole == COVERED], 1).float()


def integers(views: Tensor) -> Tensor:
    """One channel (sajjad2022 4.3.1, aua2023 4.2.1): the number, -1 for a mine, -2 for covered."""
    return views.float()[:, None]


def window(planes: Tensor, radius: int = 2, edge: float = EDGE) -> Tensor:
    """What lies around each cell: (N, channels * (2 * radius + 1)**2, rows, cols), window row by row."""
    rows, cols, size = planes.shape[2], planes.shape[3], 2 * radius + 1
    padded = F.pad(planes, (radius,) * 4, value=edge)
    parts = [padded[:, :, i : i + rows, j : j + cols] for i in range(size) for j in range(size)]
    return torch.stack(parts, 2).flatten(1, 2)


def mehta_ten(views: Tensor) -> Tensor:
    """Ten fields a cell (Mehta 2019, first form): eight for mines around, one for none, one for unknown.

    A player does not see in which direction the mines lie, so the first `n` of the eight stand for a number
    `n`.
    """
    steps = torch.arange(8, device=views.device).view(1, -1, 1, 1)
    whole = views[:, None]
    return torch.cat([whole > steps, whole == 0, whole == COVERED], 1).float()


def mehta_two(views: Tensor) -> Tensor:
    """Two fields a cell (Mehta 2019, second form): the number, and whether the cell is covered."""
    return torch.stack([views.clamp(min=0).float() / 8, (views == COVERED).float()], 1)


def mehta_one(views: Tensor) -> Tensor:
    """One field a cell (Mehta 2019, third form, an image): the number, or 9 where it is unknown."""
    return torch.where(views == COVERED, 9, views.clamp(min=0)).float()[:, None] / 9
