"""Links to boards: the samples are links that other programs published."""

from __future__ import annotations

import pytest

from sapper import BEGINNER, EXPERT, Board, Rules
from sapper.game import board_link, read_board_link

PUBLISHED = [
    # the link, rows, cols, mines, 3BV (stated beside it, where a number stands)
    (
        "?b=3&m=vvvvvvg00000g00201h0104gg08801k50001g02190g00g00g80844k0g000g0920gh00000k000i0g20g00g12200g00001",
        None,
    ),
    (
        "?b=3&m=a0c00o08886j12h0g0101r44g5003ghf23501g009g9928920c2080480o21020102242814400000904g0140g15g52m11h",
        None,
    ),
    (
        "?b=3&m=0cgh1002800eo2phoc00ij100002800g1004h9pq00l0p138k40g4a0055o50o80i2004014c49204ga214800028408400a",
        174,
    ),
    (
        "?b=3&m=101up42101g1g0iog020agh8118kh30g43p08101gg8h2h8ck00c0g004020000012k160084g4h8g8l42g0181004to8080",
        163,
    ),
    (
        "?b=3&m=6483008g0000d9891h604e4188g104gg0841b424i00ib0g8c1003g0501000200i5gg4004148l401069888308i24h1462",
        187,
    ),
    ("?b=2&m=000hi00080000o01i00002ag002d001g908h2ag8g21100g690g0", None),
]


@pytest.mark.parametrize(("link", "bbbv"), PUBLISHED)
def test_published_links_are_read_and_written(link: str, bbbv: int | None) -> None:
    board = read_board_link(link)
    assert board_link(board, page="") == link
    assert (board.rules.rows, board.rules.cols) == ((16, 30) if "b=3" in link else (16, 16))
    if bbbv is not None:
        assert board.rules.mines == 99
        assert board.bbbv == bbbv


def test_a_custom_size_states_the_width_first() -> None:
    board = read_board_link("https://example.org/?b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv#top")
    assert (board.rules.rows, board.rules.cols) == (5, 40)
    assert board.mines[:3] == ((0, 0), (0, 1), (0, 2))


@pytest.mark.parametrize(
    "rules", [BEGINNER, EXPERT, Rules(5, 7, 0), Rules(100, 9, 300), Rules(3, 12, 36, "unsafe")]
)
def test_links_round_trip(rules: Rules) -> None:
    for index in range(5):
        board = Board.random(rules, seed=3, index=index)
        again = (
            read_board_link(board_link(board), like=rules)
            if rules.mines < 36
            else read_board_link(board_link(board))
        )
        assert again.mines == board.mines
        assert (again.rules.rows, again.rules.cols) == (rules.rows, rules.cols)


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("", "has a part"),
        ("https://example.org/", "has a part"),
        (None, "has a part"),
        ("?b=4&m=0", "a width and a height"),
        ("?b=00&m=0", "0 rows"),
        ("?b=x&m=0", "a width and a height"),
        ("?m=0", "a width and a height"),
        ("?b=1&m=zz", "'z'"),
        ("?b=1&m=00", "are 17 digits"),
        ("?b=22&m=v", "below its last row"),
    ],
)
def test_bad_links(link: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_board_link(link)
