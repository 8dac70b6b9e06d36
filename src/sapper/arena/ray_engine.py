"""The Ray engine: plays the same batches on a Ray cluster, with the same results.

A task plays several batches, enough for about a second at the speed measured so far. Ray's overhead of about
a millisecond per task is then negligible. A task whose worker is lost is played again.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sapper.arena.batch import Batch, Games, play_batch
from sapper.errors import SapperError

LEAST, AIM = 0.1, 1.0
"""The least duration of a task, and the intended one, in seconds."""
AHEAD = 2
"""Tasks in flight per core: while a core plays one, the next one is waiting for it."""
RETRIES = 10
"""How many times a task is played again after its worker was lost."""


def play_on_cluster(
    batches: Sequence[Batch], address: str | None = None, workers: int | None = None, ahead: int = AHEAD
) -> Iterator[tuple[Batch, Games]]:
    """Play batches on a Ray cluster, and yield each batch with its games as it finishes.

    Args:
        batches: The batches to play.
        address: The address of the cluster. If left out: RAY_ADDRESS, or else a local cluster.
        workers: The number of cores to use; all cores of the cluster if left out.
        ahead: The number of tasks in flight per core.
    """
    ray = _ray()
    if not batches:
        return
    with _connected(ray, address, workers) as cores:
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play_all)
        tasks = _Tasks(batches, ahead * cores)
        flying: dict[Any, list[Batch]] = {}
        try:
            while tasks or flying:
                while tasks and len(flying) < ahead * cores:
                    taken = tasks.take()
                    flying[task.remote(taken)] = taken
                [done], _ = ray.wait(list(flying), num_returns=1)
                for batch, games in zip(flying.pop(done), _results(ray, done), strict=True):
                    tasks.learn(games)
                    yield batch, games
        finally:
            for reference in flying:
                ray.cancel(reference, force=True)


class _Tasks:
    """The queue of batches, from which tasks of a suitable length are taken."""

    def __init__(self, batches: Sequence[Batch], in_flight: int) -> None:
        self.left = deque(batches)
        self.in_flight = in_flight
        self.pace: dict[str, float] = {}

    def __bool__(self) -> bool:
        return bool(self.left)

    def learn(self, games: Games) -> None:
        """Update the measured time of a game of this agent."""
        self.pace[games.agent] = float(games.columns["seconds"].mean())

    def take(self) -> list[Batch]:
        """Take the next task: longer than its overhead, but short enough to leave work for every core."""
        fair = max(1, len(self.left) // self.in_flight)
        taken = [self.left.popleft()]
        seconds = self._seconds(taken[0])
        while self.left and seconds < (AIM if len(taken) < fair else LEAST):
            taken.append(self.left.popleft())
            seconds += self._seconds(taken[-1])
        return taken

    def _seconds(self, batch: Batch) -> float:
        # Until the speed of an agent is measured, each of its batches is a task of its own.
        return batch.count * self.pace.get(batch.name, AIM)


def _play_all(batches: list[Batch]) -> list[Games]:
    return [play_batch(batch) for batch in batches]


def _results(ray: Any, done: Any) -> list[Games]:
    try:
        return list(ray.get(done))
    except ray.exceptions.RayTaskError as error:
        cause = error.cause if isinstance(error.cause, SapperError) else error
        raise SapperError(str(cause).strip().splitlines()[-1]) from None
    except ray.exceptions.RayError as error:
        what = type(error).__name__
        raise SapperError(f"a worker was lost {RETRIES + 1} times on the same games ({what})") from None


@contextmanager
def _connected(ray: Any, address: str | None, workers: int | None) -> Iterator[int]:
    """Connect to the cluster, or start a local one for the duration; yield the number of cores to use."""
    ours = not ray.is_initialized()
    if ours:
        # Keeps Ray's own messages out of the output of the command.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        there = address or os.environ.get("RAY_ADDRESS")
        options: dict[str, Any] = {"address": there} if there else {"num_cpus": workers, "address": "local"}
        if not there:
            options["include_dashboard"] = False
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
        except (ConnectionError, RuntimeError, ValueError) as error:
            what = str(error).strip().partition("\n")[0]
            raise SapperError(f"no Ray cluster can be reached at {there or 'this machine'}: {what}") from None
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        yield max(1, min(cores, workers or cores))
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise SapperError("the Ray engine needs ray: pip install 'sapper[cluster]'") from None
    return ray
