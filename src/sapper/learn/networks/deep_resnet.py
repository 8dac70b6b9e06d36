"""The network of `sapper-deep`: it corrects the order in which the core puts the cells of a guess.

It is the residual network of `resnet`, with planes for what the core knows, so that its training can start
from the weights of `resnet`. The planes are defined by `cpp/players/deep_planes.hpp`; `planes` makes the same
planes on a device, from positions in short form.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor, nn

from sapper.learn.networks.resnet import ResNet

PLANES = 24
"""The number of input planes."""

OLD_PLANES = (0, *range(2, 16))
"""The planes that `resnet` has too, at the same places."""

_RISK_SCALE = 32767
_RISK, _VALUE, _CLOSE, _WIN, _RESULT = range(5)
_LEAST = 0.002


class Positions(NamedTuple):
    """Guesses on boards of one size, as `sapper._core.deep_positions` returns them."""

    shown: Tensor
    """(N, rows, cols) int8: the number, -1 for a known mine, -2 for another covered cell."""
    risks: Tensor
    """(N, rows, cols) int16: the risks, of 32767."""
    cells: Tensor
    """(N, 24) int16: the compared cells, the core's own choice first; -1 for none."""
    compared: Tensor
    """(N, 24, 5): risk, value, value by the close comparison, chance to win, and mean result."""
    facts: Tensor
    """(N, 3): the logarithm of the layouts, the chance to win, and whether the position is late."""

    @property
    def is_cell(self) -> Tensor:
        """(N, 24): where there is a compared cell."""
        return self.cells >= 0

    @property
    def wins(self) -> Tensor:
        """(N, 24): the estimated chances to win."""
        return self.compared[..., _WIN]

    @property
    def results(self) -> Tensor:
        """(N, 24): the mean results of playing the cells out."""
        return self.compared[..., _RESULT]

    def at(self, index: Tensor) -> Positions:
        """Select positions."""
        return Positions(*(each[index] for each in self))


def planes(positions: Positions) -> Tensor:
    """Return the input of the network, (N, PLANES, rows, cols)."""
    shown, risks, cells, compared, facts = positions
    count, rows, cols = shown.shape
    made = torch.zeros(count, PLANES, rows * cols, device=shown.device)
    flat = shown.flatten(1).long()
    covered = flat < 0
    made[:, 0] = covered
    made[:, 1] = flat == -1
    made[:, 2:11] = flat[:, None] == torch.arange(9, device=shown.device)[:, None]
    left = torch.round(_mines(positions))
    total = covered.sum(1).float()
    free = total - left
    known = torch.stack([left / total.clamp(min=1), left / 100, free / 200, free.clamp(max=16) / 16], 1)
    made[:, 11:15] = known[:, :, None]
    made[:, 15] = 1
    made[:, 16] = risks.flatten(1).float() / _RISK_SCALE
    own = compared[:, :1]
    less = 10 * (compared - own)
    marks = torch.stack(
        [torch.ones_like(less[..., 0]), less[..., _VALUE], less[..., _CLOSE], less[..., _RISK]], 1
    )
    at = cells.long().clamp(min=0)[:, None].expand(-1, 4, -1)
    # Places without a cell add zeros to the first cell of the board.
    made[:, 17:21].scatter_add_(2, at, marks * positions.is_cell[:, None])
    made[:, 21] = (facts[:, 0] / 100)[:, None]
    made[:, 22:24] = facts[:, 1:, None]
    return made.view(count, PLANES, rows, cols)


def _mines(positions: Positions) -> Tensor:
    """Return the number of mines: the risks of all covered cells add up to it."""
    return positions.risks.flatten(1).float().sum(1) / _RISK_SCALE


def log_odds(chance: Tensor) -> Tensor:
    """Return the log odds of a chance, which is kept away from 0 and 1."""
    return torch.logit(chance.float().clamp(_LEAST, 1 - _LEAST))


class DeepResNet(ResNet):
    """Corrects, in log odds, the chance to win by each cell, and the chance to win of the position."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__(blocks, channels)
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.head = nn.Conv2d(channels, 1, 1)
        self.win = nn.Linear(channels, 1)
        for layer in (self.head, self.win):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:  # type: ignore[override]
        """Return the corrections (N, rows, cols) and those of the position (N,), in single precision."""
        x = self.stem(planes.contiguous(memory_format=torch.channels_last))
        for block in self.blocks:
            x = block(x)
        with torch.autocast(x.device.type, enabled=False):
            last = F.relu(self.norm(x.float()))
            # The chance to win is learned beside the corrections and must not change the features.
            mean = last.detach().mean((2, 3))
            return self.head(last)[:, 0], self.win(mean)[:, 0]

    def begin_from(self, weights: dict[str, Tensor]) -> None:
        """Take over the weights of a `resnet` of the same size; the new planes and outputs start at zero."""
        kept = {name: each for name, each in weights.items() if not name.startswith(("stem.", "head."))}
        missing, unexpected = self.load_state_dict(kept, strict=False)
        if unexpected or any(name.split(".")[0] not in ("stem", "head", "win") for name in missing):
            raise ValueError("the weights do not fit the network")
        old = torch.tensor(OLD_PLANES)
        with torch.no_grad():
            self.stem.weight.zero_()
            self.stem.weight[:, old] = weights["stem.weight"][:, old]
            assert self.stem.bias is not None
            self.stem.bias.copy_(weights["stem.bias"])

    def shortened(self, blocks: int) -> DeepResNet:
        """Return a network that begins with `blocks` of these blocks, spread over the depth."""
        made = DeepResNet(blocks, self.stem.out_channels)
        for name in ("stem", "norm", "head", "win"):
            getattr(made, name).load_state_dict(getattr(self, name).state_dict())
        for i, block in enumerate(made.blocks):
            wanted = i * (len(self.blocks) - 1) / max(1, blocks - 1)
            alike = [j for j, each in enumerate(self.blocks) if type(each) is type(block)]
            if alike:
                nearest = min(alike, key=lambda j: abs(j - wanted))
                block.load_state_dict(self.blocks[nearest].state_dict())
        return made


def corrections_at(corrections: Tensor, positions: Positions) -> Tensor:
    """Return the corrections (N, 24) of the compared cells."""
    return corrections.flatten(1).gather(1, positions.cells.long().clamp(min=0))
