"""Measure the overhead of the arena over the games themselves.

The same games are played in three ways, in turns: bare, by calls of `play` as in a user's script, and
through the arena into a run folder (planning, counting, Parquet shards flushed to disk, the summary). Bare
games of a native agent are one call of the core. Bare games of a Python agent run only the agent and the
game: nothing is counted, and unlike `play` they make no record. The overhead is the time of the arena
divided by that of the bare games, minus one. Time is processor time of one worker, so that a busy machine
slows all alike.
"""

from __future__ import annotations

import gc
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import LEVELS
from benchmarks.rounds import ROUNDS, options, show
from sapper import Arena, Rules, _core, make, play
from sapper.arena.arena import Results
from sapper.arena.batch import Batch
from sapper.arena.run import Run
from sapper.arena.run_folder import RunFolder
from sapper.arena.single_game import play_game
from sapper.arena.summary import as_json


@dataclass(frozen=True)
class Row:
    """The processor seconds for games of one agent: bare, by `play` and through the arena."""

    agent: str
    games: int
    bare: float
    play: float
    arena: float
    bytes_a_game: float

    @property
    def overhead(self) -> float:
        return self.arena / self.bare - 1


def bare(agent: str, rules: Rules, seed: int, games: int) -> float:
    recipe = Batch(agent, rules, seed, 0, 1).recipe
    began = process_time()
    if recipe:
        recipe.play_games(rules.native, seed, 0, games, 0, 1)
    elif agent in _core.NATIVE_AGENTS:
        _core.play_games(agent, rules.native, seed, 0, games, 0, 1)
    else:
        player = make(agent)
        for index in range(games):
            play_game(player, rules, seed, index)
    return process_time() - began


def by_play(agent: str, rules: Rules, seed: int, games: int) -> float:
    began = process_time()
    player = make(agent)
    for index in range(games):
        play(player, rules, seed, index)
    return process_time() - began


def through_the_arena(agent: str, rules: Rules, seed: int, games: int, out: Path) -> float:
    began = process_time()
    arena = Arena(rules, seed, workers=1)
    arguments = {"agents": [agent], "rules": rules.to_dict(), "games": games, "seed": seed}
    run = Run(arena, RunFolder.begin(out, arguments))
    run.play(arena.plan([agent], games))
    results = Results(rules, run.parts)
    assert run.folder
    run.folder.finish(as_json(results.summaries, results.pairs))
    return process_time() - began


def measure(agent: str, rules: Rules, seed: int, games: int) -> Row:
    folder = Path(tempfile.mkdtemp())
    alone = written = within = 0.0
    native = Batch(agent, rules, seed, 0, 1).is_native
    size = 0
    gc.disable()
    try:
        for turn in range(ROUNDS):
            alone += bare(agent, rules, seed + turn, games // ROUNDS)
            if not native:
                written += by_play(agent, rules, seed + turn, games // ROUNDS)
            out = folder / str(turn)
            within += through_the_arena(agent, rules, seed + turn, games // ROUNDS, out)
            size += sum(path.stat().st_size for path in out.glob("games/*"))
    finally:
        gc.enable()
        shutil.rmtree(folder)
    return Row(agent, games, alone, written or alone, within, size / games)


def line(row: Row) -> str:
    bare, own, arena = (1e6 * seconds / row.games for seconds in (row.bare, row.play, row.arena))
    return (
        f"{row.agent:<16}{row.games:>8,} games {bare:>9.1f} us bare {own:>9.1f} us by play"
        f" {arena:>9.1f} us in the arena {row.overhead:>+7.1%} {row.bytes_a_game:>7.1f} bytes per game"
    )


def main() -> None:
    parser = options(
        __doc__, games=(200_000, "games of a native agent"), python_games=(20_000, "games of a Python agent")
    )
    parser.add_argument("agents", nargs="*", default=["lowest-risk", "sapper-fast", "random"])
    arguments = parser.parse_args()
    rules = LEVELS[arguments.level]
    rows = []
    for agent in arguments.agents:
        native = Batch(agent, rules, arguments.seed, 0, 1).is_native
        games = arguments.games if native else arguments.python_games
        measure(
            agent, rules, arguments.seed, max(ROUNDS, games // 20)
        )  # warms up: one-time loading is not counted as overhead
        rows.append(measure(agent, rules, arguments.seed, games))
    title = f"the arena's cost, {arguments.level}, one worker, processor time"
    document = {"rows": [{**asdict(row), "overhead": row.overhead} for row in rows]}
    show(arguments, document, [title, *map(line, rows)])


if __name__ == "__main__":
    main()
