"""The engine agrees with ms_toollib, an independent program, in positions that need a guess."""

from __future__ import annotations

import ms_toollib
import numpy as np
import pytest

from benchmarks.positions import LEVELS, for_peer, guess_positions
from sapper import View, analyse

POSITIONS, BATCHES = 1_000, 4


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("level", LEVELS)
def test_equal_to_ms_toollib(level: str, batch: int) -> None:
    for view in guess_positions(LEVELS[level], POSITIONS // BATCHES, seed=100 + batch):
        ours = analyse(view)
        assert not ours.safe
        np.testing.assert_allclose(ours.risk, by_cell(view), rtol=0, atol=1e-9, err_msg=str(view))
        np.testing.assert_allclose(ours.risk, by_enumeration(view), rtol=0, atol=1e-9, err_msg=str(view))


def by_cell(view: View) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    risk, _ = ms_toollib.cal_probability_onboard(for_peer(view), view.mines)
    return np.where(view.numbers == -2, risk, np.nan)


def by_enumeration(view: View) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the risks by ms_toollib's enumeration.

    It lists the uncertain cells beside numbers, and gives one risk for all cells beside no number.
    In a position without certainly free cells, a cell beside a number that is not listed is a mine.
    """
    listed, far, _, _ = ms_toollib.cal_probability_enum(for_peer(view), view.mines)
    risk = np.where(view.numbers == -2, far, np.nan)
    for row, col in np.argwhere(view.numbers >= 0):
        around = np.s_[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        risk[around] = np.where(view.numbers[around] == -2, 1.0, np.nan)
    for cell, value in listed:
        risk[cell] = value
    return risk
