"""PSEQ: each criterion decides among the cells that are equal by those before it."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import Rules, View, _core, analyse, make


def prospects(view: View, cell: tuple[int, int]) -> tuple[float, float, float]:
    """Compute S, E and Q of a cell by analysing the view for every number that it may show."""
    solvable = freed = entropy = 0.0
    for number, chance in enumerate(analyse(view).expected_numbers(cell)):
        if chance == 0:
            continue
        numbers = view.numbers.copy()
        numbers[cell] = number
        free = len(analyse(View.from_array(numbers, view.mines)).safe)
        solvable += chance * (free > 0)
        freed += chance * free
        entropy -= chance * np.log(chance)
    return solvable, freed, entropy


def test_corners_of_an_untouched_board_prove_cells_free_most_often() -> None:
    choice = _core.choose("pseq", View.parse("????/????/????/???? 3"))
    assert (choice.cells, choice.certain) == ([(0, 0), (0, 3), (3, 0), (3, 3)], False)


@pytest.mark.parametrize("seed", range(30))
def test_every_letter_is_what_the_library_says(seed: int) -> None:
    """Play a game, and compute the choice at every guess from scratch."""
    rules = Rules(5, 6, 7)
    agent, rng = make("pseq"), np.random.default_rng(seed)
    agent.reset(rules, rng)
    board = rng.permutation(29)[:7] + 1
    mine = np.zeros(30, bool)
    mine[board] = True
    padded = np.pad(mine.reshape(5, 6).astype(int), 1)
    near = [padded[1 + r : 6 + r, 1 + c : 7 + c] for r in (-1, 0, 1) for c in (-1, 0, 1)]
    truth = np.sum(near, axis=0)
    numbers = np.full((5, 6), -2)
    numbers[0, 0] = truth[0, 0]
    while True:
        view = View.from_array(numbers, 7)
        analysis = analyse(view)
        choice = _core.choose("pseq", view)
        if not choice.certain:
            assert choice.risk == pytest.approx(np.nanmin(analysis.risk))
            best = [cell for cell in view.covered if analysis.risk[cell] <= np.nanmin(analysis.risk) + 1e-12]
            for letter in range(3):
                values = {cell: prospects(view, cell)[letter] for cell in best}
                best = [cell for cell in best if values[cell] >= max(values.values()) - 1e-9]
            assert choice.cells == best
        for cell in agent.choose(view).opens:
            if mine.reshape(5, 6)[cell]:
                return
            numbers[cell] = truth[cell]
        if (numbers == -2).sum() == 7:
            return
