"""One game follows the contract between the arena and its agents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from sapper import AGENTS, BEGINNER, Board, Decision, GameRecord, Rules, View, make, play
from sapper.agents.turn import IllegalDecision
from sapper.arena.single_game import count, play_board


class Says:
    """Makes the given decisions, then gives up."""

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = decisions

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.left = list(self.decisions)
        self.seen: list[View] = []

    def choose(self, view: View) -> Decision:
        self.seen.append(view)
        return self.left.pop(0) if self.left else Decision.give_up()


def board(picture: str, start: tuple[int, int] = (0, 0), **switches: Any) -> Board:
    rows = picture.split("/")
    mines = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "*"]
    rules = Rules(len(rows), len(rows[0]), len(mines), **switches)
    return Board.from_mines(rules, mines, start)


def story(record: GameRecord) -> list[tuple[str, tuple[int, int], str]]:
    return [(move.do, move.cell, move.by) for move in record.moves]


def test_the_arena_opens_the_start_and_the_agent_continues() -> None:
    agent = Says(Decision.guess((0, 2), risk=0.5))
    record = play_board(agent, board(".*./..."), seed=0)
    assert story(record) == [("open", (0, 0), "start"), ("open", (0, 2), "Says")]
    assert [str(view) for view in agent.seen] == ["1??/??? 1", "1?1/??? 1"]
    assert (record.result, record.end, record.agent) == ("lost", "stuck", "Says")
    assert count(record) == (False, 2, 1, 2, 0, 0.5)


def test_cells_that_a_cascade_opened_are_no_steps() -> None:
    agent = Says(Decision.sure([(0, 4), (0, 3), (1, 0)]))
    one_by_one = play_board(agent, board("*..../....*", (0, 1)), seed=0)
    assert [cell for _, cell, _ in story(one_by_one)] == [(0, 1), (0, 4), (0, 3), (1, 0)]
    at_once = play_board(agent, board("*..../.....", (0, 1)), seed=0)
    assert [cell for _, cell, _ in story(at_once)] == [(0, 1), (0, 4), (1, 0)]
    assert at_once.won


def test_a_hit_ends_the_decision_even_if_play_continues() -> None:
    agent = Says(Decision(((0, 1), (0, 2)), risk=0.25), Decision(((0, 2),), risk=0.0))
    record = play_board(agent, board(".*./..*", on_mine="continue"), seed=0)
    assert [cell for _, cell, _ in story(record)] == [(0, 0), (0, 1), (0, 2)]
    won, steps, guesses, opened, hits, luck = count(record)
    assert (won, steps, guesses, opened, hits) == (False, 3, 2, 2, 1)
    assert luck == pytest.approx(-0.75 + 0.0)


def test_flags_are_set_first_and_may_win_or_lose() -> None:
    won = play_board(Says(Decision.sure([], [(0, 1)])), board(".*./...", won_by="open-or-flag"), seed=0)
    assert (won.result, won.end) == ("won", "flagged")
    lost = play_board(Says(Decision(((0, 2),), ((1, 0),))), board(".*./...", on_wrong_flag="lose"), seed=0)
    assert (lost.result, lost.end) == ("lost", "wrong-flag")
    assert story(lost)[-1] == ("flag", (1, 0), "Says")
    assert count(lost)[1:3] == (2, 0)  # a flag is a step but not a guess


def test_an_existing_flag_is_not_removed() -> None:
    agent = Says(Decision(flags=((0, 1),)), Decision(((0, 2),), ((0, 1),)))
    record = play_board(agent, board(".*./..."), seed=0)
    assert [do for do, _, _ in story(record)] == ["open", "flag", "open"]
    assert agent.seen[-1].flags[0, 1]


def test_a_start_on_a_mine_ends_the_game_and_is_no_guess() -> None:
    record = play_board(make("random"), board("*..", (0, 0), first_move="unsafe"), seed=0)
    assert (record.result, count(record)) == ("lost", (False, 1, 0, 0, 1, 0.0))


def test_a_guess_without_a_chance_leaves_luck_unknown() -> None:
    assert np.isnan(count(play_board(Says(Decision.guess((0, 2))), board(".*./..."), seed=0))[-1])


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (Decision.guess((2, 0)), r"Says opens \(2, 0\), outside the 2x3 board"),
        (Decision((), ((0, -1),)), r"flags \(0, -1\), outside"),
        (Decision.guess((0, 0)), "changes nothing"),
        (Decision(((0, 1),), ((0, 1),)), "opens and flags"),
        (Decision.guess((0, 1), risk=-0.1), "no probability"),
        (None, "must choose a Decision, not None"),
    ],
)
def test_illegal_decisions_are_refused(decision: Decision, message: str) -> None:
    with pytest.raises(IllegalDecision, match=message):
        play_board(Says(decision), board(".*./..."), seed=0)


def test_a_flagged_cell_cannot_be_opened() -> None:
    with pytest.raises(IllegalDecision, match="carries a flag"):
        play_board(Says(Decision(flags=((0, 1),)), Decision.guess((0, 1))), board(".*./..."), seed=0)


@pytest.mark.parametrize("first_move", ["safe", "zero", "unsafe"])
def test_the_agent_may_choose_the_start(first_move: str) -> None:
    rules = Rules(6, 7, 9, first_move=first_move)
    for index in range(10):
        record = play(Says(Decision.guess((4, 5), risk=0.3)), rules, seed=2, index=index, start="agent")
        assert record.start == record.moves[0].cell == (4, 5)
        assert record.board == Board.random(rules, 2, index, (4, 5))
        assert record.moves[0].by == "Says"
        assert count(record)[2] == 0
        if first_move != "unsafe":
            assert not record.moves[0].hit


def test_an_agent_that_opens_no_start_is_refused() -> None:
    with pytest.raises(IllegalDecision, match="must open a cell to start"):
        play(Says(), BEGINNER, seed=0, start="agent")


@pytest.mark.parametrize("start", [(9, 0), (0, -1)])
def test_a_start_outside_the_board_is_refused(start: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="outside"):
        play(make("random"), BEGINNER, seed=0, start=start)


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_records_replay_and_repeat(name: str) -> None:
    for index in range(5):
        record = play(make(name), BEGINNER, seed=9, index=index)
        assert record.replay().state == record.result
        assert GameRecord.from_json(record.to_json()) == record
        assert play(make(name), BEGINNER, seed=9, index=index) == record


def mean_wins(records: Iterable[GameRecord]) -> float:
    return float(np.mean([record.won for record in records]))


def test_lowest_risk_beats_random() -> None:
    strong = mean_wins(play(make("lowest-risk"), BEGINNER, 1, i) for i in range(60))
    weak = mean_wins(play(make("random"), BEGINNER, 1, i) for i in range(60))
    assert strong > 0.75
    assert weak < 0.1
