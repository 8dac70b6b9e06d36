"""Batches of games: what a worker is asked, and the columns it answers with."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.base import Agent
from sapper.agents.composed import Composed
from sapper.agents.registry import make
from sapper.arena.play import Start, agent_name, count, play, play_board
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.rules import Rules

AGENT_STARTS = -1
"""What the core calls the start "agent"."""

COLUMNS: dict[str, type[np.generic]] = {
    "won": np.bool_,
    "steps": np.int32,
    "guesses": np.int32,
    "opened": np.int32,
    "hits": np.int32,
    "luck": np.float64,
    "seconds": np.float64,
}
"""What is kept of each game, as `sapper.arena.play.count` counts it, and the seconds it took."""


@dataclass(frozen=True)
class Batch:
    """Some games of one agent, one after the other: all a worker needs to play them anywhere."""

    agent: str | Agent
    rules: Rules
    seed: int
    first: int
    """The index of the first game."""
    count: int
    start: Start = (0, 0)
    boards: tuple[Board, ...] | None = None
    """The boards, where they come from a file and not from the seed."""

    @property
    def name(self) -> str:
        """The agent's name."""
        return agent_name(self.agent)

    @property
    def is_native(self) -> bool:
        """Whether the core can play the whole games."""
        return self.agent in _core.NATIVE_AGENTS or self.recipe is not None

    @property
    def recipe(self) -> _core.Recipe | None:
        """The steps that the agent is made of, if it is and the core can play it by them."""
        agent = make(self.agent) if isinstance(self.agent, str) else self.agent
        return agent.recipe if isinstance(agent, Composed) else None


@dataclass(frozen=True)
class Games:
    """Finished games of one agent: equally long columns, in the order of the boards."""

    agent: str
    index: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]

    def __len__(self) -> int:
        return len(self.index)

    @classmethod
    def join(cls, parts: list[Games]) -> Games:
        """Put the parts of one agent together, in the order of the boards."""
        index = np.concatenate([part.index for part in parts])
        order = np.argsort(index, kind="stable")
        columns = {key: np.concatenate([part.columns[key] for part in parts])[order] for key in COLUMNS}
        return cls(parts[0].agent, index[order], columns)


def play_batch(batch: Batch, threads: int = 1) -> Games:
    """Play a batch here: in the core's threads where the agent is native, else one game after the other."""
    columns = _native(batch, threads) if batch.is_native else _python(batch)
    return Games(batch.name, np.arange(batch.first, batch.first + batch.count, dtype=np.int64), columns)


def _native(batch: Batch, threads: int) -> dict[str, NDArray[Any]]:
    rules, recipe = batch.rules.native, batch.recipe
    play_games = recipe.play_games if recipe else partial(_core.play_games, batch.name)
    play_boards = recipe.play_boards if recipe else partial(_core.play_boards, batch.name)
    if batch.boards is None:
        start = AGENT_STARTS if batch.start == "agent" else batch.rules.index(batch.start)
        found = play_games(rules, batch.seed, batch.first, batch.count, start, threads)
    else:
        mines = [[batch.rules.index(cell) for cell in board.mines] for board in batch.boards]
        own = [batch.rules.index(board.start) for board in batch.boards]
        starts = [AGENT_STARTS] * batch.count if batch.start == "agent" else own
        found = play_boards(rules, mines, starts, batch.seed, batch.first, threads)
    return {key: np.asarray(found[key], dtype) for key, dtype in COLUMNS.items()}


def _python(batch: Batch) -> dict[str, NDArray[Any]]:
    agent = make(batch.agent) if isinstance(batch.agent, str) else batch.agent
    rows = []
    for offset in range(batch.count):
        index = batch.first + offset
        began = time.perf_counter()
        try:
            if batch.boards is None:
                record = play(agent, batch.rules, batch.seed, index, batch.start)
            else:
                record = play_board(agent, batch.boards[offset], batch.seed, index, batch.start)
        except Exception as error:
            # A plain sentence crosses every process boundary; the agent's own exception may not.
            raise SapperError(f"{batch.name} failed on game {index} of seed {batch.seed}: {error}") from error
        rows.append((*count(record), time.perf_counter() - began))
    return {key: np.array([row[i] for row in rows], dtype) for i, (key, dtype) in enumerate(COLUMNS.items())}
