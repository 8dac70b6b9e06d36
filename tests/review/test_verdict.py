"""The sentence that weighs luck against skill."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sapper import ReviewedMove
from tests.review.reviews import MOVE, moved, reviewed


@pytest.mark.parametrize(
    ("moves", "result", "end", "sentence"),
    [
        ([], "won", "opened", "Won: the moves cost no win probability to speak of, and luck was even."),
        (
            [moved(0.0049)],
            "won",
            "opened",
            "Won: the moves cost no win probability to speak of, and luck was even.",
        ),
        (
            [moved(0.005)],
            "won",
            "opened",
            "Won: the moves cost 0.5 points of win probability, and luck was even.",
        ),
        (
            [moved(0.0, 0.0049)],
            "won",
            "opened",
            "Won: the moves cost no win probability to speak of, and luck was even.",
        ),
        (
            [moved(0.25, 0.25, "mistake", number=3), moved(0.125, 0.0, "mistake")],
            "won",
            "opened",
            "Won: the moves cost 37.5 points of win probability, 25.0 of them at move 3, "
            "and luck gave 25.0 points.",
        ),
        (
            [moved(0.25, 0.0, "inaccuracy", number=7), moved(0.125)],
            "playing",
            "unfinished",
            "Not finished: the moves cost 37.5 points of win probability, 25.0 of them at move 7, "
            "and luck was even.",
        ),
        (
            [moved(0.25, 0.25, "best"), moved(0.125)],
            "won",
            "opened",
            "Won: the moves cost 37.5 points of win probability, and luck gave 25.0 points.",
        ),
        (
            [moved(0.25, -0.125, "mistake", hit=True)],
            "lost",
            "mine",
            "Lost: the moves cost 25.0 points of win probability, and luck took 12.5 points. "
            "Skill mattered more than luck.",
        ),
        (
            [moved(0.125, -0.125, hit=True)],
            "lost",
            "mine",
            "Lost: the moves cost 12.5 points of win probability, and luck took 12.5 points. "
            "Luck decided the game.",
        ),
        (
            [moved(0.0, 0.25, hit=True)],
            "lost",
            "mine",
            "Lost: the moves cost no win probability to speak of, and luck gave 25.0 points. "
            "Luck decided the game.",
        ),
        (
            [moved(0.0, hit=True), moved(0.0)],
            "lost",
            "stuck",
            "Lost: the moves cost no win probability to speak of, and luck was even. The game was given up.",
        ),
        (
            [moved(0.0)],
            "lost",
            "wrong-flag",
            "Lost: the moves cost no win probability to speak of, and luck was even. No mine was hit.",
        ),
        (
            [],
            "lost",
            "stuck",
            "Lost: the moves cost no win probability to speak of, and luck was even. The game was given up.",
        ),
    ],
)
def test_the_sentence_weighs_luck_against_skill(
    moves: list[ReviewedMove], result: str, end: str, sentence: str
) -> None:
    assert reviewed(*moves, result=result, end=end).sentence == sentence


def test_half_a_point_is_the_least_luck_that_is_told() -> None:
    least = replace(MOVE, win_played=0.0, win_after=0.005)
    assert reviewed(least, result="won").sentence.endswith("luck gave 0.5 points.")


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.009, "0.9 points"),
        (0.01, "1.0 point"),
        (0.0104, "1.0 point"),
        (0.011, "1.1 points"),
        (1.0, "100.0 points"),
    ],
)
def test_one_point_is_singular(share: float, said: str) -> None:
    assert reviewed(moved(share), result="won").sentence.startswith(f"Won: the moves cost {said} of win")
