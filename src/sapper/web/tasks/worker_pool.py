"""A pool of worker processes. A worker that exceeds its time limit or does not stop is killed and replaced.

Tasks run in processes because a process can be killed at any moment. A thread cannot be stopped in the middle
of a long computation in the core, or inside an agent from another package. Requests and results are JSON, one
per line.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any

WORKER = (sys.executable, "-m", "sapper.web.tasks.worker_process")
LONGEST_LINE = 32 << 20
PATIENCE = 0.5
"""How many seconds a worker may take to stop before it is killed."""


class PoolBusy(Exception):  # noqa: N818 - the name says what happened
    """No worker became free in time."""


class TaskEnded(Exception):  # noqa: N818
    """A task ended early: it was stopped, exceeded its time limit, or its process died."""


class WorkerPool:
    """At most `size` worker processes, each started when it is first needed."""

    def __init__(self, size: int, waiting: float, command: Sequence[str] = WORKER) -> None:
        self.waiting = waiting
        self.command = command
        self._idle: list[Process] = []
        self._free = asyncio.Semaphore(size)
        self._closed = False

    async def warm(self) -> None:
        """Start one process in advance, so that the first task does not have to wait for it."""
        async with self._free:
            self._idle.append(self._take() or await self._start())

    async def answer(self, task: str, request: dict[str, Any], seconds: float) -> bytes:
        """Run a task that returns one result, and return that result as JSON."""
        lines = [line async for line in self.stream(task, request, seconds)]
        if not lines:
            raise TaskEnded("the task ended without a result")
        return lines[0]

    async def stream(
        self, task: str, request: dict[str, Any], seconds: float, stop: asyncio.Event | None = None
    ) -> AsyncIterator[bytes]:
        """Yield every result of a task as a JSON line, until it ends, `stop` is set or its time is over.

        Raises:
            PoolBusy: No worker became free in time.
            TaskEnded: The task ended early. The results before that have been yielded.
        """
        try:
            async with asyncio.timeout(self.waiting):
                await self._free.acquire()
        except TimeoutError:
            raise PoolBusy("the server is busy: try again in a moment") from None
        try:
            process = self._take() or await self._start()
            finished = False
            try:
                await _send(process, {"task": task, "request": request})
                deadline = asyncio.get_running_loop().time() + seconds
                async for line in _lines(process, deadline, stop):
                    yield line
                finished = True
            finally:
                if finished and not self._closed:
                    self._idle.append(process)
                else:
                    await _kill(process)
        finally:
            self._free.release()

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
        )

    def _take(self) -> Process | None:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        return None

    async def close(self) -> None:
        """End every process."""
        self._closed = True
        idle, self._idle = self._idle, []
        for process in idle:
            await _kill(process)


async def _send(process: Process, message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(message).encode() + b"\n")
    await process.stdin.drain()


async def _lines(process: Process, deadline: float, stop: asyncio.Event | None) -> AsyncIterator[bytes]:
    """Yield the results of one task. An empty line ends the task."""
    assert process.stdout is not None
    loop = asyncio.get_running_loop()
    stopping = asyncio.ensure_future(stop.wait()) if stop else None
    try:
        while True:
            reading = asyncio.ensure_future(process.stdout.readline())
            waits = {reading, stopping} if stopping else {reading}
            left = max(0.0, deadline - loop.time())
            await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                # The time is over, or the client cancelled the task. Ask the worker to stop first.
                cancelled = stopping is not None and stopping.done()
                await _send(process, {"stop": True})
                if stopping:
                    stopping.cancel()
                    stopping = None
                done, _ = await asyncio.wait({reading}, timeout=PATIENCE)
                deadline = loop.time() + PATIENCE
                if not done:
                    reading.cancel()
                    with suppress(asyncio.CancelledError):
                        await reading
                    raise TaskEnded("stopped" if cancelled else "the time limit of this task is over")
            line = reading.result()
            if not line:
                raise TaskEnded("the worker process died; it may have run out of memory")
            if line == b"\n":
                return
            yield line
    finally:
        if stopping:
            stopping.cancel()


async def _kill(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
