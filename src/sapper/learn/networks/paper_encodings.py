"""The input encodings of the papers' networks: from views to float planes (N, channels, rows, cols).

Views have the shape (N, rows, cols) and the values of `sapper.View.numbers`: 0..8 for opened cells, -2 for
covered cells, -1 for a mine that was hit.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor

from sapper.learn.simulation.batched_games import COVERED

EDGE = -3
"""The value of window cells that are outside the board."""


def one_hot(views: Tensor) -> Tensor:
    """Encode views in ten channels, one for each of 0..8 and one for covered cells (sajjad2022 5.6.1.2)."""
    whole = views.to(torch.int64)[:, None]
    numbers = torch.arange(9, device=views.device).view(1, -1, 1, 1)
    return torch.cat([whole == numbers, whole == COVERED], 1).float()


def integers(views: Tensor) -> Tensor:
    """Encode views in one channel: the number, -1 for a mine, -2 for covered.

    This is the encoding of sajjad2022 4.3.1 and aua2023 4.2.1.
    """
    return views.float()[:, None]


def window(planes: Tensor, radius: int = 2, edge: float = EDGE) -> Tensor:
    """Stack the window around each cell, row by row, as (N, channels * (2 * radius + 1)**2, rows, cols)."""
    rows, cols, size = planes.shape[2], planes.shape[3], 2 * radius + 1
    padded = F.pad(planes, (radius,) * 4, value=edge)
    parts = [padded[:, :, i : i + rows, j : j + cols] for i in range(size) for j in range(size)]
    return torch.stack(parts, 2).flatten(1, 2)


def mehta_ten(views: Tensor) -> Tensor:
    """Encode views in ten fields per cell (Mehta 2019, first form).

    Eight fields stand for the mines around the cell, one for a zero and one for an unknown cell. A player
    does not see where the mines around a cell are, so a number `n` sets the first `n` of the eight fields.
    """
    steps = torch.arange(8, device=views.device).view(1, -1, 1, 1)
    whole = views[:, None]
    return torch.cat([whole > steps, whole == 0, whole == COVERED], 1).float()


def mehta_two(views: Tensor) -> Tensor:
    """Encode views in two fields per cell (Mehta 2019, second form): the number, and 1 if it is covered."""
    return torch.stack([views.clamp(min=0).float() / 8, (views == COVERED).float()], 1)


def mehta_one(views: Tensor) -> Tensor:
    """Encode views in one field per cell (Mehta 2019, third form): the number, or 9 where it is unknown."""
    return torch.where(views == COVERED, 9, views.clamp(min=0)).float()[:, None] / 9
