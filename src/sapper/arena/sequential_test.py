"""The sequential test: it stops as soon as one of two agents is shown to be stronger.

A board that both agents have played has one of three results: only the first won, only the second won, or
both had the same result. The test computes two likelihood ratios: the hypothesis that one agent is `points`
stronger, for each agent, against the hypothesis that both are equal. Under each hypothesis, the share of
boards with different results is the one that fits best. This is the generalised sequential probability ratio
test by which chess engines are tested. The test may be evaluated any number of times: the probability that a
ratio ever crosses the bound log(1 / error) is at most that error (Ville 1939).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from sapper.plural import counted

Verdict = Literal["a", "b", "close", "open"]
"""The stronger agent; or "close" if neither is stronger by the tested difference; or "open" if undecided."""

POINTS = 0.01
ERROR = 0.05


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """The difference to find, and the accepted error probabilities."""

    points: float = POINTS
    """The difference of win rates to find."""
    error: float = ERROR
    """The probability of calling one of two equal agents stronger, for both sides together."""
    miss: float = ERROR
    """The probability of missing a difference of `points`."""

    def __post_init__(self) -> None:
        if not 0 < self.points < 1:
            raise ValueError(f"points must be between 0 and 1, not {self.points!r}")
        for name in ("error", "miss"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be a probability below one half, not {getattr(self, name)!r}")

    @property
    def upper(self) -> float:
        """The log-likelihood ratio that shows an agent to be stronger."""
        return math.log(2 / self.error)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio that shows an agent not to be stronger by `points`."""
        return math.log(self.miss)

    def ask(self, a: str, b: str, only_a: int, only_b: int, games: int) -> Standing:
        """Evaluate the test after `games` boards, of which each agent has won some alone."""
        for_a = log_likelihood_ratio(only_a, only_b, games, self.points)
        for_b = log_likelihood_ratio(only_b, only_a, games, self.points)
        verdict: Verdict = "open"
        if max(for_a, for_b) >= self.upper:
            verdict = "a" if for_a >= for_b else "b"
        elif max(for_a, for_b) <= self.lower:
            verdict = "close"
        return Standing(a, b, verdict, games, only_a, only_b, for_a, for_b, self)

    def expected_games(self, disagreement: float) -> float:
        """Wald's expected number of boards until the decision, if the difference is `points`.

        Args:
            disagreement: The share of boards that only one of the agents wins.

        >>> round(SequentialTest(points=0.01).expected_games(0.3))
        20121
        """
        if not self.points <= disagreement <= 1:
            raise ValueError(
                f"agents that are {self.points} apart disagree on at least that share of the boards"
            )
        variance = disagreement - self.points**2
        drift = self.points**2 / (2 * variance)
        return ((1 - self.miss) * self.upper + self.miss * self.lower) / drift


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a sequential test."""

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
        """The verdict as a sentence."""
        wanted = 100 * self.test.points
        points, error = f"{wanted:g} point{'s' * (wanted != 1)}", f"{100 * self.test.error:g}%"
        after = f"after {counted(self.games, 'board')} ({self.only_a:,} : {self.only_b:,} won alone)"
        if self.verdict == "open":
            return f"undecided {after}: neither is shown to be stronger"
        if self.verdict == "close":
            return f"{self.a} and {self.b} are not {points} apart, {after}"
        stronger, weaker = (self.a, self.b) if self.verdict == "a" else (self.b, self.a)
        return f"{stronger} is stronger than {weaker}, {after}; error at most {error}"


def log_likelihood_ratio(only_a: int, only_b: int, games: int, points: float) -> float:
    """The log-likelihood ratio of a difference of `points` in favour of `a` against no difference.

    >>> log_likelihood_ratio(0, 0, 1000, 0.01) < -9  # without any disagreement, a difference is unlikely
    True
    """
    if min(only_a, only_b) < 0 or only_a + only_b > games:
        raise ValueError(f"{only_a} and {only_b} boards won alone cannot be among {games} boards")
    if games == 0:
        return 0.0
    # At least a thousandth of a board of each kind keeps the logarithms finite, as in tests of chess engines.
    a, b, same = max(only_a, 1e-3), max(only_b, 1e-3), max(games - only_a - only_b, 1e-3)
    return _best_fit(a, b, same, points) - _best_fit(a, b, same, 0.0)


def _best_fit(a: float, b: float, same: float, mean: float) -> float:
    """The highest log-likelihood for this mean difference, over all shares of disagreement.

    With a share s, `a` alone wins (s + mean) / 2 and `b` alone (s - mean) / 2 of the boards. Where the
    derivative vanishes, s solves a quadratic.
    """
    total, linear, constant = a + b + same, a + b + mean * (a - b), mean * (mean * same - (a - b))
    share = (linear + math.sqrt(linear * linear + 4 * total * constant)) / (2 * total)
    return a * math.log((share + mean) / 2) + b * math.log((share - mean) / 2) + same * math.log(1 - share)
