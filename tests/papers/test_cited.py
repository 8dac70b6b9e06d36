"""Studholme and Tang, reconstructed: the weighing, the crap shoots and the samples they rest on."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import EXPERT, Game, InconsistentView, Rules, View, analyse, make, play
from sapper.agents.papers.studholme2000 import is_crap_shoot
from sapper.agents.papers.tang2018 import TangSampling
from sapper.agents.turn import carry_out, stream
from sapper.game.board import Board
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.sampling import Sampler, connected, sampled_risks
from sapper.knowledge.weighing import odds_of


def positions(rules: Rules, games: int) -> list[View]:
    """Positions of real games, as one that plays well sees them."""
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


# A walled-in pair of which one is a mine; the same pair with a covered cell beside it; and two mines or one.
SEALED = "1?/1? 1"
ASIDE = "1??/1?? 2"


def shoots(text: str) -> list[bool]:
    view = View.parse(text)
    knowledge = Knowledge.of(view)
    found = knowledge.solutions()
    return [is_crap_shoot(view, component, odds_of(knowledge, found)) for component in found.components]


def test_a_crap_shoot_is_what_no_other_cell_can_tell_of() -> None:
    assert shoots(SEALED) == [True]
    assert shoots(ASIDE) == [False]
    assert shoots("1?1/???/??? 2") == [False]  # one mine or two: the mine count tells


def test_crap_shoots_are_left_for_the_end() -> None:
    # The pair in the right column is sealed by the wall of 2s; the left corner is as open as can be.
    view = View.parse("????1?/????1?/??2222/??????/?????? 8")
    agent = make("studholme")
    agent.reset(Rules(view.rows, view.cols, view.mines), stream(0, 0))
    decision = agent.choose(view)
    assert not {(0, 5), (1, 5)} & set(decision.opens)


def test_equally_safe_cells_are_taken_from_the_corner() -> None:
    view = View.parse("?????/?????/?????/?????/????? 5")
    agent = make("studholme")
    agent.reset(Rules(5, 5, 5), stream(0, 0))
    assert agent.choose(view).opens[0] in {(0, 0), (0, 4), (4, 0), (4, 4)}


def test_samples_are_solutions_and_estimate_the_exact_risks() -> None:
    view = View.parse("1?2?1/?????/?????/2?3?1 7")
    knowledge = Knowledge.of(view)
    constraints = knowledge.constraints
    for part in connected(constraints):
        sampler = Sampler(part, np.random.default_rng(1))
        for _ in range(50):
            drawn = sampler.draw()
            assert drawn is not None
            assert all(sum(cell in drawn[0] for cell in each.cells) == each.mines for each in part)
    risks = sampled_risks(knowledge, 4000, np.random.default_rng(2))
    exact = analyse(view)
    assert list(risks) == knowledge.unknown
    assert max(abs(risk - exact.risk[cell]) for cell, risk in risks.items()) < 0.05


def test_constraints_are_connected_by_the_cells_they_share() -> None:
    knowledge = Knowledge.of(View.parse("1??????1/????????/???1???? 5"))
    assert sorted(len(part) for part in connected(knowledge.constraints)) == [1, 1, 1]
    assert [len(part) for part in connected(Knowledge.of(View.parse("11?/??? 1")).constraints)] == [2]


def test_tang_samples_only_beyond_its_limit() -> None:
    few, many = TangSampling(limit=0, samples=20), TangSampling()
    rules = Rules(7, 7, 9)
    by = [
        {move.by for index in range(10) for move in play(agent, rules, 2, index).moves}
        for agent in (few, many)
    ]
    assert "sampling" in by[0]
    assert "sampling" not in by[1]
    assert play(few, EXPERT, 2, 3) == play(few, EXPERT, 2, 3)
