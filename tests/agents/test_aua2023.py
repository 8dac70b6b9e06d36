"""The hook of aua2023: learners whose flags may be wrong."""

from __future__ import annotations

import pytest
from numpy.random import Generator

from sapper import Decision, Rules, View, check_agent, play
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.agents.tie_break import pick
from sapper.agents.turn import stream


def flags_or_opens(view: View, rng: Generator) -> Decision:
    """Decide any covered cell in any way, often wrongly."""
    cell = pick([cell for cell in view.covered if not view.flags[cell]], rng)
    return Decision(flags=(cell,)) if rng.random() < 0.5 else Decision.guess(cell)


@pytest.mark.parametrize(
    "rules",
    [Rules(9, 9, 10), Rules(9, 9, 10, on_mine="continue"), Rules(9, 9, 10, won_by="open-or-flag")],
    ids=["default", "continue", "open or flag"],
)
def test_a_learner_may_flag_wrongly(rules: Rules) -> None:
    agent = AuaHybrid(flags_or_opens)
    check_agent(agent, rules=[rules])
    ends = {play(agent, rules, 5, index).end for index in range(60)}
    assert {"opened", "stuck"} <= ends  # a free cell under a flag is never opened


def test_a_proven_cell_under_a_flag_leaves_the_others_to_play() -> None:
    asked = []

    def learner(view: View, rng: Generator) -> Decision:
        asked.append(view)
        return Decision.guess((1, 2))

    agent = AuaHybrid(learner)
    agent.reset(Rules(2, 3, 1), stream(0, 0))
    decision = agent.choose(View.parse("0F?/??? 1"))
    assert (decision.opens, decision.certain, asked) == (((1, 0), (1, 1)), True, [])
    agent.reset(Rules(2, 4, 1), stream(0, 0))
    only = View.parse("0F??/01?? 1")
    assert agent.choose(only).opens == ((1, 2),)
    assert asked == [only]


def test_no_learner_is_asked_about_nothing() -> None:
    agent = AuaHybrid(flags_or_opens)
    agent.reset(Rules(3, 3, 2), stream(0, 0))
    assert agent.choose(View.parse("1FF/FFF/FFF 2")) == Decision.give_up("every covered cell carries a flag")
