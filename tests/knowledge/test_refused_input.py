"""Wrong arguments and impossible views raise clear errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import InconsistentView, View
from sapper.knowledge.equations import Equations
from sapper.knowledge.knowledge import Knowledge

STEPS = (
    "single-cell",
    "near",
    "subset",
    "reduce",
    "pairs",
    "consistency-3",
    "trial",
    "enumeration",
    "mine-count",
)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 3, 0), "one row"),
        ((3, -1, 0), "one row"),
        ((3, 3, 10), "mines must be"),
        ((3, 3, -1), "mines must be"),
    ],
)
def test_impossible_boards_are_refused(size: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Knowledge(*size)


@pytest.mark.parametrize("cell", [(5, 0), (-1, 0), (0, 2**40)])
def test_cells_off_the_board_are_refused(cell: tuple[int, int]) -> None:
    knowledge = Knowledge.of(View.parse("1?/?? 1"))
    with pytest.raises(ValueError, match="outside"):
        knowledge.contradiction(cell, True)
    with pytest.raises(ValueError, match="outside"):
        knowledge.fact(cell)


@pytest.mark.parametrize("limits", [{"seconds": -1.0}, {"seconds": float("nan")}])
def test_bad_limits_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="time limit"):
        Knowledge.of(View.parse("1?/?? 1")).solutions(**limits)


def test_bad_ways_to_try_are_refused() -> None:
    with pytest.raises(ValueError, match="assume must be"):
        Knowledge.of(View.parse("1?/?? 1")).trial(assume="hope")
    with pytest.raises(ValueError, match="no step is called"):
        Knowledge.of(View.parse("1?/?? 1")).consistency(0)
    with pytest.raises(ValueError, match="no rule to guess by"):
        Knowledge.of(View.parse("1?/?? 1")).guess("hope")


def test_equations_are_checked() -> None:
    with pytest.raises(ValueError, match="twice"):
        Equations([("aa", 1)])
    with pytest.raises(InconsistentView):
        Equations([("ab", 3)])
    with pytest.raises(InconsistentView):
        Equations([("a", 1), ("a", 0)]).single_cell()
    assert Equations([]).values == {}


def test_views_without_sense_are_at_worst_inconsistent() -> None:
    rng, refused = np.random.default_rng(6), 0
    for _ in range(150):
        numbers = rng.integers(-2, int(rng.integers(1, 9)), size=(5, 6)).astype(np.int8)
        numbers[rng.random((5, 6)) < rng.random()] = -2
        try:
            knowledge = Knowledge.of(View.from_array(numbers, int(rng.integers(0, 31))))
            for step in rng.permutation(STEPS):
                knowledge.deduce(str(step))
            knowledge.guess("boards", elsewhere=True)
            knowledge.solutions()
        except InconsistentView:
            refused += 1
    assert 50 < refused < 150
