"""The agents of aua2023: its own methods, the hook for a learner, and the solvers that it describes."""

from __future__ import annotations

import pytest
from numpy.random import Generator

from sapper import BEGINNER, EXPERT, Decision, GameRecord, Rules, View, analyse, check_agent, make, play
from sapper.agents.papers.aua2023 import AuaCsp, AuaFirst, AuaHybrid, StanfordCombined, StanfordCsp
from sapper.agents.tie_break import pick
from sapper.agents.turn import stream

HARD = Rules(16, 30, 85, on_wrong_flag="lose")


def decision_of(name: str, text: str) -> Decision:
    agent, view = make(name), View.parse(text)
    agent.reset(Rules(view.rows, view.cols, view.mines), stream(0, 0))
    return agent.choose(view)


# Whether each agent proves something in each position.
ONE_NUMBER = "1?1/111/??? 1"


TWO_NUMBERS = "11?/??? 1"  # the cells of the first 1 lie inside those of the second


POSITIONS = {
    "aua-first": {ONE_NUMBER: True, TWO_NUMBERS: False},
    "aua-csp": {ONE_NUMBER: True, TWO_NUMBERS: True},
    "rc-1": {ONE_NUMBER: True, TWO_NUMBERS: False},
    "rc-2": {ONE_NUMBER: True, TWO_NUMBERS: True},
    "rc-3": {ONE_NUMBER: True, TWO_NUMBERS: True},
    "dynamic-csp": {ONE_NUMBER: True, TWO_NUMBERS: True},
    "stanford-logic": {ONE_NUMBER: True, TWO_NUMBERS: False},
    "stanford-csp": {ONE_NUMBER: True, TWO_NUMBERS: True},
    "stanford-combined": {ONE_NUMBER: True, TWO_NUMBERS: True},
}


@pytest.mark.parametrize("name", POSITIONS)
def test_each_method_proves_what_it_should(name: str) -> None:
    for text, proves in POSITIONS[name].items():
        decision = decision_of(name, text)
        assert decision.certain == proves, text
        if proves:
            assert set(decision.opens) <= set(analyse(View.parse(text)).safe)


@pytest.mark.parametrize("name", ["aua-first", "aua-csp"])
def test_stuck_means_lost(name: str) -> None:
    assert decision_of(name, "1?/?? 1").gives_up
    ends = {play(make(name), BEGINNER, 1, index).end for index in range(20)}
    assert ends == {"opened", "stuck"}


def test_the_third_method_refutes_what_pairs_cannot() -> None:
    """On random boards the third method proves cells that the first two do not."""

    class TwoMethods(AuaFirst):
        steps = ("single-cell", "pairs")

    two, three = ([play(agent, HARD, 3, index) for index in range(30)] for agent in (TwoMethods(), AuaCsp()))
    assert all(len(more.moves) >= len(less.moves) for less, more in zip(two, three, strict=True))
    assert any(len(more.moves) > len(less.moves) for less, more in zip(two, three, strict=True))


class Learner:
    """A substitute for a learner: it flags a cell that is probably a mine, or opens the safest cell."""

    def __init__(self, flags: bool) -> None:
        self.flags, self.asked = flags, 0

    def __call__(self, view: View, rng: Generator) -> Decision:
        self.asked += 1
        analysis = analyse(view, trust_flags=self.flags)
        cells = [cell for cell in view.covered if not view.flags[cell]]
        cell = max(cells, key=lambda cell: abs(float(analysis.risk[cell]) - 0.5))
        if self.flags and analysis.risk[cell] > 0.5:
            return Decision(flags=(cell,), by="learner")
        return Decision.guess(min(cells, key=lambda cell: float(analysis.risk[cell])), by="learner")


@pytest.mark.parametrize("flags", [False, True], ids=["opening only", "flagging too"])
def test_a_learner_supplies_the_guess(flags: bool) -> None:
    learner = Learner(flags)
    agent = AuaHybrid(learner)
    check_agent(agent, rules=[Rules(9, 9, 10, on_wrong_flag="lose"), Rules(6, 6, 6, on_wrong_flag="lose")])
    alone = [play(AuaCsp(), HARD, 5, index) for index in range(15)]
    learner.asked = 0
    helped = [play(agent, HARD, 5, index) for index in range(15)]
    assert sum(record.won for record in helped) > sum(record.won for record in alone)
    assert learner.asked == sum(guesses(record) for record in helped)
    assert "stuck" not in {record.end for record in helped}


def guesses(record: GameRecord) -> int:
    return sum(move.by == "learner" for move in record.moves)


def test_the_methods_build_on_a_flag_only_where_a_wrong_one_loses() -> None:
    view = View.parse("1F/?? 1")
    for rule, proven in (("lose", True), ("ignore", False)):
        agent = AuaHybrid(lambda view, rng: Decision.give_up())
        agent.reset(Rules(2, 2, 1, on_wrong_flag=rule), stream(0, 0))
        assert agent.choose(view).certain == proven


def test_consistency_of_more_numbers_proves_no_less() -> None:
    wins = [sum(play(make(f"rc-{k}"), BEGINNER, 7, index).won for index in range(60)) for k in (1, 2, 3)]
    assert wins == sorted(wins)


def test_a_limit_of_arrangements_is_a_time_out() -> None:
    ends = {play(StanfordCombined(limit=10), EXPERT, 1, index).end for index in range(10)}
    assert "time-out" in ends
    assert play(StanfordCombined(), BEGINNER, 1, 0).end != "time-out"


def test_a_limit_of_time_is_not_reproducible_and_says_so() -> None:
    assert StanfordCsp().reproducible
    assert not StanfordCsp(seconds=1.0).reproducible
    timed, counted = play(StanfordCsp(seconds=5.0), BEGINNER, 1, 0), play(StanfordCsp(), BEGINNER, 1, 0)
    assert timed.moves == counted.moves
    assert (timed.reproducible, counted.reproducible) == (False, True)


def test_arrangements_hold_the_mine_count() -> None:
    # The only mine is beside the 1, so all other cells are free. Only the mine count proves this.
    assert set(decision_of("stanford-csp", "1??/???/??? 1").opens) == {(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert not decision_of("rc-3", "1??/???/??? 1").certain


def flags_or_opens(view: View, rng: Generator) -> Decision:
    """Open or flag any covered cell, often wrongly."""
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
