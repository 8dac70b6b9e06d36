"""The rating formulas and the repetitions in plain Python, from the papers, to compare the core with."""

from __future__ import annotations

import math

Q = math.log(10) / 400
BOXES = (600, 86_400, 3 * 86_400, 7 * 86_400, 21 * 86_400)
"""The seconds until a missed exercise comes back, by its box."""
DEVIATION = 80.0
"""The deviation of an exercise's rating."""


def after(rating: float, deviation: float, difficulty: float, score: float) -> tuple[float, float]:
    """Glickman's update for one result."""
    g = 1 / math.sqrt(1 + 3 * (Q * DEVIATION / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-g * (rating - difficulty) / 400))
    d2 = 1 / (Q**2 * g**2 * expected * (1 - expected))
    spread = 1 / deviation**2 + 1 / d2
    return rating + Q / spread * g * (score - expected), max(45.0, math.sqrt(1 / spread))


def idle(deviation: float, days: float) -> float:
    """The deviation after days without a result: 50 becomes 350 within 1000 days."""
    return max(deviation, min(350.0, math.sqrt(deviation**2 + (350.0**2 - 50.0**2) / 1000 * max(0.0, days))))
