"""Every agent keeps the contract, and `check_agent` finds agents that break it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sapper import AGENTS, Decision, Rules, View, analyse, check_agent, make
from sapper.agents.checks import BrokenContract


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_every_agent_keeps_the_contract(name: str) -> None:
    check_agent(make(name))


class Scripted:
    """An agent that decides by a given function."""

    def __init__(self, decide: Callable[[View, np.random.Generator], Decision]) -> None:
        self.decide = decide

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.rng = rng

    def choose(self, view: View) -> Decision:
        return self.decide(view, self.rng)


def covered(view: View) -> tuple[int, int]:
    return view.covered[0]


def test_giving_up_at_once_breaks_no_rule() -> None:
    check_agent(Scripted(lambda view, rng: Decision.give_up()))


def test_proven_mines_may_be_flagged() -> None:
    def decide(view: View, rng: np.random.Generator) -> Decision:
        analysis = analyse(view)
        flags = [cell for cell in analysis.mines if not view.flags[cell]]
        return Decision.sure(analysis.safe, flags)

    check_agent(Scripted(decide))


own_numbers = np.random.default_rng(0)

BROKEN: dict[str, tuple[Callable[[View, np.random.Generator], Decision], str]] = {
    "liar": (lambda view, rng: Decision.sure([covered(view)]), "called certainly free"),
    "flagging liar": (lambda view, rng: Decision.sure([], [covered(view)]), "called certainly a mine"),
    "off the board": (lambda view, rng: Decision.guess((0, view.cols)), "outside the"),
    "negative": (lambda view, rng: Decision.guess((-1, 0)), "outside the"),
    "opened cell": (lambda view, rng: Decision.guess(view.opened[0]), "open already"),
    "twice": (lambda view, rng: Decision((covered(view), covered(view))), "twice"),
    "open and flag": (lambda view, rng: Decision((covered(view),), (covered(view),)), "opens and flags"),
    "no probability": (lambda view, rng: Decision.guess(covered(view), risk=1.5), "no probability"),
    "nan": (lambda view, rng: Decision.guess(covered(view), win=float("nan")), "no probability"),
    "circles": (lambda view, rng: Decision(flags=(covered(view),)), "goes round in circles"),
    "no decision": (lambda view, rng: (0, 0), "must choose a Decision"),  # type: ignore[dict-item, return-value]
    "own randomness": (
        lambda view, rng: Decision.guess(view.covered[int(own_numbers.integers(len(view.covered)))]),
        "differently the second time",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_check_catches(name: str) -> None:
    decide, message = BROKEN[name]
    with pytest.raises(BrokenContract, match=message):
        check_agent(Scripted(decide))


def test_what_is_no_agent_is_told_so() -> None:
    with pytest.raises(BrokenContract, match="has no reset"):
        check_agent(object())  # type: ignore[arg-type]


def test_opening_a_flagged_cell_is_illegal() -> None:
    def decide(view: View, rng: np.random.Generator) -> Decision:
        flagged = np.argwhere(view.flags)
        if len(flagged):
            return Decision.guess((int(flagged[0][0]), int(flagged[0][1])))
        return Decision(flags=(covered(view),))

    with pytest.raises(BrokenContract, match="carries a flag"):
        check_agent(Scripted(decide), rules=[Rules(5, 5, 5)])
