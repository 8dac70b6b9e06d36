"""Counts of a game: risks, flags, endings, time-outs, and the part of the agent that decided."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper import Board, Decision, GameRecord, Rules, View
from sapper.agents.base import TIME_OUT
from sapper.arena.batch import Batch, play_batch
from sapper.arena.game_counts import count_record
from sapper.arena.single_game import play_board
from sapper.arena.summary import Decided, summarise

LAYOUT = [(0, 1), (2, 2)]


RULES = Rules(3, 4, 2, on_mine="continue")


class Hybrid:
    """Makes the given decisions, then gives up."""

    name = "hybrid"

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = decisions

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.left = list(self.decisions)

    def choose(self, view: View) -> Decision:
        return self.left.pop(0) if self.left else Decision.give_up(by=TIME_OUT)


def played(*decisions: Decision, rules: Rules = RULES) -> GameRecord:
    return play_board(Hybrid(*decisions), Board.from_mines(rules, LAYOUT, (0, 0)), seed=0)


def test_decisions_are_counted_by_part_of_a_hybrid() -> None:
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


def test_giving_up_is_not_a_time_out() -> None:
    stuck = play_board(Hybrid(Decision.give_up("no idea")), Board.from_mines(RULES, LAYOUT, (0, 0)), seed=0)
    assert (stuck.end, count_record(stuck).time_outs) == ("stuck", 0)


def test_a_summary_counts_the_decisions_of_the_parts() -> None:
    agent = Hybrid(Decision.guess((0, 2), risk=0.25, by="learner"), Decision.guess((0, 1), risk=0.5))
    boards = (Board.from_mines(RULES, LAYOUT, (0, 0)),) * 3
    games = play_batch(Batch(agent, RULES, 0, 0, 3, (0, 0), boards))
    summary = summarise(games, RULES)
    assert summary.decided == {"learner": Decided(3, 3)}
    assert (summary.ends, summary.time_outs) == ({TIME_OUT: 3}, 3)
    assert summary.opened_of_all == pytest.approx(2 / 12)
    assert summary.opened == pytest.approx(2 / 10)
