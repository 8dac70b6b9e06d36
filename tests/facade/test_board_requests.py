"""Requests about boards and short records, compared with the library."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import Board, InconsistentView, OutOfBudget, Rules, View, difficulty, generate, make, play
from sapper.facade import ask
from sapper.solver.difficulty import needed_deduction

ZERO = Rules(9, 9, 12, first_move="zero")


@pytest.mark.parametrize("no_guess", [False, True])
def test_generated_boards_are_those_of_the_library(no_guess: bool) -> None:
    found: list[dict[str, Any]] = []
    wanted = {"rules": ZERO.to_dict(), "count": 5, "seed": 3, "start": [4, 4], "no_guess": no_guess}
    assert ask("generate", wanted, found.append) == found[-1]
    expected = generate(ZERO, 5, seed=3, start=(4, 4), no_guess=no_guess)
    assert found == [
        {**each.to_dict(), "mines": [list(mine) for mine in each.board.mines], "start": [4, 4]}
        for each in expected
    ]


def test_a_shortage_of_boards_is_said() -> None:
    wanted = {"rules": Rules(16, 30, 99).to_dict(), "no_guess": True, "budget": 0}
    with pytest.raises(OutOfBudget, match=r"no board without a guess on 16x30/99 from \(0, 0\) within 0 s"):
        ask("generate", wanted)


def test_a_board_is_rated_as_the_library_rates_it() -> None:
    for index in range(20):
        board = Board.random(ZERO, 5, index, (4, 4))
        question = {"rules": ZERO.to_dict(), "mines": [list(mine) for mine in board.mines], "start": [4, 4]}
        rated = ask("difficulty", question)
        assert (rated["3bv"], rated["openings"], rated["islands"]) == (
            board.bbbv,
            board.openings,
            board.islands,
        )
        assert rated["difficulty"] == difficulty(board)


def test_the_cheapest_deduction_of_a_position() -> None:
    for text in ("11211/?????/????? 4", "1?/?? 1", "??/?? 0", "01?/12?/??? 2"):
        cells, name = needed_deduction(View.parse(text))
        assert ask("deduction", {"position": text}) == {
            "safe": [list(cell) for cell in cells],
            "difficulty": name,
        }
    with pytest.raises(InconsistentView, match="the 8 at"):
        ask("deduction", {"position": "8??/??? 3"})


def short_of(record: Any) -> dict[str, Any]:
    rules = record.rules
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"

    def base36(number: int) -> str:
        return (base36(number // 36) if number >= 36 else "") + digits[number % 36]

    return {
        "rules": rules.to_dict(),
        "mines": [rules.index(mine) for mine in record.mines],
        "start": rules.index(record.start),
        "moves": ".".join(move.do[0] + base36(rules.index(move.cell)) for move in record.moves),
        "agent": record.agent,
        "result": record.result,
    }


@pytest.mark.parametrize("agent", ["lowest-risk", "random", "single-point", "nguyen-basic"])
@pytest.mark.parametrize("rules", [Rules(6, 7, 9), Rules(5, 5, 6, on_mine="continue"), Rules(1, 50, 8)])
def test_a_short_record_is_completed(agent: str, rules: Rules) -> None:
    for seed in range(5):
        record = play(make(agent), rules, seed)
        whole = ask("complete_record", {"short": short_of(record)})
        expected = record.to_dict()
        expected["mines"] = [list(mine) for mine in record.mines]
        for move in expected["moves"]:
            move.update(risk=None, certain=None, by="")
        assert whole == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mines": [99]}, "a cell outside its board"),
        ({"moves": "o-1"}, "a cell outside its board"),
        ({"moves": "ozzzzzzzzz"}, "a cell outside its board"),
        ({"moves": "o1..o2"}, "a move begins with o, f or c"),
        ({"moves": "o"}, "a cell outside its board"),
        ({"moves": "x1"}, "a move begins with o, f or c"),
        ({"moves": "o1." * 200_000}, "too many moves"),
        ({"start": None}, "must be a whole number"),
        ({"agent": 5}, "must be a text"),
    ],
)
def test_a_damaged_short_record_is_refused(change: dict[str, Any], message: str) -> None:
    short = short_of(play(make("random"), Rules(5, 5, 6), 1)) | change
    with pytest.raises(ValueError, match=message):
        ask("complete_record", {"short": short})


def test_unknown_fields_of_a_short_record_are_ignored_and_a_long_name_is_cut() -> None:
    short = short_of(play(make("random"), Rules(5, 5, 6), 1)) | {"colour": "blue", "agent": "ü" * 79}
    assert ask("complete_record", {"short": short})["agent"] == "ü" * 40
