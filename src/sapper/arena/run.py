"""A run: plays batches and stores them; games that the run folder holds already are not played again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Protocol

import numpy as np

from sapper.agents.base import Agent
from sapper.arena.arena import Arena, Results
from sapper.arena.batch import Batch, Games
from sapper.arena.run_folder import RunFolder
from sapper.arena.sequential_test import SequentialTest, Standing
from sapper.arena.single_game import agent_name
from sapper.arena.summary import common_boards

ROUND = 1_000, 200
"""Boards per round at the start of a sequential test: for native agents, and if any agent is not native."""


class Watcher(Protocol):
    """Receives batches as they are found or played, for example to show progress."""

    def found(self, games: Games) -> None:
        """Receive a batch that the run folder held already."""

    def add(self, games: Games) -> None:
        """Receive a batch that was just played."""


class Run:
    """Plays batches and keeps their games. After Ctrl-C or an error, `parts` holds the finished games."""

    def __init__(self, arena: Arena, folder: RunFolder | None = None, watcher: Watcher | None = None) -> None:
        self.arena, self.folder, self.watcher = arena, folder, watcher
        self.parts: list[Games] = []

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(part) for part in self.parts)

    def play(self, batches: Sequence[Batch]) -> None:
        """Play the batches that the folder does not hold yet."""
        for batch, games in self.arena.finished(self.missing(batches)):
            self.keep(batch, games)

    def missing(self, batches: Sequence[Batch]) -> list[Batch]:
        """Read the games of these batches that the folder holds, and return the batches that it lacks.

        The stored shards may have other bounds than these batches, because another version wrote them.
        """
        if self.folder is None:
            return list(batches)
        left: list[Batch] = []
        for name, own in groupby(batches, key=attrgetter("name")):
            planned = list(own)
            end = planned[-1].first + planned[-1].count
            stored = self.folder.shard_starts(name)
            begun = [*(first for first in stored if planned[0].first <= first < end), end]
            held = planned[0].first  # every game before this one was read, or is in `left`
            for batch in planned:
                upto = batch.first + batch.count
                while held < upto:
                    coming = begun[bisect_left(begun, held)]
                    if coming > held:
                        left.append(batch.part(held, min(coming, upto)))
                        held = min(coming, upto)
                    else:
                        held += self._add_stored(self.folder.read(name, held, end))
        return left

    def _add_stored(self, games: Games) -> int:
        self.parts.append(games)
        if self.watcher:
            self.watcher.found(games)
        return len(games)

    def keep(self, batch: Batch, games: Games) -> None:
        """Store the games of a batch that was just played."""
        if self.folder:
            self.folder.write(batch, games)
        self.parts.append(games)
        if self.watcher:
            self.watcher.add(games)

    def play_until_decided(
        self, agents: Sequence[str | Agent], a: str, b: str, most: int, test: SequentialTest
    ) -> Standing:
        """Play rounds of boards until `a` or `b` is shown to be stronger, or `most` boards are played.

        The rounds depend only on the agents, so neither workers nor engine change where the test stops.
        """
        names = [agent_name(agent) for agent in agents]
        if a == b or a not in names or b not in names:
            raise ValueError(f"a decision is between two of the agents, not between {a!r} and {b!r}")
        only_a = only_b = played = 0
        decided = test.ask(a, b, 0, 0, 0)
        for batches in self._rounds(agents, most):
            before = len(self.parts)
            self.play(batches)
            fresh = Results(self.arena.rules, self.parts[before:], names)
            won_a, won_b = (games.columns["won"] for games in common_boards(fresh.games[a], fresh.games[b]))
            only_a += int(np.count_nonzero(won_a & ~won_b))
            only_b += int(np.count_nonzero(won_b & ~won_a))
            played += len(won_a)
            decided = test.ask(a, b, only_a, only_b, played)
            if decided.verdict != "open":
                break
        return decided

    def _rounds(self, agents: Sequence[str | Agent], most: int) -> Iterator[list[Batch]]:
        """Rounds of boards, each a tenth of the boards so far, so that few are played after the decision."""
        native, python = ROUND
        whole = all(batch.is_native for batch in self.arena.plan(agents, 1))
        first, least = 0, native if whole else python
        while first < most:
            count = min(max(least, first // 10), most - first)
            yield self.arena.plan(agents, count, first)
            first += count
