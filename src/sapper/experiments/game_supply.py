"""The game supply: plays the games that experiments request, each one once, and keeps them on disk."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator, Philox

from sapper.agents.base import Agent
from sapper.agents.registry import AGENTS, make
from sapper.arena.arena import Arena, EngineName, Results
from sapper.arena.batch import Batch, Games
from sapper.arena.run import Run, Watcher
from sapper.arena.run_folder import RunFolder
from sapper.arena.summary import as_json
from sapper.errors import SapperError
from sapper.experiments import without_guesses
from sapper.experiments.evidence import MEASURES, KeptGames
from sapper.experiments.experiment import EVERY_AGENT, Experiment, Setting
from sapper.game.board import Board

SEED = 2023


@dataclass(frozen=True)
class Request:
    """Games that an experiment will request: the first `count` games of an agent in a setting."""

    agent: str
    setting: Setting
    count: int
    alone: bool = False
    """Whether the games are played in one process, one at a time, so that times can be compared."""


class GameSupply:
    """Plays games for experiments, and plays no game twice.

    With `out`, the games are written to run folders there, and a run that was killed is resumed from them.

    Args:
        games: Games of each agent in each setting; the number that each experiment states if left out.
        seed: The seed of boards and agents.
        workers: Worker processes or threads; one per core if left out.
        out: The directory of the run folders; without it, games are kept in memory only.
        watcher: Gets every batch of games as it is played or found.
        engine: Where games are played: on this machine or on a Ray cluster.
        logs: The directory with the training logs of learners; those of `evidence` if left out.
        network_games: The most games of an agent that uses a network, because such a game takes long. If it
            is given, they are played here; otherwise kept games are used where there are some.
        evidence: The folder of the kept games and logs; without it there are none.
    """

    def __init__(
        self,
        games: int | None = None,
        seed: int = SEED,
        workers: int | None = None,
        out: Path | None = None,
        watcher: Watcher | None = None,
        engine: EngineName = "local",
        logs: Path | None = None,
        network_games: int | None = None,
        evidence: Path | None = None,
    ) -> None:
        for count in (games, network_games):
            if count is not None and count < 1:
                raise ValueError(f"games must be a whole number, at least 1, not {count!r}")
        self.scale, self.seed, self.workers, self.out = games, seed, workers, out
        self.watcher, self.engine = watcher, engine
        self.logs = logs or (evidence and evidence / "learners")
        self.network_games = network_games
        # The kept games have boards of other seeds, so a seed of the user's choice plays its own games.
        self.kept = KeptGames(evidence if network_games is None and seed == SEED else None)
        self.players: dict[str, Agent] = {}
        """Agents that are not registered, by name. They can be pickled."""
        self._missing: dict[str, str | None] = {}
        self._networks: set[str] = set()
        self.played: dict[tuple[str, Setting, bool], Games] = {}

    def count(self, experiment: Experiment, agent: str = "") -> int:
        """The number of games that each agent plays in each setting, or that this agent plays."""
        count = self.scale or experiment.games
        if agent and self.uses_network(agent):
            limits = (self.network_games, experiment.network_games)
            return min([count, *(limit for limit in limits if limit)])
        return count

    def is_kept(self, experiment: Experiment, agent: str, setting: Setting) -> bool:
        """Whether the games of an agent in a setting were played before, and determine all measures."""
        usable = experiment.kind == "measures" and not experiment.alone
        known = {*MEASURES, without_guesses.MEASURE}  # games without guesses are played apart
        usable = usable and set(experiment.measures) <= known
        return usable and self.kept.run(agent, setting) is not None and self.uses_network(agent)

    def kept_games(self, agent: str, setting: Setting) -> Games:
        """The kept games of an agent in a setting: all of them, or as many as `games` says."""
        games = self.kept.games(agent, setting)
        return games.take(np.arange(min(len(games), self.scale or len(games))))

    def uses_network(self, agent: str) -> bool:
        """Whether an agent is available and plays with a network."""
        return self.missing(agent) is None and agent in self._networks

    def without_guesses(self, agent: str) -> str:
        """The name under which an agent plays games that it gives up before its first guess."""
        name = without_guesses.name(agent)
        self.players.setdefault(name, without_guesses.WithoutGuesses(agent))
        return name

    def agents(self, experiment: Experiment) -> list[str]:
        """The names of an experiment's agents, including those that are not available."""
        return list(AGENTS) if experiment.agents == EVERY_AGENT else list(experiment.agents)

    def missing(self, agent: str) -> str | None:
        """The reason why an agent is not available; None if it is available."""
        if agent not in self._missing:
            self._missing[agent] = self._try(agent)
        return self._missing[agent]

    def _try(self, agent: str) -> str | None:
        """Make an agent, to learn whether that works and whether the agent uses a network."""
        if agent not in AGENTS:
            return "not available: no agent of this name is registered"
        try:
            made = make(agent)
        except SapperError as error:
            return f"not available: {error}"
        if getattr(made, "uses_network", False):
            self._networks.add(agent)
        return None

    def prepare(self, requests: Iterable[Request]) -> None:
        """Play all requested games together, so that no core waits between one agent and the next.

        Games that must be played alone are played later, when `games` is called for them.
        """
        runs: dict[tuple[str, Setting, bool], Run] = {}
        owners: dict[int, Run] = {}
        left: list[Batch] = []
        for key, count in largest(requests).items():
            agent, setting, alone = key
            if alone or key in self.played:
                continue
            run = runs[key] = self._run(agent, setting, 0, count)
            fresh = run.missing(run.arena.plan([self.players.get(agent, agent)], count))
            owners |= dict.fromkeys(map(id, fresh), run)
            left += fresh
        if left:
            arena = next(
                iter(runs.values())
            ).arena  # any arena will do: a batch carries its own rules and boards
            for batch, games in arena.finished(left):
                owners[id(batch)].keep(batch, games)
        self.played |= {key: _closed(run) for key, run in runs.items()}

    def games(self, agent: str, setting: Setting, count: int, alone: bool = False) -> Games:
        """The first `count` games of an agent in a setting. Only games that are missing are played.

        Args:
            agent: The name of a registered agent, or of one in `players`.
            setting: The board and its rules.
            count: The number of games.
            alone: Whether to play in one process, one game at a time, so that times can be compared.
        """
        key = (agent, setting, alone)
        before = self.played.get(key)
        have = len(before) if before else 0
        if have < count:
            run = self._run(agent, setting, have, count - have, alone)
            run.play(run.arena.plan([self.players.get(agent, agent)], count - have, have))
            before = Games.join([before, _closed(run)]) if before else _closed(run)
            self.played[key] = before
        assert before
        return before if len(before) == count else before.take(np.arange(count))

    def _run(self, agent: str, setting: Setting, first: int, count: int, alone: bool = False) -> Run:
        uniform = setting.placement == "uniform" and not setting.free
        boards = None if uniform else placed_boards(setting, self.seed, first + count)
        arena = Arena(
            setting.rules,
            self.seed,
            setting.start,
            boards,
            1 if alone else self.workers,
            "local" if alone else self.engine,
        )
        return Run(arena, self._folder(agent, setting, first, count, alone), self.watcher)

    def _folder(self, agent: str, setting: Setting, first: int, count: int, alone: bool) -> RunFolder | None:
        if self.out is None:
            return None
        slug = re.sub(r"[^a-z0-9]+", "-", f"{setting}{' alone' * alone}".lower()).strip("-")
        arguments: dict[str, Any] = {
            "agents": [agent],
            "rules": setting.rules.to_dict(),
            "start": setting.start if setting.start == "agent" else list(setting.start),
            "placement": setting.placement,
            "first": first,
            "games": count,
            "seed": self.seed,
            "alone": alone,
        }
        if setting.free:
            arguments["free"] = [list(cell) for cell in setting.free]
        return RunFolder.begin(self.out / slug / f"{agent}-{first}-{count}", arguments, resume=True)


