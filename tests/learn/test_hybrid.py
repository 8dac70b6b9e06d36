"""aua-csp-dqn where its network has nothing to judge."""

from __future__ import annotations

from sapper import Rules, View, make
from sapper.agents.turn import stream


def test_it_gives_up_where_every_covered_cell_carries_a_flag() -> None:
    agent = make("aua-csp-dqn")
    for text in ("1FF/FFF/FFF 2", "111/1F1/111 1"):
        agent.reset(Rules(3, 3, View.parse(text).mines), stream(0, 0))
        decision = agent.choose(View.parse(text))
        assert decision.gives_up
        assert decision.reason == "every covered cell carries a flag"
