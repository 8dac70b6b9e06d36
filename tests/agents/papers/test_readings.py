"""Other interpretations of the papers play, and do what their names say."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from research.readings import TABLES, EarlyBase, Reading, WithinCount, moved, wins
from research.readings_tcd import KeptConstraints
from sapper import Board, Rules, View
from sapper.agents.turn import stream
from sapper.game.rules import Cell
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.plain_steps import solutions

VIEWS = ("?????/?1?1?/????? 2", "??1??/?2???/???1? 3", "11???/?2???/????? 3", "?21??/?????/11??? 4")


@pytest.mark.parametrize(
    "reading",
    [reading for table in TABLES.values() for reading in table()],
    ids=lambda reading: reading.label,
)
def test_every_reading_plays(reading: Reading) -> None:
    assert 0 <= wins(reading, reading.boards[0], seed=1, first=0, games=3) <= 3


def test_a_mine_under_the_first_cell_moves_to_the_first_free_one() -> None:
    rules = Rules(3, 4, 4, first_move="unsafe")
    for index in range(50):
        before, after = set(Board.random(rules, 1, index).mines), set(moved(rules, 1, index).mines)
        if (0, 0) in before:
            first = min(set(product(range(3), range(4))) - before)
            assert after == before - {(0, 0)} | {first}
        else:
            assert after == before


def boards_of(view: View) -> tuple[list[Cell], list[dict[Any, bool]]]:
    knowledge = Knowledge.of(view)
    return sorted(knowledge.frontier), list(solutions(knowledge.constraints))


def chosen(agent: EarlyBase | WithinCount, view: View) -> Cell:
    agent.reset(Rules(view.rows, view.cols, view.mines, cascade=False), stream(1, 0))
    agent.knowledge.update(view)
    return agent.guess(view).opens[0]


@pytest.mark.parametrize("text", VIEWS)
def test_a_board_that_ends_with_its_last_mine_leaves_later_cells_out(text: str) -> None:
    view = View.parse(text)
    frontier, boards = boards_of(view)
    clear = {
        cell: sum(not board[cell] and any(board[later] for later in frontier[at + 1 :]) for board in boards)
        for at, cell in enumerate(frontier)
    }
    assert chosen(EarlyBase(), view) == max(
        frontier, key=lambda cell: (clear[cell], [-part for part in cell])
    )


@pytest.mark.parametrize("text", VIEWS)
def test_boards_that_the_mine_count_forbids_do_not_count(text: str) -> None:
    view = View.parse(text)
    frontier, boards = boards_of(view)
    rest = len(view.covered) - len(frontier)
    allowed = [board for board in boards if 0 <= view.mines - sum(board.values()) <= rest]
    mined = {cell: sum(board[cell] for board in allowed) for cell in frontier}
    assert mined[chosen(WithinCount(weighed=False), view)] == min(mined.values())


def test_a_flagged_mine_stays_in_the_constraints_made_before() -> None:
    agent = KeptConstraints(shares=False)
    agent.reset(Rules(1, 4, 2, first_move="unsafe", cascade=False, won_by="open-or-flag"), stream(1, 0))
    agent.take_over(View.parse("?1?? 2"))
    agent.take_over(View.parse("?1?1 2"))
    assert agent.flagged == {2}
    assert agent.constraints == [(0b101, 1), (0b100, 1)]
    agent.reduce()
    assert (0b001, 0) in agent.constraints  # the conclusion is still drawn
