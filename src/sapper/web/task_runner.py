"""Who works on which task: quick questions have processes of their own, and long tasks share the others.

Nobody knows in advance whether a question is hard. So each starts in the quick lane. One that is not answered
within a moment leaves it and goes on among the long tasks, with a low priority. A client whose last question
was hard starts there.
"""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import Process
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any

from sapper.web.client import Client
from sapper.web.fair_queue import FairQueue, NoPlace, Place
from sapper.web.server_settings import ServerSettings
from sapper.web.task_history import HardnessMemory
from sapper.web.tasks.worker_pool import (
    WORKER,
    Deliver,
    TaskEnded,
    WorkerPool,
    converse,
    processor_seconds,
    starting_seconds,
)

CHECK = 0.05
"""The fewest seconds between two looks at how long a question has taken."""


class ServerBusy(Exception):  # noqa: N818 - the name says what happened
    """No worker became free in time."""


class TaskRunner:
    """Runs the tasks of all clients in worker processes."""

    def __init__(self, settings: ServerSettings, command: Sequence[str] = WORKER) -> None:
        self.settings = settings
        self.hardness = HardnessMemory(settings.hard_memory)
        self.quick = FairQueue(
            settings.quick_workers,
            settings.waiting,
            worth=settings.quick,
            trusts=self.hardness.expects_quick,
        )
        """The places for questions that have just begun."""
        self.long = FairQueue(settings.long_workers, settings.waiting, settings.turn)
        """The places for tasks that stream and for hard questions."""
        self.pool = WorkerPool(settings.quick_workers, settings.long_workers, command)
        self._preparing: set[asyncio.Task[None]] = set()

    async def warm(self) -> None:
        """Start processes in advance, so that the first questions do not have to wait for them."""
        await self._warm()
        for _ in range(1, self.settings.quick_workers):
            self._prepare()

    async def close(self) -> None:
        """End every worker process."""
        for task in self._preparing:
            task.cancel()
        await asyncio.gather(*self._preparing, return_exceptions=True)
        await self.pool.close()

    async def answer(self, client: Client, line: bytes, seconds: float) -> bytes:
        """Run a task that returns one result, and return that result as JSON.

        Raises:
            ServerBusy: No worker became free in time.
            TaskEnded: The task ended without a result.
        """
        results: list[bytes] = []

        async def keep(result: bytes) -> None:
            results.append(result)

        is_finished = False
        if not self.hardness.expects_hard(client):
            is_finished = await self._try_quickly(client, line, seconds, keep)
        if not is_finished:
            results.clear()
            try:
                used = await self.stream(client, line, seconds, keep)
            except TaskEnded:
                self.hardness.note(client, is_hard=True)
                raise
            self.hardness.note(client, is_hard=used >= self.settings.quick)
        if not results:
            raise TaskEnded("the task ended without a result")
        return results[0]

    async def stream(
        self, client: Client, line: bytes, seconds: float, deliver: Deliver, stop: asyncio.Event | None = None
    ) -> float:
        """Run a task, and deliver every result until it ends, `stop` is set or its time is over.

        Returns how many seconds of the processor a worker needed.

        Raises:
            ServerBusy: No worker became free in time.
            TaskEnded: The task ended early. The results before that have been delivered.
        """
        async with AsyncExitStack() as held:
            place = await _enter(held, self.long, client, stop)
            if place is None:
                return 0.0
            process = await self.pool.take(patient=True)
            conversation = converse(process, line, seconds, deliver, stop)
            async with _Work(conversation, process, self.pool) as work:
                await work.wait_while_held(place)
                return work.used

    async def _try_quickly(self, client: Client, line: bytes, seconds: float, deliver: Deliver) -> bool:
        """Work on a question in the quick lane, and if it takes longer, among the long tasks.

        Returns whether it is finished. It is not if there was no room among the long tasks.
        """
        async with AsyncExitStack() as late:
            async with AsyncExitStack() as held:
                await _enter(held, self.quick, client, None)
                if self.hardness.expects_hard(client):
                    return False  # another of its questions turned out to be hard while this one waited
                starting = 0.0 if self.pool.idle() else starting_seconds()
                process = await self.pool.take()
                work = _Work(converse(process, line, seconds, deliver), process, self.pool)
                await late.enter_async_context(work)
                is_hard = True  # also if the client leaves meanwhile, because the process must be ended then
                try:
                    is_hard = not await work.wait(starting + self.settings.quick)
                finally:
                    self.quick.charge(client, max(0.0, work.used - starting))
                    self.hardness.note(client, is_hard)
                    if is_hard:
                        self._prepare()
                if not is_hard:
                    return True
                # Half as many places more than there are: beginning the question again would cost more.
                place = self.long.take_free(client, extra=self.settings.long_workers // 2)
                if place is None:
                    return False  # the process is killed, and the question begins again among the long tasks
                late.callback(self.long.leave, place)
                self.pool.make_patient(process)
            await work.wait_while_held(place)
        return True

    def _prepare(self) -> None:
        """Start a process for the quick lane, which has just lost one."""
        task = asyncio.ensure_future(self._warm())
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    async def _warm(self) -> None:
        """Start one process. If it dies, as by Ctrl-C while it starts, the first question starts another."""
        with suppress(TaskEnded, OSError):
            await self.pool.warm()


class _Work:
    """A conversation with a worker. At its end the process is kept if it has finished, and killed if not."""

    def __init__(self, conversation: Coroutine[Any, Any, None], process: Process, pool: WorkerPool) -> None:
        self.process, self.pool = process, pool
        self._began, self._processor = time.monotonic(), processor_seconds(process)
        self._running = asyncio.ensure_future(conversation)

    async def __aenter__(self) -> _Work:
        return self

    async def __aexit__(self, *error: object) -> None:
        running = self._running
        if running.done() and not running.cancelled() and not running.exception():
            await self.pool.give_back(self.process)
            return
        running.cancel()
        try:
            await asyncio.gather(running, return_exceptions=True)
        finally:
            await self.pool.end(self.process)  # even when we are cancelled meanwhile

    @property
    def used(self) -> float:
        """The processor time of this work, or where the system does not tell, the time."""
        now = processor_seconds(self.process)
        if now is None or self._processor is None:
            return time.monotonic() - self._began
        return now - self._processor

    async def wait(self, seconds: float) -> bool:
        """Wait for the end for as long as the process has used less than `seconds` of the processor.

        Where processes get little of the processor, because the machine is busy, a question is not harder.
        Returns whether the end came, and raises its error.
        """
        while not self._running.done():
            if self.used >= seconds:
                return False
            await asyncio.wait({self._running}, timeout=max(CHECK, seconds / 4))
        self._running.result()
        return True

    async def wait_while_held(self, place: Place) -> None:
        """Wait for the end, for as long as the place is held."""
        vacating = asyncio.ensure_future(place.vacate.wait())
        try:
            await asyncio.wait({self._running, vacating}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            vacating.cancel()
        if not self._running.done():
            raise TaskEnded("the server ended this task because other people are waiting: try again")
        self._running.result()


async def _enter(
    held: AsyncExitStack, queue: FairQueue, client: Client, stop: asyncio.Event | None
) -> Place | None:
    """Hold a place; None if the task was stopped while it waited."""
    entering = asyncio.ensure_future(held.enter_async_context(queue.place(client)))
    stopping = asyncio.ensure_future(stop.wait()) if stop else None
    try:
        await asyncio.wait(
            {entering, stopping} if stopping else {entering}, return_when=asyncio.FIRST_COMPLETED
        )
        return entering.result() if entering.done() else None
    except NoPlace:
        raise ServerBusy("the server is busy: try again in a moment") from None
    finally:
        for each in (entering, stopping):
            if each:
                each.cancel()
        await asyncio.gather(entering, return_exceptions=True)