def largest(requests: Iterable[Request]) -> dict[tuple[str, Setting, bool], int]:
    """The number of games of each agent in each setting that meets all requests; requests share games."""
    most: dict[tuple[str, Setting, bool], int] = {}
    for each in requests:
        key = (each.agent, each.setting, each.alone)
        most[key] = max(each.count, most.get(key, 0))
    return most


def _closed(run: Run) -> Games:
    """Write the summary of a run that is over, if it has none, and return its games."""
    if run.folder:
        if not run.folder.is_finished:
            results = Results(run.arena.rules, run.parts)
            run.folder.finish(as_json(results.summaries, results.pairs))
        run.folder.close()
    return Games.join(run.parts)


def placed_boards(setting: Setting, seed: int, count: int) -> list[Board]:
    """The first boards of a setting that keeps mines away from more cells than the first-move rule does."""
    return [placed_board(setting, seed, index) for index in range(count)]


def placed_board(setting: Setting, seed: int, index: int) -> Board:
    """Board number `index` of a setting with cells that never hold a mine.

    With the placement ``"cross"`` they are the row and column of the start, as sajjad2022 prints its
    Algorithm 2.
    """
    rules, start = setting.rules, setting.start
    if start == "agent":
        raise ValueError("mines can only keep clear of a start that is known before the game")
    allowed = np.ones((rules.rows, rules.cols), np.bool_)
    for cell in (start, *setting.free) if rules.first_move != "unsafe" else setting.free:
        allowed[cell] = False
    if setting.placement == "cross":
        allowed[start[0], :] = allowed[:, start[1]] = False
    # Counter 2 gives a random stream apart from those of the boards and of the agents.
    rng = Generator(Philox(key=seed | index << 64, counter=2 << 192))
    mines = np.sort(rng.permutation(np.flatnonzero(allowed))[: rules.mines])
    return Board.from_mines(rules, [divmod(int(mine), rules.cols) for mine in mines], start)
