"""What the arena costs beside the games themselves.

The same games are played twice in turns: bare, and through the arena into a run folder (planning, counting,
Parquet shards flushed to the disk, the summary). Bare, native games are one call of the core, and those of
Python agents one `play` after the other. Time is processor time of one worker, so that a busy machine slows
both alike.
"""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import LEVELS
from sapper import Arena, Rules, _core, make, play
from sapper.arena.arena import Results
from sapper.arena.batch import Batch
from sapper.arena.run import Run
from sapper.arena.run_folder import RunFolder
from sapper.arena.summary import as_json

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One agent's games, bare and through the arena, in seconds of processor time."""

    agent: str
    games: int
    bare: float
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
    alone = within = 0.0
    size = 0
    gc.disable()
    try:
        for turn in range(ROUNDS):
            alone += bare(agent, rules, seed + turn, games // ROUNDS)
            out = folder / str(turn)
            within += through_the_arena(agent, rules, seed + turn, games // ROUNDS, out)
            size += sum(path.stat().st_size for path in out.glob("games/*"))
    finally:
        gc.enable()
        shutil.rmtree(folder)
    return Row(agent, games, alone, within, size / games)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agents", nargs="*", default=["lowest-risk", "sapper-fast", "random"])
    parser.add_argument("--level", choices=LEVELS, default="expert")
    parser.add_argument("--games", type=int, default=200_000, help="of a native agent (default 200000)")
    parser.add_argument("--python-games", type=int, default=10_000, help="of any other (default 10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    rules = LEVELS[arguments.level]
    rows = []
    for agent in arguments.agents:
        native = Batch(agent, rules, arguments.seed, 0, 1).is_native
        games = arguments.games if native else arguments.python_games
        if games < ROUNDS:
            parser.error(f"at least {ROUNDS} games of each, please")
        measure(agent, rules, arguments.seed, max(ROUNDS, games // 20))  # what is loaded once is no overhead
        rows.append(measure(agent, rules, arguments.seed, games))
    if arguments.json:
        document = [{**asdict(row), "overhead": row.overhead} for row in rows]
        print(json.dumps({"level": arguments.level, "rows": document}, indent=1))
        return
    print(f"the arena's cost, {arguments.level}, one worker, processor time")
    for row in rows:
        print(
            f"{row.agent:<16}{row.games:>8,} games {1e6 * row.bare / row.games:>9.1f} us bare"
            f" {1e6 * row.arena / row.games:>9.1f} us in the arena {row.overhead:>+7.1%}"
            f" {row.bytes_a_game:>7.1f} bytes a game"
        )


if __name__ == "__main__":
    main()
