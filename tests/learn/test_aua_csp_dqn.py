"""Tests of the agent `aua-csp-dqn`."""

from __future__ import annotations

from sapper import Rules, View, make, play
from sapper.agents.turn import stream
from sapper.learn.playing.aua_csp_dqn import ASKED


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
