"""A second implementation of the game in plain Python. The tests compare the core with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

Cell = tuple[int, int]


def around(rows: int, cols: int, cell: Cell) -> Iterator[Cell]:
    for row in range(max(0, cell[0] - 1), min(rows, cell[0] + 2)):
        for col in range(max(0, cell[1] - 1), min(cols, cell[1] + 2)):
            if (row, col) != cell:
                yield row, col


def layout(rows: int, cols: int, mines: int, promise: str, seed: int, index: int, start: Cell) -> set[Cell]:
    """Make a layout by its definition: permute all cells with numpy's generator, then apply the promise."""
    raw = np.random.Philox(key=np.array([seed, index], np.uint64), counter=[0, 0, 0, 0])

    def below(n: int) -> int:
        while True:
            product = int(raw.random_raw()) * n
            if product % 2**64 >= 2**64 % n:
                return product >> 64

    cells = [(row, col) for row in range(rows) for col in range(cols)]
    for i in range(len(cells)):
        j = i + below(len(cells) - i)
        cells[i], cells[j] = cells[j], cells[i]
    banned = {"safe": {start}, "zero": {start, *around(rows, cols, start)}, "unsafe": set()}[promise]
    return set([cell for cell in cells if cell not in banned][:mines])


def numbers(rows: int, cols: int, mines: Iterable[Cell]) -> dict[Cell, int]:
    mines = set(mines)
    return {
        (row, col): -1 if (row, col) in mines else sum(c in mines for c in around(rows, cols, (row, col)))
        for row in range(rows)
        for col in range(cols)
    }


def flood(rows: int, cols: int, shown: dict[Cell, int], covered: set[Cell], cell: Cell) -> set[Cell]:
    """Return the cells that a cascade from ``cell`` opens."""
    found, queue = {cell}, [cell]
    while queue:
        here = queue.pop()
        if shown[here] == 0:
            new = {c for c in around(rows, cols, here) if c in covered} - found
            found |= new
            queue += new
    return found


def facts(rows: int, cols: int, shown: dict[Cell, int]) -> tuple[int, int, int]:
    """Compute the 3BV, the openings and the islands by their definitions."""
    zeros = {cell for cell, number in shown.items() if number == 0}
    border = {c for zero in zeros for c in around(rows, cols, zero)}
    inland = {cell for cell, number in shown.items() if number > 0} - border
    openings = _groups(rows, cols, zeros)
    return openings + len(inland), openings, _groups(rows, cols, inland)


def _groups(rows: int, cols: int, cells: set[Cell]) -> int:
    groups, left = 0, set(cells)
    while left:
        groups += 1
        queue = [left.pop()]
        while queue:
            near = left.intersection(around(rows, cols, queue.pop()))
            left -= near
            queue += near
    return groups
