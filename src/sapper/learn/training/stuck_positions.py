"""Positions in which `aua-csp` is stuck, as 5x5 windows round a covered cell (aua2023 4.2).

The paper judges a covered cell with three or more known neighbours, opened or flagged. After a corner that
shows a number there is none; then, and wherever else, ours takes the cells with the most known neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.agents.turn import carry_out, stream
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.rules import Cell, Rules
from sapper.game.view import View

EDGE = -3
"""What a window shows beyond the board; -1 is a flag, -2 covered."""

KNOWN_NEEDED = 3

LEVELS = tuple(
    Rules(rows, cols, mines, on_wrong_flag="lose", won_by="open-or-flag")
    for rows, cols, mines in ((9, 9, 10), (16, 16, 40), (16, 30, 85))
)
"""The paper's levels: its hard one has 85 mines."""


def window_at(view: View, cell: Cell) -> NDArray[np.int8]:
    """The 5x5 window round a cell: numbers, -1 for flags, -2 for covered, `EDGE` beyond the board."""
    shown = np.where(view.flags, np.int8(-1), view.numbers)
    padded = np.pad(shown, 2, constant_values=EDGE)
    return padded[cell[0] : cell[0] + 5, cell[1] : cell[1] + 5]


def candidates(view: View) -> list[Cell]:
    """The cells to judge: with three or more known neighbours, else with the most."""
    known = np.pad((view.numbers != -2) | view.flags, 1).astype(np.int8)
    rows, cols = view.rows, view.cols
    around = sum(known[i : i + rows, j : j + cols] for i in range(3) for j in range(3))
    known_around = np.where((view.numbers == -2) & ~view.flags, around, -1)
    enough = min(KNOWN_NEEDED, int(known_around.max()))
    return [(int(row), int(col)) for row, col in np.argwhere(known_around >= max(0, enough))]


@dataclass(frozen=True)
class Stuck:
    """A position to decide, and the truth about it."""

    window: NDArray[np.int8]
    mine: bool
    true_window: NDArray[np.int8]
    """The same window with all cells open: numbers, -1 for mines, `EDGE` beyond the board."""


def positions(seed: int) -> Iterator[Stuck]:
    """Stuck positions, game after game on the three levels in turn, without end.

    Each position is decided rightly before play goes on, so that late ones come up as often as they can.
    """
    for game, rng in stuck_games(seed):
        options = candidates(game.view)
        cell = options[int(rng.integers(len(options)))]
        yield decide(game, cell)


def stuck_games(seed: int) -> Iterator[tuple[Game, Generator]]:
    """Games on the three levels in turn, each time the methods are stuck; the taker is to decide a cell."""
    agent = AuaHybrid(lambda view, rng: Decision.give_up("asked"))
    for index in count():
        rules = LEVELS[index % len(LEVELS)]
        board = Board.random(rules, seed, index)
        rng = default_rng([seed, index])
        game = Game(board)
        game.open(board.start)
        agent.reset(rules, stream(seed, index))
        while game.state == "playing":
            decision = agent.choose(game.view)
            if decision.gives_up:
                yield game, rng
            else:
                carry_out(decision, game, agent.name)


def decide(game: Game, cell: Cell) -> Stuck:
    """The position as it is put to the network for `cell`, which is then opened or flagged as is right."""
    mine = game.board.mine_array
    truth = np.pad(np.where(mine, np.int8(-1), game.board.numbers), 2, constant_values=EDGE)
    stuck = Stuck(
        window_at(game.view, cell),
        bool(mine[cell]),
        truth[cell[0] : cell[0] + 5, cell[1] : cell[1] + 5].copy(),
    )
    if stuck.mine:
        game.flag(cell)
    else:
        game.open(cell)
    return stuck
