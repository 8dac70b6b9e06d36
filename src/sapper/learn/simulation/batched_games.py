"""Thousands of games at once, as tensors on one device.

The mines, the numbers and the connected regions of zeros are computed once per board. Opening any set of
cells, including the cascades, is then a fixed number of tensor operations without a loop.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor

COVERED, HIT = -2, -1
"""The values of a covered cell and of a mine that was hit, as in `sapper.View.numbers`."""


@dataclass(frozen=True)
class Boards:
    """N boards of one size."""

    mine: Tensor
    """bool (N, rows, cols)."""
    number: Tensor
    """int8 (N, rows, cols): the number of mines around each cell, which has no meaning at a mine."""
    region: Tensor
    """int64 (N, rows * cols): a label for each connected region of zeros, and 0 at every other cell."""
    mines: Tensor
    """int64 (N,): the number of mines on each board."""
    start: Tensor
    """int64 (N,): the start cell as a row-major index."""

    @classmethod
    def from_mines(cls, mine: Tensor, start: Tensor) -> Boards:
        """Compute the numbers and the regions of zeros from the mines."""
        number = around(mine)
        zero = (number == 0) & ~mine
        return cls(mine, number, _regions(zero), mine.flatten(1).sum(1), start)

    @classmethod
    def random(
        cls, rows: int, cols: int, mines: Tensor, start: Tensor, zero: Tensor, generator: torch.Generator
    ) -> Boards:
        """Draw random boards. Every allowed layout is equally likely.

        Args:
            rows: The number of rows of every board.
            cols: The number of columns of every board.
            mines: int64 (N,), the number of mines on each board.
            start: int64 (N,), the start cell of each board.
            zero: bool (N,), whether the neighbours of the start cell are free too.
            generator: The source of randomness. The boards are on its device.
        """
        cells, count, device = rows * cols, len(mines), mines.device
        first = torch.zeros(count, cells, dtype=torch.bool, device=device)
        first.scatter_(1, start[:, None], True)
        kept_free = first | (dilate(first.view(-1, rows, cols)).flatten(1) & zero[:, None])
        draw = torch.rand(count, cells, generator=generator, device=device) + 2 * kept_free
        order = draw.argsort(1)
        is_mine = torch.arange(cells, device=device)[None] < mines[:, None]
        mine = torch.zeros(count, cells, dtype=torch.bool, device=device).scatter_(1, order, is_mine)
        return cls.from_mines(mine.view(count, rows, cols), start)

    def pick(self, index: Tensor) -> Boards:
        """Return the boards at `index`, in that order."""
        return Boards(*(getattr(self, field.name)[index] for field in fields(self)))

    def __len__(self) -> int:
        return len(self.mines)


class Games:
    """N games in progress, one per board. One call can open any number of cells in each of them."""

    def __init__(self, boards: Boards) -> None:
        self.boards = boards
        self.opened = torch.zeros_like(boards.mine)
        self.hit = torch.zeros_like(boards.mine)
        self.open(self._starts(boards))

    @property
    def covered(self) -> Tensor:
        """Bool (N, rows, cols): the cells that can still be opened."""
        return ~(self.opened | self.hit)

    @property
    def free_left(self) -> Tensor:
        """int64 (N,): the number of free cells that are still covered. It is 0 in a won game."""
        return (~(self.opened | self.boards.mine)).flatten(1).sum(1)

    @property
    def mines_left(self) -> Tensor:
        """int64 (N,): the number of mines that were not hit."""
        return self.boards.mines - self.hit.flatten(1).sum(1)

    def views(self) -> Tensor:
        """int8 (N, rows, cols): what the players see, in the form of `sapper.View.numbers`."""
        shown = torch.where(self.opened, self.boards.number, COVERED)
        return shown.masked_fill_(self.hit, HIT)

    def open(self, cells: Tensor) -> Tensor:
        """Open the marked cells and their cascades. Return the marked mines, which stay covered."""
        fatal = cells & self.boards.mine
        fresh = (cells & ~self.boards.mine).flatten(1)
        region = self.boards.region
        entered = torch.zeros(len(region), region.shape[1] + 1, dtype=torch.bool, device=region.device)
        # Several cells may write to the same entry; entry 0 means 'no region'. All of them write True, so the
        # order does not matter.
        entered.scatter_(1, torch.where(fresh, region, 0), True)
        cascade = (entered.gather(1, region) & (region > 0)).view_as(cells)
        self.opened |= fresh.view_as(cells) | (dilate(cascade) & ~self.boards.mine)
        return fatal

    def restart(self, over: Tensor, fresh: Boards) -> None:
        """Replace each game that is `over` by a new one; `fresh` has one board per game."""
        for field in fields(Boards):
            old, new = getattr(self.boards, field.name), getattr(fresh, field.name)
            wide = over.view(-1, *([1] * (old.dim() - 1)))
            old.copy_(torch.where(wide, new, old))
        begun = over[:, None, None]
        self.opened &= ~begun
        self.hit &= ~begun
        self.open(self._starts(self.boards) & begun)

    def pick(self, index: Tensor) -> Games:
        """Return the games at `index`. The original `Games` must not be used afterwards."""
        picked = copy(self)
        picked.boards = self.boards.pick(index)
        picked.opened, picked.hit = self.opened[index], self.hit[index]
        return picked

    @staticmethod
    def _starts(boards: Boards) -> Tensor:
        first = torch.zeros_like(boards.mine).flatten(1)
        return first.scatter_(1, boards.start[:, None], True).view_as(boards.mine)


def dilate(cells: Tensor) -> Tensor:
    """Mark the neighbours of the marked cells too, in a bool tensor (N, rows, cols)."""
    return F.max_pool2d(cells[:, None].to(_small(cells)), 3, 1, 1)[:, 0] > 0


def around(cells: Tensor) -> Tensor:
    """Count the marked neighbours of each cell: int8 (N, rows, cols)."""
    marks = cells[:, None].float()
    return (F.avg_pool2d(marks, 3, 1, 1, divisor_override=1) - marks)[:, 0].round().to(torch.int8)


def _small(tensor: Tensor) -> torch.dtype:
    return torch.float32 if tensor.device.type == "cpu" else torch.float16


def _regions(zero: Tensor) -> Tensor:
    """Label each connected region of `zero` with its largest cell index, from 1; other cells get 0."""
    count, rows, cols = zero.shape
    index = torch.arange(1, rows * cols + 1, device=zero.device, dtype=torch.float32).view(1, rows, cols)
    label = zero * index
    while True:
        before = label
        for _ in range(8):  # the check below makes the device wait, which costs more than a few extra rounds
            label = F.max_pool2d(label[:, None], 3, 1, 1)[:, 0] * zero
            # Replace each label by the label of the cell it names, so that even long regions need few rounds.
            table = F.pad(label.flatten(1), (1, 0))
            label = table.gather(1, label.flatten(1).long()).view(count, rows, cols)
        if torch.equal(label, before):
            return label.flatten(1).long()
