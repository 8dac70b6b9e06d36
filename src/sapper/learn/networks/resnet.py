"""The network of `resnet`: one set of weights for every board size and mine density.

It differs from a plain residual network in two ways. Each cell is normalised on its own, over its channels,
because statistics shared between boards of different sizes ruined the training. Every third block pools over
the whole board, so that cells far apart can influence each other.
"""

from __future__ import annotations

from typing import ClassVar

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import COVERED

PLANES = 16
"""The number of input channels; `planes` lists them."""


def planes(numbers: Tensor, mines: Tensor) -> Tensor:
    """Encode views for `ResNet` as float planes (N, PLANES, rows, cols).

    Eleven planes are the one-hot encoding of covered, hit and 0..8. Four planes are constant over the board:
    the fraction of covered cells that are mines, the mines left, the free cells left, and the free cells left
    up to 16, which is finer near the end of a game. The last plane is all ones; the padding of the
    convolutions is zero, so this plane shows the network where the board ends.

    Args:
        numbers: (N, rows, cols), as `sapper.View.numbers`.
        mines: (N,), the number of mines on each board, including those that were hit.
    """
    whole = numbers.to(torch.int64)[:, None]
    kinds = torch.arange(COVERED, 9, device=numbers.device).view(1, -1, 1, 1)
    shown = (whole == kinds).float()
    covered, hit = shown[:, 0].sum((1, 2)), shown[:, 1].sum((1, 2))
    left = mines.float() - hit
    free = covered - left
    counts = torch.stack(
        [left / covered.clamp(min=1), left / 100, free / 200, free.clamp(max=16) / 16, torch.ones_like(free)],
        1,
    )
    return torch.cat([shown, counts[:, :, None, None].expand(-1, -1, *numbers.shape[1:])], 1)


class CellNorm(nn.Module):
    """Scales the channels of each cell to an RMS of one, independently of other cells."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.shift = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise in single precision, then convert the result to the type of `x`."""
        wide = x.float()
        scale, shift = self.scale[:, None, None], self.shift[:, None, None]
        return (wide * torch.rsqrt(wide.mul(wide).mean(1, keepdim=True) + 1e-5) * scale + shift).to(x.dtype)


class Block(nn.Module):
    """A residual block with two convolutions."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = CellNorm(channels)
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.second.weight)  # every block starts as the identity
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Add the output of the two convolutions to `x`."""
        h = self.first(F.relu(self.norm(x)))
        stepped: Tensor = x + self.second(F.relu(h))
        return stepped


class PoolingBlock(Block):
    """A residual block that also gives every cell the mean, maximum and sum of features over the board."""

    pooled: ClassVar[int] = 32

    def __init__(self, channels: int) -> None:
        super().__init__(channels)
        self.gather = nn.Conv2d(channels, self.pooled, 1)
        self.spread = nn.Linear(3 * self.pooled, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Add the output of the two convolutions and the pooled features to `x`."""
        h = F.relu(self.norm(x))
        board = F.relu(self.gather(h)).float().flatten(2)
        total = board.sum(2)
        pooled = torch.cat([board.mean(2), board.amax(2), total / 64], 1)
        h = self.first(h) + self.spread(pooled)[:, :, None, None].to(x.dtype)
        stepped: Tensor = x + self.second(F.relu(h))
        return stepped


class ResNet(nn.Module):
    """Residual network with two logits per cell: one for its risk, and one that rates it as a guess."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        kinds = [PoolingBlock if i % 3 == 2 else Block for i in range(blocks)]
        self.blocks = nn.ModuleList(kind(channels) for kind in kinds)
        self.norm = CellNorm(channels)
        self.head = nn.Conv2d(channels, 2, 1)

    def forward(self, numbers: Tensor, mines: Tensor) -> Tensor:
        """Return logits (N, 2, rows, cols) in single precision: the risk, and the rating of guesses."""
        logits: Tensor = self.head(self.features(numbers, mines))
        return logits.float()

    def features(self, numbers: Tensor, mines: Tensor) -> Tensor:
        """Return the features that the output layer reads: (N, channels, rows, cols)."""
        x = self.stem(planes(numbers, mines).to(memory_format=torch.channels_last))
        for block in self.blocks:
            x = block(x)
        return F.relu(self.norm(x))
