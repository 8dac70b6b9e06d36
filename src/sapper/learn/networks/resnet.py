"""`resnet`: one purely neural player for every board size and density.

Differs from a plain residual network: cells are normalised one by one over their channels, since statistics
shared between boards of several sizes ruin it; and some blocks pool over the whole board, so that the mine
count of one end can tell on the other.
"""

from __future__ import annotations

from typing import ClassVar

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor, nn

from sapper.learn.simulation.batched_games import COVERED

PLANES = 16
"""Channels of the input: see `planes`."""


def planes(numbers: Tensor, mines: Tensor) -> Tensor:
    """Encode views for `ResNet`: float (N, PLANES, rows, cols).

    Covered, hit, and 0..8 one-hot; a plane of ones, which the padding of the convolutions does not have, so
    that edges are seen; and what remains: mines in covered cells, mines, free cells, and few free cells
    finely.

    Args:
        numbers: (N, rows, cols), as `sapper.View.numbers`.
        mines: (N,), all mines of each board, those that were hit too.
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
    """Scales each cell's channels to an RMS of one; looks at no other cell."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.shift = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise in single precision, whatever `x` comes in."""
        wide = x.float()
        scale, shift = self.scale[:, None, None], self.shift[:, None, None]
        return (wide * torch.rsqrt(wide.mul(wide).mean(1, keepdim=True) + 1e-5) * scale + shift).to(x.dtype)


class Block(nn.Module):
    """Two convolutions beside the residual stream."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = CellNorm(channels)
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.second.weight)  # every block begins as the identity
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """One step of the residual stream."""
        h = self.first(F.relu(self.norm(x)))
        stepped: Tensor = x + self.second(F.relu(h))
        return stepped


class PoolingBlock(Block):
    """A block that also tells every cell what the whole board holds."""

    pooled: ClassVar[int] = 32

    def __init__(self, channels: int) -> None:
        super().__init__(channels)
        self.gather = nn.Conv2d(channels, self.pooled, 1)
        self.spread = nn.Linear(3 * self.pooled, channels)

    def forward(self, x: Tensor) -> Tensor:
        """One step of the residual stream."""
        h = F.relu(self.norm(x))
        board = F.relu(self.gather(h)).float().flatten(2)
        total = board.sum(2)
        seen = torch.cat([board.mean(2), board.amax(2), total / 64], 1)
        h = self.first(h) + self.spread(seen)[:, :, None, None].to(x.dtype)
        stepped: Tensor = x + self.second(F.relu(h))
        return stepped


class ResNet(nn.Module):
    """Residual network from a view to two logits for each cell: its risk, and how good a guess it is."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        kinds = [PoolingBlock if i % 3 == 2 else Block for i in range(blocks)]
        self.blocks = nn.ModuleList(kind(channels) for kind in kinds)
        self.norm = CellNorm(channels)
        self.head = nn.Conv2d(channels, 2, 1)

    def forward(self, numbers: Tensor, mines: Tensor) -> Tensor:
        """Logits (N, 2, rows, cols) in single precision: of the risk, and of the choice among guesses."""
        logits: Tensor = self.head(self.features(numbers, mines))
        return logits.float()

    def features(self, numbers: Tensor, mines: Tensor) -> Tensor:
        """What the heads see: (N, channels, rows, cols)."""
        x = self.stem(planes(numbers, mines).to(memory_format=torch.channels_last))
        for block in self.blocks:
            x = block(x)
        return F.relu(self.norm(x))
