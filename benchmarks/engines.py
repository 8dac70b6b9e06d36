"""Play the same games on every engine: local and Ray, with one and two workers, and on an unreliable cluster.

The program checks that all columns except `seconds` are the same, and shows the overhead of each engine over
the time of the games. `--lose N` simulates a cluster that loses workers: 64 tasks are in flight on 16 worker
processes, and N of the processes are killed while they play.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import signal
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import LEVELS
from sapper import Arena
from sapper.arena.arena import EngineName
from sapper.arena.batch import Batch, Games, play_batch
from sapper.arena.game_counts import COLUMNS
from sapper.arena.ray_engine import play_on_cluster

WORKERS, AHEAD = 16, 4


@dataclass(frozen=True)
class Row:
    """One way to play the games."""

    engine: str
    workers: int
    wall: float
    seconds: float
    """The time of the games themselves, summed over all workers."""
    same: bool
    lost: int = 0

    @property
    def overhead(self) -> float:
        """The time not spent on games, as a share of the time of the games."""
        return self.wall * self.workers / self.seconds - 1


def same(a: Games, b: Games) -> bool:
    columns = COLUMNS.keys() - {"seconds"}
    return (
        np.array_equal(a.index, b.index)
        and all(np.array_equal(a.columns[key], b.columns[key], equal_nan=key == "luck") for key in columns)
        and a.lists == b.lists
    )


def timed(
    engine: EngineName, workers: int, agent: str, level: str, games: int, seed: int
) -> tuple[Games, float]:
    arena = Arena(LEVELS[level], seed, workers=workers, engine=engine)
    batches = arena.plan([agent], games)
    began = time.perf_counter()
    return Games.join(list(arena.play(batches))), time.perf_counter() - began


class Killer(threading.Thread):
    """Kills worker processes of this program's cluster while they play, one every `pause` seconds."""

    def __init__(self, deaths: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.deaths, self.pause, self.killed, self.over = deaths, pause, 0, threading.Event()

    def run(self) -> None:
        draw = random.Random(1)
        while self.killed < self.deaths and not self.over.wait(self.pause):
            playing = [process for process in Path("/proc").iterdir() if self.plays(process)]
            if playing:
                os.kill(int(draw.choice(playing).name), signal.SIGKILL)
                self.killed += 1

    def plays(self, process: Path) -> bool:
        try:
            if not process.name.isdigit() or b"ray::_play_all" not in (process / "cmdline").read_bytes():
                return False
            number = int(process.name)
            while number > 1:
                number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
                if number == os.getpid():
                    return True
        except OSError:
            return False
        return False


def with_losses(agent: str, level: str, games: int, seed: int, deaths: int) -> tuple[Games, float, int]:
    import ray

    ray.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False, logging_level=40)
    batches = [
        Batch(agent, LEVELS[level], seed, first, games // 200) for first in range(0, games, games // 200)
    ]
    killer = Killer(deaths, pause=0.5)
    killer.start()
    began = time.perf_counter()
    played = Games.join([games for _, games in play_on_cluster(batches, ahead=AHEAD)])
    wall = time.perf_counter() - began
    killer.over.set()
    killer.join()
    ray.shutdown()
    return played, wall, killer.killed


def tasks(count: int = 300) -> tuple[float, float]:
    """Measure a task that plays one game: seconds per task, and bytes of its batch."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=40)
    batch = Batch("lowest-risk", LEVELS["beginner"], 1, 0, 1)
    task = ray.remote(play_batch)
    ray.get([task.remote(batch) for _ in range(8)])
    began = time.perf_counter()
    ray.get([task.remote(batch) for _ in range(count)])
    seconds = (time.perf_counter() - began) / count
    ray.shutdown()
    return seconds, len(pickle.dumps(batch))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", default="lowest-risk")
    parser.add_argument("--level", choices=LEVELS, default="expert")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lose", type=int, default=10, help="workers to kill in the simulation (default 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    arguments = parser.parse_args()
    ways: list[tuple[EngineName, int]] = [("local", 1), ("local", 2), ("ray", 1), ("ray", 2)]
    chosen = (arguments.agent, arguments.level, arguments.games, arguments.seed)
    first: Games | None = None
    rows = []
    for engine, workers in ways:
        games, wall = timed(engine, workers, *chosen)
        first = first or games
        own = float(games.columns["seconds"].sum())
        rows.append(Row(engine, workers, wall, own, same(first, games)))
    games, wall, lost = with_losses(*chosen, arguments.lose)
    assert first
    own = float(games.columns["seconds"].sum())
    rows.append(Row("ray, simulated cluster", WORKERS, wall, own, same(first, games), lost))
    cost, size = tasks()
    if arguments.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "task_seconds": cost, "batch_bytes": size}))
        return
    print(f"{arguments.games:,} games of {arguments.agent}, {arguments.level}")
    for row in rows:
        print(
            f"{row.engine:<24}{row.workers:>3} workers {row.wall:>8.1f} s wall {row.seconds:>8.1f} s of games"
            f"  {row.lost:>2} lost  {'the same records' if row.same else 'OTHER RECORDS'}"
        )
    print(f"a Ray task of one game: {1e3 * cost:.2f} ms; a batch is {size} bytes to send")


if __name__ == "__main__":
    main()
