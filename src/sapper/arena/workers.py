"""Worker processes: agents written in Python play on all cores.

The pool is the standard library's. The functions round it make Ctrl-C end the run cleanly, end the workers
when their parent dies, and stop a batch between two games. The library `pebble` would not replace them: it
stops a task by killing the worker, its workers notice the death of their parent only between two tasks, and
they import the caller's script again. It would also be a new base dependency.
"""

from __future__ import annotations

import io
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
from typing import TextIO

from sapper.agents.base import Agent
from sapper.arena.batch import Batch, Games, play_batch
from sapper.errors import SapperError

WORTH = 2.0
"""Worker processes start only for at least this many seconds of games: a start takes about a second."""
PATIENCE = 5.0
"""The seconds that a worker gets to finish its current game when it is told to stop."""


def available_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_be_sent(agent: str | Agent) -> bool:
    """Whether a worker process can make the agent from its name or pickle, without the caller's script."""
    if isinstance(agent, str):
        return True
    try:
        return b"__main__" not in pickle.dumps(agent)
    except Exception:  # pickling runs the agent's own code, which may raise anything
        return False


def worth_workers(batches: Sequence[Batch]) -> bool:
    """Whether batches take long enough for worker processes to pay, measured by one game of each agent.

    An agent that is an object always gets worker processes, because its games may change this process.
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
            return True  # the error is reported when the batch is played
        seconds += (time.perf_counter() - began) * sum(batch.count for batch in own)
        if seconds > WORTH:
            return True
    return False


def play_in_processes(batches: Sequence[Batch], workers: int) -> Generator[tuple[Batch, Games]]:
    """Play batches in worker processes, and yield each batch with its games as it finishes."""
    # Spawned and not forked: works the same on every system, and is safe beside the core's threads.
    context = multiprocessing.get_context("spawn")
    workers = min(workers, len(batches))
    _start_quiet_tracker()
    # A value without a lock: a worker that dies while it holds a lock would never release it.
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

    A spawned worker imports the script to find the classes that it defines. An agent for which `can_be_sent`
    is true needs none of them. So an arena also works in a script without a main guard, from standard input
    and in a notebook.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block Ctrl-C here and in processes started meanwhile, because it could end them while they start."""
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
    """Record Ctrl-C and raise nothing: an exception while the pool holds a lock would break the pool."""
    noted: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda *_: noted.append(True))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


_stop_flags: list[c_byte] = []
"""In a worker: the flag in shared memory that the parent sets to stop all workers."""


def _start_quiet_tracker() -> None:
    """Start the process of `multiprocessing` that removes what a killed process leaves, without its warning.

    The warning would name semaphores of the standard library and appear after the death of the command.
    """
    if sys.platform == "win32":
        return
    from multiprocessing.resource_tracker import ensure_running

    before = sys.warnoptions[:]
    sys.warnoptions.append("ignore:resource_tracker:UserWarning")  # it inherits the options of this process
    try:
        ensure_running()
    finally:
        sys.warnoptions[:] = before


class _ErrorsWhileParentLives(io.TextIOBase):
    """The standard error of a worker. An error that the death of the parent causes is not printed.

    A worker that is told of its next batch, or returns one, then fails with an error of its pipe.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, or end the process if the parent's death is why it is written."""
        parent = multiprocessing.parent_process()
        if parent is not None and isinstance(sys.exc_info()[1], EOFError | OSError):
            parent.join(1)  # its pipes close one after the other
            if not parent.is_alive():
                os._exit(1)
        return self.stream.write(text)

    def flush(self) -> None:
        """Write what is buffered."""
        self.stream.flush()


def _follow_parent(stop: c_byte) -> None:
    """Make this process a worker: it ignores Ctrl-C, and ends when its parent sets the flag or dies."""
    _stop_flags.append(stop)
    sys.stderr = _ErrorsWhileParentLives(sys.stderr)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _stopped() -> bool:
    return any(flag.value for flag in _stop_flags)


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    while parent is not None and not _stopped():
        parent.join(0.5)
        if not parent.is_alive():
            os._exit(1)
    time.sleep(PATIENCE)
    os._exit(1)  # an agent that never returns must not block the exit


def _play(batch: Batch) -> Games:
    return play_batch(batch, stopped=_stopped)
