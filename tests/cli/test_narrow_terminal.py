"""Tables and lists on a terminal of 80 columns: every value is whole, and a long text stays in its column."""

from __future__ import annotations

import os
from io import StringIO

import pytest
from rich.console import Console

from sapper.cli import console
from sapper.cli.result_tables import show_texts

NAMES = ("pgms-single-point", "tcd-csp-backtracking")
VALUES = ("73 (n 847)", "100.00 [100.00, 100.00]", "+68.85 [+68.54, +69.00]")
HEADER = ("agent", "zero start: published", "zero start: ours [95%]", "zero start: difference [95%]")


def printed(width: int) -> list[str]:
    out = Console(file=StringIO(), width=width, soft_wrap=True)
    show_texts(out, "Games won, %", HEADER, [(name, *VALUES) for name in NAMES])
    assert isinstance(out.file, StringIO)
    assert out.width == width
    return out.file.getvalue().splitlines()


def test_headings_take_several_lines_where_a_table_is_too_wide() -> None:
    lines = printed(87)
    assert max(map(len, lines)) <= 87
    assert [line.split("  ")[0] for line in lines[-2:]] == list(NAMES)
    assert all(value in line for value in VALUES for line in lines[-2:])
    words = " ".join(lines[1:-2]).split()
    assert sorted(words) == sorted(" ".join(HEADER).split())


def test_headings_take_one_line_where_there_is_room() -> None:
    lines = printed(200)
    assert len(lines) == 1 + 1 + len(NAMES)
    assert all(heading in lines[1] for heading in HEADER)


def test_no_value_is_cut_where_even_the_values_are_too_wide() -> None:
    lines = printed(40)
    assert all(value in line for value in VALUES for line in lines[-2:])


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_long_text_of_a_list_stays_beside_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    text = "Convolutions 32 3x3, 32 3x3, 64 3x3; one-hot input, and many more words. " * 2
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 24)))
    console.print_entry(f"{'cnn-3':34}", text.strip())
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("cnn-3 ")
    assert bool(others) == is_terminal
    assert all(line.startswith(" " * 34) for line in others)
    assert " ".join([first, *others]).split() == ["cnn-3", *text.split()]
    if is_terminal:
        assert max(map(len, [first, *others])) <= 80
