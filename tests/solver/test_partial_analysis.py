"""Partial views against brute force: every layout of every mine count is tried."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

import numpy as np
import pytest

from sapper import InconsistentView, View, analyse
from sapper.game import Cell, PartialView
from sapper.solver import analyse_partial


def by_brute_force(view: PartialView, weights: dict[int, float]) -> tuple[np.ndarray, dict[int, float]]:
    """The risks and the chances of the mine counts, by trying all layouts."""
    mass: dict[int, float] = defaultdict(float)
    risk = np.zeros(view.shape)
    for mines, weight in weights.items():
        layouts = layouts_of(view, mines)
        for layout in layouts:
            if fits(view, set(layout)):
                mass[mines] += weight / len(layouts)
                for cell in layout:
                    risk[cell] += weight / len(layouts)
    total = sum(mass.values())
    risk = np.where(np.isin(view.numbers, [-2]), risk / total, np.nan)
    return risk, {mines: share / total for mines, share in mass.items()}


def layouts_of(view: PartialView, mines: int) -> list[tuple[Cell, ...]]:
    """Every layout that the promise allows. The start is the first cell."""
    rows, cols = view.shape
    cells = list(product(range(rows), range(cols)))
    return list(combinations(cells if view.first_move == "unsafe" else cells[1:], mines))


def fits(view: PartialView, mines: set[Cell]) -> bool:
    for (row, col), number in np.ndenumerate(view.numbers):
        if number == -2:
            continue
        around = sum((r, c) in mines for r in (row - 1, row, row + 1) for c in (col - 1, col, col + 1))
        if (row, col) in mines or number not in (-3, around):
            return False
    return True


VIEWS = [
    [[1, -2, -2], [-2, -2, -2]],
    [[1, -3, -2], [-2, -2, -2], [-2, -2, 1]],
    [[-3, 1, -2, -2], [-2, -2, -2, -2]],
    [[-3, -3, -3], [-3, 2, -2], [-3, -2, -2]],
    [[-2, -2, -2], [-2, -2, -2]],
    [[0, 1, -2], [1, 2, -2], [-2, -2, -2]],
]


@pytest.mark.parametrize("numbers", VIEWS)
@pytest.mark.parametrize("prior", [range(1, 4), {2: 1.0}, {1: 0.5, 3: 2.0, 4: 1.0}])
def test_it_equals_brute_force(numbers: list[list[int]], prior: dict[int, float] | range) -> None:
    view = PartialView.from_array(numbers)
    weights = dict(prior) if isinstance(prior, dict) else dict.fromkeys(prior, 1.0)
    if not any(fits(view, set(layout)) for mines in weights for layout in layouts_of(view, mines)):
        with pytest.raises(InconsistentView):
            analyse_partial(view, prior)
        return
    risk, chances = by_brute_force(view, weights)
    found = analyse_partial(view, prior)
    np.testing.assert_allclose(found.risk, risk, atol=1e-12)
    assert found.mine_counts == pytest.approx(chances)
    single = [by_brute_force(view, {mines: 1.0})[0] for mines in chances]
    np.testing.assert_allclose(found.low, np.min(single, axis=0), atol=1e-12)
    np.testing.assert_allclose(found.high, np.max(single, axis=0), atol=1e-12)
    assert set(found.safe) == {cell for cell in np.ndindex(view.shape) if all(r[cell] == 0 for r in single)}
    assert set(found.mines) == {cell for cell in np.ndindex(view.shape) if all(r[cell] == 1 for r in single)}


def test_a_promise_changes_the_chances_of_the_mine_counts() -> None:
    view = PartialView.from_array([[1, -2, -2], [-2, -2, -2]], first_move="safe")
    risk, chances = by_brute_force(view, {1: 1.0, 2: 1.0, 4: 1.0})
    found = analyse_partial(view, {1: 1.0, 2: 1.0, 4: 1.0})
    np.testing.assert_allclose(found.risk, risk, atol=1e-12)
    assert found.mine_counts == pytest.approx(chances)


def test_an_untouched_view_keeps_the_promise() -> None:
    covered = np.full((9, 9), -2)
    promised = analyse_partial(PartialView.from_array(covered, 10, first_move="safe"))
    assert not promised.risk.any()
    assert "promises" in promised.assumes[-1]
    plain = analyse_partial(PartialView.from_array(covered, 10))
    assert np.allclose(plain.risk, 10 / 81)
    assert plain.assumes == ()


def test_what_is_assumed_is_said() -> None:
    found = analyse_partial(PartialView.from_array(VIEWS[1]))
    assert found.assumes[0] == "the mine count is not known; 1 to 2 mines are taken as equally likely"
    assert found.assumes[1].startswith("1 open cell cannot be read")
    assert found.depends.any()
    known = analyse_partial(PartialView.of(View.parse("1??/???/??? 2")))
    assert np.array_equal(known.risk, analyse(View.parse("1??/???/??? 2")).risk, equal_nan=True)
    assert not known.depends.any()


def test_what_no_layout_fits() -> None:
    for numbers, mines in (([[8, -2], [-2, -2]], None), ([[0, 3, -2], [-2, -2, -2]], None), ([[1, -2]], 0)):
        with pytest.raises(InconsistentView):
            analyse_partial(PartialView.from_array(numbers, mines))
    crowded = np.full((3, 3), -2)
    crowded[1, 1], crowded[0, 0] = 8, -3
    with pytest.raises(InconsistentView, match=r"the 8 at \(1, 1\) has too few"):
        analyse_partial(PartialView.from_array(crowded, 8))


@pytest.mark.parametrize("prior", [{}, {1: 0.0}, {7: 1.0}, {-1: 1.0}, {1: -1.0}, {1: float("nan")}, range(0)])
def test_a_bad_prior(prior: dict[int, float] | range) -> None:
    with pytest.raises(ValueError, match="prior"):
        analyse_partial(PartialView.from_array([[1, -2, -2], [-2, -2, -2]]), prior)


def test_exact_functions_name_the_partial_ones() -> None:
    with pytest.raises(ValueError, match="analyse_partial takes a PartialView"):
        analyse(PartialView.from_array([[1, -2]]))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="where it is not known, use PartialView"):
        View.from_array([[1, -2]], None)  # type: ignore[arg-type]
