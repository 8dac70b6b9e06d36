"""Positions in which the solver of `aua-csp` is stuck: the training data of `dqn-5x5` (aua2023 4.2)."""

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
from sapper.learn.playing.aua_windows import EDGE, candidates, window_at

AUA_LEVELS = tuple(
    Rules(rows, cols, mines, on_wrong_flag="lose", won_by="open-or-flag")
    for rows, cols, mines in ((9, 9, 10), (16, 16, 40), (16, 30, 85))
)
"""The three levels of the paper. Its hard level has 85 mines, not 99."""


@dataclass(frozen=True)
class StuckPosition:
    """The window around the cell to decide about, and the correct decision."""

    window: NDArray[np.int8]
    mine: bool
    """Whether the cell is a mine."""
    true_window: NDArray[np.int8]
    """The same window with all cells opened: numbers, -1 for mines, `EDGE` outside the board."""


def positions(seed: int) -> Iterator[StuckPosition]:
    """Generate stuck positions without end, from games on the three levels in turn.

    After each position the correct decision is played, so that positions from late in a game occur too.
    """
    for game, rng in stuck_games(seed):
        options = candidates(game.view)
        cell = options[int(rng.integers(len(options)))]
        yield decide(game, cell)


def stuck_games(seed: int) -> Iterator[tuple[Game, Generator]]:
    """Play games on the three levels in turn and yield a game whenever the solver is stuck.

    The caller must decide about one cell, for example with `decide`, before it asks for the next game.
    """
    agent = AuaHybrid(lambda view, rng: Decision.give_up("asked"))
    for index in count():
        rules = AUA_LEVELS[index % len(AUA_LEVELS)]
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


def decide(game: Game, cell: Cell) -> StuckPosition:
    """Return the position of `cell`, then flag the cell if it is a mine and open it otherwise."""
    mine = game.board.mine_array
    truth = np.pad(np.where(mine, np.int8(-1), game.board.numbers), 2, constant_values=EDGE)
    stuck = StuckPosition(
        window_at(game.view, cell),
        bool(mine[cell]),
        truth[cell[0] : cell[0] + 5, cell[1] : cell[1] + 5].copy(),
    )
    if stuck.mine:
        game.flag(cell)
    else:
        game.open(cell)
    return stuck
