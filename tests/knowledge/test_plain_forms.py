"""Every step and guessing rule that an agent uses has a plain form, and the core agrees with it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sapper import AGENTS, Board, Game, InconsistentView, Rules, View, make
from sapper.agents.composed import Composed
from sapper.knowledge import plain_guesses, plain_recipe
from sapper.knowledge import plain_steps as plain
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.plain_steps import Known
from tests.knowledge.test_deduction import known


def composed() -> dict[str, Composed]:
    """Return the registered agents that are made of steps. Those with networks have the steps of others."""
    own = [name for name, info in AGENTS.items() if info.target.startswith("sapper.agents.")]
    made = {name: make(name) for name in own}
    return {name: agent for name, agent in made.items() if isinstance(agent, Composed)}


RECIPES = sorted({agent.steps for agent in composed().values()} - {()})
SLOW = ("enumeration", "consistency-2", "consistency-3")


def positions(games: int, seed: int, size: tuple[int, int, int] = (6, 7, 9)) -> Iterator[View]:
    """Yield views from all stages of games that are played at random and continue after a hit."""
    rng = np.random.default_rng(seed)
    rows, cols, mines = size
    for index in range(games):
        rules = Rules(rows, cols, mines, on_mine="continue", cascade=bool(index % 2))
        game = Game(Board.random(rules, seed, index))
        for _ in range(int(rng.integers(1, 10))):
            if game.state == "playing":
                game.open((int(rng.integers(rows)), int(rng.integers(cols))))
        yield game.view


def test_every_step_and_rule_of_every_recipe_has_a_plain_form() -> None:
    agents = composed()
    assert len(agents) > 20
    for name, agent in agents.items():
        assert set(agent.steps) <= {*plain_recipe.STEPS, *plain_recipe.BOARD_STEPS}, name
        risks = plain_guesses.risks(View.parse("1?/?? 1"), [], {}, agent.rule)
        assert set(risks) <= {(0, 1), (1, 0), (1, 1)}, name


@pytest.mark.parametrize("name", plain_recipe.STEPS)
def test_the_core_proves_what_the_plain_step_does_on_a_thousand_positions(name: str) -> None:
    found, size = 0, (4, 4, 4) if name in SLOW else (6, 7, 9)
    for view in positions(1_000, 11, size):
        knowledge = Knowledge.of(view)
        constraints = knowledge.constraints
        knowledge.native.run(name)
        assert known(knowledge.facts) == plain_recipe.STEPS[name](constraints), str(view)
        found += len(knowledge.facts)
    assert found > 500


@pytest.mark.parametrize("steps", RECIPES, ids="+".join)
def test_the_core_follows_a_recipe_as_the_plain_form_does(steps: tuple[str, ...]) -> None:
    found = 0
    for view in positions(200, 12, (4, 5, 5) if set(steps) & set(SLOW) else (6, 7, 9)):
        knowledge = Knowledge.of(view)
        knowledge.deduce(*steps)
        ours = dict.fromkeys(knowledge.safe, False) | dict.fromkeys(knowledge.mines, True)
        assert ours == plain_recipe.deduce(view, steps), str(view)
        found += len(ours)
    assert found > 200


def test_the_look_round_the_last_cell_follows_a_game() -> None:
    """The step `near` depends on which numbers are new, so whole games are compared, move by move."""
    moves = found = missed = 0
    rng = np.random.default_rng(13)
    for index in range(150):
        game = Game(Board.random(Rules(8, 8, 10, cascade=False, on_mine="continue"), 13, index))
        knowledge = Knowledge(8, 8, 10)
        seen: set[tuple[int, int]] = set()
        facts: Known = {}
        while game.state == "playing":
            free = [cell for cell in knowledge.safe if game.view[cell] == -2]
            covered = game.view.covered
            game.open(free[0] if free else covered[int(rng.integers(len(covered)))])
            view = game.view
            knowledge.update(view)
            facts = {cell: mine for cell, mine in facts.items() if view[cell] == -2}
            numbers = {each.numbers[0]: each for each in plain_recipe.constraints_of(view)}
            opened = [cell for cell in view.opened if cell not in seen]
            ours = known(knowledge.near())
            assert ours == plain.near(numbers, opened, facts), str(view)
            seen.update(view.opened)
            facts |= ours
            moves, found = moves + 1, found + len(ours)
            missed += len(plain.single_cell(plain.substitute(list(numbers.values()), facts)))
    assert moves > 2_000
    assert found > 2_000
    assert missed > 0  # otherwise the step would be the same as single-cell


def test_the_mine_count_proves_what_the_plain_form_does() -> None:
    found = 0
    for view in positions(1_000, 14, (3, 4, 3)):
        knowledge = Knowledge.of(view)
        before = knowledge.single_cell()
        unknown, left = knowledge.unknown, knowledge.mines_left
        ours = known(knowledge.mine_count())
        assert ours == plain.mine_count(unknown, left), str(view)
        assert left == view.mines - len(view.hits) - sum(fact.mine for fact in before)
        found += len(ours)
    assert found > 100
    with pytest.raises(InconsistentView):
        plain.mine_count([(0, 0)], 2)


@pytest.mark.parametrize("most", [5, 8])
def test_the_total_is_the_constraint_of_the_plain_form(most: int) -> None:
    added = 0
    for view in positions(600, 15, (4, 4, 4)):
        knowledge = Knowledge.of(view)
        constraints, unknown = knowledge.constraints, knowledge.unknown
        knowledge.total(most)
        expected = plain.total(constraints, unknown, knowledge.mines_left, most)
        ours = {frozenset(each.cells): each.mines for each in knowledge.constraints}
        assert ours == {frozenset(each.cells): each.mines for each in expected}, str(view)
        added += len(expected) - len(constraints)
    assert 20 < added < 600


@pytest.mark.parametrize("rule", ["none", "any", "frontier", "least-number", "sum", "mean", "most", "boards"])
def test_a_guess_has_the_risks_of_the_plain_rule(rule: str) -> None:
    rated = 0
    for number, view in enumerate(positions(300, 16, (4, 5, 5) if rule == "boards" else (6, 7, 9))):
        knowledge = Knowledge.of(view)
        facts = known(knowledge.single_cell())
        elsewhere = bool(number % 2)
        ours = knowledge.risks(rule, elsewhere)
        plainly = plain_guesses.risks(view, knowledge.constraints, facts, rule, elsewhere)
        cells = {(int(row), int(col)) for row, col in np.argwhere(~np.isnan(ours))}
        assert cells == set(plainly), str(view)
        for cell, risk in plainly.items():
            assert ours[cell] == pytest.approx(risk), str(view)
        rated += len(plainly)
    assert rated > 1_000 or rule == "none"
    untouched = View.parse("???/??? 2")
    assert plain_guesses.risks(untouched, [], {}, rule) == {
        cell: pytest.approx(1 / 3)
        for cell in (untouched.covered[:1] if rule == "none" else untouched.covered)
    }
