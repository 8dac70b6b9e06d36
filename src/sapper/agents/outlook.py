"""What a position and the moves in it are worth: the probability of winning, by one measure for all moves.

Where few layouts are left the answer is exact: perfect play is searched. Elsewhere layouts that fit are drawn
at random, each as likely as any other, and a native agent plays every one of them to its end, once after each
move that is compared: the same layouts for all, so that their luck cancels out. The risk of each move, and of
each guess that follows it, is known exactly, which takes most of the luck that is left out of the estimate.
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
"""The agent that plays layouts to their end."""
SEED = 0x5A99E2
"""The stream layouts are drawn from: the same question gets the same answer."""
STANDARD_CELLS = 480
"""Boards with more cells get fewer playouts, as each takes longer."""
MOST_CELLS = 4_000
"""Boards with more cells get none: they would take minutes a move."""
LEAST = 32
"""Playouts below which nothing could be said."""

BATCHES = 8
"""After each of so many equal parts of the playouts it is asked whether they suffice."""

Opens = Sequence[Cell]
"""The cells that a move opens: one, several for a chord, none to let the player go on."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent on one position. All limits count, none is a time."""

    layouts: int
    """Most layouts with which perfect play is searched."""
    nodes: int
    """Most positions that search may look at."""
    playouts: int
    """Playouts that show how a position stands."""
    comparison: int
    """Most playouts that compare moves."""


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
    """Its standard error; 0 where it is exact."""
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Outlook:
    """Moves weighed against each other in one position."""

    values: tuple[Value, ...]
    """The value of each move, in the order they were given."""
    _scatter: NDArray[np.float64] | None = field(default=None, compare=False, repr=False)
    """What playouts differ in, a column a move; None where the values are exact."""

    @property
    def playouts(self) -> int:
        """How many layouts were played out; 0 where the values are exact."""
        return 0 if self._scatter is None else len(self._scatter)

    def difference(self, a: int, b: int) -> Value:
        """How much more move `a` wins than move `b`; its error is that of playouts on the same layouts."""
        win = self.values[a].win - self.values[b].win
        if self._scatter is None:
            return Value(win)
        return Value(win, _standard_error(self._scatter[:, a] - self._scatter[:, b]), exact=False)


def value_of(view: View, opens: Opens = (), effort: Effort = EFFORTS["strong"]) -> Value:
    """The probability of winning after `opens` were opened; without any, of the position itself.

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
    """Weigh moves against each other.

    Args:
        view: What the player sees; flags are ignored.
        moves: Moves, each the cells it opens.
        effort: What may be spent.
        enough: Asked after every batch of playouts whether they suffice; without it, `effort.playouts` do.

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
    """The probability of winning before the first cell is opened, by whole games on random boards.

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
    """The exact chance that a move opens no mine.

    Raises:
        OutOfBudget: The position is too wide for its layouts to be counted.
        ValueError: No layout fits the view, or a cell is open already or outside the board.
    """
    chance = _core.chance_all_free(view, opens)
    if chance is None:
        raise OutOfBudget("the position is too wide for its layouts to be counted")
    return min(1.0, chance)


def _estimate(wins: NDArray[np.float64], free: NDArray[np.float64]) -> Outlook:
    """Means of playouts, each corrected for how often the moves met a mine, whose true chance is known.

    The correction is a control variate: what a linear fit lets the share of surviving layouts explain.
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
