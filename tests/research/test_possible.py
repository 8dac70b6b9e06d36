"""The study of what is possible: its kept results agree with the library, and its sums are right."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from research.parts import ROOT
from research.possible_report import (
    NARROW,
    REFERENCE,
    WIDE,
    Evidence,
    Positions,
    board_table,
    improvements,
    ladders,
    late_table,
    reasons,
    stage_table,
    stages,
)
from sapper import Rules, optimum
from sapper.arena.exact_strength import win_probability

KEPT = Evidence(ROOT / "research" / "evidence")
PLAIN = ("lowest-risk", "pseq", "sapper-fast", REFERENCE)


def row(optimum: int, reference: float, narrow: float = 0, wide: float = 0, **more: Any) -> dict[str, Any]:
    """A position of 1,000 layouts."""
    won = {REFERENCE: reference, NARROW: narrow, WIDE: wide}
    players = {name: {"won": each} for name, each in won.items()}
    return {"layouts": 1000, "optimum": optimum, "players": players, **more}


@pytest.mark.parametrize("kind", ["safe", "zero"])
def test_kept_boards_agree_with_the_library(kind: str) -> None:
    small = [each for each in KEPT.boards[kind] if each["all"] <= 6000]
    assert small
    for each in small:
        rules = Rules.parse(each["board"], first_move=kind)
        assert optimum(rules, (0, 0)).win * each["all"] == each["optimum"], each["board"]
        for name in ("sapper-fast", "sapper-strong"):
            won = win_probability(name, rules, (0, 0)) * each["all"]
            assert math.isclose(won, each["players"][name]["won"], abs_tol=1e-3), (each["board"], name)


def test_no_player_wins_more_than_perfect_play() -> None:
    rows = [*KEPT.late.rows, *KEPT.scaled.rows, *KEPT.boards["safe"], *KEPT.boards["zero"]]
    assert len(rows) > 100
    for each in rows:
        for name, player in each["players"].items():
            assert 0 <= player["won"] <= each["optimum"] + 1e-3, (each, name)


def test_kept_late_positions_have_the_layouts_that_they_state() -> None:
    for each in KEPT.late.rows:
        assert 2000 < each["layouts"] <= 30_000
        assert math.isclose(math.log(each["layouts"]), each["log_layouts"], abs_tol=1e-3)


def test_the_share_won_back() -> None:
    positions = Positions([row(900, 800, 850, 900), row(500, 500, 500, 500), row(500, 400, 400, 500)])
    share, samples = positions.share_won_back(REFERENCE, NARROW, 1)
    assert math.isclose(share, 0.25)
    assert 0 <= samples.min() <= 0.25 <= samples.max() <= 1
    assert math.isclose(positions.share_won_back(REFERENCE, WIDE, 1)[0], 1)
    assert np.allclose(positions.loss(REFERENCE), [10, 0, 10])


def evidence(folder: Path, **files: list[dict[str, Any]]) -> Evidence:
    for name, rows in files.items():
        path = (
            folder / "possible" / f"{name}.jsonl"
            if name != "thinking"
            else folder / "thinking" / "safe.jsonl"
        )
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return Evidence(folder)


def test_where_perfect_play_is_unknown_the_best_player_takes_its_place(tmp_path: Path) -> None:
    unsolved = row(0, 700, 720, 750, guesses=[])
    del unsolved["optimum"]
    late = [row(900, 800, guesses=[]), unsolved, {"guesses": [], "end": "won"}]
    kept = evidence(tmp_path, late=late)
    assert np.allclose(kept.late_losses(), [10, 5, 0])
    assert len(kept.late) == len(kept.unsolved()) == 1


def test_playouts_are_found_again_by_their_covered_cells(tmp_path: Path) -> None:
    late = [{"game": 0, "guesses": [[50.0, 90], [45.0, 80]]}, {"game": 1, "guesses": [[200.0, 380]]}]
    thinking = [
        {
            "index": 0,
            "positions": [{"covered": 80, "gains": [0.0, 0.02]}, {"covered": 90, "gains": [0.0, 0.01]}],
        },
        {"index": 1, "positions": [{"covered": 380, "gains": [0.0, 0.05]}]},
    ]
    kept = evidence(tmp_path, late=late, thinking=thinking)
    gains, guesses = kept.close_gains(40, 80)
    assert np.allclose(gains, [3, 0])
    assert guesses == 2
    assert np.allclose(kept.close_gains(160, 300)[0], [0, 5])


def test_a_loss_that_stays_on_the_board_counts_once(tmp_path: Path) -> None:
    gains = [[0.0, 0.03, 0.04], [], [0.0], [-0.01, 0.02]]
    middle = [{"positions": [{"gain": each, "close_gain": 0.0} for each in game]} for game in gains]
    kept = evidence(tmp_path, middle=middle)
    assert np.allclose(kept.middle_gains("gain"), [3, 0, 0, -1])
    assert np.allclose(kept.middle_gains("close_gain"), 0)


def test_reasons_share_out_the_whole_loss() -> None:
    rows = [
        row(900, 800, same=False, rating=0.0, kind="lookahead"),
        row(900, 870, same=False, rating=0.9, kind="lookahead"),
        row(900, 880, same=False, rating=0.0, kind="fifty-fifty"),
        row(900, 900, same=True, rating=1.0, kind="lookahead"),
    ]
    table = list(reasons(Positions(rows)))
    assert table[2:] == [
        "| a cell that it does not compare | 1 | 1 | 67% |",
        "| another cell that it compares | 1 | 1 | 20% |",
        "| something else before a coin flip | 1 | 1 | 13% |",
        "| its cell is perfect, a later one is not | 1 | 0 | 0% |",
    ]


def test_stages_add_up() -> None:
    found = stages(KEPT)
    assert all(each.guess >= each.found >= 0 for each in found)
    assert [each.most for each in found] == sorted(each.most for each in found)
    assert sum(each.guesses for each in found) > 2
    assert len(list(stage_table(found))) == len(found) + 3


def test_the_page_states_what_the_kept_results_say() -> None:
    page = (ROOT / "docs" / "strength.md").read_text()
    tables = [
        late_table(KEPT, PLAIN),
        reasons(KEPT.late),
        improvements(KEPT),
        board_table(KEPT),
        stage_table(stages(KEPT)),
        ladders(KEPT),
    ]
    for table in tables:
        for line in list(table)[2:]:
            assert line in page, line
