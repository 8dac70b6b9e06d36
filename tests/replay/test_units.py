"""The units of 3BV, compared with the core's count."""

from __future__ import annotations

import pytest

from sapper import BEGINNER, EXPERT, Board, Rules
from sapper.replay.units import Units


@pytest.mark.parametrize("rules", [BEGINNER, EXPERT, Rules(1, 20, 4), Rules(7, 1, 0), Rules(5, 5, 24)])
def test_units_are_the_3bv_of_the_core(rules: Rules) -> None:
    for index in range(20):
        board = Board.random(rules, 11, index)
        units = Units(board)
        assert (units.count, len(units.opening)) == (board.bbbv, board.openings)
        assert set(units.of.values()) == set(range(units.count))


def test_an_opening_uncovers_its_border() -> None:
    units = Units(Board.from_mines(Rules(3, 4, 1), [(0, 0)]))
    assert units.opening == [frozenset(units.cells()) - {(0, 0)}]
    assert units.count == 1
    assert (1, 1) not in units.of
