"""Views: position texts, arrays and values."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import NotationError, View
from sapper.game.notation import point_at


@st.composite
def views(draw: st.DrawFn) -> View:
    """Draw any well-formed view. It may be impossible."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.integers(-3, 8), min_size=rows * cols, max_size=rows * cols))
    shown = np.array(cells, np.int8).reshape(rows, cols)
    return View.from_array(np.maximum(shown, -2), draw(st.integers(0, rows * cols)), shown == -3)


@given(views())
def test_parse_print_parse_is_identity(view: View) -> None:
    for text in (str(view), view.text):
        again = View.parse(text)
        assert again == view
        assert text in (str(again), again.text)
    assert eval(repr(view)) == view
    assert pickle.loads(pickle.dumps(view)) == view
    assert View.from_array(view.numbers, view.mines, view.flags) == view
    assert hash(View.parse(str(view))) == hash(view)


@given(views())
def test_cells_may_stand_apart(view: View) -> None:
    """A person may write spaces between the cells. The mine count is the number behind the last row."""
    apart = [" ".join(row) for row in str(view).split()[0].split("/")]
    assert View.parse(f"mines {view.mines}\n" + "\n".join(apart)) == view
    assert View.parse(" / ".join(apart) + f" {view.mines}") == view


@given(st.text(alphabet="?0123456789.F*/ \n\r\tmines-x", max_size=40) | st.text(max_size=30))
def test_any_text_is_a_view_or_points_at_an_error(text: str) -> None:
    try:
        view = View.parse(text)
    except NotationError as error:
        lines = text.removeprefix("\ufeff").split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        shown = point_at(text, error).split("\n")
        assert len(shown) == 2
        assert shown[1].endswith("^")
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    else:
        assert View.parse(str(view)) == view


@pytest.mark.parametrize(
    "text",
    [
        "mines 3\n1F?\n.*?\n",
        "1F?/0*? 3",
        "  1F?/.*?   3  \n\n",
        "\n\nmines 3\n\n1F?\n.*?\n\n\n",
        "mines 3\r\n1F?\r\n.*?\r\n",
        "mines  3 \n 1F? \n\t.*?",
        "mines 3\n1F?/.*?",
        "1F?\n.*? 3",
        "1F? / .*? 3",
        "\ufeffmines 3\n1F?\n.*?",
        "mines 0003\n1F?\n.*?",
        "1 F ? / . * ? 3",
        "1 F ?/0 * ?   3\n",
        "1F?\n. * ? 3",
        "mines 3\n1 F ?\n\t.  * ? ",
    ],
)
def test_forms_of_one_position(text: str) -> None:
    view = View.parse(text)
    assert view.shape == (2, 3)
    assert view.mines == 3
    assert view.numbers.tolist() == [[1, -2, -2], [0, -1, -2]]
    assert view.flagged == [(0, 1)]
    assert str(view) == "1F?/0*? 3"
    assert view.text == "mines 3\n1F?\n0*?"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "empty"),
        (" \n \n", 3, 1, "empty"),
        ("1?x/??? 2", 1, 3, "'x' is no symbol"),
        ("1?9/??? 2", 1, 3, "'9' is no symbol"),
        ("1?f/??? 2", 1, 3, "'f' is no symbol"),
        ("mines 2\n1??\n1?é", 3, 3, r"U\+00E9 is no symbol"),
        ("mines 2\n1??\né??", 3, 1, r"U\+00E9"),
        ("1\ud800 2", 1, 2, r"U\+D800"),
        ("1\x00 2", 1, 2, r"U\+0000"),
        ("1??/?? 2", 1, 7, "row 1 has 2 cells where row 0 has 3"),
        ("mines 2\n1??\n????", 3, 5, "row 1 has 4 cells where row 0 has 3"),
        ("mines 2\n1??\n\n???", 3, 1, "a row is empty"),
        ("1??//??? 2", 1, 5, "a row is empty"),
        ("/1?? 2", 1, 1, "a row is empty"),
        ("1??/ 2", 1, 7, "row 1 has 1 cell where"),
        ("1??/???", 1, 8, "count is missing"),
        ("1??\n???\n", 2, 4, "count is missing"),
        ("mines 2\n1??/??? 2", 2, 9, "given twice"),
        ("1??/??? 2 3", 1, 11, "nothing may follow"),
        ("1??/??? 2\n???", 2, 1, "nothing may follow"),
        ("1??/??? 7", 1, 9, "between 0 and 6, the number of cells, not 7"),
        ("mines 7\n???\n???", 1, 7, "between 0 and 6, the number of cells, not 7"),
        ("??? " + "9" * 50, 1, 5, "larger than any board"),
        ("1 ? ?", 1, 6, "count is missing"),
        ("1 ?? ?", 1, 3, "after a row and a space comes the mine count"),
        ("1?? ? 2", 1, 5, "after a row and a space comes the mine count"),
        ("1 ? ?/? ? ?", 1, 12, "count is missing"),
        ("1 ? ?/? 1 1", 1, 12, "count is missing"),
        ("1 ? ?/? ? ? ? 2", 1, 14, "row 1 has 4 cells where row 0 has 3"),
        ("1 ? ?/? ? 2", 1, 12, "count is missing"),
        ("1 ? x/? ? ? 2", 1, 5, "'x' is no symbol"),
        ("1 ? ? 2 3/???", 1, 14, "row 1 has 3 cells where row 0 has 5"),
        ("1 ? 12 3", 1, 8, "nothing may follow the mine count, but '3' does"),
        ("mines 2\n1 ? ?\n? ? ? 12", 3, 7, "given twice"),
        ("??? -1", 1, 5, "comes the mine count, not '-'"),
        ("mines -1\n???", 1, 7, "must be a whole number, not '-'"),
        ("mines\n???", 1, 6, "a space and the mine count"),
        ("mines two\n???", 1, 7, "must be a whole number, not 't'"),
        ("mines 2.5\n???", 1, 8, "must end here"),
        ("mines 2", 1, 8, "the rows are missing"),
        ("mines 2\n\n", 3, 1, "the rows are missing"),
        ("Mines 2\n???", 1, 1, "'M' is no symbol"),
    ],
)
def test_errors_point_at_the_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        View.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line, again.column) == (str(caught.value), line, column)


