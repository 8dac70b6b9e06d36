"""The agents of pgms-csp: the step `near` does the same as SinglePointStrategy of PGMS."""

from __future__ import annotations

from numpy.random import Generator

from sapper import Decision, Rules, View, play
from sapper.agents.papers.pgms_csp import PgmsSinglePoint
from sapper.agents.tie_break import pick
from sapper.game.rules import Cell
from sapper.knowledge.knowledge import Knowledge


class Literal:
    """A literal version of PGMS: it keeps the same set of points and examines them one by one."""

    def reset(self, rules: Rules, rng: Generator) -> None:
        self.rng = rng
        self.marks: set[Cell] = set()
        self.opened: set[Cell] = set()
        self.points: list[Cell] = []

    def choose(self, view: View) -> Decision:
        opened = set(view.opened)
        self.points += sorted(opened - self.opened)
        self.opened = opened
        free: set[Cell] = set()
        while self.points:
            point = self.points.pop()
            unknown = [cell for cell in view.covered_around(point) if cell not in self.marks | free]
            lacks = view[point] - sum(c in self.marks or view[c] == -1 for c in view.neighbours(point))
            if unknown and lacks in (0, len(unknown)):
                near = {far for cell in view.neighbours(point) for far in view.neighbours(cell)}
                self.points += sorted(near & opened)
                (self.marks if lacks else free).update(unknown)
        if free:
            return Decision.sure(sorted(free))
        unknown = [cell for cell in view.covered if cell not in self.marks]
        return Decision.guess(pick(unknown, self.rng))


def test_the_step_is_the_strategy_of_pgms() -> None:
    guesses = 0
    for rules in (Rules(8, 8, 10, cascade=False), Rules(9, 9, 10), Rules(6, 6, 8, on_mine="continue")):
        for index in range(40):
            ours, literal = (play(a, rules, 5, index) for a in (PgmsSinglePoint(), Literal()))
            assert [m.cell for m in ours.moves] == [m.cell for m in literal.moves]
            guesses += sum(m.certain is False for m in ours.moves)
    assert guesses > 100


def test_it_misses_what_an_older_number_says_after_a_guess() -> None:
    """After (0, 0) is opened, the older 1 beside it has one covered cell left, which must be a mine."""
    knowledge = Knowledge.of(View.parse("?1? 1"))
    assert knowledge.near() == []
    knowledge.update(View.parse("01? 1"))
    assert knowledge.near() == []
    assert [(fact.cell, fact.mine) for fact in knowledge.single_cell()] == [((0, 2), True)]
