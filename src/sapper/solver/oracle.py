"""The oracle: the results of `analyse`, computed by trying all layouts in plain Python.

It is simple instead of fast, so that a reader can check that it is right. It can handle about 22 covered
cells in reasonable time. The tests compare the fast engine with it.

Here a layout is an int. The bit ``row * cols + col`` is set if the cell (row, col) is a mine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import nan

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InconsistentView
from sapper.game.rules import Cell
from sapper.game.view import View

MINE_COUNT = (-1, -1)
"""The member of a contradiction that stands for the mine count."""


@dataclass(frozen=True)
class OracleAnalysis:
    """The result of the oracle. Its fields have the names of `sapper.solver.analysis.Analysis`."""

    risk: NDArray[np.float64]
    safe: list[Cell]
    mines: list[Cell]
    solutions: int
    exact: bool = True
    error: float = 0.0
    layouts: list[int] = field(default_factory=list, repr=False)
    """Every layout that fits."""

    def expected_numbers(self, cell: Cell) -> NDArray[np.float64]:
        """Return the probabilities that ``cell`` shows 0, 1, ..., 8, given that it is free."""
        shape = self.risk.shape
        if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]) or np.isnan(self.risk[cell]):
            raise ValueError(f"{cell} is not a covered cell of the {shape[0]}x{shape[1]} view")
        free = [layout for layout in self.layouts if not layout & _bit(cell, shape)]
        if not free:
            raise ValueError(f"{cell} is a mine in every layout and can show no number")
        shown = [(layout & _around(cell, shape)).bit_count() for layout in free]
        return np.bincount(shown, minlength=9) / len(free)


def analyse(view: View, budget: float | None = None, trust_flags: bool = False) -> OracleAnalysis:
    """Count every layout that fits ``view``, one by one.

    Args:
        view: What the player sees.
        budget: Ignored. It exists so that the signature equals that of the fast `analyse`.
        trust_flags: Whether to treat flagged cells as mines.

    Raises:
        InconsistentView: No layout fits. Its cells are a smallest set of numbers that contradict each other.
    """
    known, unknown = _known_and_unknown(view, trust_flags)
    numbers = [_number(view, cell) for cell in _cells_where(view.numbers >= 0)]
    layouts = [
        layout
        for layout in _layouts(known, unknown, view.mines - known.bit_count())
        if all((layout & around).bit_count() == number for around, number in numbers)
    ]
    if not layouts:
        raise _error(Contradictions(view, trust_flags))

    covered = _cells_where(view.numbers == -2)
    risk = np.full(view.numbers.shape, nan)
    for cell in covered:
        bit = _bit(cell, risk.shape)
        risk[cell] = sum(layout & bit != 0 for layout in layouts) / len(layouts)
    return OracleAnalysis(
        risk=risk,
        safe=[cell for cell in covered if risk[cell] == 0],
        mines=[cell for cell in covered if risk[cell] == 1],
        solutions=len(layouts),
        layouts=layouts,
    )


class Contradictions:
    """All sets of numbers of a view that contradict each other.

    The members of a set are numbers and possibly `MINE_COUNT`. A layout violates a member if it disagrees
    with that number or with the mine count. A set contradicts itself if every layout, with any number of
    mines, violates at least one member.

    ``supposed`` is a covered cell and whether it is a mine. If it is given, only layouts that agree with it
    are examined. Then the sets that contradict themselves are those that prove the opposite.
    """

    def __init__(
        self, view: View, trust_flags: bool = False, supposed: tuple[Cell, bool] | None = None
    ) -> None:
        known, unknown = _known_and_unknown(view, trust_flags)
        if supposed is not None:
            bit = _bit(supposed[0], view.shape)
            unknown = [other for other in unknown if other != bit]
            known |= bit if supposed[1] else 0
        self.opened = _cells_where(view.numbers >= 0)
        numbers = [(cell, *_number(view, cell)) for cell in self.opened]
        near = [bit for bit in unknown if any(bit & around for _, around, _ in numbers)]
        far = len(unknown) - len(near)  # beside no number, so any number of them may be mines
        self.broken: set[frozenset[Cell]] = set()
        for mines in range(len(near) + 1):
            missing = view.mines - known.bit_count() - mines
            count = [] if 0 <= missing <= far else [MINE_COUNT]
            for layout in _layouts(known, near, mines):
                broken = [cell for cell, around, number in numbers if (layout & around).bit_count() != number]
                self.broken.add(frozenset(broken + count))

    def hold(self, cells: list[Cell], uses_mine_count: bool) -> bool:
        """Return whether no layout agrees with the numbers at ``cells`` and, if used, with the mine count."""
        members = [*cells, MINE_COUNT] if uses_mine_count else cells
        return all(not broken.isdisjoint(members) for broken in self.broken)

    def smallest(self, limit: int | None = None) -> tuple[list[Cell], bool] | None:
        """Find a smallest contradicting set of numbers, if any, and whether it needs the mine count.

        Among sets of the same size, one that needs no mine count comes first.

        Args:
            limit: The largest size of a set.
        """
        for size in range(len(self.opened) + 1 if limit is None else limit + 1):
            for uses_mine_count in (False, True):
                for cells in combinations(self.opened, size):
                    if self.hold(list(cells), uses_mine_count):
                        return list(cells), uses_mine_count
        return None


def _error(contradictions: Contradictions) -> InconsistentView:
    found = contradictions.smallest()
    assert found is not None, "the search for a layout and the search for a contradiction disagree"
    cells, uses_mine_count = found
    members = [f"the number at {cell}" for cell in cells] + ["the mine count"] * uses_mine_count
    return InconsistentView(f"no layout fits {' and '.join(members)}", cells, uses_mine_count)


def _layouts(known: int, unknown: list[int], mines: int) -> Iterator[int]:
    """Yield every way to place ``mines`` more mines on the unknown cells."""
    if mines >= 0:
        for chosen in combinations(unknown, mines):
            yield known + sum(chosen)


def _known_and_unknown(view: View, trust_flags: bool) -> tuple[int, list[int]]:
    """Return the layout of the known mines, and the bits of the other covered cells."""
    known = view.numbers == -1
    if trust_flags:
        known |= view.flags
    shape = view.numbers.shape
    unknown = (view.numbers == -2) & ~known
    return sum(_bit(cell, shape) for cell in _cells_where(known)), [
        _bit(cell, shape) for cell in _cells_where(unknown)
    ]


def _number(view: View, cell: Cell) -> tuple[int, int]:
    """Return the neighbours of an opened cell as bits, and its number."""
    return _around(cell, view.numbers.shape), int(view.numbers[cell])


def _around(cell: Cell, shape: tuple[int, ...]) -> int:
    row, col = cell
    return sum(
        _bit((r, c), shape)
        for r in range(max(row - 1, 0), min(row + 2, shape[0]))
        for c in range(max(col - 1, 0), min(col + 2, shape[1]))
        if (r, c) != cell
    )


def _bit(cell: Cell, shape: tuple[int, ...]) -> int:
    return 1 << (cell[0] * shape[1] + cell[1])


def _cells_where(mask: NDArray[np.bool_]) -> list[Cell]:
    return [(int(row), int(col)) for row, col in np.argwhere(mask)]
