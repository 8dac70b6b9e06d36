"""The networks of sajjad2022 and aua2023.

All except `WindowDQN` map views and mine counts to one logit per cell, the logit of its risk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn

from sapper.learn.networks import paper_encodings

Encoding = Callable[[Tensor], Tensor]


class WindowMLP(nn.Module):
    """Multilayer perceptron whose input is the 24 cells around each cell (sajjad2022 5.5)."""

    def __init__(self, hidden: Sequence[int]) -> None:
        super().__init__()
        sizes = [24, *hidden, 1]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))

    def forward(self, views: Tensor, mines: Tensor) -> Tensor:
        """Return the logits of the risk: (N, 1, rows, cols)."""
        around = paper_encodings.window(paper_encodings.integers(views))
        x = torch.cat([around[:, :12], around[:, 13:]], 1).permute(0, 2, 3, 1)  # without the cell itself
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x).permute(0, 3, 1, 2)  # type: ignore[no-any-return]


class CNN(nn.Module):
    """Convolutions that keep the size of the board, with one output per cell (sajjad2022 5.6)."""

    def __init__(
        self,
        filters: Sequence[tuple[int, int]],
        encoding: Encoding = paper_encodings.one_hot,
        activation: Callable[[Tensor], Tensor] = torch.relu,
    ) -> None:
        super().__init__()
        self.encoding, self.activation = encoding, activation
        channels = encoding(torch.zeros(1, 1, 1, dtype=torch.int8)).shape[1]
        sizes = [channels, *(count for count, _ in filters)]
        self.layers = nn.ModuleList(
            nn.Conv2d(before, count, size, padding=size // 2)
            for before, (count, size) in zip(sizes, filters, strict=False)
        )
        self.output = nn.Conv2d(sizes[-1], 1, 1)

    def forward(self, views: Tensor, mines: Tensor) -> Tensor:
        """Return the logits of the risk: (N, 1, rows, cols)."""
        x = self.encoding(views)
        for layer in self.layers:
            x = self.activation(layer(x))
        return self.output(x)  # type: ignore[no-any-return]


class WindowDQN(nn.Module):
    """Two Q-values for the centre cell of a 5x5 window: to open it and to flag it (aua2023 4.2.1).

    The paper specifies three 3x3 convolutions and two dense layers. The numbers of filters and units are our
    choice.
    """

    def __init__(self, planes: bool = False, all_cells: bool = False) -> None:
        """Build the network.

        Args:
            planes: Whether the input is one plane for each kind of cell instead of one number per cell.
            all_cells: Whether the network is deeper and also predicts for each of the 25 cells whether it is
                a mine.
        """
        super().__init__()
        self.planes = planes
        depth, outputs = (5, 27) if all_cells else (3, 2)
        sizes = [12 if planes else 1, 32, *([64] * (depth - 1))]
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [nn.Conv2d(before, after, 3, padding=1), nn.ReLU()]
        dense = [nn.Flatten(), nn.Linear(25 * 64, 64), nn.ReLU(), nn.Linear(64, outputs)]
        self.layers = nn.Sequential(*layers, *dense)

    def forward(self, windows: Tensor) -> Tensor:
        """Return Q-values (N, 2 or 27) for windows (N, 5, 5).

        In a window -1 is a flag and -3 is outside the board.
        """
        whole = windows.to(torch.int64)[:, None]
        kinds = torch.arange(paper_encodings.EDGE, 9, device=windows.device).view(1, -1, 1, 1)
        x = (whole == kinds).float() if self.planes else whole.float()
        return self.layers(x)  # type: ignore[no-any-return]


def parameters(network: nn.Module) -> int:
    """Count the trainable parameters of a network."""
    return sum(p.numel() for p in network.parameters())
