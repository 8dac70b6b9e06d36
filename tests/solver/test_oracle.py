"""The engine and the oracle agree on tens of thousands of small views, possible and impossible ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.random import Generator

from sapper import InconsistentView, View, analyse
from sapper.solver import oracle
from tests.solver import views

KINDS: dict[str, Callable[[Generator], View]] = {
    **{
        f"{promise}, {'cascade' if cascade else 'no cascade'}": partial(
            views.played, first_move=promise, cascade=cascade
        )
        for promise in views.PROMISES
        for cascade in (True, False)
    },
    "spoilt": views.spoilt,
    "made up": views.made_up,
}
BATCHES, BATCH = 8, 400  # for each of the 8 kinds, 25,600 views in all


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("kind", KINDS)
def test_equal_to_the_oracle(kind: str, batch: int) -> None:
    rng = np.random.default_rng([sorted(KINDS).index(kind), batch])
    possible = 0
    for number in range(BATCH):
        view = KINDS[kind](rng)
        trust_flags = number % 7 == 0
        if trust_flags or number % 7 == 1:
            view = views.flagged(rng, view)
        possible += assert_equal_to_oracle(view, trust_flags, rng)
    if "cascade" in kind:
        assert possible > BATCH * 3 // 4  # only a wrong trusted flag makes a played view impossible
    else:
        assert BATCH // 20 < possible < BATCH * 19 // 20  # both cases occur


def assert_equal_to_oracle(view: View, trust_flags: bool, rng: Generator) -> bool:
    """Compare the results of both for a view. Return whether the view is possible."""
    try:
        truth = oracle.analyse(view, trust_flags=trust_flags)
    except InconsistentView:
        assert_names_a_contradiction(view, trust_flags)
        return False
    ours = analyse(view, trust_flags=trust_flags)
    assert ours.exact
    np.testing.assert_allclose(ours.risk, truth.risk, rtol=0, atol=1e-12, err_msg=str(view))
    assert sorted(ours.safe) == truth.safe, view
    assert sorted(ours.mines) == truth.mines, view
    assert ours.solutions == truth.solutions, view
    covered = np.argwhere(view.numbers == -2)
    if len(covered):
        row, col = covered[rng.integers(len(covered))]
        cell = (int(row), int(col))
        if truth.risk[cell] == 1:
            with pytest.raises(ValueError, match="mine"):
                ours.expected_numbers(cell)
            return True
        expected = truth.expected_numbers(cell)
        np.testing.assert_allclose(
            ours.expected_numbers(cell), expected, rtol=0, atol=1e-12, err_msg=str(view)
        )
    return True


def assert_names_a_contradiction(view: View, trust_flags: bool) -> None:
    """Check that the engine names contradicting numbers, none of which can be left out."""
    with pytest.raises(InconsistentView) as caught:
        analyse(view, trust_flags=trust_flags)
    cells, uses_mine_count = caught.value.cells, caught.value.uses_mine_count
    assert all(view.numbers[cell] >= 0 for cell in cells), view
    assert len(set(cells)) == len(cells), view
    contradictions = oracle.Contradictions(view, trust_flags)
    assert contradictions.hold(cells, uses_mine_count), view
    for cell in cells:
        assert not contradictions.hold([other for other in cells if other != cell], uses_mine_count), view
    if uses_mine_count:
        assert not contradictions.hold(cells, False), view
    smallest = contradictions.smallest(limit=4)
    if smallest is not None:
        assert len(cells) == len(smallest[0]), view


def test_views_of_up_to_22_covered_cells() -> None:
    rng = np.random.default_rng(22)
    for mines, text in ((4, "?1??1?/??????/1??1??/?????2"), (5, "???1??/2?????/??????/??1??1")):
        assert assert_equal_to_oracle(View.parse(f"{text} {mines}"), False, rng)


def test_the_oracle_itself_on_views_worked_out_by_hand() -> None:
    # One mine is among the three neighbours of the 1, and the other is among the five other cells.
    corner = oracle.analyse(View.parse("1??/???/??? 2"))
    assert corner.solutions == 3 * 5
    assert corner.risk[0, 1] == 1 / 3
    assert corner.risk[2, 2] == 1 / 5
    # The far corner is beside one of the three neighbours and two of the other four cells.
    shown = [2 / 3 * 1 / 2, 2 / 3 * 1 / 2 + 1 / 3 * 1 / 2, 1 / 3 * 1 / 2]
    assert corner.expected_numbers((2, 2)).tolist() == pytest.approx(shown + [0] * 6)


def test_the_oracle_names_the_mine_count_only_when_it_is_needed() -> None:
    with pytest.raises(InconsistentView) as caught:
        oracle.analyse(View.parse("1??/??? 0"))
    assert (caught.value.cells, caught.value.uses_mine_count) == ([(0, 0)], True)
    with pytest.raises(InconsistentView) as caught:
        oracle.analyse(View.parse("4??/??? 5"))
    assert (caught.value.cells, caught.value.uses_mine_count) == ([(0, 0)], False)
    with pytest.raises(InconsistentView) as caught:
        oracle.analyse(View.parse("** 1"))
    assert (caught.value.cells, caught.value.uses_mine_count) == ([], True)
