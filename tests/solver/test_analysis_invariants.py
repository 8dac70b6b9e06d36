"""Properties that hold for the analysis of every view, of any size."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.positions import LATTICES, LEVELS, OPENED_PERCENT, guess_positions, lattice, scattered
from sapper import Analysis, Board, Game, InconsistentView, Rules, View, analyse, analyse_many

SYMMETRIES = [(turns, mirrored) for turns in range(4) for mirrored in (False, True)]
LARGE = Rules(100, 100, 2000)
Scalar = TypeVar("Scalar", np.int8, np.float64)


def turned(array: NDArray[Scalar], turns: int, mirrored: bool) -> NDArray[Scalar]:
    return np.rot90(array.T if mirrored else array, turns)


def assert_sound(view: View, analysis: Analysis) -> None:
    """Check that risks are probabilities, sum to the mines left, and are 0 or 1 only for certain cells."""
    risk, covered = analysis.risk, view.numbers == -2
    assert (np.isnan(risk) == ~covered).all()
    assert ((risk[covered] >= 0) & (risk[covered] <= 1)).all()
    left = view.mines - np.count_nonzero(view.numbers == -1)
    assert np.nansum(risk) == pytest.approx(left, rel=1e-9, abs=1e-9)
    if analysis.exact:
        assert sorted(analysis.safe) == [(int(row), int(col)) for row, col in np.argwhere(risk == 0)]
        assert sorted(analysis.mines) == [(int(row), int(col)) for row, col in np.argwhere(risk == 1)]


@pytest.mark.parametrize(("turns", "mirrored"), SYMMETRIES)
def test_turned_and_mirrored_boards_have_turned_and_mirrored_risks(turns: int, mirrored: bool) -> None:
    positions = [view for rules in LEVELS.values() for view in guess_positions(rules, 40, seed=8)]
    for view in [*positions, lattice(9, 12, 0.3, seed=8), scattered(LARGE, 20, seed=8)]:
        straight = analyse(view)
        around = analyse(View.from_array(turned(view.numbers, turns, mirrored), view.mines))
        np.testing.assert_allclose(around.risk, turned(straight.risk, turns, mirrored), rtol=0, atol=1e-11)
        assert around.solutions == straight.solutions


@pytest.mark.parametrize("level", LEVELS)
def test_risks_sum_to_the_mine_count(level: str) -> None:
    for view in guess_positions(LEVELS[level], 200, seed=5):
        assert_sound(view, analyse(view))


@pytest.mark.parametrize("percent", OPENED_PERCENT)
def test_large_scattered_boards(percent: float) -> None:
    for seed in range(3):
        view = scattered(LARGE, percent, seed)
        analysis = analyse(view)
        assert analysis.exact
        assert_sound(view, analysis)


@pytest.mark.parametrize(("rows", "cols"), LATTICES)
@pytest.mark.parametrize("density", [0.25, 0.35])
def test_lattices_are_exact(rows: int, cols: int, density: float) -> None:
    view = lattice(rows, cols, density, seed=3)
    analysis = analyse(view)
    assert analysis.exact
    assert_sound(view, analysis)


def test_a_lattice_too_wide_for_its_budget_is_estimated_honestly() -> None:
    view = lattice(30, 30, 0.3, seed=3)
    analysis = analyse(view, budget=1.0)
    assert_sound(view, analysis)
    if not analysis.exact:
        doubtful = (analysis.risk > 0) & (analysis.risk < 1)
        assert (analysis.error[doubtful] > 0).all()


def test_a_million_cells_opened_by_one_cascade() -> None:
    game = Game(Board.random(Rules(1000, 1000, 4000, first_move="zero"), seed=1, start=(500, 500)))
    game.open((500, 500))
    assert np.count_nonzero(game.view.numbers >= 0) > 900_000
    assert_sound(game.view, analyse(game.view))


def test_a_million_cells_with_numbers_here_and_there() -> None:
    view = scattered(Rules(1000, 1000, 200_000), 0.1, seed=1)
    assert_sound(view, analyse(view))


def test_several_threads_may_analyse_at_once() -> None:
    positions = [*guess_positions(LEVELS["expert"], 60, seed=6), lattice(12, 12, 0.3, seed=6)]
    alone = [analyse(view) for view in positions]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(analyse, positions * 4))
    for number, analysis in enumerate(together):
        np.testing.assert_array_equal(analysis.risk, alone[number % len(positions)].risk)
        assert analysis.solutions == alone[number % len(positions)].solutions


@pytest.mark.parametrize("threads", [None, 1, 2, 3])
def test_a_batch_equals_its_members(threads: int | None) -> None:
    positions = guess_positions(LEVELS["intermediate"], 50, seed=7)
    batch = analyse_many(np.stack([view.numbers for view in positions]), positions[0].mines, threads=threads)
    assert batch.possible.all() and batch.exact.all()
    for view, risk in zip(positions, batch.risk, strict=True):
        np.testing.assert_array_equal(risk, analyse(view).risk)


@st.composite
def boards(draw: st.DrawFn) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw a mask of the mines and a mask of the opened cells."""
    shape = (draw(st.integers(1, 12)), draw(st.integers(1, 12)))
    bits = st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    mine = np.array(draw(bits)).reshape(shape) & np.array(draw(bits)).reshape(shape)
    return mine, np.array(draw(bits)).reshape(shape)


