"""Grids: where cells lie, also where a program gives some columns a pixel more than others."""

from __future__ import annotations

import numpy as np
from PIL import Image

from sapper import INTERMEDIATE, look
from sapper.vision import Grid
from tests.vision.rendered import draw, noise, played


def narrowed(picture: Image.Image, size: int, margin: int, cols: list[int], rows: list[int]) -> Image.Image:
    """Take one pixel from some columns and rows of cells, as a window of odd size makes a program do."""
    pixels = np.asarray(picture)
    pixels = np.delete(pixels, [margin + col * size + size // 5 for col in cols], axis=1)
    return Image.fromarray(np.delete(pixels, [margin + row * size + size // 5 for row in rows], axis=0))


def test_columns_of_different_widths_are_read() -> None:
    view = played(INTERMEDIATE, seed=4, share=0.5)
    uneven = narrowed(draw(view, 30), 30, 30, list(range(7, 16)), list(range(5)))
    seen = look(uneven, view.mines)
    differing = (seen.numbers != view.numbers) | (seen.flags != view.flags)
    assert {tuple(cell) for cell in np.argwhere(differing)} <= set(seen.doubtful)
    assert differing.mean() <= 0.01
    # The edges of the columns lie where they were drawn.
    drawn = 30 + np.cumsum([0] + [30] * 7 + [29] * 9)
    found = [seen.grid.edges((0, col))[0] for col in range(16)] + [seen.grid.edges((0, 15))[2]]
    assert np.abs(np.array(found) - drawn).max() < 2
    for cell in seen.grid.cells:
        assert seen.grid.cell_at(*seen.grid.centre(cell)) == cell


def test_the_parts_of_an_uneven_grid() -> None:
    grid = Grid(2.0, 1.0, 11.0, 10.0, 3, 4, xs=(2.0, 14.0, 26.0, 36.0, 46.0))
    part = grid.part(range(1, 3), range(1, 3)).moved(1.0, -2.0)
    assert (part.rows, part.cols, part.left, part.top) == (2, 2, 15.0, 9.0)
    assert part.edges((0, 0)) == (15.0, 9.0, 27.0, 19.0)
    assert part.edges((1, 1)) == (27.0, 19.0, 37.0, 29.0)
    assert grid.cell_at(25.9, 1.0) == (0, 1)
    assert grid.cell_at(26.0, 30.9) == (2, 2)
    assert [grid.cell_at(*place) for place in ((1.9, 5), (46.0, 5), (5, 0.9), (5, 31.0))] == [None] * 4


def test_a_board_before_a_noisy_photograph_is_found() -> None:
    rng = np.random.default_rng(1)
    view = played(INTERMEDIATE, seed=2, share=0.5)
    desktop = noise(3, 1200, 800).astype(int) + rng.integers(-6, 7, (800, 1200, 3))
    screen = Image.fromarray(np.clip(desktop, 0, 255).astype(np.uint8))
    screen.paste(draw(view, 32, margin=8), (400, 120))
    seen = look(screen, view.mines)
    assert (seen.rows, seen.cols) == (16, 16)
    differing = (seen.numbers != view.numbers) | (seen.flags != view.flags)
    assert differing.mean() <= 0.01


def test_cells_of_whole_pixels_are_tried_where_a_grid_nearly_has_them() -> None:
    near = Grid(15.4, 80.2, 21.007, 20.99, 16, 30)
    assert Grid(15.0, 80.0, 21.0, 21.0, 16, 30) in near.in_pixels()
    assert near.in_pixels()[0] == near
    far = Grid(15.4, 80.2, 21.4, 21.4, 16, 30)
    assert far.in_pixels() == [far]


def test_a_part_of_a_grid_is_known() -> None:
    whole = Grid(10.0, 20.0, 30.0, 30.0, 16, 30)
    assert whole.has_part(whole.part(range(2, 12), range(5)))
    assert not whole.has_part(whole)
    assert not whole.has_part(Grid(10.0, 20.0, 53.0, 53.0, 9, 9))  # another board in the same window
    assert not whole.has_part(Grid(25.0, 20.0, 30.0, 30.0, 9, 9))
