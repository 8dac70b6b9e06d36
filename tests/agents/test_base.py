"""Decisions, and how agents answer without a reset, without a cell to open, or in an impossible view."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from sapper import AGENTS, Decision, InconsistentView, Rules, SapperError, View, make
from sapper.agents.base import NeedsReset
from sapper.agents.turn import stream


def test_a_decision_is_a_frozen_value() -> None:
    row: Any = np.int64(1)  # a numpy integer
    decision = Decision.guess((row, 2), risk=0.5)
    assert decision == Decision(opens=((1, 2),), risk=0.5)
    assert hash(decision) == hash(Decision.guess((1, 2), risk=0.5))
    assert {type(part) for part in decision.opens[0]} == {int}
    with pytest.raises(dataclasses.FrozenInstanceError):
        decision.risk = 0.1  # type: ignore[misc]


def test_decisions_say_what_they_are() -> None:
    assert Decision.guess((0, 0)).is_guess
    assert not Decision.sure([(0, 0)]).is_guess
    assert Decision.sure([], [(1, 1)]) == Decision(flags=((1, 1),), certain=True, risk=0.0)
    assert Decision.give_up("tired").gives_up
    assert repr(Decision.guess((0, 1), risk=0.25, win=0.5)) == "Decision(opens=((0, 1),), risk=0.25, win=0.5)"


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_an_agent_that_needs_a_game_asks_for_it(name: str) -> None:
    agent, view = make(name), View.parse("1??/???/??? 2")
    if isinstance(agent, NeedsReset):
        with pytest.raises(SapperError, match=r"has no '\w+' yet: call reset\(rules, rng\) first"):
            agent.choose(view)
        assert getattr(agent, "no_such_thing", None) is None
        agent.reset(Rules(3, 3, 2), stream(0, 0))
    assert isinstance(agent.choose(view), Decision)


@pytest.mark.parametrize("name", sorted(AGENTS))
@pytest.mark.parametrize("text", ["000/000/000 0", "111/1*1/111 1", "*** 3"])
def test_every_agent_gives_up_where_no_cell_is_left(name: str, text: str) -> None:
    agent, view = make(name), View.parse(text)
    agent.reset(Rules(view.rows, view.cols, view.mines, "unsafe", on_mine="continue"), stream(0, 0))
    decision = agent.choose(view)
    assert decision.gives_up
    assert decision.reason


@pytest.mark.parametrize("name", ["sapper-fast", "sapper-strong", "sapper-max", "pseq", "lowest-risk"])
def test_a_view_that_no_layout_fits_is_explained(name: str) -> None:
    agent = make(name)
    agent.reset(Rules(2, 4, 3), stream(0, 0))
    with pytest.raises(InconsistentView, match=r"the 2 at \(0, 0\) and the 1 at \(0, 1\)") as caught:
        agent.choose(View.parse("21??/???? 3"))
    assert caught.value.cells == [(0, 0), (0, 1)]
