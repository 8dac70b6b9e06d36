"""Everything that the steps of the core prove is true, and is proven by the numbers that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from sapper import Board, Game, InconsistentView, Rules, View, analyse
from sapper.game.rules import Cell
from sapper.knowledge import plain_steps as plain
from sapper.knowledge.fact import Constraint, Fact
from sapper.knowledge.knowledge import Knowledge

Known = dict[Cell, bool]

STEPS: dict[str, Callable[[Knowledge], list[Fact[Cell]]]] = {
    "single-cell": Knowledge.single_cell,
    "subset": Knowledge.subset,
    "reduce": Knowledge.reduce,
    "pairs": Knowledge.pairs,
    "consistency-1": lambda knowledge: knowledge.consistency(1),
    "consistency-2": lambda knowledge: knowledge.consistency(2),
    "consistency-3": lambda knowledge: knowledge.consistency(3),
    "trial": Knowledge.trial,
    "trial-mine": lambda knowledge: knowledge.trial(assume="mine"),
    "trial-pairs": lambda knowledge: knowledge.trial(assume="mine", pairs=True),
    "enumeration": Knowledge.enumeration,
}


def positions(games: int, seed: int = 3) -> Iterator[View]:
    """Yield views from all stages of games that are played at random and continue after a hit."""
    rng = np.random.default_rng(seed)
    for index in range(games):
        rules = Rules(6, 7, 9, on_mine="continue", cascade=bool(index % 2))
        game = Game(Board.random(rules, seed, index))
        for _ in range(int(rng.integers(1, 10))):
            if game.state == "playing":
                game.open((int(rng.integers(6)), int(rng.integers(7))))
        yield game.view


def known(facts: list[Fact[Cell]]) -> Known:
    return {fact.cell: fact.mine for fact in facts}


@pytest.mark.parametrize("name", STEPS)
def test_what_a_step_finds_is_true_and_its_numbers_suffice(name: str) -> None:
    """The numbers of a fact prove it, together with the cells that were known before."""
    for view in positions(40, seed=5):
        analysis = analyse(view)
        knowledge = Knowledge.of(view)
        before: Known = {}
        for fact in STEPS[name](knowledge):
            assert fact.cell in (analysis.mines if fact.mine else analysis.safe)
            assert fact.numbers
            said = plain.substitute(list(sums(view, fact.numbers)), before)
            assert plain.enumeration(said)[fact.cell] == fact.mine
            before[fact.cell] = fact.mine


def sums(view: View, numbers: tuple[Cell, ...]) -> Iterator[Constraint[Cell]]:
    for number in numbers:
        hits = sum(view[cell] == -1 for cell in view.neighbours(number))
        yield Constraint(tuple(view.covered_around(number)), view[number] - hits)


def test_incremental_is_the_same_as_from_the_start() -> None:
    """Earlier deductions do not change what is known in the end."""
    steps = ("single-cell", "subset", "pairs", "consistency-3", "trial")
    for index in range(60):
        game = Game(Board.random(Rules(9, 9, 12, on_mine="continue"), 4, index))
        rng = np.random.default_rng(index)
        followed = Knowledge(9, 9, 12)
        while game.state == "playing":
            game.open((int(rng.integers(9)), int(rng.integers(9))))
            followed.update(game.view)
            anew = Knowledge.of(game.view)
            for step in steps:
                for each in (followed, anew):
                    each.deduce("single-cell", step)
            while followed.deduce(*steps) != anew.deduce(*steps):
                pass
            assert followed.safe == anew.safe
            assert followed.mines == anew.mines


def test_each_step_proves_at_least_what_the_weaker_one_does() -> None:
    order = ["single-cell", "pairs", "trial", "enumeration"]
    more = dict.fromkeys(order, 0)
    for view in positions(150):
        proven = []
        for last in range(len(order)):
            knowledge = Knowledge.of(view)
            while sum(knowledge.native.run(step) for step in order[: last + 1]):
                pass
            proven.append(known(knowledge.facts))
            more[order[last]] += len(proven[-1])
        for weak, strong in pairwise(proven):
            assert weak.items() <= strong.items()
    assert more["single-cell"] < more["pairs"] < more["enumeration"]


def test_what_the_count_of_mines_proves() -> None:
    rest = Knowledge.of(View.parse("1?/??/?? 1"))
    assert rest.mine_count() == []
    mines = Knowledge.of(View.parse("1?/??/?? 5"))
    with pytest.raises(InconsistentView):
        mines.deduce("mine-count", "single-cell")
    found = Knowledge.of(View.parse("?1?/111/??? 1"))
    assert found.single_cell() == []
    all_found = Knowledge.of(View.parse("*1?/11?/??? 1"))
    assert known(all_found.mine_count()) == dict.fromkeys([(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)], False)
    assert known(Knowledge.of(View.parse("2??/??? 3")).mine_count()) == {}
    assert known(Knowledge.of(View.parse("3?/?? 3")).mine_count()) == dict.fromkeys(
        [(0, 1), (1, 0), (1, 1)], True
    )


def test_the_total_is_one_more_constraint() -> None:
    knowledge = Knowledge.of(View.parse("1?/?? 2"))
    with pytest.raises(InconsistentView):
        knowledge.total(3)
        knowledge.subset()
    knowledge = Knowledge.of(View.parse("1??/??? 1"))
    knowledge.total(4)
    assert len(knowledge.constraints) == 1
    knowledge.total(5)
    assert [len(constraint.cells) for constraint in knowledge.constraints] == [3, 5]
    assert known(knowledge.subset()) == {(0, 2): False, (1, 2): False}


def test_solutions_are_all_of_them() -> None:
    for view in positions(60):
        knowledge = Knowledge.of(view)
        found = knowledge.solutions()
        assert found.complete
        plainly = list(plain.components(knowledge.constraints))
        assert len(found.components) == len(plainly)
        by_cells = {frozenset(component.cells): component for component in found.components}
        for constraints in plainly:
            every = list(plain.solutions(constraints))
            component = by_cells[frozenset(every[0])]
            assert component.total == len(every)
            for cell, share in component.shares.items():
                assert share == pytest.approx(sum(s[cell] for s in every) / len(every))
            for mines, count in component.solutions.items():
                assert count == sum(sum(s.values()) == mines for s in every)


def test_an_enumeration_stops_at_its_limits() -> None:
    view = View.parse("?" * 30 + "/" + "1" + "2" * 28 + "1" + "/" + "?" * 30 + " 20")
    knowledge = Knowledge.of(view)
    assert not knowledge.solutions(nodes=10).complete
    assert not knowledge.solutions(nodes=None, seconds=0).complete
    assert knowledge.enumeration(nodes=10) == []
    assert not knowledge.complete


def test_a_view_that_does_not_follow_is_read_anew() -> None:
    knowledge = Knowledge.of(View.parse("1?1/111/??? 1"))
    assert knowledge.deduce("single-cell")
    knowledge.update(View.parse("???/1?1/??? 3"))
    assert knowledge.facts == []
    assert len(knowledge.constraints) == 2
    knowledge.update(View.parse("1? 1"))
    assert known(knowledge.single_cell()) == {(0, 1): True}


def test_flags_count_only_when_trusted() -> None:
    view = View.parse("1F/?? 1")
    assert Knowledge.of(view).single_cell() == []
    assert known(Knowledge.of(view, trust_flags=True).single_cell()) == {(1, 0): False, (1, 1): False}


@pytest.mark.parametrize("position", ["3?/1?/1? 2", "*0/?? 2", "31/?? 3"])
def test_contradictions_are_told(position: str) -> None:
    with pytest.raises(InconsistentView):
        knowledge = Knowledge.of(View.parse(position))
        knowledge.deduce("single-cell", "subset", "pairs", "trial", "enumeration", "mine-count")
