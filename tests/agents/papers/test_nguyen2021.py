"""The agents of nguyen2021: the improved agent plays equally well with less work, and each solver helps."""

from __future__ import annotations

import pytest

from sapper import Board, Game, Rules, View, make
from sapper.agents.composed import Composed
from sapper.agents.turn import carry_out, stream
from sapper.arena.batch import Batch, play_batch


def rules_with(mines: int) -> Rules:
    return Rules(10, 10, mines, on_mine="continue", cascade=False)


@pytest.mark.parametrize("mines", [2, 10, 30])
def test_the_improved_agent_has_the_same_score(mines: int) -> None:
    plain, improved = (
        play_batch(Batch(name, rules_with(mines), 1, 0, 300)).columns
        for name in ("nguyen-subset", "nguyen-improved")
    )
    assert (plain["hits"] == improved["hits"]).all()


def test_the_improved_agent_works_less() -> None:
    rules, looks = rules_with(3), []
    for name in ("nguyen-subset", "nguyen-improved"):
        agent, work = make(name), 0
        assert isinstance(agent, Composed)
        for index in range(20):
            game = Game(Board.random(rules, 1, index))
            game.open((0, 0))
            agent.reset(rules, stream(1, index))
            while game.state == "playing":
                carry_out(agent.choose(game.view), game, name)
            work += agent.knowledge.looks
        looks.append(work)
    assert looks[1] < 0.95 * looks[0]


def test_known_cells_are_opened_one_by_one_and_asked_about_when_none_is_left() -> None:
    agent = make("nguyen-subset")
    assert isinstance(agent, Composed)
    agent.reset(Rules(3, 3, 1, cascade=False), stream(1, 0))
    assert agent.choose(View.parse("0??/???/??? 1")).opens == ((0, 1),)
    assert agent.choose(View.parse("00?/???/??? 1")).opens == ((1, 0),)
    assert [constraint.numbers for constraint in agent.knowledge.constraints] == [((0, 1),)]
    assert agent.choose(View.parse("00?/0??/??? 1")).opens == ((1, 1),)
    assert agent.choose(View.parse("00?/01?/??? 1")).opens == ((0, 2),)


def test_when_all_mines_are_known_the_improved_agent_opens_the_rest_at_once() -> None:
    view = View.parse("?10?/110?/00??/???? 1")
    chosen = {}
    for name in ("nguyen-subset", "nguyen-improved"):
        agent = make(name)
        agent.reset(Rules(4, 4, 1, first_move="unsafe", cascade=False), stream(1, 0))
        chosen[name] = agent.choose(view)
        assert chosen[name].flags == ((0, 0),)
    assert chosen["nguyen-subset"].opens == ((0, 3),)
    assert chosen["nguyen-improved"].opens == tuple(cell for cell in view.covered if cell != (0, 0))


def test_each_solver_hits_fewer_mines_than_the_one_before() -> None:
    names = ("nguyen-basic", "nguyen-subset", "nguyen-backtracking")
    hits = [int(play_batch(Batch(name, rules_with(20), 1, 0, 1_000)).columns["hits"].sum()) for name in names]
    assert hits[0] > hits[1] > hits[2]
