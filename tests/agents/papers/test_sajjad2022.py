"""The agents of sajjad2022: Kaye's steps, and when Becerra's solver opens a corner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from sapper import Board, Game, Rules, View, make
from sapper.game.rules import Cell
from sapper.knowledge.knowledge import Knowledge


def layouts(view: View) -> Iterator[set[Cell]]:
    """Yield every set of mines that fits the numbers, with any number of mines."""
    for chosen in product((False, True), repeat=len(view.covered)):
        mines = {cell for cell, mine in zip(view.covered, chosen, strict=True) if mine}
        if all(len(mines.intersection(view.neighbours(cell))) == view[cell] for cell in view.opened):
            yield mines


def kaye(view: View) -> tuple[set[Cell], set[Cell]]:
    """Apply steps 1 to 3 to every covered cell. Return the safe cells and the mines."""
    fitting, safe, mines = list(layouts(view)), set(), set()
    for cell in view.covered:
        if not any(cell in layout for layout in fitting):  # steps 1 and 2
            safe.add(cell)
            continue
        numbers = [  # step 3: the cell shows 0 to 8
            any(
                cell not in layout and len(layout.intersection(view.neighbours(cell))) == n
                for layout in fitting
            )
            for n in range(9)
        ]
        if not any(numbers):
            mines.add(cell)
    return safe, mines


def test_listing_solutions_answers_kayes_questions() -> None:
    rng, decided = np.random.default_rng(2), 0
    for index in range(25):
        game = Game(Board.random(Rules(3, 4, 3), 8, index))
        for _ in range(int(rng.integers(2, 5))):
            cell = (int(rng.integers(3)), int(rng.integers(4)))
            if game.state == "playing" and cell not in game.board.mines:
                game.open(cell)
        if game.state != "playing" or not game.view.opened:
            continue
        knowledge = Knowledge.of(game.view)
        knowledge.single_cell()
        knowledge.enumeration()
        safe, mines = kaye(game.view)
        assert (set(knowledge.safe), set(knowledge.mines)) == (safe, mines)
        decided += len(safe) + len(mines)
    assert decided > 20


def test_becerra_prefers_a_corner_among_cells_beside_no_number() -> None:
    agent = make("becerra-csp")
    agent.reset(Rules(9, 9, 10), np.random.default_rng(0))
    untouched = View.from_array(np.full((9, 9), -2, np.int8), 10)
    assert agent.choose(untouched).opens[0] in {(0, 0), (0, 8), (8, 0), (8, 8)}
    numbers = np.full((9, 9), -2, np.int8)
    numbers[4, 4] = 5  # so the cells beside it are less safe than the rest
    decision = agent.choose(View.from_array(numbers, 10))
    assert decision.opens[0] in {(0, 0), (0, 8), (8, 0), (8, 8)}
    assert decision.risk == 5 / 72


def test_becerra_goes_elsewhere_when_both_risks_are_equal() -> None:
    # One of the two cells beside the 1 is a mine, and one of the two cells beyond: a risk of 1/2 everywhere.
    agent = make("becerra-csp")
    for seed in range(5):
        agent.reset(Rules(1, 5, 2), np.random.default_rng(seed))
        decision = agent.choose(View.parse("?1??? 2"))
        assert (decision.opens, decision.risk) == (((0, 4),), 0.5)
