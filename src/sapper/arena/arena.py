"""The arena: agents play the same boards on all cores. The number of cores does not change the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from typing import Any, Literal, get_args

from sapper.agents.base import Agent
from sapper.agents.native import check_think
from sapper.agents.registry import make
from sapper.arena.arrow_table import arrow_table
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.ray_engine import play_on_cluster
from sapper.arena.run_files import pyarrow
from sapper.arena.single_game import Start, agent_name
from sapper.arena.statistics import PairedDifference, paired_difference
from sapper.arena.summary import Summary, common_boards, summarise
from sapper.arena.workers import available_cores, can_be_sent, play_in_processes, worth_workers
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.rules import Rules
from sapper.plural import counted

# The fewest and the most games of a batch. A batch takes about a second, because a kill loses it.
NATIVE_BATCH = 2_500, 10_000
THINKING_BATCH = 8, 64
PYTHON_BATCH = 1, 250
"""The upper bound is for boards of up to `SMALL` cells; it shrinks on larger boards, as games take longer."""
QUICK_BATCH = 1_500, 2_500
SMALL = 100
MOST_BATCHES = 100_000
"""The most batches per agent. Larger runs get larger batches, because each batch is a file in one folder."""

EngineName = Literal["local", "ray"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


class Arena:
    """Plays agents against the same boards.

    Board number `index` is made from (seed, index), or is taken from `boards`. The agent plays it with the
    random stream of (seed, index). So neither the number of workers nor the order of play changes a result.

    Agents are names or objects. An object plays in worker processes if it can be pickled and its class is
    defined in a module; an object whose class is defined in a script or notebook plays in this process.
    With ``engine="ray"`` the batches go to the Ray cluster at `address`, or to a local cluster. `think` is
    the number of seconds per guess for agents that take a time limit. Such games cannot be repeated exactly.

    Examples:
        >>> from sapper import BEGINNER
        >>> results = Arena(BEGINNER, seed=1, workers=1).run(["lowest-risk", "random"], games=20)
        >>> [summary.games for summary in results.summaries]
        [20, 20]
    """

    rules: Rules
    seed: int
    start: Start
    boards: tuple[Board, ...] | None
    engine: EngineName
    address: str | None
    think: float | None
    workers: int

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        start: Start = (0, 0),
        boards: Sequence[Board] | None = None,
        workers: int | None = None,
        engine: EngineName = "local",
        address: str | None = None,
        think: float | None = None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine must be {' or '.join(map(repr, ENGINES))}, not {engine!r}")
        if workers is not None and (not isinstance(workers, int) or workers < 1):
            raise ValueError(f"workers must be a whole number, at least 1, not {workers!r}")
        self.rules = rules
        self.seed = seed
        self.start = start
        self.boards = None if boards is None else tuple(boards)
        if any(not isinstance(board, Board) for board in self.boards or ()):
            raise ValueError("boards are Boards, one per game")
        self.engine, self.address = engine, address
        self.cores = workers
        self.think = think
        self.workers = workers or available_cores()
        for number, board in enumerate(self.boards or ()):
            if board.rules != rules:
                raise ValueError(f"board {number} has other rules than the arena: {board.rules}, not {rules}")
        if boards is None:
            # Reports an invalid seed or start here, and not from a worker in the middle of a run.
            Board.random(rules, seed, 0, (0, 0) if start == "agent" else start)

    def plan(self, agents: Sequence[str | Agent], games: int, first: int = 0) -> list[Batch]:
        """Divide `games` games, starting with board `first`, into batches.

        The batches depend only on these arguments and the arena, so that a resumed run has the same ones.
        """
        names = [agent_name(agent) for agent in agents]
        if not agents:
            raise ValueError("name at least one agent")
        if len(set(names)) < len(names):
            raise ValueError(f"each agent plays once, but {', '.join(names)} names one twice")
        if not isinstance(games, int) or games < 1:
            raise ValueError(f"games must be a whole number, at least 1, not {games!r}")
        if self.boards is not None and first + games > len(self.boards):
            wanted, given = counted(first + games, "game"), counted(len(self.boards), "board")
            raise ValueError(f"{wanted} cannot be played on {given}: each board is played once")
        check_think(self.think, agents)
        for agent in agents:
            if isinstance(agent, str):
                make(agent)  # reports an unknown name before the first game is played
        batches = []
        for agent in agents:
            whole = Batch(agent, self.rules, self.seed, first, games, self.start)
            fewest, most = _bounds(whole)
            size = min(max(most, -(-games // MOST_BATCHES)), max(fewest, -(-games // 16)))
            for begin in range(first, first + games, size):
                count = min(size, first + games - begin)
                boards = None if self.boards is None else self.boards[begin : begin + count]
                batches.append(
                    Batch(agent, self.rules, self.seed, begin, count, self.start, boards, self.think)
                )
        return batches

    def play(self, batches: Sequence[Batch]) -> Iterator[Games]:
        """Play batches, and yield the games of each batch as it finishes."""
        return (games for _, games in self.finished(batches))

    def finished(self, batches: Sequence[Batch]) -> Iterator[tuple[Batch, Games]]:
        """Play batches, of any rules, and yield each batch with its games as it finishes."""
        if self.engine == "ray":
            yield from play_on_cluster(batches, self.address, self.cores)
            return
        here: list[Batch] = []
        away: list[Batch] = []
        for batch in batches:
            if batch.is_native:
                yield batch, play_batch(batch, self.workers)
            else:
                (away if self.workers > 1 and can_be_sent(batch.agent) else here).append(batch)
        if len(away) == 1 or not worth_workers(away):
            here, away = here + away, []
        for batch in here:
            yield batch, play_batch(batch)
        if away:
            yield from play_in_processes(away, self.workers)

    def run(
        self, agents: Sequence[str | Agent], games: int, on_batch: Callable[[Games], None] | None = None
    ) -> Results:
        """Play `games` boards with every agent; `on_batch` is called with every finished batch."""
        if isinstance(agents, str):
            raise ValueError(f"agents must be a list, such as [{agents!r}], and not a single name")
        parts = []
        for part in self.play(self.plan(agents, games)):
            parts.append(part)
            if on_batch:
                on_batch(part)
        return Results(self.rules, parts, [agent_name(agent) for agent in agents])


def _bounds(batch: Batch) -> tuple[int, int]:
    if batch.is_native:
        return THINKING_BATCH if batch.thinks else NATIVE_BATCH
    if batch.is_quick:
        return QUICK_BATCH
    fewest, most = PYTHON_BATCH
    return fewest, max(fewest, min(most, most * SMALL // batch.rules.cells))


class Results:
    """The games of an arena by agent, with their summaries and comparisons."""

    def __init__(self, rules: Rules, parts: Sequence[Games], agents: Sequence[str] | None = None) -> None:
        self.rules = rules
        by_agent: dict[str, list[Games]] = {name: [] for name in agents or ()}
        for part in parts:
            by_agent.setdefault(part.agent, []).append(part)
        self.games: dict[str, Games] = {name: Games.join(found) for name, found in by_agent.items() if found}

    def __repr__(self) -> str:
        wins = [f"{each.name} won {each.wins} of {each.games}" for each in self.summaries]
        return f"<Results on {self.rules.size}: {', '.join(wins) or 'no games'}>"

    def _repr_html_(self) -> str:
        from sapper.arena.results_html import results_html

        return results_html(self.summaries, self.pairs)

    def to_arrow(self) -> Any:
        """Return every game as a row of a `pyarrow.Table`, with the columns of a run folder's shards.

        Raises:
            SapperError: pyarrow is not installed. It is part of the extra ``report``.
        """
        pa, _ = pyarrow()
        if not self.games:
            raise ValueError("there are no games to make a table of")
        tables = [arrow_table(games, self.rules) for games in self.games.values()]
        return pa.concat_tables(tables).unify_dictionaries()

    def to_pandas(self) -> Any:
        """Return every game as a row of a `pandas.DataFrame`. Needs pandas and pyarrow."""
        table = self.to_arrow()
        if find_spec("pandas") is None:
            raise SapperError("to_pandas needs pandas: pip install pandas")
        return table.to_pandas()

    def to_polars(self) -> Any:
        """Return every game as a row of a `polars.DataFrame`. Needs polars and pyarrow."""
        table = self.to_arrow()
        try:
            polars = import_module("polars")
        except ModuleNotFoundError:
            raise SapperError("to_polars needs polars: pip install polars") from None
        return polars.from_arrow(table)

    @property
    def summaries(self) -> list[Summary]:
        """One summary per agent."""
        return [summarise(games, self.rules) for games in self.games.values()]

    @property
    def pairs(self) -> list[PairedDifference]:
        """The difference between every two agents, on the boards that both have played."""
        found = []
        for a, b in combinations(self.games.values(), 2):
            first, second = common_boards(a, b)
            if len(first):
                won, luck = (first.columns["won"], second.columns["won"]), "luck"
                found.append(
                    paired_difference(a.agent, b.agent, *won, first.columns[luck], second.columns[luck])
                )
        return found