def seen(mine: NDArray[np.bool_], opened: NDArray[np.bool_]) -> View:
    padded = np.pad(mine, 1).astype(np.int8)
    rows, cols = mine.shape
    around = sum(padded[r : r + rows, c : c + cols] for r in range(3) for c in range(3)) - mine
    numbers = np.where(opened, np.where(mine, -1, around), -2).astype(np.int8)
    return View.from_array(numbers, int(mine.sum()))


@given(boards())
def test_the_truth_is_never_ruled_out(board: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> None:
    mine, opened = board
    view = seen(mine, opened)
    analysis = analyse(view)
    assert_sound(view, analysis)
    assert analysis.solutions >= 1
    assert not any(mine[cell] for cell in analysis.safe)
    assert all(mine[cell] for cell in analysis.mines)


@given(boards())
def test_opening_a_certain_cell_keeps_the_layouts_that_show_its_number(
    board: tuple[NDArray[np.bool_], NDArray[np.bool_]],
) -> None:
    mine, opened = board
    view = seen(mine, opened)
    analysis = analyse(view)
    for cell in analysis.safe[:3]:
        expected = analysis.expected_numbers(cell)
        assert expected.sum() == pytest.approx(1)
        once_opened = opened.copy()
        once_opened[cell] = True
        after = seen(mine, once_opened)
        shown = after.numbers[cell]
        assert expected[shown] > 0
        assert analyse(after).solutions == pytest.approx(expected[shown] * analysis.solutions)


@given(boards(), st.data())
def test_risk_is_the_mean_of_what_the_next_number_leaves(
    board: tuple[NDArray[np.bool_], NDArray[np.bool_]], data: st.DataObject
) -> None:
    """This is the law of total probability: a cell shows one of nine numbers, or is a mine."""
    view = seen(*board)
    analysis = analyse(view)
    doubtful = np.argwhere((analysis.risk < 1) & (analysis.risk >= 0))
    if not len(doubtful):
        return
    row, col = doubtful[data.draw(st.integers(0, len(doubtful) - 1))]
    total = np.zeros_like(analysis.risk)
    chances = [
        *(analysis.expected_numbers((int(row), int(col))) * (1 - analysis.risk[row, col])),
        analysis.risk[row, col],
    ]
    for shown, chance in zip([*range(9), -1], chances, strict=True):
        numbers = view.numbers.copy()
        numbers[row, col] = shown
        after = View.from_array(numbers, view.mines)
        if chance > 0:
            total += chance * analyse(after).risk
        else:
            with pytest.raises(InconsistentView):
                analyse(after)
    total[row, col] = analysis.risk[row, col]
    np.testing.assert_allclose(total, analysis.risk, rtol=0, atol=1e-9)
