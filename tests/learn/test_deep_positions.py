"""Positions for `sapper-deep`, checked against the view, the exact engine and separate playouts."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from sapper import View, _core, analyse
from sapper.learn.networks.deep_resnet import PLANES, Positions, planes
from sapper.learn.training.deep_generator import BoardsOf, generate

EXPERT = BoardsOf(16, 30, 99, "safe", (0, 0))
SMALL = BoardsOf(9, 9, 14, "safe", None)


@pytest.fixture(scope="module")
def expert() -> Positions:
    return generate(EXPERT, seed=3, first=0, games=14, layouts=0)


def views_of(positions: Positions, mines: int) -> list[View]:
    """Return the views, in which a known mine is a covered cell like others."""
    shown = positions.shown.clone()
    shown[shown == -1] = -2
    return [View.from_array(each.numpy(), mines) for each in shown]


def test_planes_are_those_of_the_core(expert: Positions) -> None:
    made = planes(expert)
    assert made.shape[1] == PLANES == _core.DEEP_PLANES
    for view, mine in zip(views_of(expert, EXPERT.mines), made, strict=True):
        np.testing.assert_allclose(_core.deep_planes(view), mine.numpy(), atol=4e-5)


def test_the_own_choice_is_that_of_sapper_strong(expert: Positions) -> None:
    for view, cells in zip(views_of(expert, EXPERT.mines), expert.cells, strict=True):
        assert divmod(int(cells[0]), 30) in _core.choose("sapper-strong", view).cells


def test_no_cell_is_estimated_above_the_own_choice(expert: Positions) -> None:
    wins = expert.wins.masked_fill(~expert.is_cell, -1.0)
    assert (wins <= wins[:, :1]).all()
    assert (wins[expert.is_cell] > 0).all()


def test_risks_are_exact(expert: Positions) -> None:
    for view, risks in zip(views_of(expert, EXPERT.mines), expert.risks, strict=True):
        np.testing.assert_allclose(
            analyse(view).risk[view.numbers == -2], risks[view.numbers == -2] / 32767, atol=3e-5
        )


def test_positions_do_not_depend_on_the_threads() -> None:
    one, two = (generate(SMALL, seed=5, first=2, games=8, layouts=2, threads=threads) for threads in (1, 2))
    assert len(one.shown) > 0
    assert all(torch.equal(a, b) for a, b in zip(one, two, strict=True))


def test_results_are_those_of_separate_playouts() -> None:
    """Compare the mean results with those of `play_out` on other layouts: they differ by chance alone."""
    layouts = 250
    some = generate(SMALL, seed=5, first=0, games=12, layouts=layouts).at(torch.arange(3))
    for view, cells, results in zip(views_of(some, SMALL.mines), some.cells, some.results, strict=True):
        moves = [[divmod(int(cell), 9)] for cell in cells if cell >= 0]
        found = np.nan_to_num(_core.play_out("sapper-fast", view, moves, 1, 0, 400, 2))
        doubt = np.hypot(found.std(0) / 20, 0.5 / np.sqrt(layouts))
        assert (np.abs(found.mean(0) - results[: len(moves)].numpy()) < 5 * doubt).all()


def test_bad_recipes_are_refused() -> None:
    rules = _core.Rules(9, 9, 10)
    with pytest.raises(ValueError, match="at least 0"):
        _core.deep_positions(rules, 1, 0, 1, 0, -1, "sapper-fast", 0.25, 0.3, 1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        _core.deep_positions(rules, 1, 0, 1, 0, 1, "sapper-fast", 1.5, 0.3, 1)
    with pytest.raises(ValueError, match="outside the board"):
        _core.deep_positions(rules, 1, 0, 1, 81, 1, "sapper-fast", 0.25, 0.3, 1)


def test_an_adviser_that_agrees_changes_no_choice() -> None:
    """Play through many small positions, in most of which few cells compare."""
    boards = BoardsOf(6, 7, 10, "safe", None)
    seen = generate(boards, seed=8, first=0, games=400, layouts=0, beginnings=1.0)
    assert len(seen.shown) > 100
    for view, cells in zip(views_of(seen, boards.mines), seen.cells, strict=True):
        assert divmod(int(cells[0]), 7) in _core.choose("sapper-strong", view).cells
