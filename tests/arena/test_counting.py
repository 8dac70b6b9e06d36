"""What is kept of a game: risks, flags, ends, time-outs, and which part of an agent decided."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper import BEGINNER, Board, Decision, GameRecord, Rules, View
from sapper.agents.base import TIME_OUT
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.game_counts import COLUMNS, LISTS, count_record
from sapper.arena.list_columns import Lists
from sapper.arena.single_game import play_board
from sapper.arena.summary import Decided, summarise

LAYOUT = [(0, 1), (2, 2)]
RULES = Rules(3, 4, 2, on_mine="continue")


class Hybrid:
    """Says what it is told to, then gives up."""

    name = "hybrid"

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = decisions

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.left = list(self.decisions)

    def choose(self, view: View) -> Decision:
        return self.left.pop(0) if self.left else Decision.give_up(by=TIME_OUT)


def played(*decisions: Decision, rules: Rules = RULES) -> GameRecord:
    return play_board(Hybrid(*decisions), Board.from_mines(rules, LAYOUT, (0, 0)), seed=0)


def test_a_hybrid_says_who_decided_and_how_often_it_was_right() -> None:
    counts = count_record(
        played(
            Decision.sure([(1, 0)], [(0, 1)], by="rule"),
            Decision.guess((0, 2), risk=0.25, by="learner"),
            Decision.guess((2, 2), risk=0.5, by="learner"),
            Decision(flags=((0, 3),), by="learner"),
            Decision.guess((1, 3), by=TIME_OUT),
            Decision.guess((2, 0)),
        )
    )
    assert (counts.won, counts.end, counts.steps, counts.opened, counts.hits) == (False, TIME_OUT, 8, 7, 1)
    assert (counts.flags_right, counts.flags_wrong, counts.time_outs) == (1, 1, 2)
    assert counts.risks[:2] == [0.25, 0.5]
    assert math.isnan(counts.risks[2])
    assert math.isnan(counts.luck)
    assert counts.survived == [True, False, True, True]
    assert counts.decided_by == ["learner", "rule", TIME_OUT]
    assert counts.decided == [3, 2, 1]
    assert counts.decided_right == [1, 2, 1]


def test_giving_up_for_another_reason_is_no_time_out() -> None:
    stuck = play_board(Hybrid(Decision.give_up("no idea")), Board.from_mines(RULES, LAYOUT, (0, 0)), seed=0)
    assert (stuck.end, count_record(stuck).time_outs) == ("stuck", 0)


def test_a_summary_tells_what_the_parts_did() -> None:
    agent = Hybrid(Decision.guess((0, 2), risk=0.25, by="learner"), Decision.guess((0, 1), risk=0.5))
    boards = (Board.from_mines(RULES, LAYOUT, (0, 0)),) * 3
    games = play_batch(Batch(agent, RULES, 0, 0, 3, (0, 0), boards))
    summary = summarise(games, RULES)
    assert summary.decided == {"learner": Decided(3, 3)}
    assert (summary.ends, summary.time_outs) == ({TIME_OUT: 3}, 3)
    assert summary.opened_of_all == pytest.approx(2 / 12)
    assert summary.opened == pytest.approx(2 / 10)


@pytest.mark.parametrize("name", ["lowest-risk", "random"])
def test_every_agent_fills_every_column(name: str) -> None:
    games = play_batch(Batch(name, BEGINNER, 3, 0, 20))
    assert list(games.columns) == list(COLUMNS)
    for key, kind in COLUMNS.items():
        assert games.columns[key].dtype.kind == np.dtype(kind).kind
    for lists in games.lists.values():
        assert len(lists) == 20
    assert list(games.lists) == list(LISTS)
    for key in ("risks", "survived"):
        assert games.lists[key].lengths.tolist() == games.columns["guesses"].tolist()
    ends = np.where(games.columns["won"], "opened", "mine")
    assert games.columns["end"].tolist() == ends.tolist()


def test_lists_of_games_are_taken_joined_and_compared() -> None:
    first = Lists.of([[1.0], [], [2.0, np.nan]], np.float64)
    second = Lists.of([[3.0]], np.float64)
    joined = Lists.join([first, second])
    assert [joined[i].tolist() for i in (0, 1, 3)] == [[1.0], [], [3.0]]
    assert joined.take([3, 2, 0]) == Lists.of([[3.0], [2.0, np.nan], [1.0]], np.float64)
    assert first != second
    assert first.take([]) == Lists.of([], np.float64)
    with pytest.raises(IndexError):
        second[1]


def test_parts_are_joined_in_the_order_of_the_boards() -> None:
    whole = play_batch(Batch("random", BEGINNER, 3, 0, 12))
    parts = [play_batch(Batch("random", BEGINNER, 3, first, 4)) for first in (8, 0, 4)]
    joined = Games.join(parts)
    assert joined.index.tolist() == list(range(12))
    assert joined.columns["steps"].tolist() == whole.columns["steps"].tolist()
    assert all(joined.lists[key] == whole.lists[key] for key in LISTS)
