"""Batches of games: the task of a worker, and the columns of its result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper import _core
from sapper.agents.base import Agent
from sapper.agents.composed import Composed
from sapper.agents.native import is_native, run_interruptible
from sapper.agents.registry import make
from sapper.arena.game_counts import COLUMNS, LISTS, Counts, count_game
from sapper.arena.list_columns import Lists
from sapper.arena.single_game import Start, agent_name, play_game, play_game_on
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.rules import Rules

AGENT_STARTS = -1
"""The value that tells the core that the agent chooses the start."""
GUESSES = ("risks", "survived", "stated_win", "stated_exact")
"""The list columns with one entry per guess."""


@dataclass(frozen=True)
class Batch:
    """Consecutive games of one agent, with everything that a worker needs to play them."""

    agent: str | Agent
    rules: Rules
    seed: int
    first: int
    """The index of the first game."""
    count: int
    start: Start = (0, 0)
    boards: tuple[Board, ...] | None = None
    """The boards, if they are given and not made from the seed."""
    think: float | None = None
    """Seconds per guess for an agent that takes a time limit; without it, its games can be repeated."""

    @property
    def name(self) -> str:
        """The agent's name."""
        return agent_name(self.agent)

    def part(self, first: int, end: int) -> Batch:
        """The part of the batch from board `first` to the board before `end`."""
        if (first, end) == (self.first, self.first + self.count):
            return self
        boards = self.boards and self.boards[first - self.first : end - self.first]
        return replace(self, first=first, count=end - first, boards=boards)

    @property
    def is_native(self) -> bool:
        """Whether the C++ core can play whole games of the agent."""
        return is_native(self.agent) or self.recipe is not None

    @property
    def thinks(self) -> bool:
        """Whether the agent runs rollouts before it guesses, so that its games take long."""
        return self.agent in _core.THINKING_AGENTS

    @property
    def is_quick(self) -> bool:
        """Whether the agent declares that a game takes it less than a millisecond."""
        return self._traits.quick

    @property
    def recipe(self) -> _core.Recipe | None:
        """The steps of a composed agent, if the core can play it; else None."""
        return self._traits.recipe

    @property
    def _traits(self) -> _Traits:
        return _traits_by_name(self.agent) if isinstance(self.agent, str) else _traits(self.agent)


class _Traits(NamedTuple):
    """The properties of an agent that decide how a batch of its games is played."""

    recipe: _core.Recipe | None
    quick: bool


@cache
def _traits_by_name(name: str) -> _Traits:
    """The traits of a registered agent. They are cached, because making an agent may load a network."""
    return _traits(make(name))


def _traits(agent: Agent) -> _Traits:
    recipe = agent.recipe if isinstance(agent, Composed) else None
    return _Traits(recipe, bool(getattr(agent, "quick", False)))


@dataclass(frozen=True)
class Games:
    """Finished games of one agent, as columns of equal length, in the order of the boards."""

    agent: str
    index: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]
    lists: Mapping[str, Lists] = field(default_factory=dict)
    """The list columns; a column of `LISTS` that is not known is left out."""

    def __len__(self) -> int:
        return len(self.index)

    @classmethod
    def join(cls, parts: list[Games]) -> Games:
        """Join the games of several batches of one agent, in the order of the boards."""
        index = np.concatenate([part.index for part in parts])
        columns = {key: np.concatenate([part.columns[key] for part in parts]) for key in COLUMNS}
        known = [key for key in LISTS if all(key in part.lists for part in parts)]
        lists = {key: Lists.join([part.lists[key] for part in parts]) for key in known}
        whole = cls(parts[0].agent, index, columns, lists)
        if np.all(index[1:] > index[:-1]):
            return whole
        return whole.take(np.argsort(index, kind="stable"))

    def take(self, rows: ArrayLike) -> Games:
        """The games at these rows, in the order given."""
        chosen = np.asarray(rows, np.intp)
        columns = {key: column[chosen] for key, column in self.columns.items()}
        lists = {key: each.take(chosen) for key, each in self.lists.items()}
        return Games(self.agent, self.index[chosen], columns, lists)


