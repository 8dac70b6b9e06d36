"""Tests of the agent `aua-csp-dqn`."""

from __future__ import annotations

from sapper import Board, Game, Rules, View, make, play
from sapper.agents.turn import carry_out, stream
from sapper.learn.playing.aua_csp_dqn import ASKED, AuaCspDqnSkip
from sapper.learn.playing.aua_windows import inner_candidates


def test_the_hybrid_flags_only_where_a_wrong_flag_loses() -> None:
    both = Rules(9, 9, 10, on_wrong_flag="lose", won_by="open-or-flag")
    opening = Rules(9, 9, 10)
    asked = {"open": 0, "flag": 0}
    for rules in (both, opening):
        for index in range(12):
            for move in play(make("aua-csp-dqn"), rules, 5, index).moves:
                if move.by == ASKED:
                    asked[move.do] += 1
                    assert not move.certain
                    assert rules is both or move.do == "open"
    assert asked["open"] > 0


def test_it_gives_up_if_every_covered_cell_carries_a_flag() -> None:
    agent = make("aua-csp-dqn")
    for text in ("1FF/FFF/FFF 2", "111/1F1/111 1"):
        agent.reset(Rules(3, 3, View.parse(text).mines), stream(0, 0))
        decision = agent.choose(View.parse(text))
        assert decision.gives_up
        assert decision.reason == "every covered cell carries a flag"


def test_the_skipping_network_opens_inner_cells_and_never_flags() -> None:
    agent, rules = AuaCspDqnSkip(), Rules(16, 16, 40, on_wrong_flag="lose")
    by_network = by_chance = 0
    for index in range(30):
        board = Board.random(rules, 5, index)
        game = Game(board)
        game.open((0, 0))
        agent.reset(rules, stream(5, index))
        while game.state == "playing":
            view, before = game.view, agent.judged
            decision = agent.choose(view)
            if decision.is_guess:
                [cell] = decision.opens
                inner = inner_candidates(view)
                assert not decision.flags
                if decision.by == ASKED:
                    by_network += 1
                    assert agent.judged - before == inner.index(cell) + 1
                else:
                    by_chance += 1
                    assert agent.judged - before == len(inner)
            carry_out(decision, game, "x")
    assert by_network > 3
    assert by_chance > 10
