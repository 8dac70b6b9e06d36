"""Rules: presets, bounds and values."""

from __future__ import annotations

import pickle

import pytest

from sapper import BEGINNER, EXPERT, INTERMEDIATE, Board, Rules


def test_presets_and_sizes_parse() -> None:
    assert Rules.parse("beginner") == BEGINNER == Rules(9, 9, 10)
    assert Rules.parse("Intermediate") == INTERMEDIATE == Rules(16, 16, 40)
    assert Rules.parse(" 16x30/99 ") == EXPERT == Rules(16, 30, 99)
    assert Rules.parse("4x5/6", first_move="zero", cascade=False) == Rules(4, 5, 6, "zero", False)
    assert Rules.parse(EXPERT.size) == EXPERT


@pytest.mark.parametrize(
    "text", ["", "expertt", "16x30", "16x30/", "x/", "-1x3/2", "3x3/-1", "3x3/2/1", "9" * 99, "٣x3/2", 5]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"ROWSxCOLS/MINES|must be a string"):
        Rules.parse(text)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((0, 3, 0), "at least one row"),
        ((3, -1, 0), "at least one row"),
        ((3, 3, -1), "between 0 and 8"),
        ((3, 3, 9), "between 0 and 8"),
        ((3, 3, 9, "zero"), "between 0 and 8"),
        ((3, 3, 10, "unsafe"), "between 0 and 9"),
        ((2**20, 2**20, 1), "at most"),
        ((2**40, 1, 1), "out of range"),
        ((1, 2**21, 1), "at most"),
        ((3.0, 3, 1), "whole number"),
        ((3, 3, float("nan")), "whole number"),
        ((3, "3", 1), "whole number"),
        ((True, 3, 1), "whole number"),
        ((3, 3, 1, "never"), "first_move must be 'safe' or 'zero' or 'unsafe', not 'never'"),
        ((3, 3, 1, None), "first_move must be .*, not None"),
        ((3, 3, 1, "safe", 1), "cascade must be"),
        ((3, 3, 1, "safe", True, "explode"), "on_mine must be 'lose' or 'continue'"),
        ((3, 3, 1, "safe", True, "lose", "x"), "on_wrong_flag must be 'ignore' or 'lose'"),
        ((3, 3, 1, "safe", True, "lose", "ignore", "x"), "won_by must be 'open' or 'open-or-flag'"),
    ],
)
def test_impossible_rules_name_the_bound(fields: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(*fields)  # type: ignore[arg-type]


def test_full_and_empty_boards_are_rules_too() -> None:
    assert Rules(3, 3, 9, "unsafe").mines == 9
    assert Rules(3, 3, 8).mines == 8
    assert Rules(1, 1, 0).cells == 1


def test_zero_is_checked_when_the_start_is_known() -> None:
    rules = Rules(3, 3, 5, "zero")
    assert Board.random(rules, 1, start=(0, 0)).rules is rules
    with pytest.raises(
        ValueError, match=r"start \(0, 1\) and its neighbours free, mines must be at most 3, not 5"
    ):
        Board.random(rules, 1, start=(0, 1))
    with pytest.raises(ValueError, match="at most 0, not 5"):
        Board.random(rules, 1, start=(1, 1))


def test_rules_are_values() -> None:
    rules = Rules(4, 5, 6, "zero", False, "continue", "lose", "open-or-flag")
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules.from_dict(rules.to_dict()) == rules
    assert len({rules, Rules.from_dict(rules.to_dict())}) == 1
    assert eval(repr(rules)) == rules
    with pytest.raises(AttributeError):
        rules.rows = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="rules have no 'speed'"):
        Rules.from_dict({**rules.to_dict(), "speed": 1})
    with pytest.raises(ValueError, match="lack cols, mines"):
        Rules.from_dict({"rows": 3})


def test_cells_are_checked() -> None:
    assert EXPERT.index((2, 3)) == 63
    for cell in [(-1, 0), (16, 0), (0, 30), (2**70, 0)]:
        with pytest.raises(ValueError, match="outside the 16x30 board"):
            EXPERT.index(cell)
    for other in [3, (1,), (1, 2, 3), ("a", 0), (1.0, 2), None]:
        with pytest.raises(ValueError, match="a pair"):
            EXPERT.index(other)  # type: ignore[arg-type]


def test_programs_that_write_the_width_first() -> None:
    assert Rules.parse("30x16n99") == EXPERT
    assert Rules.parse("30x16n99a", first_move="zero") == Rules(16, 30, 99, first_move="zero")
    assert Rules.parse("30x16/99") == Rules(30, 16, 99)
    assert Rules.parse("30x16/99", width_first=True) == EXPERT
    assert Rules.parse("expert", width_first=True) == EXPERT
    with pytest.raises(ValueError, match="ROWSxCOLS/MINES"):
        Rules.parse("30x16n")
