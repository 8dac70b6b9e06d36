"""Processes that think. One that takes too long, or is told to stop and does not, is ended and replaced.

A thought may be a long computation in the core or an agent of anyone's making; no thread could be stopped in
the middle of it, but a process can. Requests and answers are JSON, one a line.
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
"""Seconds a process has to obey when it is told to stop."""


class PoolBusy(Exception):  # noqa: N818 - what happened, as its message says
    """No process became free in time."""


class TaskEnded(Exception):  # noqa: N818
    """A thought was ended because its time was over."""


class WorkerPool:
    """At most `size` processes, started when first needed."""

    def __init__(self, size: int, waiting: float, command: Sequence[str] = WORKER) -> None:
        self.waiting = waiting
        self.command = command
        self._idle: list[Process] = []
        self._turns = asyncio.Semaphore(size)
        self._closed = False

    async def warm(self) -> None:
        """Start one process, so that the first question need not wait for it."""
        async with self._turns:
            self._idle.append(self._take() or await self._start())

    async def answer(self, task: str, request: dict[str, Any], seconds: float) -> bytes:
        """The one answer of a task, as JSON."""
        lines = [line async for line in self.stream(task, request, seconds)]
        if not lines:
            raise TaskEnded("the thought ended without an answer")
        return lines[0]

    async def stream(
        self, task: str, request: dict[str, Any], seconds: float, stop: asyncio.Event | None = None
    ) -> AsyncIterator[bytes]:
        """Every answer of a task, as JSON lines, until it ends, `stop` is set or its time is over.

        Raises:
            PoolBusy: no process became free.
            TaskEnded: the time was over; what came before it was given.
        """
        try:
            async with asyncio.timeout(self.waiting):
                await self._turns.acquire()
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
                    await _end(process)
        finally:
            self._turns.release()

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
            await _end(process)


async def _send(process: Process, message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(message).encode() + b"\n")
    await process.stdin.drain()


async def _lines(process: Process, deadline: float, stop: asyncio.Event | None) -> AsyncIterator[bytes]:
    """The answers of one task; an empty line ends it."""
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
                # Its time is over, or nobody wants to know any more: ask it kindly first.
                told = stopping is not None and stopping.done()
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
                    raise TaskEnded("stopped" if told else "the time for this thought is over")
            line = reading.result()
            if not line:
                raise TaskEnded("the process that thought has died; was it out of memory?")
            if line == b"\n":
                return
            yield line
    finally:
        if stopping:
            stopping.cancel()


async def _end(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
