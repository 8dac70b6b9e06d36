"""Outlook: the probability of winning a position, and of winning it after each of several moves.

If few layouts are left, perfect play is searched, and the answer is exact. Otherwise layouts that fit the
view are drawn at random, each with the same probability. For each compared move, a native agent plays a
rollout on every layout. All moves use the same layouts, so that luck affects them equally. The risk of each
move and of each later guess is known exactly. This removes most of the remaining luck from the estimate.
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
    playouts: int
    """The number of rollouts for the value of a position."""
    comparison: int
    """The largest number of rollouts for a comparison of moves."""


EFFORTS = {
    "fast": Effort(256, 20_000, 50, 1_000),
    "strong": Effort(2_000, 100_000, 200, 4_000),
    "max": Effort(5_000, 300_000, 1_000, 50_000),
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


def value_of(view: View, opens: Opens = (), effort: Effort = EFFORTS["strong"]) -> Value:
    """Return the probability of winning after the cells `opens` are opened, or of the position itself.

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
            Without it, exactly `effort.playouts` rollouts are played.

    Raises:
        OutOfBudget: The position is too wide to be counted, or the board too large to be played out.
        ValueError: No layout fits the view, or a cell is open already or outside the board.
    """
    moves = [tuple(opens) for opens in moves]
    free = np.array([survival(view, opens) for opens in moves])
    exact = [_core.perfect_win(view, opens, effort.layouts, effort.nodes) for opens in moves]
    known = [win for win in exact if win is not None]
    if len(known) == len(moves):
        return Outlook(tuple(Value(win) for win in known))
    most = _affordable(effort.playouts if enough is None else effort.comparison, view.rows * view.cols)
    batch = most if enough is None else max(LEAST, most // BATCHES)
    wins = np.empty((0, len(moves)))
    while len(wins) < most:
        count = min(batch, most - len(wins))
        try:
            more = _core.play_out(PLAYER, view, moves, SEED, len(wins), count, os.cpu_count() or 1)
        except RuntimeError as error:
            raise OutOfBudget(str(error)) from None
        wins = np.concatenate([wins, more])
        outlook = _estimate(wins, free)
        if enough is not None and enough(outlook):
            break
    return outlook


@lru_cache(maxsize=64)
def value_of_start(rules: Rules, start: Cell, effort: Effort) -> Value:
    """Estimate the probability of winning before the first cell is opened, by games on random boards.

    Raises:
        OutOfBudget: The board is too large to be played out.
    """
    count = _affordable(effort.comparison, rules.cells)
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
    linear fit explains by the share of surviving layouts is removed.
    """
    survived = ~np.isnan(wins)
    won = np.where(survived, wins, 0.0)
    shares = survived.mean(axis=0)
    spread_won, spread_survived = won - won.mean(axis=0), survived - shares
    slope, *_ = np.linalg.lstsq(spread_survived, spread_won, rcond=None)
    means = np.clip(won.mean(axis=0) - (shares - free) @ slope, 0.0, free)
    scatter = spread_won - spread_survived @ slope
    values = (Value(float(w), _standard_error(scatter[:, i]), exact=False) for i, w in enumerate(means))
    return Outlook(tuple(values), scatter)


def _standard_error(scatter: NDArray[np.float64]) -> float:
    return float(scatter.std() / np.sqrt(len(scatter)))
