"""Outlook: the probability of winning a position, and of winning it after each of several moves.

If few layouts are left, perfect play is searched, and the answer is exact. Otherwise layouts that fit the
view are drawn at random, each with the same probability. For each compared move, a native agent plays a
rollout on every layout. All moves use the same layouts, so that luck affects them equally. The risk of each
move and of each later guess is known exactly. This removes most of the remaining luck from the estimate.

`value_of` is the one function that states a chance to win. The page, the commands, the engine and the review
all state what it returns, or values of the same rollouts continued.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import OutOfBudget
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

PLAYER = "sapper-fast"
"""The agent that plays the rollouts."""
SEED = 0x5A99E2
"""The seed of the drawn layouts. It is fixed, so the same position gets the same values."""
STANDARD_CELLS = 480
"""Boards with more cells get fewer rollouts, because each takes longer."""
MOST_CELLS = 4_000
"""Boards with more cells get no rollouts. They would take minutes per move."""
LEAST = 32
"""The smallest number of rollouts. Fewer would be useless."""

BATCHES = 8
"""The number of batches of rollouts in a comparison. After each batch, `enough` is called."""

Opens = Sequence[Cell]
"""The cells that a move opens: one, several for a chord, or none for the position itself."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits for one position. They are counts and not times, so results are reproducible."""

    layouts: int
    """The largest number of layouts for which perfect play is searched."""
    nodes: int
    """The largest number of positions that this search may examine."""
    rollouts: int
    """The largest number of rollouts."""
    steady: float
    """The standard error at which a value is known well enough to be stated."""


EFFORTS = {
    "fast": Effort(256, 20_000, 1_000, 0.03),
    "strong": Effort(2_000, 100_000, 4_000, 0.01),
    "max": Effort(5_000, 300_000, 50_000, 0.005),
}
"""The effort of each strength."""


@dataclass(frozen=True, slots=True)
class Value:
    """A probability of winning."""

    win: float
    error: float = 0.0
    """The standard error; 0 if the value is exact."""
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Outlook:
    """A comparison of moves in one position."""

    values: tuple[Value, ...]
    """The value of each move, in the given order."""
    _scatter: NDArray[np.float64] | None = field(default=None, compare=False, repr=False)
    """The deviation of each rollout from the mean, one column per move. None if the values are exact."""

    @property
    def playouts(self) -> int:
        """The number of layouts with rollouts; 0 if the values are exact."""
        return 0 if self._scatter is None else len(self._scatter)

    def difference(self, a: int, b: int) -> Value:
        """Return how much more often move `a` wins than move `b`. The error is that of paired rollouts."""
        win = self.values[a].win - self.values[b].win
        if self._scatter is None:
            return Value(win)
        return Value(win, _standard_error(self._scatter[:, a] - self._scatter[:, b]), exact=False)


