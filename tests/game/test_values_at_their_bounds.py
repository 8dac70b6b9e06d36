"""What rules, boards, views and records accept at the edge of what is allowed, and how they refuse more."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper import EXPERT, Board, Game, GameRecord, Move, NotationError, Rules, View
from sapper.game import palette
from sapper.game.file_formats import board_from_dict, parse_records, read_boards
from sapper.game.notation import point_at
from sapper.game.record import check_risk
from sapper.game.whole_numbers import whole_number

COVERED = np.full((2, 2), -2, np.int8)


@pytest.mark.parametrize("mines", [5, 2**30, 2**31 - 1, 2**31, 2**80, -1, -9])
def test_a_mine_count_out_of_bounds_is_named_as_it_was_given(mines: int) -> None:
    with pytest.raises(ValueError, match=f"^mines must be between 0 and 4, .*, not {mines}$"):
        View.from_array(COVERED, mines)


@pytest.mark.parametrize("mines", [0, 4, np.int64(4), np.uint8(0)])
def test_every_mine_count_of_the_board_is_accepted(mines: int) -> None:
    assert View.from_array(COVERED, mines).mines == mines


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ([[True], [True, False]], "flags must be a rectangle of booleans"),
        ([True, False], "flags must be a 2-D array of booleans, not 1-D bool"),
        ([[1, 0], [0, 0]], "flags must be a 2-D array of booleans, not 2-D int64"),
    ],
)
def test_flags_are_a_rectangle_of_booleans(flags: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        View.from_array(COVERED, 1, flags)
    assert View.from_array(COVERED, 1, [[True, False], [False, False]]).flags[0, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint8, np.int64])
def test_numbers_of_any_width_are_numbers(dtype: type) -> None:
    numbers: NDArray[Any] = np.arange(9).reshape(3, 3).astype(dtype)
    assert np.array_equal(View.from_array(numbers, 0).numbers, numbers)
    for wrong in (numbers + dtype(1), numbers.reshape(9), numbers.astype(float)):
        with pytest.raises(ValueError, match="numbers"):
            View.from_array(wrong, 0)


def test_a_view_has_at_most_as_many_cells_as_the_core_allows() -> None:
    with pytest.raises(ValueError, match="a board has at most 67108864 cells"):
        View.from_array(np.broadcast_to(np.int16(-2), (2**13, 2**13 + 1)), 0)


def test_streams_have_all_numbers_of_64_bits() -> None:
    rules = Rules(3, 3, 2)
    for name in ("seed", "index"):
        for value in (0, 2**64 - 1):
            stream: dict[str, Any] = {"seed": 1, name: value}
            assert len(Board.random(rules, **stream).mines) == 2
        for value in (-1, 2**64):
            with pytest.raises(ValueError, match=rf"^{name} must be between 0 and 2\*\*64 - 1, not {value}$"):
                Board.random(rules, **{**stream, name: value})


@pytest.mark.parametrize(
    ("promise", "start", "message"),
    [
        ("safe", (0, 0), "the start (0, 0) is not free, as first_move='safe' promises"),
        ("zero", (0, 1), "the start (0, 1) is not a zero, as first_move='zero' promises"),
    ],
)
def test_a_start_that_breaks_the_promise_is_refused(
    promise: Any, start: tuple[int, int], message: str
) -> None:
    with pytest.raises(ValueError, match="is not") as caught:
        Board.from_mines(Rules(3, 4, 1, promise), [(0, 0)], start)
    assert str(caught.value) == message
    assert Board.from_mines(Rules(3, 4, 1, "unsafe"), [(0, 0)], (0, 0)).start == (0, 0)


@pytest.mark.parametrize("rows", [-(2**31) - 1, 2**31])
def test_sizes_beyond_32_bits_are_out_of_range(rows: int) -> None:
    with pytest.raises(ValueError, match="rows is out of range for any board"):
        Rules(rows, 3, 1)
    with pytest.raises(ValueError, match=r"at least one row|at most"):
        Rules(rows + (1 if rows < 0 else -1), 3, 1)


@pytest.mark.parametrize("risk", [None, 0, 1, 0.0, 1.0, 0.5, np.float32(0.25), np.int8(1)])
def test_a_risk_is_a_probability(risk: Any) -> None:
    check_risk(risk)
    move = Move("open", (0, 0), risk=risk)
    assert move.risk is None if risk is None else type(move.risk) is float


@pytest.mark.parametrize("risk", [-0.001, 1.001, -1, 2, float("nan"), "0.5", [0.5], np.float32(1.5)])
def test_other_values_are_no_risk(risk: Any) -> None:
    with pytest.raises(ValueError, match="a risk is a probability between 0 and 1"):
        check_risk(risk)
    with pytest.raises(ValueError, match="a risk is a probability"):
        Move("open", (0, 0), risk=risk)


@pytest.mark.parametrize(
    ("opened", "hits"),
    [
        ([], 0),
        ([(0, 0, 0)], 0),
        ([(0, 0, -1)], 1),
        ([(0, 0, 1), (0, 1, 0)], 0),
        ([(0, 0, 1), (0, 1, -1)], 1),
        ([(0, 0, -1), (0, 1, -1), (1, 0, 8)], 2),
    ],
)
def test_a_move_counts_the_mines_it_opened(opened: list[tuple[int, int, int]], hits: int) -> None:
    move = Move("chord", (0, 0), opened)
    assert (move.hits, move.hit) == (hits, hits > 0)
    assert move.opened == tuple(opened)
    assert move.opened_array.shape == (len(opened), 3)
    assert copy.copy(move) == move


def test_a_move_is_one_of_three() -> None:
    with pytest.raises(ValueError, match="a move is to open, flag or chord, not 'jump'"):
        Move(cast(Any, "jump"), (0, 0))


def test_moves_differ_in_every_field() -> None:
    fields: dict[str, Any] = {"opened": [(0, 0, 1)], "risk": 0.5, "certain": True, "by": "a"}
    move = Move("open", (0, 0), **fields)
    assert move == Move("open", (0, 0), **fields)
    others = [
        Move("chord", (0, 0), **fields),
        Move("open", (0, 1), **fields),
        *(
            Move("open", (0, 0), **{**fields, name: value})
            for name, value in {"opened": [(0, 0, 2)], "risk": None, "certain": False, "by": "b"}.items()
        ),
    ]
    assert all(move != other for other in others)
    assert len({move, *others}) == 7


def record(**changes: Any) -> dict[str, Any]:
    """The plain values of a game of one move, with some of its fields changed."""
    game = Game(Board.from_mines(Rules(1, 4, 1), [(0, 0)], start=(0, 1)))
    game.open((0, 1))
    fields = {**game.record.to_dict(), **changes}
    return cast(dict[str, Any], json.loads(json.dumps(fields)))


def test_a_move_of_a_record_may_state_any_number_of_the_game() -> None:
    for number in (-1, 0, 8):
        move = {"do": "open", "cell": [0, 1], "opened": [[0, 1, number]], "risk": 1, "certain": False}
        found = GameRecord.from_dict(record(moves=[move])).moves[0]
        assert (found.opened, found.risk, found.certain) == (((0, 1, number),), 1.0, False)
    for number in (-2, 9):
        move = {"do": "open", "cell": [0, 1], "opened": [[0, 1, number]]}
        with pytest.raises(
            ValueError, match=f"move 0 shows {number}; numbers are 0..8, or -1 for a hit mine"
        ):
            GameRecord.from_dict(record(moves=[move]))


@pytest.mark.parametrize("risk", [True, "0.5", []])
def test_the_risk_of_a_record_is_a_number(risk: object) -> None:
    move = {"do": "open", "cell": [0, 1], "risk": risk}
    with pytest.raises(ValueError, match="the risk of move 0 must be a number or null"):
        GameRecord.from_dict(record(moves=[move]))


@pytest.mark.parametrize("cell", [[0], [0, 1, 2], "01", [0, True], [0, None], {"row": 0}, None])
def test_a_cell_of_a_record_is_a_pair_of_whole_numbers(cell: object) -> None:
    with pytest.raises(ValueError, match=r"the start must be a cell \[row, col\]"):
        GameRecord.from_dict(record(start=cell))


@pytest.mark.parametrize("triple", [[0, 1], [0, 1, 1, 1], [0, 1, True], "011", [0, 1, 1.0]])
def test_an_opened_cell_of_a_record_is_a_triple_of_whole_numbers(triple: object) -> None:
    move = {"do": "open", "cell": [0, 1], "opened": [triple]}
    with pytest.raises(ValueError, match=r"move 0 must open cells \[row, col, number\]"):
        GameRecord.from_dict(record(moves=[move]))


def test_what_is_wrong_is_quoted_up_to_forty_characters() -> None:
    with pytest.raises(ValueError, match="must be a list") as caught:
        GameRecord.from_dict(record(moves="x" * 100))
    assert str(caught.value).endswith(', not "' + "x" * 39)
    with pytest.raises(ValueError, match="a cell of a board") as caught:
        board_from_dict({"rows": 1, "cols": 2, "mines": ["y" * 100]})
    assert str(caught.value).endswith(', not "' + "y" * 39)
    with pytest.raises(ValueError, match="rules are ROWSxCOLS/MINES") as caught:
        Rules.parse("z" * 100)
    assert str(caught.value).endswith(f"; not '{'z' * 40}'")


def test_a_game_that_was_given_up_keeps_its_own_word() -> None:
    fields = record(result="lost", end="bored")
    game = GameRecord.from_dict(fields).replay()
    assert (game.state, game.end) == ("lost", "bored")
    assert copy.copy(game).end == "bored"
    assert not GameRecord.from_dict(fields).won


def test_a_record_is_reproducible_unless_it_says_otherwise() -> None:
    plain = GameRecord.from_dict(record())
    assert plain.reproducible
    assert "reproducible" not in plain.to_dict()
    slow = GameRecord.from_dict(record(reproducible=False))
    assert slow.to_dict()["reproducible"] is False
    assert plain.agent == ""


def test_lines_are_numbered_from_one_and_empty_ones_count() -> None:
    line = json.dumps(record()).encode()
    assert len(parse_records(line + b"\n\n  \n" + line, "games")) == 2
    with pytest.raises(ValueError, match=r"^games, line 3: this is not JSON"):
        parse_records(line + b"\n\nno", "games")
    with pytest.raises(ValueError, match=r"^games, line 1: this is not JSON"):
        parse_records(b"no", "games")
    assert parse_records(b"\xef\xbb\xbf" + line, "a file with a mark of its encoding")


@pytest.mark.parametrize("lacking", ["rows", "cols", "mines"])
def test_a_board_of_a_file_has_a_size_and_mines(lacking: str, tmp_path: Path) -> None:
    fields: dict[str, Any] = {"rows": 1, "cols": 2, "mines": []}
    assert board_from_dict(fields, like=Rules(9, 9, 9, "unsafe")).rules == Rules(1, 2, 0, "unsafe")
    del fields[lacking]
    path = tmp_path / "boards.json"
    path.write_text(json.dumps(fields))
    with pytest.raises(ValueError, match=f"boards.json, line 1: the board lacks '{lacking}'"):
        read_boards(path)


@pytest.mark.parametrize("cell", [[0], [0, 1, 2], [0, True], [0, "1"], "01", {"0": 0, "1": 1}])
def test_a_cell_of_a_boards_file_is_a_pair_of_whole_numbers(cell: object) -> None:
    for fields in ({"mines": [cell]}, {"mines": [], "start": cell}):
        with pytest.raises(ValueError, match=r"a cell of a board must be \[row, col\]"):
            board_from_dict({"rows": 2, "cols": 3, **fields})


@pytest.mark.parametrize("column", [1, 59, 60, 61, 150])
def test_the_caret_stands_under_the_wrong_character(column: int) -> None:
    text = "?" * (column - 1) + "x" + "?" * 200 + " 2"
    with pytest.raises(NotationError) as caught:
        View.parse(text)
    line, caret = point_at(text, caught.value).split("\n")
    assert line[caret.index("^")] == "x"
    assert caret.strip() == "^"
    assert len(line) == 100
    assert len(caret) == min(column, 60)


def test_the_wrong_line_is_shown_as_a_terminal_would_show_it() -> None:
    text = "\ufeff???\r\n?\tx\r\n"
    with pytest.raises(NotationError) as caught:
        View.parse(text)
    line, caret = point_at(text, caught.value).split("\n")
    assert line == "? x"
    assert line[caret.index("^")] in " x"
    beyond = NotationError("more rows were expected", 9, 1)
    assert point_at(text, beyond) == "\n^"


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None])
def test_a_whole_number_is_no_boolean(value: object) -> None:
    with pytest.raises(ValueError, match=r"^count must be a whole number, not "):
        whole_number("count", value)
    assert whole_number("count", np.int8(3)) == 3


def test_the_colours_of_the_palette_are_all_different_and_well_formed() -> None:
    single = [palette.BACK, palette.COVERED, palette.EDGE, palette.OPENED, palette.HIT]
    single += [palette.MINE, palette.SHINE, palette.POLE, palette.CLOTH]
    colours = [*palette.NUMBERS.values(), *single]
    assert list(palette.NUMBERS) == list(range(1, 9))
    assert len(set(colours)) == len(colours)
    for colour in colours:
        red, green, blue = palette.rgb(colour)
        assert f"#{red:02x}{green:02x}{blue:02x}" == colour


def test_index_counts_row_by_row_to_the_last_cell() -> None:
    assert EXPERT.index((0, 0)) == 0
    assert EXPERT.index((15, 29)) == EXPERT.cells - 1 == 479
    for cell in [(16, 29), (15, 30), (-1, 29), (15, -1)]:
        with pytest.raises(ValueError, match="lies outside the 16x30 board"):
            EXPERT.index(cell)
