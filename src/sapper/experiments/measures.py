"""Measures: values that are computed from an agent's games, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import TIME_OUT
from sapper.arena.batch import Games
from sapper.arena.statistics import Estimate, wilson
from sapper.game.rules import Rules

Unit = Literal["%", "", "s"]
Z = 1.959963984540054


@dataclass(frozen=True)
class Measure:
    """A measure: its label, its unit, and the function that computes it.

    The function returns None if the games do not determine the measure.
    """

    label: str
    unit: Unit
    take: Callable[[Games, Rules], Estimate | None]
    is_rate: bool = False
    """Whether it is a share of games; a published share then has an interval too, from its games."""


def _share(true: NDArray[np.bool_], among: NDArray[np.bool_] | None = None) -> Estimate | None:
    """The share of games for which `true` holds, with Wilson's interval."""
    games = len(true) if among is None else int(among.sum())
    if games == 0:
        return None
    wins = int(true.sum()) if among is None else int((true & among).sum())
    return Estimate(wins / games, *wilson(wins, games), games)


def _mean(values: NDArray[Any], most: float = math.inf) -> Estimate | None:
    """The mean over games, with a normal interval, which is cut at 0 and at the largest possible value.

    A single game says nothing about the spread, so its interval is everything that is possible.
    """
    if len(values) == 0:
        return None
    mean = float(np.mean(values))
    half = Z * float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(mean, max(0.0, mean - half), min(most, mean + half), len(values))


def _mean_share(parts: NDArray[Any], whole: int) -> Estimate | None:
    """The mean over games of parts of a whole. Its interval stays between 0 and 1."""
    return _mean(parts / max(1, whole), most=1.0)


def median(values: NDArray[Any]) -> Estimate | None:
    """The median, with an interval from order statistics. A few slow games hardly change it.

    >>> median(np.arange(101.0))
    Estimate(value=50.0, low=40.0, high=60.0, games=101)
    """
    games = len(values)
    if games == 0:
        return None
    ordered, half = np.sort(values), Z / 2 * math.sqrt(games)
    low, high = max(0, math.floor(games / 2 - half)), min(games - 1, math.ceil(games / 2 + half - 1))
    return Estimate(float(np.median(values)), float(ordered[low]), float(ordered[high]), games)


def _column(games: Games, name: str) -> NDArray[Any]:
    return games.columns[name]


def _survived_start(games: Games) -> NDArray[np.bool_]:
    """The games whose first cell was no mine. In the other games, hitting it was the only step."""
    hit: NDArray[np.bool_] = (_column(games, "steps") == 1) & (_column(games, "hits") > 0)
    return ~hit


def _without_guess(games: Games) -> Estimate | None:
    """The share of games won with certain moves alone; None for an agent that calls no move certain."""
    guesses, others = _column(games, "guesses"), _column(games, "steps") - 1
    if len(games) and np.array_equal(guesses, others):
        return None
    return _share(_column(games, "won") & (guesses == 0))


def _explored(games: Games) -> NDArray[Any]:
    """The cells that were opened, hit or flagged, per game."""
    names = ("opened", "hits", "flags_right", "flags_wrong")
    found: NDArray[Any] = np.sum([_column(games, name) for name in names], axis=0)
    return found


def _asked(games: Games) -> NDArray[np.float64]:
    """The number of decisions per game that a named part of the agent made."""
    return _of_parts(games, "decided")


def _of_parts(games: Games, what: str) -> NDArray[np.float64]:
    """The sum of a list column over the named parts of the agent, per game. A time-out is not a part."""
    names, values = games.lists["decided_by"], games.lists[what]
    owners = np.repeat(np.arange(len(games)), names.lengths)
    weights = np.where(names.values == TIME_OUT, 0, values.values).astype(np.float64)
    return np.bincount(owners, weights, minlength=len(games)).astype(np.float64)


def _right(games: Games) -> Estimate | None:
    asked, right = _asked(games).sum(), _of_parts(games, "decided_right").sum()
    if asked == 0:
        return None
    return Estimate(right / asked, *wilson(right, asked), len(games))


MEASURES: dict[str, Measure] = {
    "win": Measure("games won", "%", lambda games, _: _share(_column(games, "won")), True),
    "win-after-start": Measure(
        "won, of games that survived the start",
        "%",
        lambda games, _: _share(_column(games, "won"), _survived_start(games)),
        True,
    ),
    "win-without-guess": Measure(
        "won without a guess",
        "%",
        lambda games, _: _without_guess(games),
        True,
    ),
    "time-out": Measure(
        "games with a time-out", "%", lambda games, _: _share(_column(games, "time_outs") > 0), True
    ),
    "opened": Measure(
        "free cells opened",
        "%",
        lambda games, rules: _mean_share(_column(games, "opened"), rules.cells - rules.mines),
    ),
    "completion": Measure(
        "opened, of all cells", "%", lambda games, rules: _mean_share(_column(games, "opened"), rules.cells)
    ),
    "completion-won-full": Measure(
        "opened, of all cells; a won game counts as 100%",
        "%",
        lambda games, rules: _mean_share(
            np.where(_column(games, "won"), rules.cells, _column(games, "opened") + _column(games, "hits")),
            rules.cells,
        ),
    ),
    "completion-lost": Measure(
        "opened, of all cells, in lost games",
        "%",
        lambda games, rules: _mean_share(_column(games, "opened")[~_column(games, "won")], rules.cells),
    ),
    "explored-lost": Measure(
        "opened or flagged, of all cells, in lost games",
        "%",
        lambda games, rules: _mean_share(_explored(games)[~_column(games, "won")], rules.cells),
    ),
    "steps": Measure("steps a game", "", lambda games, _: _mean(_column(games, "steps"))),
    "steps-won": Measure(
        "steps in won games", "", lambda games, _: _mean(_column(games, "steps")[_column(games, "won")])
    ),
    "opened-won": Measure(
        "cells opened in won games",
        "",
        lambda games, _: _mean(_column(games, "opened")[_column(games, "won")]),
    ),
    "score": Measure(
        "mines not hit, of all mines",
        "%",
        lambda games, rules: _mean_share(rules.mines - _column(games, "hits"), rules.mines),
    ),
    "hits": Measure(
        "mines hit, of all mines",
        "%",
        lambda games, rules: _mean_share(_column(games, "hits"), rules.mines),
    ),
    "seconds": Measure("seconds per game, mean", "s", lambda games, _: _mean(_column(games, "seconds"))),
    "seconds-median": Measure(
        "seconds per game, median", "s", lambda games, _: median(_column(games, "seconds"))
    ),
    "asked": Measure("times the learner was asked, per game", "", lambda games, _: _mean(_asked(games))),
    "right": Measure("right, when asked", "%", lambda games, _: _right(games)),
}
"""Every measure by name."""


def difference(ours: Estimate, published: float, games: int | None, is_rate: bool) -> Estimate:
    """Our value minus a published one, with an interval for the number of games of both (Newcombe 1998).

    If a paper does not state its number of games, its value is treated as exact.

    >>> found = difference(Estimate(0.5, 0.4, 0.6, 100), 0.45, None, True)
    >>> [round(value, 3) for value in (found.value, found.low, found.high)]
    [0.05, -0.05, 0.15]
    """
    low, high = wilson(published * games, games) if games and is_rate else (published, published)
    gap = ours.value - published
    below = math.hypot(ours.value - ours.low, high - published)
    above = math.hypot(ours.high - ours.value, published - low)
    return Estimate(gap, gap - below, gap + above, ours.games)
