"""Tests of the supervised learner."""

from __future__ import annotations

from tests.learn.tiny_learner import random_rate, rate, tiny_learner


def test_a_tiny_network_learns_to_win() -> None:
    """After 300 steps it wins 30 points more than random play, on 6x6 with 4 mines and a zero start."""
    learner = tiny_learner()
    for step in range(300):
        learner.step(step / 300)
    assert rate(learner) > random_rate() + 0.30


def test_the_same_seed_gives_the_same_first_losses() -> None:
    def losses(seed: int, steps: int = 1000) -> list[float]:
        learner = tiny_learner(seed, filters=4, cells=1)
        return [float(learner.step(step / 1000)) for step in range(steps)]

    first = losses(3)
    assert losses(3) == first
    assert losses(4, 10) != first[:10]
