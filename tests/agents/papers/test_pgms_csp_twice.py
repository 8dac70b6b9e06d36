"""The reading of pgms-csp that subtracts overlaps twice: what it claims need not hold, and it loses games."""

from __future__ import annotations

from sapper import Board, Game, Rules, View
from sapper.agents.papers.pgms_csp import PgmsCsp
from sapper.agents.papers.pgms_csp_twice import PgmsCspTwice
from sapper.agents.turn import carry_out, stream
from sapper.knowledge.equations import Equations

CLEARED = "its constraints leave no mine for the cell"


def begun() -> PgmsCspTwice:
    agent = PgmsCspTwice()
    agent.reset(Rules(3, 4, 3, cascade=False), stream(0, 0))
    return agent


def with_constraints(*inside: tuple[str, int]) -> PgmsCspTwice:
    """Give the constraint of (1, 0), which is a + b + c + d = 2, and those of two neighbouring numbers."""
    agent = begun()
    places = {"a": (0, 3), "b": (1, 3), "c": (2, 3), "d": (2, 2)}
    rows = [((1, 0), "abcd", 2), *(((at, 1), cells, mines) for at, (cells, mines) in enumerate(inside))]
    for number, cells, mines in rows:
        agent.values[number] = mines
        agent.cells[number] = sum(agent.bit(places[cell]) for cell in cells)
        agent.near[number] = [(at, 1) for at in range(len(inside))] if number == (1, 0) else []
    return agent


def test_an_overlap_is_subtracted_twice_and_a_mine_seems_free() -> None:
    agent = with_constraints(("ab", 1), ("bc", 1))
    agent.simplify((1, 0))
    assert (agent.values[1, 0], agent.cells[1, 0]) == (0, agent.bit((2, 2)))
    agent.decide((1, 0))
    assert agent.clear & agent.bit((2, 2))
    # But d is a mine whenever b is one.
    found = Equations([("abcd", 2), ("ab", 1), ("bc", 1)])
    shares = {cell: share for part in found.solutions().components for cell, share in part.shares.items()}
    assert 0 < shares["d"] < 1


def test_constraints_without_an_overlap_are_subtracted_soundly() -> None:
    agent = with_constraints(("ab", 1), ("c", 0))
    agent.simplify((1, 0))
    assert (agent.values[1, 0], agent.cells[1, 0]) == (1, agent.bit((2, 2)))
    agent.decide((1, 0))
    assert agent.mines == agent.bit((2, 2))


def test_some_cells_that_it_takes_for_free_are_mines() -> None:
    rules, opened, hit = Rules(13, 15, 40, cascade=False), 0, 0
    for index in range(40):
        agent, game = PgmsCspTwice(), Game(Board.random(rules, 8, index))
        game.open((0, 0))
        agent.reset(rules, stream(8, index))
        while game.state == "playing":
            decision = agent.choose(game.view)
            assert not decision.certain
            carry_out(decision, game, "x")
            if decision.reason == CLEARED:
                opened += 1
                hit += game.state == "lost"
    assert opened > 1_000
    assert 0 < hit < opened / 50


def test_it_guesses_as_pgms_csp_where_nothing_is_simplified() -> None:
    for text, rules in (("1???/????/???? 3", Rules(3, 4, 3)), ("1??1/????/???? 3", Rules(3, 4, 3))):
        view = View.parse(text)
        ours, sound = PgmsCspTwice(), PgmsCsp()
        for agent in (ours, sound):
            agent.reset(rules, stream(0, 0))
        decision = ours.choose(view)
        assert decision.risk == sound.choose(view).risk
        assert decision.opens[0] in view.covered


def test_it_opens_any_cell_if_no_board_fits() -> None:
    agent = begun()
    view = View.parse("1???/????/???? 3")
    agent.choose(view)
    agent.values[0, 0] = 5
    assert agent.choose(view).reason == "no board fits the constraints"
