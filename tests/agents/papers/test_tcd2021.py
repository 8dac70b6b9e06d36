"""The agents of tcd2021: the order of its searches, its constraints, its rewards and its learned tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import Board, Decision, Game, Rules, View, make, play
from sapper.agents.base import Agent
from sapper.agents.papers.tcd2021 import QValues, TabularQ, TcdCsp, TcdQLearning, learn_table
from sapper.agents.turn import carry_out, stream

PAPER: dict[str, Any] = {"first_move": "unsafe", "cascade": False, "won_by": "open-or-flag"}


def begun(name: str, view: View) -> Agent:
    agent = make(name)
    agent.reset(Rules.parse(f"{view.rows}x{view.cols}/{view.mines}", **PAPER), stream(0, 0))
    return agent


def opened(agent: Agent, board: Board, moves: int) -> list[tuple[int, int]]:
    """Return the cells that an agent opens, in order."""
    game = Game(board)
    game.open((0, 0))
    agent.reset(board.rules, stream(0, 0))
    for _ in range(moves):
        carry_out(agent.choose(game.view), game, "x")
    return [move.cell for move in game.moves if move.do == "open"]


EMPTY = Board.from_mines(Rules(4, 4, 1, **PAPER), [(3, 3)])


def test_depth_comes_before_breadth() -> None:
    assert opened(make("tcd-dfs"), EMPTY, 5) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 2), (1, 1)]


def test_breadth_comes_before_depth() -> None:
    assert opened(make("tcd-bfs"), EMPTY, 5) == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2)]


def test_breadth_first_search_prefers_what_is_proven_free() -> None:
    board = Board.from_mines(Rules(3, 5, 1, **PAPER), [(0, 1)])
    # The 1 at the start leaves its neighbours uncertain, and the first of them is a mine.
    assert opened(make("tcd-bfs"), board, 1) == [(0, 0), (0, 1)]
    board = Board.from_mines(Rules(2, 4, 1, **PAPER), [(0, 3)])
    agent, game = make("tcd-bfs"), Game(board)
    game.open((0, 0))
    agent.reset(board.rules, stream(0, 0))
    while game.state == "playing":
        decision = agent.choose(game.view)
        assert decision.certain == all(cell[1] < 3 for cell in decision.opens)
        carry_out(decision, game, "x")


def test_breadth_first_search_gives_up_where_both_queues_are_empty() -> None:
    """A flag separates the start from the rest of the board, so Algorithm 1 cannot continue."""
    board = Board.from_mines(Rules(1, 5, 1, cascade=False), [(0, 1)])
    assert opened(make("tcd-bfs"), board, 0) == [(0, 0)]
    game, agent = Game(board), make("tcd-bfs")
    game.open((0, 0))
    agent.reset(board.rules, stream(0, 0))
    flag = agent.choose(game.view)
    assert (flag.flags, flag.opens, flag.certain) == (((0, 1),), (), True)
    carry_out(flag, game, "x")
    assert agent.choose(game.view).gives_up


def test_table_1_is_reduced_as_printed() -> None:
    """By (1,0) + (1,1) = 1 and (1,0) + (1,1) + (0,2) + (1,2) = 1, the cells (0,2) and (1,2) are free."""
    view = View.parse("11?/??? 1")
    agent = begun("tcd-csp", view)
    decision = agent.choose(view)
    assert (decision.opens, decision.certain) == (
        ((1, 2),),
        True,
    )  # the cell found last; the other is opened later
    assert isinstance(agent, TcdCsp)
    assert agent.non_mines == [(0, 2)]


def test_the_summed_risk_is_the_least() -> None:
    # The sum is 2/3 beside the 2 alone, 2/3 + 1/3 beside both numbers, and 1/3 beside the 1 alone.
    view = View.parse("2???1/????? 4")
    decision = begun("tcd-csp", view).choose(view)
    assert decision.opens[0] in {(0, 3), (1, 3), (1, 4)}
    assert decision.risk is None  # a sum is not a probability
    assert "about 33% is the lowest" in decision.reason


def test_flags_win_before_every_cell_is_open() -> None:
    rules = Rules(8, 8, 1, **PAPER)
    records = [play(make("tcd-csp"), rules, 1, index) for index in range(20)]
    assert {record.end for record in records} <= {"flagged", "mine"}
    assert np.mean([len(record.moves) for record in records if record.won]) < 50


def test_rewards_are_those_of_algorithm_4() -> None:
    numbers = View.parse("01?/12?/??? 3").numbers
    # A 1 and a 2 are beside (0, 2) and beside (2, 0). Only the 2 is beside (2, 2).
    rewards = QValues.rewards(numbers)
    assert (rewards[0, 2], rewards[2, 0], rewards[2, 2]) == (-30.0, -30.0, -20.0)
    assert QValues.rewards(np.zeros((3, 3), np.int8))[1, 1] == 80.0


def test_the_update_is_that_of_algorithm_5() -> None:
    values = QValues(Rules(1, 3, 1), alpha=0.25)
    numbers = np.array([[-2, 1, 0]], np.int8)
    values.learn(numbers, numbers == -2)
    assert values.of[0, 0] == 0.25 * -10
    values.learn(numbers, numbers == -2)
    assert values.of[0, 0] == 0.75 * 0.25 * -10 + 0.25 * -10


def test_q_learning_stays_near_while_no_neighbour_is_bad() -> None:
    view = View.parse("0???/????/???? 1")
    assert begun("tcd-qlearning", view).choose(view).opens == ((0, 1),)
    view = View.parse("1???/????/???? 1")
    assert begun("tcd-qlearning", view).choose(view).opens == ((0, 2),)  # all neighbours have negative values


@pytest.mark.parametrize(("covered", "text"), [(0, "?1?/11?/??? 1"), (1, "?1?/?1?/??? 1")])
def test_q_learning_flags_the_worst_neighbour_when_the_cells_around_it_are_open(
    covered: int, text: str
) -> None:
    agent = TcdQLearning(covered=covered)
    agent.reset(Rules(3, 3, 1), stream(0, 0))
    agent.current = (1, 1)
    agent.values.of[0, 0] = -99.0
    assert agent.choose(View.parse(text)).flags == ((0, 0),)


def test_learning_in_a_game_starts_afresh_with_the_next() -> None:
    agent = TcdQLearning()
    rules = Rules(8, 8, 3, **PAPER)
    first = play(agent, rules, 1, 0)
    play(agent, rules, 1, 1)
    assert play(agent, rules, 1, 0) == first


def test_a_table_learns_small_boards_and_is_then_frozen() -> None:
    rules = Rules(3, 3, 2)
    learned, random = TabularQ(iterations=20_000), make("random")
    wins = [sum(play(agent, rules, 1, index).won for index in range(300)) for agent in (learned, random)]
    assert wins[0] > 1.5 * wins[1]
    before = {key: dict(values) for key, values in learned.table.items()}
    play(learned, rules, 1, 0)
    assert learned.table == before
    assert learn_table.__wrapped__(rules, learned.seed, 20_000) == before


def test_a_table_of_a_board_that_the_start_decides_is_empty() -> None:
    assert learn_table(Rules(3, 3, 0), 0, 10) == {}
    assert play(TabularQ(iterations=10), Rules(1, 2, 1), 1).won


def test_values_of_a_table_are_mean_rewards() -> None:
    table = learn_table(Rules(2, 2, 1), 0, 3000)
    values = table[View.parse("1?/?? 1").numbers.tobytes()]
    # One of three covered cells is a mine, so the reward is +1 twice as often as -1.
    assert sorted(values) == [1, 2, 3]
    assert list(values.values()) == pytest.approx([1 / 3] * 3, abs=0.1)
    assert all(
        set(values.values()) <= {-1.0, 1.0} for key, values in table.items() if key.count(b"\x01") == 3
    )


def test_backtracking_finds_what_reduction_does_not() -> None:
    # The only mine is beside the 1. The mine count proves the other cells free; reduced constraints do not.
    view = View.parse("1??/???/??? 1")
    assert begun("tcd-csp-backtracking", view).choose(view).certain
    assert not begun("tcd-csp", view).choose(view).certain


def test_q_values_inform_the_guess() -> None:
    view = View.parse("1??/???/??? 1")
    decision = begun("tcd-csp-q", view).choose(view)
    assert isinstance(decision, Decision)
    assert decision.opens == ((0, 2),)  # away from the number, while tcd-csp guesses beside it
    assert begun("tcd-csp", view).choose(view).opens[0] in {(0, 1), (1, 0), (1, 1)}


def tried(rules: Rules, iterations: int) -> int:
    """Count the entries of a table."""
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
