"""The literal agents of tcd2021: the order of neighbours and free cells, late flags, and guesses."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from sapper import Board, Decision, Game, Rules, View, make, play
from sapper.agents.papers.tcd2021_literal import TcdCspLiteral, reduced, ring
from sapper.agents.turn import carry_out, stream
from sapper.arena.batch import Batch, play_batch

PAPER: dict[str, Any] = {"first_move": "unsafe", "cascade": False, "won_by": "open-or-flag"}


def rules(size: str) -> Rules:
    return Rules.parse(size, **PAPER)


def begun(size: str) -> TcdCspLiteral:
    agent = TcdCspLiteral()
    agent.reset(rules(size), stream(0, 0))
    return agent


def test_a_ring_visits_every_neighbour_once() -> None:
    view = View.from_array(np.full((5, 4), -2, np.int8), 1)
    for row in range(5):
        for col in range(4):
            cells = ring(view, (row, col))
            assert sorted(cells) == sorted(view.neighbours((row, col)))
            inner = 0 < row < 4 and 0 < col < 3
            pairs = pairwise(cells)
            assert not inner or all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairs)


def test_free_cells_are_opened_in_the_order_in_which_they_were_found() -> None:
    board = Board.from_mines(rules("4x4/1"), [(3, 3)])
    agent, game = begun("4x4/1"), Game(board)
    game.open((0, 0))
    for _ in range(4):
        carry_out(agent.choose(game.view), game, "x")
    # The neighbours of (0, 0) in turn, then the first one that (0, 1) added.
    assert [move.cell for move in game.moves] == [(0, 0), (0, 1), (1, 1), (1, 0), (0, 2)]


def test_a_mine_is_flagged_one_move_after_it_was_found() -> None:
    agent = begun("2x4/1")
    agent.choose(View.parse("1???/???? 1"))
    agent.choose(View.parse("11??/???? 1"))
    # All but one cell of the first 1 are open, so (1, 1) is a mine; it is found now and flagged a move later.
    found = agent.choose(View.parse("11??/1??? 1"))
    assert agent.mines == [(1, 1)]
    assert (found.flags, agent.flagged) == ((), set())
    [cell] = found.opens
    numbers = View.parse("11??/1??? 1").numbers.copy()
    numbers[cell] = 1 if cell[1] == 2 else 0
    assert agent.choose(View.from_array(numbers, 1)).flags == ((1, 1),)


def test_opening_a_cell_removes_that_cell_alone_from_the_constraints() -> None:
    agent = begun("3x3/2")
    agent.constraints = [(((0, 1), (1, 0), (1, 1)), 1), (((1, 0),), 0)]
    agent.find()
    assert agent.constraints == [(((0, 1), (1, 0), (1, 1)), 1)]  # (1, 0) is known to be free, but not open
    agent.take_in(View.parse("???/1??/??? 2"), (1, 0))
    assert (((0, 1), (1, 1)), 1) in agent.constraints


def test_a_flagged_mine_counts_in_the_sums_and_choosing_it_loses() -> None:
    agent = begun("2x4/1")
    agent.opened = {(0, 0), (0, 1), (1, 0)}
    agent.flagged = {(1, 1)}
    # The flag accounts for every number, so all sums are 0: the flagged (1, 1) ties with (0, 2) and (1, 2).
    view = View.parse("11??/1F?? 1")
    chosen: list[Decision] = []
    for index in range(30):
        agent.rng, agent.chose_flag = stream(0, index), False
        chosen.append(agent.choose(view))
    assert {decision.opens for decision in chosen} == {(), ((0, 2),), ((1, 2),)}
    assert all(decision.gives_up for decision in chosen if not decision.opens)
    assert not any(decision.certain for decision in chosen if decision.opens)


def test_reduction_is_one_pass_and_keeps_every_solution() -> None:
    a, b, c, d = (0, 0), (0, 1), (0, 2), (0, 3)
    given = [((a, b, c, d), 2), ((a, b), 1), ((b, c), 1)]
    found = reduced(given)
    for layout in range(16):
        mines = {cell for at, cell in enumerate((a, b, c, d)) if layout >> at & 1}
        holds = [all(len(mines & set(cells)) == count for cells, count in each) for each in (given, found)]
        assert holds[0] == holds[1]


def test_flags_win_before_every_cell_is_open_and_its_own_flags_lose_games() -> None:
    games = play_batch(Batch("tcd-csp-literal", rules("8x8/3"), 1, 0, 100)).columns
    assert set(games["end"]) == {"flagged", "opened", "mine", "stuck"}
    assert games["opened"][games["end"] == "flagged"].mean() < 55
    first_reading = play_batch(Batch("tcd-csp", rules("8x8/3"), 1, 0, 100)).columns
    assert games["opened"][games["won"]].mean() > first_reading["opened"][first_reading["won"]].mean()


def test_the_ring_changes_only_the_order() -> None:
    board = Board.from_mines(rules("4x4/1"), [(3, 3)])
    for name, second in (("tcd-bfs", (1, 0)), ("tcd-bfs-ring", (1, 1))):
        agent, game = make(name), Game(board)
        game.open((0, 0))
        agent.reset(board.rules, stream(0, 0))
        for _ in range(2):
            carry_out(agent.choose(game.view), game, "x")
        assert [move.cell for move in game.moves] == [(0, 0), (0, 1), second]


def test_ties_of_the_whole_board_are_broken_at_random_and_those_of_neighbours_are_not() -> None:
    chosen: dict[str, set[tuple[int, int]]] = {"tcd-qlearning": set(), "tcd-qlearning-ties": set()}
    for name, cells in chosen.items():
        for index in range(60):
            agent = make(name)
            agent.reset(rules("4x4/2"), stream(0, index))
            cells.update(agent.choose(View.parse("2???/????/????/???? 2")).opens)
    # Beside the 2 all values are negative, so the best cells are the twelve others, with value 0.
    assert chosen["tcd-qlearning"] == {(0, 2)}
    assert len(chosen["tcd-qlearning-ties"]) > 8
    assert not chosen["tcd-qlearning-ties"] & {(0, 0), (0, 1), (1, 0), (1, 1)}
    near = make("tcd-qlearning-ties")
    near.reset(rules("4x4/2"), stream(0, 0))
    assert near.choose(View.parse("0???/????/????/???? 2")).opens == ((0, 1),)


def test_a_hit_mine_leaves_the_constraints_with_its_mine() -> None:
    for index in range(20):
        record = play(make("tcd-csp-literal"), Rules(6, 6, 9, on_mine="continue"), 3, index)
        for move in record.moves:
            assert move.do != "flag" or move.cell in record.mines
            assert not (move.certain and move.do == "open" and move.cell in record.mines)
