"""Glicko ratings: how strong a player is, how hard an exercise is, and how certain both are.

The formulas are those of Mark Glickman, "Parameter estimation in large dynamic paired comparison
experiments", Applied Statistics 48 (1999), as summed up in his note "The Glicko system".
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

START = 1500.0
"""The rating of a player without results."""
LARGEST_DEVIATION = 350.0
"""The deviation of a player without results."""
LEAST_DEVIATION = 45.0
"""No deviation becomes smaller. Otherwise the rating of a player with many results would hardly move."""
DAYS_UNTIL_UNKNOWN = 1000.0
"""The days without results after which a deviation of 50 has grown to the largest one."""

_Q = math.log(10) / 400
_GROWTH = (LARGEST_DEVIATION**2 - 50.0**2) / DAYS_UNTIL_UNKNOWN


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and its standard deviation."""

    value: float = START
    deviation: float = LARGEST_DEVIATION

    def expected(self, other: Rating) -> float:
        """Return the expected score against another rating, as the update uses it.

        >>> round(Rating(1500, 200).expected(Rating(1400, 30)), 3)
        0.639
        """
        exponent = -_weight(other.deviation) * (self.value - other.value) / 400
        return 1 / (1 + math.pow(10, exponent))

    def after(self, results: Iterable[tuple[Rating, float]]) -> Rating:
        """Return the rating after one period with these opponents and scores (1 won, 0 lost).

        >>> results = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
        >>> new = Rating(1500, 200).after(results)
        >>> round(new.value), round(new.deviation, 1)
        (1464, 151.4)
        """
        information = gain = 0.0
        for other, score in results:
            weight, chance = _weight(other.deviation), self.expected(other)
            information += _Q**2 * weight**2 * chance * (1 - chance)
            gain += weight * (score - chance)
        precision = 1 / self.deviation**2 + information
        return Rating(self.value + _Q / precision * gain, max(LEAST_DEVIATION, precision**-0.5))

    def idle(self, days: float) -> Rating:
        """Return the rating after some days without a result: the value is kept, the deviation grows."""
        grown = math.sqrt(self.deviation**2 + _GROWTH * max(0.0, days))
        return Rating(self.value, min(LARGEST_DEVIATION, max(self.deviation, grown)))


def _weight(deviation: float) -> float:
    """How much a result against an opponent with this deviation counts: ``g(RD)`` in the paper."""
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)
