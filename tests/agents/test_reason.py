"""Reasons: the sentences for choices that are made by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from sapper import Decision, View, analyse
from sapper.agents.native import decide
from sapper.agents.reason import KINDS, percent, reason_of_certain, reason_of_guess
from sapper.game.rules import Cell


@dataclass
class Made:
    """A choice with the fields that the core gives."""

    kind: str
    cells: tuple[Cell, ...] = ((2, 3),)
    certain: bool = False
    risk: float = 0.12
    win: float = math.nan
    win_exact: bool = False
    rivals: tuple[tuple[Cell, float, float], ...] = ()


RIVALS = (((1, 1), 0.2, 0.3), ((2, 3), 0.12, 0.712), ((4, 7), 0.13, 0.709))
WINS = (((1, 1), 0.2, 0.3), ((4, 7), 0.13, 0.428), ((0, 5), 0.1, math.nan))

SENTENCES = [
    (
        Made("endgame", win=0.431, win_exact=True, rivals=WINS),
        "12.0% risk; wins 43.1% with best play (exact); next best (4, 7) 42.8%",
    ),
    (Made("endgame", win=0.431, win_exact=True), "12.0% risk; wins 43.1% with best play (exact)"),
    (Made("endgame", win=0.5, rivals=WINS[:1]), "with best play (estimated); next best (1, 1) 30.0%"),
    (Made("fifty-fifty", risk=0.5), "a 50/50 that nothing outside can settle: take it now"),
    (Made("lookahead", win=0.431), "12.0% risk; wins about 43.1% (estimated)"),
    (Made("lookahead", win=0.712, rivals=RIVALS), "wins about 71.2% (estimated); next best (4, 7) 70.9%"),
    (Made("lookahead", win=0.431, rivals=WINS), "wins about 43.1% (estimated); next best (4, 7) 42.8%"),
    (Made("lookahead", win=0.42804, rivals=WINS), "about 42.8% (estimated); hardly better than (4, 7)"),
    (Made("lookahead", win=0.428, rivals=WINS), "wins about 42.8% (estimated); as good as (4, 7)"),
    (Made("lookahead", ((2, 3), (4, 7), (5, 5)), win=0.5), "as good as (4, 7) and (5, 5)"),
    (Made("lookahead", ((2, 3), (4, 7), (5, 5), (6, 6)), win=0.5), "as good as 3 other cells"),
    (Made("lookahead"), "12.0% risk"),
    (
        Made("rollouts", win=0.431, rivals=WINS),
        "wins about 43.1% (estimated, games played out); next best (4, 7) 42.8%",
    ),
    (Made("lowest-risk"), "no cell is certain; a risk of 12.00% is the lowest of 40 covered cells"),
    (Made("lowest-risk", ((2, 3), (4, 7))), "the lowest of 40 covered cells, and 2 are equally good"),
    (Made("lowest-risk", risk=1e-9), "a risk of under 0.01% is the lowest"),
]


@pytest.mark.parametrize(("choice", "said"), SENTENCES, ids=[said[-40:] for _, said in SENTENCES])
def test_sentences(choice: Made, said: str) -> None:
    reason = reason_of_guess(choice, (2, 3), 40)
    assert reason.endswith(said) or said in reason
    assert "nan" not in reason


def test_every_kind_of_guess_is_shown_here() -> None:
    assert {choice.kind for choice, _ in SENTENCES} == set(KINDS)


def test_a_chance_is_never_rounded_to_certainty() -> None:
    assert [percent(chance) for chance in (0.0, 0.0004, 0.0005, 0.9994, 0.9996, 1.0)] == [
        *("0.0%", "under 0.1%", "0.1%", "99.9%", "over 99.9%", "100.0%"),
    ]
    assert percent(0.9999, 2) == "99.99%"


def test_a_choice_becomes_a_decision() -> None:
    view = View.parse("1??/???/??? 2")
    exact = decide(view, Made("endgame", ((0, 2),), risk=0.2, win=0.55, win_exact=True), (0, 2))
    assert exact == Decision.guess(
        (0, 2), risk=0.2, win=0.55, win_exact=True, reason="20.0% risk; wins 55.0% with best play (exact)"
    )
    unknown = decide(view, Made("lowest-risk", ((0, 2),), risk=0.2), (0, 2))
    assert (unknown.win, unknown.win_exact) == (None, False)
    assert "of 8 covered cells" in unknown.reason


def test_certain_cells_are_explained() -> None:
    analysis = analyse(View.parse("11211/?????/????? 4"))
    proof = "certain: the 1 at (0, 0) and the 1 at (0, 1) leave no mine here"
    assert reason_of_certain(analysis, (1, 2), 0) == proof
    assert reason_of_certain(analysis, (1, 2), 1) == f"{proof}; 1 other cell is certain too"
    assert reason_of_certain(analysis, (1, 2), 2) == f"{proof}; 2 other cells are certain too"


def test_a_choice_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="a guess is of no kind 'dice'"):
        reason_of_guess(Made("dice"), (2, 3), 40)
