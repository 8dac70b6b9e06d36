"""What the network of `sapper-deep` is trained for, and how well it chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from sapper.learn.networks.deep_resnet import Positions, corrections_at, log_odds, planes

Judge = Callable[[Tensor], tuple[Tensor, Tensor]]
"""From planes to corrections and the correction of the position."""

FLIPS = ((), (1,), (2,), (1, 2))
"""The four views of a board that keep its size, as the flipped dimensions of (N, rows, cols)."""

MARGINS = (0.0, 0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.012, 0.02)
"""The margins of which the table shows the gain."""


def centred(values: Tensor, is_cell: Tensor) -> Tensor:
    """Return the values of the compared cells less their mean over the position; 0 elsewhere."""
    values = values * is_cell
    mean = values.sum(1, keepdim=True) / is_cell.sum(1, keepdim=True).clamp(min=1)
    return (values - mean) * is_cell


def chances(corrections: Tensor, positions: Positions) -> Tensor:
    """Return the corrected chances to win by the compared cells (N, 24)."""
    return torch.sigmoid(log_odds(positions.wins) + corrections_at(corrections, positions))


def loss_of_differences(found: Tensor, wanted: Tensor, is_cell: Tensor) -> Tensor:
    """Return the mean squared error of the differences within a position.

    The mean of a position is left out: it depends on much that does not matter for the choice, and networks
    that learned it chose worse.
    """
    error = centred(found, is_cell) - centred(wanted, is_cell)
    return (error * error).sum() / is_cell.sum()


def loss_of_win(win: Tensor, positions: Positions, wanted: Tensor) -> Tensor:
    """Return the cross-entropy of the chance to win by the own choice."""
    odds = log_odds(positions.facts[:, 1]) + win
    return torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted.clamp(0, 1))


def corrections_of(judge: Judge, positions: Positions, views: int) -> tuple[Tensor, Tensor]:
    """Return the mean corrections over the first `views` mirrored views."""
    whole = planes(positions)
    sums: list[Tensor] = []
    for flips in FLIPS[:views]:
        over_planes = [dim + 1 for dim in flips]
        found, win = judge(whole.flip(over_planes) if flips else whole)
        back = found.flip(list(flips)) if flips else found
        sums = [a + b for a, b in zip(sums, (back, win), strict=True)] if sums else [back, win]
    return sums[0] / views, sums[1] / views


def flipped(positions: Positions, rows: bool, cols: bool) -> Positions:
    """Mirror positions, cells included."""
    shown, risks, cells, compared, facts = positions
    height, width = shown.shape[1:]
    dims = [dim for dim, turn in ((1, rows), (2, cols)) if turn]
    if not dims:
        return positions
    row, col = cells // width, cells % width
    turned = (height - 1 - row if rows else row) * width + (width - 1 - col if cols else col)
    return Positions(
        shown.flip(dims), risks.flip(dims), torch.where(cells >= 0, turned, cells), compared, facts
    )


@dataclass(frozen=True)
class Gain:
    """How much better the corrected choices are than those of `sapper-strong`, in chance to win a guess."""

    views: int
    margin: float
    gain: float
    error: float
    """The standard error of the gain."""
    left: float
    """The share of guesses in which the core's own choice is left."""


@dataclass(frozen=True)
class Judgement:
    """The result on held-out positions."""

    positions: int
    loss: float
    """The loss of the first number of views."""
    plain_loss: float
    """The loss without corrections."""
    gains: tuple[Gain, ...]

    def best(self, views: int) -> Gain:
        """Return the margin of greatest gain."""
        return max((gain for gain in self.gains if gain.views == views), key=lambda gain: gain.gain)


@torch.no_grad()
def judge_held_out(judge: Judge, parts: list[Positions], views: tuple[int, ...] = (1, 4)) -> Judgement:
    """Return how well a network chooses on held-out positions.

    The results are means over many layouts, and the network has seen none of them.
    """
    gains: dict[tuple[int, float], list[Tensor]] = {}
    left: dict[tuple[int, float], list[Tensor]] = {}
    losses = []
    for part in parts:
        is_cell = part.is_cell
        plain = loss_of_differences(part.wins, part.results, is_cell)
        for number in views:
            found = chances(corrections_of(judge, part, number)[0], part).masked_fill(~is_cell, -1.0)
            if number == views[0]:
                loss = loss_of_differences(found, part.results, is_cell)
                losses.append(torch.stack([loss, plain, torch.ones_like(loss)]).double() * is_cell.sum())
            best, at = found.max(1)
            result = part.results.gather(1, at[:, None])[:, 0] - part.results[:, 0]
            for margin in MARGINS:
                leaves = (best - found[:, 0] > margin) & (at > 0)
                gains.setdefault((number, margin), []).append(result * leaves)
                left.setdefault((number, margin), []).append(leaves)
    total, plain_total, cells = torch.stack(losses).sum(0).tolist()
    rows = []
    for (number, margin), each in gains.items():
        all_gains, leaves = torch.cat(each).double(), torch.cat(left[number, margin])
        error = float(all_gains.std(correction=0)) / max(1, len(all_gains)) ** 0.5
        rows.append(Gain(number, margin, float(all_gains.mean()), error, float(leaves.double().mean())))
    return Judgement(sum(len(part.shown) for part in parts), total / cells, plain_total / cells, tuple(rows))
