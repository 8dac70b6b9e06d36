"""Worker processes that are reused, and the conversation with one of them about one task.

Tasks run in processes because a process can be killed at any moment. A thread cannot be stopped in the middle
of a long computation in the core, or inside an agent from another package. Requests and results are JSON, one
per line.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

WORKER = (sys.executable, "-m", "sapper.web.tasks.worker_process")
LONGEST_LINE = 32 << 20
PATIENCE = 0.5
"""How many seconds a worker may take to stop before it is killed."""
STARTING = 30.0
"""How many seconds a process may take to start."""
PATIENT = 5
"""How much nicer a process with a long task is: quick questions get the processor first."""
NICEST = 19

Deliver = Callable[[bytes], Awaitable[None]]
"""Passes one result on, as a line of JSON."""


class TaskEnded(Exception):  # noqa: N818 - the name says what happened
    """A task ended early: it was stopped, exceeded its time limit, or its process died."""


class WorkerPool:
    """Worker processes, each started when it is first needed, and kept for the next task.

    A patient worker leaves the processor to the others. It cannot become an ordinary one again.

    Args:
        spare: How many idle ordinary workers are kept.
        patient_spare: How many idle patient workers are kept.
    """

    def __init__(self, spare: int, patient_spare: int = 0, command: Sequence[str] = WORKER) -> None:
        self.command = command
        self._spare = {False: spare, True: patient_spare}
        self._idle: dict[bool, list[Process]] = {False: [], True: []}
        self._patient: set[Process] = set()
        self._all: set[Process] = set()
        self._starting: set[asyncio.Task[Process]] = set()
        self._closed = False

    def idle(self, patient: bool = False) -> list[int]:
        """The process ids of the idle workers of one kind."""
        return [process.pid for process in self._idle[patient] if process.returncode is None]

    async def warm(self) -> None:
        """Start one more ordinary worker in advance, unless enough are idle."""
        if len(self.idle()) >= self._spare[False]:
            return
        process = await self._start()
        try:
            await converse(process, task_line("ready", {}), STARTING, _ignore)
        except BaseException:
            await self.end(process)
            raise
        await self.give_back(process)

    async def take(self, patient: bool = False) -> Process:
        """Return an idle worker, or start one. It must be given back or ended."""
        while self._idle[patient]:
            process = self._idle[patient].pop()
            if process.returncode is None:
                return process
            self._forget(process)
        process = await self._start()
        if patient:
            self.make_patient(process)
        return process

    def make_patient(self, process: Process) -> None:
        """Let a worker leave the processor to others from now on."""
        self._patient.add(process)
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, process.pid, min(NICEST, own + PATIENT))

    async def give_back(self, process: Process) -> None:
        """Keep a worker whose task has finished for another task, or end it if there are enough."""
        patient = process in self._patient
        if self._closed or len(self._idle[patient]) >= self._spare[patient]:
            await self.end(process)
        else:
            self._idle[patient].append(process)

    async def end(self, process: Process) -> None:
        """End a worker at once."""
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
        self._forget(process)

    async def close(self) -> None:
        """End every worker, also those that work."""
        self._closed = True
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*map(self.end, list(self._all)))

    async def _start(self) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        )
        self._starting.add(starting)
        starting.add_done_callback(self._started)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The process starts all the same. It has nothing to do, so it is kept.
            starting.add_done_callback(self._keep_started)
            raise

    def _started(self, starting: asyncio.Task[Process]) -> None:
        self._starting.discard(starting)
        if not starting.cancelled() and not starting.exception():
            self._all.add(starting.result())

    def _keep_started(self, starting: asyncio.Task[Process]) -> None:
        if not starting.cancelled() and not starting.exception():
            self._idle[False].append(starting.result())

    def _forget(self, process: Process) -> None:
        self._all.discard(process)
        self._patient.discard(process)


def processor_seconds(process: Process) -> float | None:
    """The processor time that a worker has used; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def starting_seconds() -> float:
    """How much longer the first task of a worker may take: processor time, if the system tells that."""
    return 0.6 if Path("/proc/self/stat").exists() else 3.0


def task_line(task: str, request: dict[str, Any]) -> bytes:
    """Return the line that tells a worker what to do."""
    return json.dumps({"task": task, "request": request}, separators=(",", ":")).encode() + b"\n"


async def converse(
    process: Process, line: bytes, seconds: float, deliver: Deliver, stop: asyncio.Event | None = None
) -> None:
    """Send a task to a worker, and deliver every result until the task ends, is stopped or its time is over.

    The time limit holds for the delivery too: a client that does not read cannot keep a worker.

    Raises:
        TaskEnded: The task ended early. The process must be killed then.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    try:
        async with asyncio.timeout_at(deadline + 2 * PATIENCE):
            await _send(process, line)
            await _deliver_results(process, deadline, deliver, stop)
    except TimeoutError:
        raise TaskEnded("the time limit of this task is over") from None


async def _deliver_results(
    process: Process, deadline: float, deliver: Deliver, stop: asyncio.Event | None
) -> None:
    assert process.stdout is not None
    loop = asyncio.get_running_loop()
    stopping = asyncio.ensure_future(stop.wait()) if stop else None
    reading = asyncio.ensure_future(process.stdout.readline())
    try:
        while True:
            waits = {reading, stopping} if stopping else {reading}
            left = max(0.0, deadline - loop.time())
            await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                # The time is over, or the client cancelled the task. Ask the worker to stop first.
                cancelled = stopping is not None and stopping.done()
                await _send(process, b'{"stop":true}\n')
                if stopping:
                    stopping.cancel()
                    stopping = None
                await asyncio.wait({reading}, timeout=PATIENCE)
                deadline = loop.time() + PATIENCE
                if not reading.done():
                    raise TaskEnded("stopped" if cancelled else "the time limit of this task is over")
            line = reading.result()
            if not line:
                raise TaskEnded("the worker process died; it may have run out of memory")
            if line == b"\n":
                return
            await deliver(line)
            reading = asyncio.ensure_future(process.stdout.readline())
    finally:
        unfinished = [each for each in (reading, stopping) if each]
        for each in unfinished:
            each.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)


async def _ignore(result: bytes) -> None:
    """Deliver a result to nobody."""


async def _send(process: Process, line: bytes) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # the process died, which the end of its output says
        process.stdin.write(line)
        await process.stdin.drain()
