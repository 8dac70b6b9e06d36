"""Estimates differ from the exact risks by about as much as their standard errors say."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.positions import lattice
from sapper import View, analyse

LITTLE = 1 << 18  # bytes: too few for an exact count of these lattices, on any machine


@pytest.fixture(scope="module")
def deviations() -> tuple[np.ndarray, np.ndarray]:
    """Return the distance from the exact risk and the stated error, for every cell of a few lattices."""
    distances, errors = [], []
    for rows, density in ((16, 0.30), (16, 0.35), (20, 0.25), (20, 0.35)):
        view = lattice(rows, rows, density, seed=2)
        exact, estimate = analyse(view), analyse(view, memory=LITTLE)
        assert exact.exact
        assert not estimate.exact
        open_to_doubt = estimate.error > 1e-6
        distances.append(np.abs(estimate.risk - exact.risk)[open_to_doubt])
        errors.append(estimate.error[open_to_doubt])
    return np.concatenate(distances), np.concatenate(errors)


def test_errors_are_neither_too_small_nor_useless(deviations: tuple[np.ndarray, np.ndarray]) -> None:
    distance, error = deviations
    assert len(distance) > 500
    assert np.mean(distance > 2 * error) < 0.08
    assert np.mean(distance > 3 * error) < 0.02
    assert (distance < 6 * error).all()
    assert error.mean() < 0.01


def test_an_estimate_is_repeatable() -> None:
    view = lattice(16, 16, 0.35, seed=1)
    first, second = (analyse(view, memory=LITTLE) for _ in range(2))
    np.testing.assert_array_equal(first.risk, second.risk)
    np.testing.assert_array_equal(first.error, second.error)


def test_no_time_at_all_still_gives_an_answer() -> None:
    view = lattice(30, 30, 0.35, seed=1)
    analysis = analyse(view, budget=1e-6)
    assert not analysis.exact
    covered = view.numbers == -2
    assert ((analysis.risk >= 0) & (analysis.risk <= 1))[covered].all()
    assert ((analysis.error >= 0) & (analysis.error <= 0.5))[covered].all()


def test_estimates_call_nothing_certain_that_is_not_proven() -> None:
    view: View = lattice(20, 20, 0.35, seed=3)
    exact, hasty = analyse(view), analyse(view, budget=1e-6)
    assert not hasty.exact
    assert set(hasty.safe) <= set(exact.safe)
    assert set(hasty.mines) <= set(exact.mines)
