"""Generated boards and difficulties, compared with the answers of an earlier implementation in Python.

Every user of `sapper.generate` relies on a seed giving the same boards for ever. `golden_boards.json` holds,
for each board, its index, method, difficulty, 3BV, openings and row-major mines.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sapper import Board, Rules, _core, difficulty, generate
from sapper.solver.difficulty import DIFFICULTIES

GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "golden_boards.json").read_text()
)


def name_of(case: dict[str, Any]) -> str:
    rules = case["rules"]
    return f"{rules['rows']}x{rules['cols']}/{rules['mines']}-{case['seed']}"


@pytest.mark.parametrize("case", GOLDEN["generated"], ids=name_of)
def test_a_seed_gives_the_same_boards_for_ever(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.solver.board_generator.HOPELESS", case["hopeless"])
    rules, start = Rules(**case["rules"]), tuple(case["start"])
    found = generate(rules, case["count"], seed=case["seed"], start=start, no_guess=True)
    told = [
        [
            each.index,
            each.method,
            each.difficulty,
            each.board.bbbv,
            each.board.openings,
            [rules.index(mine) for mine in each.board.mines],
        ]
        for each in found
    ]
    assert told == case["boards"]


@pytest.mark.parametrize("case", GOLDEN["rated"], ids=name_of)
def test_the_difficulty_of_a_board_stays(case: dict[str, Any]) -> None:
    rules, start = Rules(**case["rules"]), tuple(case["start"])
    boards = (Board.random(rules, case["seed"], index, start) for index in range(len(case["difficulties"])))
    assert [difficulty(board) for board in boards] == case["difficulties"]


def test_the_core_names_the_same_difficulties() -> None:
    assert _core.DIFFICULTIES == DIFFICULTIES
