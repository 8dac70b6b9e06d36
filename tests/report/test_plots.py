"""Every kind of figure is drawn, and the same figure is always the same file."""

from __future__ import annotations

import io
import re
import struct
import warnings

import pytest
from matplotlib.image import imread

from sapper.report.figure import CellKind, Figure, Kind, Panel, Series
from sapper.report.plots import draw


@pytest.mark.parametrize("kind", ["bars", "lines", "steps", "points", "heat"])
def test_every_kind_of_figure_is_drawn_the_same_twice(kind: Kind) -> None:
    edges = [0.0, 1.0, 2.0, 3.0] if kind == "steps" else [0.0, 1.0, 2.0]
    y, low, high = [0.2, 0.5, float("nan")], [0.1, 0.4, float("nan")], [0.3, 0.6, float("nan")]
    series = tuple(
        Series(f"agent {number}", y, edges, low, high, published=number == 1)
        for number in range(9 if kind == "lines" else 2)
    )
    matrix = ((0.1, 0.2), (0.3, float("nan")))
    figure = Figure(
        "key", "Title", kind, "mines, %", "won, %", series, ("a", "b", "c"), percent=True, matrix=matrix
    )
    content = draw(figure)
    assert content == draw(figure)
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert 700 < width < 900
    assert 300 < height < 800
    svg = draw(figure, "svg")
    assert b"<svg" in svg
    assert not re.search(rb"<dc:date", svg)


@pytest.mark.parametrize(
    ("rows", "cols", "panels"), [(10, 10, 2), (9, 9, 1), (16, 30, 1), (16, 30, 2), (5, 5, 3)]
)
def test_the_title_of_boards_lies_within_the_picture(rows: int, cols: int, panels: int) -> None:
    kind: CellKind = "open"
    panel = Panel("the board", (("1",) * cols,) * rows, ((kind,) * cols,) * rows)
    legend: tuple[tuple[CellKind, str], ...] = (("mine", "known"), ("free", "known"), ("hit", "hit"))
    figure = Figure("key", "Figure of boards", "boards", "", "", panels=(panel,) * panels, legend=legend)
    picture = imread(io.BytesIO(draw(figure)))[:, :, :3]
    assert picture[0].min() == 1.0, "the first line of pixels is white"
    assert picture[:40].min() < 0.5, "the title stands above the boards"


@pytest.mark.parametrize("name", ["$\\bad{", "cost $5$ or $", "\x1b[31m\x07", "\ud800", "_hidden"])
@pytest.mark.parametrize("kind", ["bars", "lines", "points"])
def test_names_are_drawn_as_they_are(kind: Kind, name: str) -> None:
    """No name is a formula, and none holds a character that the font lacks because nobody can see it."""
    y = [1.0] if kind == "points" else [1.0, 2.0]
    series = (Series(name, y, y), Series("other", y, y, of=name))
    groups = (name, "b") if kind == "bars" else ()
    figure = Figure("key", name, kind, "x", "y", series, groups)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert draw(figure).startswith(b"\x89PNG")
        draw(figure, "svg")
