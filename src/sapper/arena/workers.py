"""Worker processes: Python agents on all cores, and Ctrl-C without debris."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_byte
from types import ModuleType

from sapper.agents.base import Agent
from sapper.arena.batch import Batch, Games, play_batch
from sapper.errors import SapperError

WORTH = 2.0
"""Seconds of games that worker processes, which take about one to start, are worth."""
PATIENCE = 5.0
"""Seconds that a worker which is told to stop has for the game it is at."""


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_travel(agent: str | Agent) -> bool:
    """Whether another process can make the agent from its name or its pickle, without the caller's script."""
    if isinstance(agent, str):
        return True
    try:
        return b"__main__" not in pickle.dumps(agent)
    except Exception:  # pickling runs the agent's own code, which may fail in any way
        return False


def worth_processes(batches: Sequence[Batch]) -> bool:
    """Whether batches take long enough for worker processes to pay, by one game of each agent.

    Agents that are objects have processes of their own at once: what they do to theirs is not known.
    """
    seconds = 0.0
    for name in dict.fromkeys(batch.name for batch in batches):
        own = [batch for batch in batches if batch.name == name]
        if not isinstance(own[0].agent, str):
            return True
        began = time.perf_counter()
        try:
            play_batch(own[0].part(own[0].first, own[0].first + 1))
        except SapperError:
            return True  # it will be told when its turn comes
        seconds += (time.perf_counter() - began) * sum(batch.count for batch in own)
        if seconds > WORTH:
            return True
    return False


def play_in_processes(batches: Sequence[Batch], workers: int) -> Generator[tuple[Batch, Games]]:
    """Play batches in worker processes, and give each back with its games as it finishes."""
    # Spawned, not forked: the same on every system, and safe beside the core's threads.
    context = multiprocessing.get_context("spawn")
    workers = min(workers, len(batches))
    # Without a lock: a worker that dies with a lock in its hand would keep it.
    stop = context.RawValue("b", 0)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_follow_parent, initargs=(stop,))
    try:
        with _interrupts_held_back(), _without_main():
            left = {pool.submit(_play, batch): batch for batch in batches}
        while left:
            with _interrupts_noted() as noted:
                done, _ = wait(left, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                yield left.pop(future), future.result()
            if noted:
                raise KeyboardInterrupt
    except BrokenProcessPool:
        raise SapperError("a worker process died; was it out of memory? Try fewer workers") from None
    finally:
        with _interrupts_noted():
            stop.value = 1
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_main() -> Iterator[None]:
    """Keep spawned workers from running the caller's script again.

    They would import it to find what it defines. Agents that `can_travel` need nothing of it, and without it
    an arena also works from a script without a guard, from standard input and in a notebook.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait, and let processes started meanwhile never hear of it, not even while they start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_noted() -> Iterator[list[bool]]:
    """Note Ctrl-C rather than raise it: raised while a lock is taken, it would leave the pool in pieces."""
    noted: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda *_: noted.append(True))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


_orders: list[c_byte] = []
"""In a worker: what its parent sets when it is to stop, the same memory in all of them."""


def _follow_parent(stop: c_byte) -> None:
    """Make this process a worker: deaf to Ctrl-C, and gone when its parent says so or is gone itself."""
    _orders.append(stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _stopped() -> bool:
    return any(order.value for order in _orders)


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    while parent is not None and not _stopped():
        parent.join(0.5)
        if not parent.is_alive():
            os._exit(1)
    time.sleep(PATIENCE)
    os._exit(1)  # an agent that never answers must not keep anybody waiting


def _play(batch: Batch) -> Games:
    return play_batch(batch, stopped=_stopped)
