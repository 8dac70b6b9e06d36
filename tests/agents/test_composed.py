"""Composed agents: the core plays the same games as the Python code, and certain decisions are proven."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import AGENTS, EXPERT, Agent, Board, Decision, Rules, View, check_agent, make
from sapper.agents.composed import Composed
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.single_game import Start

RULES = (
    Rules(9, 9, 10),
    Rules(8, 8, 10, first_move="zero"),
    Rules(6, 6, 8, first_move="unsafe", cascade=False),
    Rules(6, 6, 9, on_mine="continue"),
    Rules(6, 6, 5, on_wrong_flag="lose", won_by="open-or-flag"),
    EXPERT,
)
RULES_TO_GUESS_BY = ("none", "any", "frontier", "least-number", "sum", "mean", "most", "boards")


class InPython:
    """The same agent without a recipe, so that it plays in Python."""

    def __init__(self, agent: Composed) -> None:
        self.reset, self.choose = agent.reset, agent.choose
        self.name = agent.name


def composed(
    steps: tuple[str, ...], rule: str = "any", elsewhere: bool = False, flags: bool = False
) -> Composed:
    agent = Composed()
    agent.name, agent.steps, agent.rule = "composed", steps, rule
    agent.elsewhere, agent.flags = elsewhere, flags
    return agent


def same(native: Games, python: Games) -> None:
    for name, column in native.columns.items():
        if name == "end":
            np.testing.assert_array_equal(column, python.columns[name], err_msg=name)
        elif name != "seconds":
            np.testing.assert_allclose(column, python.columns[name], err_msg=name)
    for name, lists in native.lists.items():
        assert lists.lengths.tolist() == python.lists[name].lengths.tolist(), name


def both(agent: Composed, rules: Rules, games: int, start: Start = (0, 0)) -> None:
    assert Batch(agent, rules, 3, 5, games, start).is_native
    same(
        play_batch(Batch(agent, rules, 3, 5, games, start)),
        play_batch(Batch(InPython(agent), rules, 3, 5, games, start)),
    )


MADE_OF_STEPS = sorted(name for name in AGENTS if getattr(make(name), "recipe", None))


@pytest.mark.parametrize("name", MADE_OF_STEPS)
def test_the_core_plays_the_same_games(name: str) -> None:
    agent = make(name)
    assert isinstance(agent, Composed)
    for rules in RULES:
        both(agent, rules, 3 if rules == EXPERT else 8)
    both(agent, RULES[2], 8, "agent")


@pytest.mark.parametrize("rule", RULES_TO_GUESS_BY)
def test_the_core_guesses_the_same(rule: str) -> None:
    for elsewhere in (False, True):
        both(composed(("single-cell", "subset"), rule, elsewhere, flags=elsewhere), RULES[0], 20)


def test_given_boards_are_played_the_same() -> None:
    agent = composed(("single-cell", "pairs"), "mean")
    boards = tuple(Board.random(RULES[0], 9, index, start=(4, 4)) for index in range(12))
    same(
        play_batch(Batch(agent, RULES[0], 1, 0, 12, boards=boards)),
        play_batch(Batch(InPython(agent), RULES[0], 1, 0, 12, boards=boards)),
    )


def test_results_do_not_depend_on_the_threads() -> None:
    batch = Batch("nguyen-subset", RULES[0], 1, 0, 100)
    same(play_batch(batch, threads=2), play_batch(batch, threads=1))


@pytest.mark.parametrize("name", [name for name in AGENTS if isinstance(make(name), Composed)])
def test_certain_is_proven_on_expert_boards(name: str) -> None:
    """This plays only a few games; `check_agent` accepts a larger number."""
    check_agent(make(name), rules=[EXPERT], games=2)


def test_ways_of_its_own_keep_an_agent_in_python() -> None:
    class Own(Composed):
        def guess(self, view: View) -> Decision:
            return Decision.give_up()

    assert composed(("single-cell",)).recipe is not None
    assert Own().recipe is None


@pytest.mark.parametrize("rule", RULES_TO_GUESS_BY)
def test_every_rule_keeps_the_contract(rule: str) -> None:
    steps = (
        "single-cell",
        "mine-count",
        "total-12",
        "reduce",
        "pairs",
        "consistency-3",
        "trial-pairs",
        "trial",
    )
    check_agent(composed(steps, rule, flags=True), games=3)


def test_a_reason_names_the_step_and_the_numbers() -> None:
    agent: Agent = composed(("single-cell", "subset"))
    agent.reset(Rules(2, 3, 1), np.random.default_rng(0))
    decision = agent.choose(View.parse("11?/??? 1"))
    assert decision.opens == ((0, 2), (1, 2))
    assert decision.reason == "(0, 2) is free: subset, from the numbers at (0, 0), (0, 1)"


@pytest.mark.parametrize(
    "steps", [("single-cel",), ("consistency-0",), ("total-",), ("consistency-10",), ("",)]
)
def test_unknown_steps_are_told(steps: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no step is called"):
        composed(steps).recipe  # noqa: B018 - reading the attribute must raise


def test_unknown_rules_are_told() -> None:
    with pytest.raises(ValueError, match="no rule to guess by"):
        composed(("single-cell",), "hope").recipe  # noqa: B018 - reading the attribute must raise
