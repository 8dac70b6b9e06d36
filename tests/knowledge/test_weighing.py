"""Weighing: the solutions of components, joined by the mine count, give the exact risks."""

from __future__ import annotations

import pytest

from sapper import Game, InconsistentView, Rules, View, analyse, make
from sapper.agents.turn import carry_out, stream
from sapper.game.board import Board
from sapper.knowledge.fact import Component
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.weighing import odds_of, weigh


def positions(rules: Rules, games: int) -> list[View]:
    """Collect the positions of games that a good agent plays."""
    found = []
    for index in range(games):
        agent, game = make("stanford-combined"), Game(Board.random(rules, 21, index))
        game.open((0, 0))
        agent.reset(rules, stream(21, index))
        while game.state == "playing":
            found.append(game.view)
            carry_out(agent.choose(game.view), game, "x")
    return found


@pytest.mark.parametrize("rules", [Rules(9, 9, 10), Rules(5, 5, 8), Rules(16, 16, 40)], ids=lambda r: r.size)
def test_weighed_solutions_are_the_exact_risks(rules: Rules) -> None:
    for view in positions(rules, 8):
        knowledge = Knowledge.of(view)
        odds = odds_of(knowledge, knowledge.solutions())
        exact = analyse(view)
        assert set(odds) == set(view.covered)
        for cell, each in odds.items():
            assert each.risk == pytest.approx(exact.risk[cell], abs=1e-12)
        assert [cell for cell, each in odds.items() if each.mine == 0] == exact.safe
        assert [cell for cell, each in odds.items() if each.free == 0] == exact.mines


def test_a_mine_count_that_cannot_be_is_told() -> None:
    knowledge = Knowledge.of(View.parse("2??/??? 1"))
    with pytest.raises(InconsistentView, match="mine count"):
        odds_of(knowledge, knowledge.solutions())


@pytest.mark.parametrize(
    ("solutions", "with_mine", "free"),
    [
        (5.0, 5.0, False),  # all solutions have a mine here
        (2.0**53, 2.0**53, False),  # the largest count up to which floats are exact
        (2.0**53 + 2, 2.0**53 + 2, True),  # one solution without a mine would be lost to rounding
        (2.0**60, 2.0**60, True),
        (2.0**60, 2.0**59, True),
    ],
)
def test_rounding_makes_no_cell_a_certain_mine(solutions: float, with_mine: float, free: bool) -> None:
    weighed = weigh([Component(("a",), ("n",), {1: solutions}, {1: (with_mine,)})], elsewhere=2, mines=1)
    assert weighed is not None
    assert (weighed.cells["a"].free > 0) == free