@pytest.mark.parametrize("other", [None, 5, b"1? 1", ["1?"]])
def test_only_text_is_parsed(other: object) -> None:
    with pytest.raises(ValueError, match="must be a string"):
        View.parse(other)  # type: ignore[arg-type]


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "?" * 500 + "x"
    with pytest.raises(NotationError) as caught:
        View.parse(text)
    line, caret = point_at(text, caught.value).split("\n")
    assert line[len(caret) - 1] == "x"
    assert len(line) < 110


def test_what_a_view_shows() -> None:
    view = View.parse("1F?/0*? 3")
    assert (view.rows, view.cols, view.shape, view.mines) == (2, 3, (2, 3), 3)
    assert view.covered == [(0, 1), (0, 2), (1, 2)]
    assert view.opened == [(0, 0), (1, 0)]
    assert view.hits == [(1, 1)]
    assert view.flagged == [(0, 1)]
    assert view.mines_left == 1
    assert not view.is_untouched
    assert View.parse("?F/?? 2").is_untouched
    assert (view[0, 0], view[0, 1], view[1, 1]) == (1, -2, -1)
    assert view.neighbours((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert view.neighbours((1, 1)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)]
    assert view.covered_around((1, 1)) == [(0, 1), (0, 2), (1, 2)]
    assert View.parse("? 1").neighbours((0, 0)) == []


def test_views_are_values() -> None:
    view = View.parse("1??/??? 2")
    assert view == View.from_array([[1, -2, -2], [-2, -2, -2]], 2)
    assert view == View.from_array([[1, -2, -2], [-2, -2, -2]], 2, np.zeros((2, 3), bool))
    others = ["1??/??? 1", "1?/??/?? 2", "1F?/??? 2", "1??/??1 2"]
    assert all(view != View.parse(text) for text in others)
    assert len({view, *map(View.parse, others), View.parse(str(view))}) == 5
    assert view != "1??/??? 2"
    with pytest.raises(AttributeError):
        view.mines = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        view.colour = "red"  # type: ignore[attr-defined]
    view.numbers[0, 0] = 5
    view.flags[0, 1] = True
    assert str(view) == "1??/??? 2"


def test_from_array_takes_any_memory_order() -> None:
    numbers = np.arange(24).reshape(4, 6) % 9
    for array in (numbers, numbers.astype(np.int8), np.asfortranarray(numbers.astype(np.int8))):
        assert View.from_array(array, 3).numbers.tolist() == numbers.tolist()
    small = numbers.astype(np.int8)
    assert View.from_array(small[::2, ::-1], 3).numbers.tolist() == numbers[::2, ::-1].tolist()
    assert View.from_array(small.T, 3).numbers.tolist() == numbers.T.tolist()


@pytest.mark.parametrize(
    "call", [lambda v, c: v[c], lambda v, c: v.neighbours(c), lambda v, c: v.covered_around(c)]
)
def test_cells_outside_a_view(call: Callable[[View, tuple[int, int]], object]) -> None:
    view = View.parse("1??/??? 2")
    for cell in [(-1, 0), (2, 0), (0, 3), (10**9, 10**9)]:
        with pytest.raises(ValueError, match="outside the 2x3 board"):
            call(view, cell)
    for other in [5, (1,), (0, 1, 2), "ab", (0.5, 1), None, (2**80, 0)]:
        with pytest.raises(ValueError, match="a cell is a pair"):
            call(view, other)  # type: ignore[arg-type]
    assert call(view, (np.int64(0), np.int64(1))) == call(view, (0, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize("mines", [-1, 7, 2**40, 2**80, -(2**80), 1.0, float("nan"), "3", None, True])
def test_mine_counts_that_cannot_be(mines: int) -> None:
    with pytest.raises(ValueError, match="mines must be"):
        View.from_array(np.full((2, 3), -2, np.int8), mines)
    assert View.from_array(np.full((2, 3), -2, np.int8), np.int16(6)).mines == 6  # type: ignore[arg-type]
