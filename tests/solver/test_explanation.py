"""Explanations are correct proofs, name no superfluous number, and are shortest if four numbers suffice."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator

from sapper import (
    EXPERT,
    INTERMEDIATE,
    Analysis,
    Board,
    Game,
    InconsistentView,
    OutOfBudget,
    Rules,
    View,
    analyse,
    explain,
)
from sapper.agents.reason import reason_of_certain
from sapper.agents.turn import stream
from sapper.game.rules import Cell
from sapper.solver import oracle
from sapper.solver.explanation import Explanation, explain_cell
from tests.solver import views


def small_view(rng: Generator) -> View:
    """Draw a possible view with few covered cells."""
    while True:
        kind = rng.integers(3)
        if kind == 0:
            view = views.made_up(rng)
        else:
            view = views.played(rng, views.PROMISES[rng.integers(3)], cascade=bool(kind == 1))
        try:
            analyse(view)
        except InconsistentView:
            continue
        return view


@pytest.mark.parametrize("batch", range(8))
def test_small_views_against_the_oracle(batch: int) -> None:
    rng = np.random.default_rng([31, batch])
    explained, with_count = 0, 0
    while explained < 1000:
        view = small_view(rng)
        trust_flags = bool(rng.random() < 0.2)
        if trust_flags:
            view = views.flagged(rng, view)
        try:
            truth = oracle.analyse(view, trust_flags=trust_flags)
        except InconsistentView:  # a trusted flag was wrong
            continue
        for cell in [*truth.safe, *truth.mines]:
            found = explain(view, cell, trust_flags)
            assert (found.cell, found.mine) == (cell, cell in truth.mines), view
            if trust_flags and view.flags[cell]:
                assert (found.method, found.numbers, found.mine) == ("trusted flag", (), True)
                continue
            explained += 1
            with_count += found.uses_mine_count
            assert_proves(view, found, trust_flags)
    assert with_count > 50


def assert_proves(view: View, found: Explanation, trust_flags: bool) -> None:
    assert all(view[number] >= 0 for number in found.numbers), view
    opposite = oracle.Contradictions(view, trust_flags, supposed=(found.cell, not found.mine))
    numbers = list(found.numbers)
    assert opposite.hold(numbers, found.uses_mine_count), (view, found)
    for number in numbers:
        rest = [other for other in numbers if other != number]
        assert not opposite.hold(rest, found.uses_mine_count), (view, found)
    if found.uses_mine_count:
        assert not opposite.hold(numbers, False), (view, found)
    smallest = opposite.smallest(limit=4)
    assert smallest is None or len(smallest[0]) == len(numbers), (view, found)


class Slack:
    """Decides whether some layout fits given numbers, on boards that are too large for the oracle.

    Covered cells beside the same numbers are interchangeable, so only the number of mines among them matters.
    """

    def __init__(self, view: View, supposed: tuple[Cell, bool]) -> None:
        self.view, (self.cell, self.mine) = view, supposed

    def contradicts(self, numbers: list[Cell], uses_mine_count: bool) -> bool:
        need = [self.view[number] for number in numbers]
        kinds: Counter[tuple[int, ...]] = Counter()
        for cell in self.view.covered:
            sees = tuple(
                i for i, (r, c) in enumerate(numbers) if max(abs(r - cell[0]), abs(c - cell[1])) == 1
            )
            if cell != self.cell:
                kinds[sees] += 1
            elif self.mine:
                for i in sees:
                    need[i] -= 1
        far = kinds.pop((), 0)
        totals = self._totals(sorted(kinds.items()), need)
        left = self.view.mines - len(self.view.hits) - self.mine
        if uses_mine_count:
            return not any(0 <= left - total <= far for total in totals)
        return not totals

    def _totals(self, kinds: list[tuple[tuple[int, ...], int]], need: list[int]) -> set[int]:
        """Return the possible totals of mines in layouts that fit the numbers."""
        states = {tuple(need): {0}}
        for at, (sees, cells) in enumerate(kinds):
            ahead = [sum(n for later, n in kinds[at + 1 :] if i in later) for i in range(len(need))]
            following: dict[tuple[int, ...], set[int]] = {}
            for state, totals in states.items():
                for mines in range(cells + 1):
                    after = tuple(n - mines * (i in sees) for i, n in enumerate(state))
                    if all(0 <= n <= room for n, room in zip(after, ahead, strict=True)):
                        following.setdefault(after, set()).update(total + mines for total in totals)
            states = following
        return states.get((0,) * len(need), set())


@pytest.mark.parametrize(("rules", "games"), [(EXPERT, 10), (INTERMEDIATE, 20), (Rules(12, 12, 14), 40)])
def test_thousands_of_certain_cells_of_whole_games(rules: Rules, games: int) -> None:
    methods: Counter[str] = Counter()
    for index in range(games):
        rng = stream(5, index)
        game = Game(Board.random(rules, seed=5, index=index))
        game.open((0, 0))
        while game.state == "playing":
            view = game.view
            analysis = analyse(view)
            certain = [*analysis.safe, *analysis.mines]
            for i in rng.permutation(len(certain))[:12]:
                found = explain_cell(view, analysis, certain[i])
                methods[found.method] += 1
                slack = Slack(view, (found.cell, not found.mine))
                numbers = list(found.numbers)
                if len(numbers) > 8:  # too many states; the test of small views covers such sets
                    continue
                assert slack.contradicts(numbers, found.uses_mine_count), (view, found)
                for number in numbers:
                    rest = [other for other in numbers if other != number]
                    assert not slack.contradicts(rest, found.uses_mine_count), (view, found)
                if found.uses_mine_count:
                    assert not slack.contradicts(numbers, False), (view, found)
            for cell in sorted(analysis.safe) or [min(view.covered, key=lambda cell: analysis.risk[cell])]:
                if game.state == "playing" and game.view[cell] == -2:
                    game.open(cell)
    assert sum(methods.values()) > 700
    assert {"single number", "two numbers", "three numbers", "four numbers"} <= set(methods)


SENTENCES = [
    ("3??/??? 4", (0, 1), "single number", "certain: the 3 at (0, 0) needs a mine here"),
    ("0?? 1", (0, 1), "single number", "certain: the 0 at (0, 0) leaves no mine here"),
    (
        "11211/?????/????? 4",
        (1, 2),
        "two numbers",
        "certain: the 1 at (0, 0) and the 1 at (0, 1) leave no mine here",
    ),
    (
        "01?/12?/??? 2",
        (2, 2),
        "mine count",
        "certain: the 1 at (0, 1), the 1 at (1, 0) and the mine count 2 leave no mine here",
    ),
    ("??/?? 0", (1, 1), "mine count", "certain: the board has no mines, so every covered cell is free"),
    ("*?/?? 1", (1, 1), "mine count", "certain: the only mine is found, so every covered cell is free"),
    ("**/?? 2", (1, 1), "mine count", "certain: all 2 mines are found, so every covered cell is free"),
    ("?? 2", (0, 1), "mine count", "certain: the 2 covered cells left are all mines still to be found"),
    ("*? 2", (0, 1), "mine count", "certain: the one covered cell left is the mine still to be found"),
]


@pytest.mark.parametrize(("text", "cell", "method", "sentence"), SENTENCES)
def test_sentences(text: str, cell: Cell, method: str, sentence: str) -> None:
    found = explain(View.parse(text), cell)
    assert (found.method, found.text) == (method, sentence)


def test_longer_proofs_are_told_shortly() -> None:
    rng = np.random.default_rng(8)
    told: dict[int, str] = {}
    for index in range(60):
        game = Game(Board.random(EXPERT, seed=11, index=index))
        game.open((0, 0))
        while game.state == "playing" and not {5, 9} <= told.keys():
            view, analysis = game.view, analyse(game.view)
            for cell in [*analysis.safe[:10], *analysis.mines[-10:]]:
                found = explain_cell(view, analysis, cell)
                size = min(9, len(found.numbers))
                told.setdefault(size, found.text)
                if size > 4 and not found.uses_mine_count:
                    assert found.method == f"{len(found.numbers)} numbers"
                assert len(found.text) < 160
            guess = lowest(analysis.risk, view.covered)
            game.open(analysis.safe[int(rng.integers(len(analysis.safe)))] if analysis.safe else guess)
    assert told[5].startswith("certain: the numbers at (")
    assert "numbers together" in told[9]


def lowest(risk: Any, covered: list[Cell]) -> Cell:
    return min(covered, key=lambda cell: float(risk[cell]))


def test_flags_count_only_when_trusted() -> None:
    view = View.parse("F1?? 2")
    with pytest.raises(ValueError, match=r"^the cell \(0, 2\) is not certain: its risk is 50.00% \(0\.5\)$"):
        explain(view, (0, 2))
    free = explain(view, (0, 2), trust_flags=True)
    assert (free.mine, free.numbers) == (False, ((0, 1),))
    assert free.text == "certain: with the flags trusted, the 1 at (0, 1) leaves no mine here"
    flagged = explain(view, (0, 0), trust_flags=True)
    assert (flagged.mine, flagged.numbers, flagged.uses_mine_count) == (True, (), False)
    assert (flagged.method, flagged.text) == ("trusted flag", "certain: the flag here is trusted")
    far = explain(View.parse("F1????/?1????/??1??? 3"), (0, 2), trust_flags=True)
    assert "flags" in far.text


@pytest.mark.parametrize(
    ("text", "cell", "message"),
    [
        ("1??/??? 2", (0, 1), r"not certain: its risk is 33\.33% \(0\.333"),
        ("1??/??? 2", (0, 0), "already open"),
        ("1*?/??? 2", (0, 1), "was hit"),
        ("1??/??? 2", (2, 0), "outside the 2x3 board"),
        ("1??/??? 2", (-1, 0), "outside the 2x3 board"),
        ("1??/??? 2", (0.5, 0), "whole numbers"),
        ("1??/??? 2", 3, "whole numbers"),
        ("1??/??? 2", None, "whole numbers"),
    ],
)
def test_what_cannot_be_explained(text: str, cell: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        explain(View.parse(text), cell)


def test_impossible_views_are_named_first() -> None:
    with pytest.raises(InconsistentView) as caught:
        explain(View.parse("03??/???? 3"), (1, 1))
    assert caught.value.cells == [(0, 0), (0, 1)]
    with pytest.raises(ValueError, match="the view must come from"):
        explain("1? 1", (0, 1))  # type: ignore[arg-type]


def unproven(view: View) -> Analysis:
    """Return an analysis that calls every cell free, so that no proof of it is found within any budget."""
    analysis = analyse(view)
    state: Any = analysis.__getstate__()
    spent = Analysis.__new__(Analysis)
    spent.__setstate__((*state[:6], np.zeros(analysis.risk.shape).tobytes(), state[7]))
    return spent


def test_a_budget_that_is_spent_says_so() -> None:
    view = View.parse("1??/??? 2")
    with pytest.raises(OutOfBudget, match="allow more time"):
        explain_cell(view, unproven(view), (0, 1))
    assert reason_of_certain(unproven(view), (0, 1), 0) == "certain: free in every layout"


def test_explanations_are_frozen_values() -> None:
    cell: Any = (np.int64(0), np.int64(1))  # a cell with numpy integers
    found = explain(View.parse("1? 1"), cell)
    assert found == pickle.loads(pickle.dumps(explain(View.parse("1? 1"), (0, 1))))
    assert {type(part) for part in found.cell} == {int}
    with pytest.raises(FrozenInstanceError):
        found.mine = False  # type: ignore[misc]


def test_the_core_proves_no_more_than_is_so() -> None:
    analysis = analyse(View.parse("01?/12?/??? 2"))
    assert analysis._proof(2, 2, False) == ([(0, 1), (1, 0)], True)
    assert analysis._proof(2, 2, True) is None
    assert analysis._proof(0, 2, True) is None
    with pytest.raises(ValueError, match="only a covered cell"):
        analysis._proof(0, 0, True)
    with pytest.raises(ValueError, match="only a covered cell"):
        analysis._proof(3, 0, True)
