"""The analysis of a view of which something is not known: what is assumed, and what depends on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InconsistentView
from sapper.game.enums import FirstMove
from sapper.game.partial_view import UNREADABLE, PartialView
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.plural import counted
from sapper.solver.analysis import analyse, check_limit

USUAL_SHARES = (0.10, 0.25)
"""The shares of mines on boards that people play: beginner has 12%, expert 21%."""
KEPT_FREE = {FirstMove.UNSAFE: 0, FirstMove.SAFE: 1, FirstMove.ZERO: 9}
"""How many cells a promise about the first cell keeps free."""
SAME = 1e-12
"""Risks that differ by less are the same."""


@dataclass(frozen=True)
class PartialAnalysis:
    """What is known about a partial view, and what that assumes."""

    risk: NDArray[np.float64]
    """The probability that a covered cell is a mine, on average over the mine counts; nan for open cells."""
    low: NDArray[np.float64]
    """The lowest risk over all mine counts that are possible."""
    high: NDArray[np.float64]
    """The highest one."""
    mine_counts: dict[int, float]
    """The probability of each possible mine count, given what is seen."""
    assumes: tuple[str, ...]
    """What is assumed, in sentences; empty if everything is known."""

    @property
    def safe(self) -> list[Cell]:
        """The cells that are no mine, whichever of the mine counts is right."""
        return _cells(self.high == 0)

    @property
    def mines(self) -> list[Cell]:
        """The cells that are mines, whichever of the mine counts is right."""
        return _cells(self.low == 1)

    @property
    def depends(self) -> NDArray[np.bool_]:
        """Which risks depend on the mine count."""
        differs: NDArray[np.bool_] = np.nan_to_num(self.high - self.low) > SAME
        return differs


def analyse_partial(
    view: PartialView,
    prior: Mapping[int, float] | range | None = None,
    budget: float | None = None,
) -> PartialAnalysis:
    """Compute the risk of every covered cell of a partial view.

    A mine count that is not known is averaged over: each count has its weight in the prior, times the share
    of all layouts with so many mines that fit what is seen. An unreadable cell is free, and says nothing
    more. While no cell is open, a promise about the first cell holds for every cell that might be the first.

    Args:
        view: What is seen.
        prior: The mine counts that are possible, with their weights, or a range of equally likely ones. The
            default are all counts of 10% to 25% of the cells, equally likely. It is not used if the view has
            a mine count.
        budget: The limit on wall time in seconds, for each mine count.

    Raises:
        InconsistentView: No layout fits what is seen, with any of the mine counts.
        ValueError: The prior holds no possible mine count.

    >>> found = analyse_partial(PartialView.from_array([[1, -2, -2], [-2, -2, -2]]), prior=range(1, 3))
    >>> found.risk.round(3).tolist()
    [[nan, 0.333, 0.222], [0.333, 0.333, 0.222]]
    >>> found.depends.tolist()
    [[False, False, True], [False, False, True]]
    """
    if budget is not None:
        check_limit("a budget", "seconds", budget, float)
    weights, assumes = _prior(view, prior)
    numbers, spent = _without_unreadable(view.numbers)
    if view.unreadable:
        one, count = len(view.unreadable) == 1, counted(len(view.unreadable), "open cell")
        which = "it is free, and its number is" if one else "they are free, and their numbers are"
        assumes.append(f"{count} cannot be read: {which} unknown")
    # With a promise kept, fewer cells could hold the mines when they were placed.
    allowed = view.numbers.size - (0 if view.is_untouched else KEPT_FREE[FirstMove(view.first_move)])
    if len(weights) > 1 and view.first_move == FirstMove.ZERO and not view.is_untouched:
        assumes.append("the first cell is taken to lie away from the edge, with eight free neighbours")
    found: dict[int, tuple[float, NDArray[np.float64]]] = {}
    problem: InconsistentView | None = None
    for mines, weight in weights.items():
        try:
            analysis = analyse(View.from_array(numbers, mines + spent), budget)
        except InconsistentView as error:
            problem = problem or error
            continue
        share = analysis.layouts_log2() * math.log(2) - _log_choose(allowed, mines)
        found[mines] = math.log(weight) + share, np.array(analysis.risk)
    if not found:
        raise _impossible(view, weights, problem)
    most = max(weight for weight, _ in found.values())
    total = sum(math.exp(weight - most) for weight, _ in found.values())
    posterior = {mines: math.exp(weight - most) / total for mines, (weight, _) in found.items()}
    risks = np.stack([risk for _, risk in found.values()])
    mean = np.tensordot(np.array(list(posterior.values())), risks, 1)
    low, high = risks.min(axis=0), risks.max(axis=0)
    # A mean of equal risks is that risk, without the error of rounding: certain cells stay exactly certain.
    mean = np.where(low == high, low, np.clip(mean, low, high))
    if view.is_untouched and view.first_move != FirstMove.UNSAFE:
        assumes.append("the program promises that the first cell is no mine, whichever cell that is")
        mean, low, high = (np.zeros(view.shape) for _ in range(3))
    for array in (mean, low, high):
        array.flags.writeable = False
    return PartialAnalysis(mean, low, high, posterior, tuple(assumes))


def _prior(
    view: PartialView, prior: Mapping[int, float] | range | None
) -> tuple[dict[int, float], list[str]]:
    """The weights of the mine counts, and what they assume."""
    cells = view.numbers.size
    if view.mines is not None:
        return {view.mines: 1.0}, []
    if prior is None:
        low, high = (math.floor(share * cells) for share in USUAL_SHARES)
        prior = range(max(1, low), max(1, high) + 1)
        told = f"the mine count is not known; {prior[0]} to {prior[-1]} mines are taken as equally likely"
    elif isinstance(prior, range):
        told = "the mine count is not known; those of the given range are taken as equally likely"
    else:
        told = "the mine count is not known; the given weights are taken"
    weights = dict(prior) if isinstance(prior, Mapping) else dict.fromkeys(prior, 1.0)
    for mines, weight in weights.items():
        if not isinstance(mines, int) or not 0 <= mines <= cells or not 0 <= weight < math.inf:
            raise ValueError(
                f"a prior gives mine counts of 0 to {cells} weights of 0 or more, not {mines}: {weight}"
            )
    weights = {mines: float(weight) for mines, weight in weights.items() if weight > 0}
    room = cells - (0 if view.is_untouched else KEPT_FREE[FirstMove(view.first_move)])
    weights = {mines: weight for mines, weight in weights.items() if mines <= room}
    if not weights:
        raise ValueError("the prior gives no mine count a weight above 0")
    return weights, [told]


def _without_unreadable(numbers: NDArray[np.int8]) -> tuple[NDArray[np.int8], int]:
    """Numbers with the same layouts but no unreadable cells, and how many mines that added.

    A cell that is known to hold no mine is like one that is known to hold one, if all counts that include it
    are one higher. So each unreadable cell becomes a hit mine, and the numbers around it rise by one.
    """
    unreadable = numbers == UNREADABLE
    plain = np.where(unreadable, np.int8(-1), numbers)
    for row, col in _cells(unreadable):
        near = plain[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
        near[near >= 0] += 1
    for cell in _cells(plain > 8):  # of its eight neighbours, too many are free
        message = f"no layout fits: the {numbers[cell]} at {cell} has too few neighbours that may be mines"
        raise InconsistentView(message, [cell], uses_mine_count=False)
    return plain, int(unreadable.sum())


def _impossible(
    view: PartialView, weights: dict[int, float], problem: InconsistentView | None
) -> InconsistentView:
    if problem is not None and len(weights) == 1 and not view.unreadable:
        return problem
    counts = f"{min(weights)} to {max(weights)} mines" if len(weights) > 1 else f"{min(weights)} mines"
    cells = [cell for cell in (problem.cells if problem else []) if view.numbers[cell] >= 0]
    return InconsistentView(f"no layout of {counts} fits what is seen", cells, uses_mine_count=True)


def _log_choose(cells: int, mines: int) -> float:
    return math.lgamma(cells + 1) - math.lgamma(mines + 1) - math.lgamma(cells - mines + 1)


def _cells(marks: NDArray[np.bool_]) -> list[Cell]:
    return list(zip(*map(np.ndarray.tolist, marks.nonzero()), strict=True))
