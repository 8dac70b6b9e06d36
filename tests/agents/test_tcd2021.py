"""The table of tabular-q on boards of any size."""

from __future__ import annotations

from sapper import Rules, play
from sapper.agents.papers.tcd2021 import TabularQ, learn_table


def tried(rules: Rules, iterations: int) -> int:
    """How many moves in different positions a table holds."""
    return sum(map(len, learn_table(rules, 1, iterations).values()))


def test_a_large_board_takes_no_more_memory_a_position() -> None:
    for rules in (Rules(4, 4, 3), Rules(4, 5, 3), Rules(255, 255, 10_000)):
        assert {len(key) for key in learn_table(rules, 1, 1_000)} == {16}


def test_a_large_board_takes_fewer_moves() -> None:
    expert = Rules(16, 30, 99)
    assert tried(expert, 1_000) > 900
    assert tried(Rules(32, 30, 198), 1_000) <= 500
    assert 0 < tried(Rules(255, 255, 10_000), 100_000) <= 738


def test_a_large_board_can_be_played() -> None:
    assert play(TabularQ(), Rules(255, 255, 10_000), 1).moves
