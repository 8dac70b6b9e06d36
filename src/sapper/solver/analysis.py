"""analyse: the exact risk of every covered cell."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper import _core
from sapper.errors import InconsistentView, OutOfBudget
from sapper.game.view import View
from sapper.solver.primes import primes_above

T = TypeVar("T")
N = TypeVar("N", int, float)

DEFAULT_MEMORY = 2 << 30
"""Bytes an analysis may use unless told otherwise."""

MOST_CELLS = 1 << 28
"""The most cells, of all its views together, that a batch may have."""

MOST_THREADS = 1024
MOST_NAMED = 24
"""Contradicting numbers that an error names one by one."""


class Analysis(_core.Analysis):
    """What the exact engine knows about a view.

    ``risk`` is a read-only float64 array: the chance that a covered cell is a mine, nan where opened. It is
    exactly 0 or 1 if and only if the cell is certain. Where a budget ran out ``exact`` is False, ``risk`` is
    an estimate and ``error`` its standard error, cell by cell.
    """

    @cached_property
    def solutions(self) -> int:
        """The exact number of layouts that fit the view."""
        # The core counts modulo primes; enough of them pin the number down. One prime to spare, since the
        # logarithm is rounded.
        bits = _within_budget(self.layouts_log2) + 2
        primes = primes_above(2**61, math.ceil(bits / 61) + 1)
        return _from_residues(self.layouts_modulo(primes), primes)

    def expected_numbers(self, cell: tuple[int, int]) -> NDArray[np.float64]:
        """The chances that ``cell``, opened and no mine, shows 0, 1, ..., 8."""
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
        return np.array(_within_budget(lambda: self.number_chances(row, col)))

    def __repr__(self) -> str:
        what = "exact" if self.exact else "estimated"
        return (
            f"<Analysis of {self.rows}x{self.cols}: {what}, {len(self.safe)} safe, {len(self.mines)} mines>"
        )


def analyse(
    view: View, budget: float | None = None, trust_flags: bool = False, memory: int = DEFAULT_MEMORY
) -> Analysis:
    """Weigh every layout that fits ``view``.

    Args:
        view: What the player sees.
        budget: Seconds of wall time. Where they do not suffice the answer is an estimate: ``exact`` is False.
            An estimate may take a second more.
        trust_flags: Take flagged cells for mines; otherwise flags are ignored.
        memory: Bytes the analysis may use, with the same consequence.

    Raises:
        InconsistentView: No layout fits; the error names an irreducible set of contradicting numbers, or one
            with members to spare where the budget, and never more than ten seconds, did not suffice.

    >>> analyse(View.parse("1??/???/??? 2")).solutions
    15
    """
    if not isinstance(view, View):
        raise ValueError(
            f"the view must come from View.parse or View.from_array, not be of type {type(view).__name__}"
        )
    seconds = math.inf if budget is None else positive("a budget", "seconds", budget, float)
    if trust_flags is not False and not isinstance(trust_flags, bool | np.bool_):
        raise ValueError(f"trust_flags is True or False, not {trust_flags!r}")
    trusted = bool(trust_flags)
    limit = memory if memory is DEFAULT_MEMORY else positive("memory", "bytes", memory, int)
    analysis = Analysis(view, seconds, limit, trusted)
    if not analysis.possible:
        flags = int(view.flags.sum()) if trusted else 0
        raise _inconsistent(view, *analysis.contradiction(), flags)
    return analysis


@dataclass(frozen=True)
class Analyses:
    """The analyses of many views at once."""

    risk: NDArray[np.float64]
    """(N, rows, cols); nan where opened, and everywhere in a view that no layout fits."""
    possible: NDArray[np.bool_]
    """(N,): whether any layout fits the view."""
    exact: NDArray[np.bool_]
    """(N,): whether the risks are exact, not estimated for want of memory."""


def analyse_many(numbers: ArrayLike, mines: int | ArrayLike, threads: int | None = None) -> Analyses:
    """Analyse ``numbers[N, rows, cols]``, each as by `analyse`, in the core's threads.

    ``mines`` is one count for all views or one for each. An impossible view does not stop the others: its
    ``possible`` is False and its risks are nan.
    """
    try:
        array = np.asarray(numbers)
    except (ValueError, TypeError):
        raise ValueError("numbers must be views of one size: a 3-D array of whole numbers") from None
    if array.ndim != 3 or array.dtype.kind not in "iu":
        raise ValueError(f"numbers must be a 3-D array of whole numbers, not {array.ndim}-D {array.dtype}")
    if array.size > MOST_CELLS:  # a broadcast array can claim any size
        raise ValueError(f"numbers has more than {MOST_CELLS} cells in all: analyse them in several batches")
    if array.size and (array.min() < -2 or array.max() > 8):
        raise ValueError("numbers are 0..8, -2 for covered or -1 for a hit mine")
    counts = np.asarray(mines)
    if counts.dtype.kind not in "iu" or counts.ndim > 1:
        raise ValueError("mines must be a whole number, or one for each view")
    cells = array.shape[1] * array.shape[2]
    if counts.size and not 0 <= counts.min() <= counts.max() <= cells:
        raise ValueError(f"mines must be between 0 and the {cells} cells of each view")
    if counts.ndim == 1 and len(counts) != len(array):
        raise ValueError(f"{len(counts)} mine counts were given for {len(array)} views")
    if threads is not None and (not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS):
        raise ValueError(f"threads must be a whole number, 1 to {MOST_THREADS}, not {threads!r}")
    each = np.broadcast_to(counts, len(array)).tolist()
    contiguous = np.ascontiguousarray(array, dtype=np.int8)
    return Analyses(*_core.analyse_many(contiguous, each, threads or os.cpu_count() or 1))


def _inconsistent(
    view: View, cells: list[tuple[int, int]], uses_mine_count: bool, trusted_flags: int
) -> InconsistentView:
    numbers = view.numbers
    named = [f"the {numbers[cell]} at ({cell[0]}, {cell[1]})" for cell in cells[:MOST_NAMED]]
    if len(cells) > MOST_NAMED:
        named.append(f"{len(cells) - MOST_NAMED:,} more numbers")
    if uses_mine_count:
        named.append(f"the mine count {view.mines}")
    verb = "cannot be" if len(named) == 1 else "contradict each other"
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    flags = {0: "", 1: ", with a mine at the flag"}.get(
        trusted_flags, f", with mines at the {trusted_flags} flags"
    )
    return InconsistentView(f"no layout fits: {listed} {verb}{flags}", cells, uses_mine_count)


def positive(what: str, unit: str, value: object, kind: type[N]) -> N:
    """A limit that makes sense, cut to what the core can count."""
    if not isinstance(value, int | float) or not value >= 0:
        raise ValueError(f"{what} is a number of {unit}, 0 or more, not {value!r}")
    return kind(min(value, 2**62))


def _within_budget(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except RuntimeError as error:
        raise OutOfBudget(str(error)) from None


def _from_residues(residues: list[int], primes: list[int]) -> int:
    """The smallest number with these residues (Garner's form of the Chinese remainder theorem)."""
    number, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
