"""The training game: thousands of games at once, as tensors on one device.

A board's mines, numbers and connected zero regions are computed once, so that opening any set of cells,
cascades and all, is one step without a loop.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor

COVERED, HIT = -2, -1
"""What a view shows for a covered cell, and for a mine that was hit; as in `sapper.View.numbers`."""


@dataclass(frozen=True)
class Boards:
    """Many boards of one size; the first axis counts them."""

    mine: Tensor
    """bool (N, rows, cols)."""
    number: Tensor
    """int8 (N, rows, cols): mines around each cell; meaningless at a mine."""
    region: Tensor
    """int64 (N, rows * cols): 0 at cells with mines around, else one label for each connected zero region."""
    mines: Tensor
    """int64 (N,): how many mines there are."""
    start: Tensor
    """int64 (N,): the first cell, row-major."""

    @classmethod
    def from_mines(cls, mine: Tensor, start: Tensor) -> Boards:
        """Work out numbers and zero regions of boards with these mines."""
        number = around(mine)
        zero = (number == 0) & ~mine
        return cls(mine, number, _regions(zero), mine.flatten(1).sum(1), start)

    @classmethod
    def random(
        cls, rows: int, cols: int, mines: Tensor, start: Tensor, zero: Tensor, generator: torch.Generator
    ) -> Boards:
        """Draw boards, every allowed layout equally likely.

        Args:
            rows: Rows of every board.
            cols: Columns of every board.
            mines: int64 (N,), how many mines each board has.
            start: int64 (N,), the first cell of each.
            zero: bool (N,), whether the first cell's neighbours are free as well as itself.
            generator: Where randomness comes from; its device is the boards' device.
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
        """The boards at `index`, in its order."""
        return Boards(*(getattr(self, field.name)[index] for field in fields(self)))

    def __len__(self) -> int:
        return len(self.mines)


class Games:
    """Games in progress, one a board; any number of cells of each is opened in one step."""

    def __init__(self, boards: Boards) -> None:
        self.boards = boards
        self.opened = torch.zeros_like(boards.mine)
        self.hit = torch.zeros_like(boards.mine)
        self.open(self._starts(boards))

    @property
    def covered(self) -> Tensor:
        """Bool (N, rows, cols): cells that may still be opened."""
        return ~(self.opened | self.hit)

    @property
    def free_left(self) -> Tensor:
        """int64 (N,): free cells still covered; 0 is a game won."""
        return (~(self.opened | self.boards.mine)).flatten(1).sum(1)

    @property
    def mines_left(self) -> Tensor:
        """int64 (N,): mines less those that were hit."""
        return self.boards.mines - self.hit.flatten(1).sum(1)

    def views(self) -> Tensor:
        """int8 (N, rows, cols): what the players see, as `sapper.View.numbers`."""
        shown = torch.where(self.opened, self.boards.number, COVERED)
        return shown.masked_fill_(self.hit, HIT)

    def open(self, cells: Tensor) -> Tensor:
        """Open the marked cells, with their cascades; returns those that are mines, which stay covered."""
        fatal = cells & self.boards.mine
        fresh = (cells & ~self.boards.mine).flatten(1)
        region = self.boards.region
        entered = torch.zeros(len(region), region.shape[1] + 1, dtype=torch.bool, device=region.device)
        # Many cells may write to one place, and to place 0, which stands for no region: only True is written.
        entered.scatter_(1, torch.where(fresh, region, 0), True)
        cascade = (entered.gather(1, region) & (region > 0)).view_as(cells)
        self.opened |= fresh.view_as(cells) | (dilate(cascade) & ~self.boards.mine)
        return fatal

    def restart(self, over: Tensor, fresh: Boards) -> None:
        """Put the boards `fresh`, one a game, in the place of those games that are `over`, and begin them."""
        for field in fields(Boards):
            old, new = getattr(self.boards, field.name), getattr(fresh, field.name)
            wide = over.view(-1, *([1] * (old.dim() - 1)))
            old.copy_(torch.where(wide, new, old))
        begun = over[:, None, None]
        self.opened &= ~begun
        self.hit &= ~begun
        self.open(self._starts(self.boards) & begun)

    def pick(self, index: Tensor) -> Games:
        """The games at `index`, to be played on; what is left behind is not to be played any more."""
        picked = copy(self)
        picked.boards = self.boards.pick(index)
        picked.opened, picked.hit = self.opened[index], self.hit[index]
        return picked

    @staticmethod
    def _starts(boards: Boards) -> Tensor:
        first = torch.zeros_like(boards.mine).flatten(1)
        return first.scatter_(1, boards.start[:, None], True).view_as(boards.mine)


def dilate(cells: Tensor) -> Tensor:
    """The marked cells of bool (N, rows, cols) and the cells around them."""
    return F.max_pool2d(cells[:, None].to(_small(cells)), 3, 1, 1)[:, 0] > 0


def around(cells: Tensor) -> Tensor:
    """int8 (N, rows, cols): how many of the up to eight cells around each one are marked."""
    marks = cells[:, None].float()
    return (F.avg_pool2d(marks, 3, 1, 1, divisor_override=1) - marks)[:, 0].round().to(torch.int8)


def _small(tensor: Tensor) -> torch.dtype:
    return torch.float32 if tensor.device.type == "cpu" else torch.float16


def _regions(zero: Tensor) -> Tensor:
    """Label the connected regions of `zero` by their largest cell, counted from 1; 0 elsewhere."""
    count, rows, cols = zero.shape
    index = torch.arange(1, rows * cols + 1, device=zero.device, dtype=torch.float32).view(1, rows, cols)
    label = zero * index
    while True:
        before = label
        for _ in range(8):  # looking costs a pause of the device, a needless round hardly anything
            label = F.max_pool2d(label[:, None], 3, 1, 1)[:, 0] * zero
            # Jump to the label of the cell that the label names: regions join in few rounds, however winding.
            table = F.pad(label.flatten(1), (1, 0))
            label = table.gather(1, label.flatten(1).long()).view(count, rows, cols)
        if torch.equal(label, before):
            return label.flatten(1).long()
