"""Analysis: the exact risk of every covered cell of a view."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper import _core
from sapper.errors import OutOfBudget
from sapper.facade import refusals_as_errors
from sapper.game.partial_view import PartialView
from sapper.game.view import View
from sapper.plural import counted

T = TypeVar("T")
N = TypeVar("N", int, float)

DEFAULT_MEMORY = 2 << 30
"""The default memory limit of an analysis, in bytes."""

NO_LIMIT = math.inf
MOST_CELLS = 1 << 28
"""The largest number of cells of a batch, summed over all its views."""

MOST_THREADS = 1024


class Analysis(_core.Analysis):
    """What the exact engine knows about a view.

    ``risk`` is a read-only float64 array. It holds the probability that a covered cell is a mine, and nan for
    opened cells. A risk is exactly 0 or 1 if and only if the cell is certain. If a budget ran out, ``exact``
    is False, ``risk`` is an estimate, and ``error`` is its standard error for each cell.

    An analysis is immutable. Two are equal if they are of the same view, trust flags alike and state the same
    risks and errors. A pickled analysis keeps its risks: they are not computed again.
    """

    @cached_property
    def solutions(self) -> int:
        """The exact number of layouts that fit the view."""
        return int(_within_budget(self._layout_count), 16)

    def layouts_log2(self) -> float:
        """Return the base-two logarithm of the number of layouts, rounded to a float."""
        return _within_budget(self._layouts_log2)

    def expected_numbers(self, cell: tuple[int, int]) -> NDArray[np.float64]:
        """Return the probabilities that ``cell`` shows 0, 1, ..., 8, given that it is free."""
        try:
            row, col = map(operator.index, cell)
        except (TypeError, ValueError):
            raise ValueError(f"a cell is a pair (row, col) of whole numbers, not {cell!r}") from None
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(f"the cell {cell} lies outside the {self.rows}x{self.cols} board")
        risk = self.risk[row, col]
        if math.isnan(risk):
            raise ValueError(f"the cell {cell} is already open")
        if risk == 1:
            raise ValueError(f"the cell {cell} is certainly a mine and can show no number")
        return np.array(_within_budget(lambda: self._number_chances(row, col)))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an analysis is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an analysis is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Analysis):
            return NotImplemented
        return (
            type(self) is type(other)
            and (self.view, self.trust_flags, self.exact) == (other.view, other.trust_flags, other.exact)
            and np.array_equal(self.risk, other.risk, equal_nan=True)
            and np.array_equal(self.error, other.error, equal_nan=True)
        )

    def __hash__(self) -> int:
        return hash((self.view, self.trust_flags, self.exact))

    def _repr_svg_(self) -> str | None:
        from sapper.game.board_svg import risk_svg

        return risk_svg(View(self.view), self.risk, self.exact)

    def __repr__(self) -> str:
        what = "exact" if self.exact else "estimated"
        found = f"{len(self.safe)} safe, {counted(len(self.mines), 'mine')}"
        return f"<Analysis of {self.rows}x{self.cols}: {what}, {found}>"


def analyse(
    view: View, budget: float | None = None, trust_flags: bool = False, memory: int = DEFAULT_MEMORY
) -> Analysis:
    """Compute the risk of every covered cell over all layouts that fit ``view``.

    Args:
        view: What the player sees.
        budget: The limit on wall time in seconds. If it is too short, the result is an estimate, and
            ``exact`` is False. Every later question about the analysis may take as long again.
        trust_flags: Whether to treat flagged cells as mines. Otherwise flags are ignored.
        memory: The limit on memory in bytes. If it is too small, the result is an estimate, too. An estimate
            may always use 4 MiB. The board itself takes about a hundred bytes per cell in addition. Where
            the system has less memory left than this limit, the analysis makes do with what there is.

    Raises:
        InconsistentView: No layout fits. The error names contradicting numbers. None of them can be left out,
            unless the search for such a set reached the budget or its own limit of ten seconds.
        OutOfBudget: The system has too little memory left even for an estimate.

    >>> analyse(View.parse("1??/???/??? 2")).solutions
    15
    """
    if type(view) is not View and not isinstance(view, View):
        hint = "; analyse_partial takes a PartialView" if isinstance(view, PartialView) else ""
        raise ValueError(
            "the view must come from View.parse or View.from_array, "
            f"not be of type {type(view).__name__}{hint}"
        )
    seconds = NO_LIMIT if budget is None else check_limit("a budget", "seconds", budget, float)
    if trust_flags is not False and not isinstance(trust_flags, bool | np.bool_):
        raise ValueError(f"trust_flags is True or False, not {trust_flags!r}")
    trusted = trust_flags is not False and bool(trust_flags)
    limit = memory if memory is DEFAULT_MEMORY else check_limit("memory", "bytes", memory, int)
    analysis: Analysis = _core.analyse(Analysis, view, seconds, limit, trusted)
    if not analysis._possible:
        with refusals_as_errors():
            analysis._contradiction()
    return analysis


@dataclass(frozen=True)
class Analyses:
    """The analyses of many views at once."""

    risk: NDArray[np.float64]
    """(N, rows, cols): the risks; nan for opened cells, and for every cell of an impossible view."""
    possible: NDArray[np.bool_]
    """(N,): whether any layout fits the view."""
    exact: NDArray[np.bool_]
    """(N,): whether the risks are exact. They are estimates if memory or budget was too small."""


def analyse_many(
    numbers: ArrayLike, mines: int | ArrayLike, threads: int | None = None, budget: float | None = None
) -> Analyses:
    """Analyse the views ``numbers[N, rows, cols]`` as `analyse` does, in several threads.

    ``mines`` is one mine count for all views, or one per view. An impossible view does not raise an error:
    its ``possible`` is False, and its risks are nan.

    ``budget`` limits the wall time of the whole call in seconds. The views share it: what one leaves,
    the others may use. Risks that it does not suffice for are estimates, and ``exact`` tells which.
    """
    try:
        array = np.asarray(numbers)
    except (ValueError, TypeError):
        raise ValueError("numbers must be views of one size: a 3-D array of whole numbers") from None
    if array.ndim != 3 or array.dtype.kind not in "iu":
        raise ValueError(f"numbers must be a 3-D array of whole numbers, not {array.ndim}-D {array.dtype}")
    if array.size > MOST_CELLS:  # a broadcast array may be huge and use no memory
        raise ValueError(f"numbers has more than {MOST_CELLS} cells in all: analyse them in several batches")
    if array.size and (array.min() < -2 or array.max() > 8):
        raise ValueError("numbers are 0..8, -2 for covered or -1 for a hit mine")
    counts = np.asarray(mines)
    if counts.dtype.kind not in "iu" or counts.ndim > 1:
        raise ValueError("mines must be a whole number, or one for each view")
    cells = array.shape[1] * array.shape[2]
    if counts.size and not 0 <= counts.min() <= counts.max() <= cells:
        refused = counts.min() if counts.min() < 0 else counts.max()
        raise ValueError(
            f"mines must be between 0 and {cells}, the number of cells of each view, not {refused}"
        )
    if counts.ndim == 1 and len(counts) != len(array):
        raise ValueError(f"give one mine count, or one per view: {len(array)}, not {len(counts)}")
    if threads is not None and (not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS):
        raise ValueError(f"threads must be a whole number, 1 to {MOST_THREADS}, not {threads!r}")
    each = np.broadcast_to(counts, len(array)).tolist()
    contiguous = np.ascontiguousarray(array, dtype=np.int8)
    seconds = NO_LIMIT if budget is None else check_limit("a budget", "seconds", budget, float)
    return Analyses(*_core.analyse_many(contiguous, each, threads or os.cpu_count() or 1, seconds))


def check_limit(what: str, unit: str, value: object, kind: type[N]) -> N:
    """Check that a limit is a number of at least 0, and cut it to the range of the core."""
    if not isinstance(value, int | float) or not value >= 0:
        raise ValueError(f"{what} is a number of {unit}, 0 or more, not {value!r}")
    return kind(min(value, 2**62))


def _within_budget(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except RuntimeError as error:
        raise OutOfBudget(str(error)) from None
