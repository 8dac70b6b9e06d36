"""Batches of games: what a worker is asked, and the columns it answers with."""

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
from sapper.agents.native import run_interruptible
from sapper.agents.registry import make
from sapper.arena.game_counts import COLUMNS, LISTS, Counts, count_game
from sapper.arena.list_columns import Lists
from sapper.arena.single_game import Start, agent_name, play_game, play_game_on
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.rules import Rules

AGENT_STARTS = -1
"""What the core calls the start "agent"."""
GUESSES = ("risks", "survived", "stated_win", "stated_exact")
"""The lists with an entry a guess."""


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
    think: float | None = None
    """Seconds that an agent which thinks takes over a guess; without, it counts, and can be repeated."""

    @property
    def name(self) -> str:
        """The agent's name."""
        return agent_name(self.agent)

    def part(self, first: int, end: int) -> Batch:
        """The games from board `first` to before board `end`: itself where that is all of them."""
        if (first, end) == (self.first, self.first + self.count):
            return self
        boards = self.boards and self.boards[first - self.first : end - self.first]
        return replace(self, first=first, count=end - first, boards=boards)

    @property
    def is_native(self) -> bool:
        """Whether the core can play the whole games."""
        return self.agent in _core.NATIVE_AGENTS or self.recipe is not None

    @property
    def thinks(self) -> bool:
        """Whether the agent plays games out before it guesses, which takes its time."""
        return self.agent in _core.THINKING_AGENTS

    @property
    def is_quick(self) -> bool:
        """Whether the agent says of itself that a game takes it less than a millisecond."""
        return self._manner.quick

    @property
    def recipe(self) -> _core.Recipe | None:
        """The steps that the agent is made of, if it is and the core can play it by them."""
        return self._manner.recipe

    @property
    def _manner(self) -> _Manner:
        return _manner_of(self.agent) if isinstance(self.agent, str) else _manner(self.agent)


class _Manner(NamedTuple):
    """How an agent plays, as far as a batch of its games is concerned."""

    recipe: _core.Recipe | None
    quick: bool


@cache
def _manner_of(name: str) -> _Manner:
    """That of a registered agent; asked for every batch, while making an agent may load a network."""
    return _manner(make(name))


def _manner(agent: Agent) -> _Manner:
    recipe = agent.recipe if isinstance(agent, Composed) else None
    return _Manner(recipe, bool(getattr(agent, "quick", False)))


@dataclass(frozen=True)
class Games:
    """Finished games of one agent: equally long columns, in the order of the boards."""

    agent: str
    index: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]
    lists: Mapping[str, Lists] = field(default_factory=dict)
    """Those of `LISTS` that are known of the games."""

    def __len__(self) -> int:
        return len(self.index)

    @classmethod
    def join(cls, parts: list[Games]) -> Games:
        """Put the parts of one agent together, in the order of the boards."""
        index = np.concatenate([part.index for part in parts])
        columns = {key: np.concatenate([part.columns[key] for part in parts]) for key in COLUMNS}
        known = [key for key in LISTS if all(key in part.lists for part in parts)]
        lists = {key: Lists.join([part.lists[key] for part in parts]) for key in known}
        whole = cls(parts[0].agent, index, columns, lists)
        if np.all(index[1:] > index[:-1]):
            return whole
        return whole.take(np.argsort(index, kind="stable"))

    def take(self, rows: ArrayLike) -> Games:
        """Some of the games, by their place, in the order given."""
        chosen = np.asarray(rows, np.intp)
        columns = {key: column[chosen] for key, column in self.columns.items()}
        lists = {key: each.take(chosen) for key, each in self.lists.items()}
        return Games(self.agent, self.index[chosen], columns, lists)


class StoppedError(Exception):
    """A batch was given up between two games, because whoever asked for it wants it no more."""


def play_batch(batch: Batch, threads: int = 1, stopped: Callable[[], bool] = lambda: False) -> Games:
    """Play a batch here: in the core's threads where the agent is native, else one game after the other.

    Raises:
        StoppedError: `stopped`, which is asked before every game of an agent that is not native, said so.
        SapperError: the agent failed.
    """
    columns, lists = _native(batch, threads) if batch.is_native else _python(batch, stopped)
    index = np.arange(batch.first, batch.first + batch.count, dtype=np.int64)
    return Games(batch.name, index, columns, lists)


Table = tuple[dict[str, NDArray[Any]], dict[str, Lists]]


def _native(batch: Batch, threads: int) -> Table:
    if batch.thinks:
        # So that Ctrl-C need not wait for a batch of long thoughts.
        found = run_interruptible(lambda stop: _played(batch, threads, batch.think or 0.0, stop))
    else:
        found = _played(batch, threads)
    # What the core does not say of an agent, it does not do: flag, meet limits, give up, speak of winning.
    none, guesses = np.zeros(batch.count, np.int32), len(found["risks"])
    found = {
        **dict.fromkeys(("flags_right", "flags_wrong", "time_outs"), none),
        "end": np.where(found["won"], "opened", "mine"),
        "stated_win": np.full(guesses, np.nan),
        "stated_exact": np.zeros(guesses, np.bool_),
        **found,
    }
    columns = {key: np.asarray(found[key], kind) for key, kind in COLUMNS.items()}
    # The core lays the guesses of all games end to end; nobody decides but the agent itself.
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
    """The games as the core plays them."""
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
            # A plain sentence crosses every process boundary; the agent's own exception may not.
            raise SapperError(f"{name} failed on game {index} of seed {batch.seed}: {error}") from error
        seconds.append(time.perf_counter() - began)
        rows.append(count_game(game, name))
    values: dict[str, Sequence[Any]] = dict(zip(Counts._fields, zip(*rows, strict=True), strict=True))
    values["seconds"] = seconds
    columns = {key: np.array(values[key], kind) for key, kind in COLUMNS.items()}
    return columns, {key: Lists.of(values[key], kind) for key, kind in LISTS.items()}