class Comparison:
    """A comparison of moves that can be continued. The layouts of every batch are new; none is played twice.

    The value of a move depends only on the view, the move and the number of rollouts, not on the other moves.
    """

    def __init__(self, view: View, moves: Sequence[Opens], effort: Effort = EFFORTS["strong"]) -> None:
        """Begin a comparison. No rollout is played yet.

        Raises:
            OutOfBudget: The position is too wide to be counted, or the board too large to be played out.
            ValueError: No layout fits the view, or a cell is open already or outside the board.
        """
        self._view, self._moves = view, [tuple(opens) for opens in moves]
        self._free = np.array([survival(view, opens) for opens in self._moves])
        self._wins = np.empty((0, len(self._moves)))
        exact = [_core.perfect_win(view, opens, effort.layouts, effort.nodes) for opens in self._moves]
        known = [win for win in exact if win is not None]
        self.outlook = Outlook(tuple(Value(win) for win in known)) if len(known) == len(exact) else None
        """The comparison so far; None before the first batch."""
        self.most = 0 if self.outlook else _affordable(effort.rollouts, view.rows * view.cols)
        """The largest number of rollouts; 0 if the values are exact."""

    @property
    def batch(self) -> int:
        """The number of rollouts of one batch."""
        return max(LEAST, self.most // BATCHES)

    @property
    def is_over(self) -> bool:
        """Whether the values are exact, or every rollout was played."""
        return len(self._wins) >= self.most

    def extend(self, rollouts: int) -> Outlook:
        """Play more rollouts, but not more than `most` in all, and return the comparison so far."""
        count = min(rollouts, self.most - len(self._wins))
        if count > 0:
            try:
                more = _core.play_out(
                    PLAYER, self._view, self._moves, SEED, len(self._wins), count, os.cpu_count() or 1
                )
            except RuntimeError as error:
                raise OutOfBudget(str(error)) from None
            self._wins = np.concatenate([self._wins, more])
            self.outlook = _estimate(self._wins, self._free)
        assert self.outlook is not None
        return self.outlook


def value_of(view: View, opens: Opens = (), effort: Effort = EFFORTS["strong"]) -> Value:
    """State the chance to win after the cells `opens` are opened, or of the position itself.

    The value is exact if few layouts are left. Otherwise rollouts are played until its standard error is at
    most `effort.steady`.

    Raises:
        OutOfBudget: The position is too wide to be counted, or the board too large to be played out.
        ValueError: No layout fits the view, or a cell is open already or outside the board.

    >>> value_of(View.parse("?1?/??? 1"), [(0, 0)])
    Value(win=0.6, error=0.0, exact=True)
    """
    return compare(view, [opens], effort).values[0]


def compare(
    view: View,
    moves: Sequence[Opens],
    effort: Effort = EFFORTS["strong"],
    enough: Callable[[Outlook], bool] | None = None,
) -> Outlook:
    """Compare moves by their probability of winning.

    Args:
        view: What the player sees. Flags are ignored.
        moves: The moves, each as the cells that it opens.
        effort: The limits.
        enough: A function that is called after every batch of rollouts and returns whether they suffice.
            Without it, rollouts are played until every value is steady.

    Raises:
        OutOfBudget: The position is too wide to be counted, or the board too large to be played out.
        ValueError: No layout fits the view, or a cell is open already or outside the board.
    """
    comparison = Comparison(view, moves, effort)
    while not comparison.is_over:
        outlook = comparison.extend(comparison.batch)
        if is_steady(outlook, effort) if enough is None else enough(outlook):
            break
    return comparison.extend(0)


def is_steady(outlook: Outlook, effort: Effort) -> bool:
    """Whether every value is known well enough to be stated."""
    return all(value.error <= effort.steady for value in outlook.values)


@lru_cache(maxsize=64)
def value_of_start(rules: Rules, start: Cell, effort: Effort) -> Value:
    """Estimate the probability of winning before the first cell is opened, by games on random boards.

    Raises:
        OutOfBudget: The board is too large to be played out.
    """
    count = _affordable(effort.rollouts, rules.cells)
    games = _core.play_games(PLAYER, rules.native, SEED, 0, count, rules.index(start), os.cpu_count() or 1)
    won = np.asarray(games["won"], dtype=np.float64)
    return Value(float(won.mean()), _standard_error(won), exact=False)


def _affordable(playouts: int, cells: int) -> int:
    if cells > MOST_CELLS:
        raise OutOfBudget(f"boards of more than {MOST_CELLS:,} cells are too large to be played out")
    return max(LEAST, min(playouts, playouts * STANDARD_CELLS // cells))


def survival(view: View, opens: Opens) -> float:
    """Return the exact probability that a move opens no mine.

    Raises:
        OutOfBudget: The position is too wide for its layouts to be counted.
        ValueError: No layout fits the view, or a cell is open already or outside the board.
    """
    chance = _core.chance_all_free(view, opens)
    if chance is None:
        raise OutOfBudget("the position is too wide for its layouts to be counted")
    return min(1.0, chance)


def _estimate(wins: NDArray[np.float64], free: NDArray[np.float64]) -> Outlook:
    """Estimate the values from rollouts, corrected for how often each move hit a mine.

    The true probability of a hit is known, so it serves as a control variate: the part of the result that a
    linear fit explains by the share of surviving layouts is removed. Each move has its own fit, so that its
    value does not depend on the moves that it is compared with.
    """
    survived = ~np.isnan(wins)
    won = np.where(survived, wins, 0.0)
    shares = survived.mean(axis=0)
    spread_won, spread_survived = won - won.mean(axis=0), survived - shares
    variance = (spread_survived**2).sum(axis=0)
    slope = (spread_won * spread_survived).sum(axis=0) / np.where(variance > 0, variance, 1.0)
    means = np.clip(won.mean(axis=0) - (shares - free) * slope, 0.0, free)
    scatter = spread_won - spread_survived * slope
    values = (Value(float(w), _standard_error(scatter[:, i]), exact=False) for i, w in enumerate(means))
    return Outlook(tuple(values), scatter)


def _standard_error(scatter: NDArray[np.float64]) -> float:
    return float(scatter.std() / np.sqrt(len(scatter)))
