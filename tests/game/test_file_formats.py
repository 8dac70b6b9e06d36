"""Files of boards: JSON lines, .mbf and .abf."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import EXPERT, Board, Rules, _core
from sapper.game.file_formats import board_from_dict, board_to_dict, read_boards, write_boards

# The columns, the rows, the high and low byte of the mine count, then (column, row) of each mine.
BYTES = bytes([4, 3, 0, 2, 1, 0, 3, 2])
BOARD = Board.from_mines(Rules(3, 4, 2), [(0, 1), (2, 3)])


@pytest.mark.parametrize("suffix", [".mbf", ".abf", ".MBF"])
def test_bytes_of_other_programs(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    write_boards(path, [BOARD])
    assert path.read_bytes() == BYTES
    assert read_boards(path) == [BOARD]
    assert read_boards(path, like=Rules(9, 9, 1, "unsafe", cascade=False))[0].rules == Rules(
        3, 4, 2, "unsafe", False
    )


def test_mine_counts_beyond_a_byte(tmp_path: Path) -> None:
    board = Board.random(Rules(255, 255, 30000), 5)
    write_boards(tmp_path / "large.mbf", [board])
    data = (tmp_path / "large.mbf").read_bytes()
    assert data[:4] == bytes([255, 255, 30000 // 256, 30000 % 256])
    assert read_boards(tmp_path / "large.mbf")[0].mines == board.mines


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_bytes_round_trip(rows: int, cols: int, data: st.DataObject) -> None:
    mines = data.draw(st.lists(st.integers(0, rows * cols - 1), unique=True))
    layout = _core.Layout(rows, cols, mines)
    for parse, write in [(_core.parse_mbf, _core.print_mbf), (_core.parse_abf, _core.print_abf)]:
        again = parse(write(layout))
        assert (again.rows, again.cols) == (rows, cols)
        assert again.mines == [divmod(cell, cols) for cell in mines]


@given(st.binary(max_size=40))
def test_any_bytes_are_a_board_or_an_error(data: bytes) -> None:
    try:
        layout = _core.parse_mbf(data)
    except ValueError:
        with pytest.raises(ValueError, match=r"\.abf"):
            _core.parse_abf(data)
    else:
        assert _core.print_mbf(layout) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "4 bytes of header"),
        (BYTES[:3], "4 bytes of header"),
        (bytes([0, 3, 0, 0]), "no cells"),
        (bytes([3, 0, 0, 0]), "no cells"),
        (bytes([4, 3, 0, 13]), "13 mines on 12 cells"),
        (bytes([4, 3, 255, 255]), "65535 mines"),
        (BYTES[:-1], "has 8 bytes, not 7"),
        (BYTES + b"\0", "has 8 bytes, not 9"),
        (bytes([4, 3, 0, 1, 4, 0]), r"mine \(0, 4\) of the .mbf board lies outside"),
        (bytes([4, 3, 0, 1, 0, 3]), r"mine \(3, 0\) of the .mbf board lies outside"),
        (bytes([4, 3, 0, 2, 1, 1, 1, 1]), "given twice"),
    ],
)
def test_malformed_bytes_say_why(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "bad.mbf"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as caught:
        read_boards(path)
    assert "bad.mbf" in str(caught.value)


def test_boards_that_do_not_fit_bytes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="1 to 255 rows and columns, not 256x1"):
        write_boards(tmp_path / "a.mbf", [Board.random(Rules(256, 1, 3), 1)])
    with pytest.raises(ValueError, match=r"an .abf file holds one board, not 2"):
        write_boards(tmp_path / "a.abf", [BOARD, BOARD])
    with pytest.raises(ValueError, match="not 0"):
        write_boards(tmp_path / "a.abf", [])
    assert list(tmp_path.iterdir()) == []


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    boards = [BOARD, *(Board.random(EXPERT, 3, index, (8, 15)) for index in range(5))]
    write_boards(path, boards)
    lines = path.read_text().splitlines()
    assert lines[0] == '{"rows":3,"cols":4,"mines":[[0,1],[2,3]],"start":[0,0]}'
    assert read_boards(path) == boards
    path.write_text('\n{"rows":3,"cols":4,"mines":[[0,0],[2,3]],"3bv":4}\r\n\n')
    assert read_boards(path) == [Board.from_mines(Rules(3, 4, 2), [(0, 0), (2, 3)], start=(0, 1))]
    assert board_from_dict(board_to_dict(BOARD)) == BOARD


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "must be an object"),
        ('{"rows":3,"cols":4}', "lacks 'mines'"),
        ('{"rows":3,"cols":4,"mines":2}', "must be a list of cells"),
        ('{"rows":3,"cols":4,"mines":[[0]]}', r"must be \[row, col\], not \[0\]"),
        ('{"rows":3,"cols":4,"mines":[[0,0.5]]}', r"must be \[row, col\]"),
        ('{"rows":3,"cols":4,"mines":[[0,4]]}', "outside the 3x4 board"),
        ('{"rows":3,"cols":4,"mines":[[0,1],[0,1]]}', "given twice"),
        ('{"rows":-3,"cols":4,"mines":[]}', "at least one row"),
        ('{"rows":"3","cols":4,"mines":[]}', "whole number"),
        ('{"rows":1e9,"cols":4,"mines":[]}', "whole number"),
        ('{"rows":3,"cols":4,"mines":[],"start":[3,0]}', "outside"),
        ('{"rows":3,"cols":4,"mines":[],"start":"a"}', r"must be \[row, col\]"),
        ('{"rows":3,"cols":4,"mines":[[1,1]],"start":[1,1]}', "is not free"),
        ('{"rows":3,', "this is not JSON"),
    ],
)
def test_malformed_lines_say_where(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text('{"rows":1,"cols":2,"mines":[]}\n' + line)
    with pytest.raises(ValueError, match=message) as caught:
        read_boards(path)
    assert "boards.jsonl, line 2: " in str(caught.value)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="is not text"):
        read_boards(path)
    with pytest.raises(FileNotFoundError):
        read_boards(tmp_path / "missing.jsonl")
