"""Sequential tests: stop as soon as one of two agents is shown to be stronger.

The boards that both have played make a trinomial: won by the first alone, by the second alone, by both or
neither alike. Two likelihood ratios are followed, one for each agent being `points` stronger, against both
being equal; the share of boards they disagree on is whatever fits best (the generalised sequential
probability ratio test that chess engines are tested with). Looking often costs nothing: an upper bound of
log(1 / error) is crossed with a probability of at most that error, however often one looks (Ville 1939).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["a", "b", "close", "open"]
"""Who is stronger; or that neither is by as much as was looked for; or that more boards are needed."""

POINTS = 0.01
ERROR = 0.05


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """What is looked for, and the errors that are put up with."""

    points: float = POINTS
    """The difference of win rates to find."""
    error: float = ERROR
    """The chance to call one of two equal agents stronger, both sides together."""
    miss: float = ERROR
    """The chance to miss a difference of `points`."""

    def __post_init__(self) -> None:
        if not 0 < self.points < 1:
            raise ValueError(f"the difference to find lies between 0 and 1, not {self.points!r}")
        for name in ("error", "miss"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} is a probability below one half, not {getattr(self, name)!r}")

    @property
    def upper(self) -> float:
        """The log-likelihood ratio that shows an agent to be stronger."""
        return math.log(2 / self.error)

    @property
    def lower(self) -> float:
        """The one that shows it not to be, by `points`."""
        return math.log(self.miss)

    def ask(self, a: str, b: str, only_a: int, only_b: int, games: int) -> Standing:
        """Say how things stand after `games` boards, of which each side has won some alone."""
        for_a = log_likelihood_ratio(only_a, only_b, games, self.points)
        for_b = log_likelihood_ratio(only_b, only_a, games, self.points)
        verdict: Verdict = "open"
        if max(for_a, for_b) >= self.upper:
            verdict = "a" if for_a >= for_b else "b"
        elif max(for_a, for_b) <= self.lower:
            verdict = "close"
        return Standing(a, b, verdict, games, only_a, only_b, for_a, for_b, self)

    def expected_games(self, disagreement: float) -> float:
        """Wald's expectation of the boards needed where the difference is `points`.

        Args:
            disagreement: The share of boards that one agent alone wins.

        >>> round(SequentialTest(points=0.01).expected_games(0.3))
        20121
        """
        if not self.points <= disagreement <= 1:
            raise ValueError(f"agents {self.points} apart disagree on at least that share of the boards")
        variance = disagreement - self.points**2
        drift = self.points**2 / (2 * variance)
        return ((1 - self.miss) * self.upper + self.miss * self.lower) / drift


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a sequential test stands."""

    a: str
    b: str
    verdict: Verdict
    games: int
    only_a: int
    only_b: int
    for_a: float
    """The log-likelihood ratio of `a` being stronger."""
    for_b: float
    test: SequentialTest

    def __str__(self) -> str:
        """The verdict in a sentence."""
        points, error = f"{100 * self.test.points:g} points", f"{100 * self.test.error:g}%"
        after = f"after {self.games:,} boards ({self.only_a:,} : {self.only_b:,} won alone)"
        if self.verdict == "open":
            return f"undecided {after}: neither is shown to be stronger"
        if self.verdict == "close":
            return f"{self.a} and {self.b} are not {points} apart, {after}"
        stronger, weaker = (self.a, self.b) if self.verdict == "a" else (self.b, self.a)
        return f"{stronger} is stronger than {weaker}, {after}; error at most {error}"


def log_likelihood_ratio(only_a: int, only_b: int, games: int, points: float) -> float:
    """How much better a difference of `points` in favour of `a` fits than none at all.

    >>> log_likelihood_ratio(0, 0, 1000, 0.01) < -9  # agents that never disagree are no point apart
    True
    """
    if min(only_a, only_b) < 0 or only_a + only_b > games:
        raise ValueError(f"{only_a} and {only_b} boards won alone are not among {games}")
    if games == 0:
        return 0.0
    # A thousandth of a board of each kind keeps every logarithm finite, as engine testers do.
    a, b, same = max(only_a, 1e-3), max(only_b, 1e-3), max(games - only_a - only_b, 1e-3)
    return _best_fit(a, b, same, points) - _best_fit(a, b, same, 0.0)


def _best_fit(a: float, b: float, same: float, mean: float) -> float:
    """The highest log-likelihood of boards that differ by this mean, whatever share they disagree on.

    With a share s, `a` alone wins (s + mean) / 2 and `b` alone (s - mean) / 2 of the boards. Where the
    derivative vanishes, s solves a quadratic.
    """
    total, linear, constant = a + b + same, a + b + mean * (a - b), mean * (mean * same - (a - b))
    share = (linear + math.sqrt(linear * linear + 4 * total * constant)) / (2 * total)
    return a * math.log((share + mean) / 2) + b * math.log((share - mean) / 2) + same * math.log(1 - share)