class StoppedError(Exception):
    """A batch was stopped between two games, because its result is no longer wanted."""


def play_batch(batch: Batch, threads: int = 1, stopped: Callable[[], bool] = lambda: False) -> Games:
    """Play a batch in this process: in threads of the core for a native agent, else one game after the other.

    Raises:
        StoppedError: `stopped` returned True. It is called before every game of an agent that is not native.
        SapperError: The agent failed.
    """
    columns, lists = _native(batch, threads) if batch.is_native else _python(batch, stopped)
    index = np.arange(batch.first, batch.first + batch.count, dtype=np.int64)
    return Games(batch.name, index, columns, lists)


Table = tuple[dict[str, NDArray[Any]], dict[str, Lists]]


def _native(batch: Batch, threads: int) -> Table:
    if batch.thinks:
        # In a thread of its own, so that Ctrl-C does not wait until a batch of long rollouts ends.
        found = run_interruptible(lambda stop: _played(batch, threads, batch.think or 0.0, stop))
    else:
        found = _played(batch, threads)
    # Default values for what the core does not report, because its agents never flag, time out or give up.
    none, guesses = np.zeros(batch.count, np.int32), len(found["risks"])
    found = {
        **dict.fromkeys(("flags_right", "flags_wrong", "time_outs"), none),
        "end": np.where(found["won"], "opened", "mine"),
        "stated_win": np.full(guesses, np.nan),
        "stated_exact": np.zeros(guesses, np.bool_),
        **found,
    }
    columns = {key: np.asarray(found[key], kind) for key, kind in COLUMNS.items()}
    # The core returns the guesses of all games in one flat array. Its agents have no named parts.
    lists = {
        key: Lists.cut(np.asarray(found[key], kind), found["guesses"])
        if key in GUESSES
        else Lists.cut(np.array([], kind), none)
        for key, kind in LISTS.items()
    }
    return columns, lists


def _played(
    batch: Batch, threads: int, think: float = 0.0, stop: _core.Stop | None = None
) -> dict[str, NDArray[Any]]:
    """Play the games in the core, and return its columns."""
    rules, recipe = batch.rules.native, batch.recipe
    play_games = (
        recipe.play_games if recipe else partial(_core.play_games, batch.name, think=think, stop=stop)
    )
    play_boards = (
        recipe.play_boards if recipe else partial(_core.play_boards, batch.name, think=think, stop=stop)
    )
    if batch.boards is None:
        start = AGENT_STARTS if batch.start == "agent" else batch.rules.index(batch.start)
        return play_games(rules, batch.seed, batch.first, batch.count, start, threads)
    mines = [[batch.rules.index(cell) for cell in board.mines] for board in batch.boards]
    own = [batch.rules.index(board.start) for board in batch.boards]
    starts = [AGENT_STARTS] * batch.count if batch.start == "agent" else own
    return play_boards(rules, mines, starts, batch.seed, batch.first, threads)


def _python(batch: Batch, stopped: Callable[[], bool]) -> Table:
    agent = make(batch.agent) if isinstance(batch.agent, str) else batch.agent
    name = batch.name
    rows: list[Counts] = []
    seconds = []
    for offset in range(batch.count):
        if stopped():
            raise StoppedError
        index = batch.first + offset
        began = time.perf_counter()
        try:
            if batch.boards is None:
                game = play_game(agent, batch.rules, batch.seed, index, batch.start)
            else:
                game = play_game_on(agent, batch.boards[offset], batch.seed, index, batch.start)
        except Exception as error:
            # A worker can send this error to its parent; the agent's own exception may not be picklable.
            raise SapperError(f"{name} failed on game {index} of seed {batch.seed}: {error}") from error
        seconds.append(time.perf_counter() - began)
        rows.append(count_game(game, name))
    values: dict[str, Sequence[Any]] = dict(zip(Counts._fields, zip(*rows, strict=True), strict=True))
    values["seconds"] = seconds
    columns = {key: np.array(values[key], kind) for key, kind in COLUMNS.items()}
    return columns, {key: Lists.of(values[key], kind) for key, kind in LISTS.items()}
