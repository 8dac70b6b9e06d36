"""The worker pool: results, streams, stopping, and workers that are killed and replaced."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sapper.web.tasks.worker_pool import TaskEnded, WorkerPool, converse, task_line
from tests.web.conftest import STUBBORN

DYING = (sys.executable, "-c", "import sys; sys.stdin.readline()")
LIMITS = {"budget": 5.0, "memory": 1 << 28, "trust_flags": False, "seconds": 20.0, "strength": "strong"}
QUESTION = task_line("safe", {"position": "1??/???/??? 2", **LIMITS})
LONG = task_line("think", {"position": "/".join(["?" * 16] * 16) + " 40", **LIMITS})


def with_pool(work: Callable[[WorkerPool], Awaitable[Any]], **more: Any) -> Any:
    async def run() -> Any:
        pool = WorkerPool(**{"spare": 1, **more})
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def heard_by(results: list[bytes]) -> Callable[[bytes], Awaitable[None]]:
    async def hear(result: bytes) -> None:
        results.append(result)

    return hear


def test_a_process_is_reused() -> None:
    async def work(pool: WorkerPool) -> list[int]:
        used = []
        for _ in range(3):
            results: list[bytes] = []
            process = await pool.take()
            await converse(process, QUESTION, 20, heard_by(results))
            assert b"safe" in results[0]
            await pool.give_back(process)
            used += pool.idle()
        return used

    used = with_pool(work)
    assert len(used) == 3 and len(set(used)) == 1


def test_a_process_beyond_the_spare_ones_is_ended() -> None:
    async def work(pool: WorkerPool) -> None:
        processes = [await pool.take() for _ in range(2)]
        for process in processes:
            await pool.give_back(process)
        assert pool.idle() == [processes[0].pid]
        assert processes[1].returncode is not None

    with_pool(work, command=STUBBORN)


def test_a_warm_process_has_loaded_every_task() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warm()
        (started,) = pool.idle()
        await pool.warm()
        assert pool.idle() == [started]

    with_pool(work)


def test_the_time_limit_ends_a_task() -> None:
    async def work(pool: WorkerPool) -> None:
        results: list[bytes] = []
        process = await pool.take()
        with pytest.raises(TaskEnded, match="time"):
            await converse(process, task_line("any", {}), 1.0, heard_by(results))
        assert results == [b"{}\n"]
        await pool.end(process)

    with_pool(work, command=STUBBORN)


def test_the_time_limit_holds_for_a_client_that_does_not_read() -> None:
    """In the old pool the clock stood still while a result was delivered."""

    async def work(pool: WorkerPool) -> None:
        began = asyncio.Event()

        async def never(result: bytes) -> None:
            began.set()
            await asyncio.Event().wait()

        process = await pool.take()
        with pytest.raises(TaskEnded, match="time"):
            await converse(process, task_line("any", {}), 1.0, never)
        assert began.is_set()
        await pool.end(process)

    with_pool(work, command=STUBBORN)


def test_a_process_that_ignores_a_stop_is_given_up() -> None:
    async def work(pool: WorkerPool) -> None:
        stop = asyncio.Event()

        async def stop_at_once(result: bytes) -> None:
            stop.set()

        process = await pool.take()
        with pytest.raises(TaskEnded, match="stopped"):
            await converse(process, task_line("any", {}), 60, stop_at_once, stop)
        await pool.end(process)

    with_pool(work, command=STUBBORN)


def test_a_dead_process_is_an_error() -> None:
    async def work(pool: WorkerPool) -> None:
        process = await pool.take()
        with pytest.raises(TaskEnded, match="died"):
            await converse(process, task_line("any", {}), 20, heard_by([]))
        await pool.end(process)

    with_pool(work, command=DYING)


def test_a_stopped_task_leaves_its_process_for_the_next() -> None:
    async def work(pool: WorkerPool) -> None:
        stop = asyncio.Event()
        results: list[bytes] = []

        async def stop_at_once(result: bytes) -> None:
            results.append(result)
            stop.set()

        process = await pool.take()
        await converse(process, LONG, 60, stop_at_once, stop)
        assert results
        await converse(process, QUESTION, 20, heard_by(results))
        assert b"safe" in results[-1]
        await pool.end(process)

    with_pool(work)


def test_closing_the_pool_ends_workers_that_work() -> None:
    async def work(pool: WorkerPool) -> Any:
        return await pool.take()

    assert with_pool(work, command=STUBBORN).returncode is not None


def test_a_worker_whose_start_was_cancelled_is_not_lost() -> None:
    async def work(pool: WorkerPool) -> None:
        taking = asyncio.ensure_future(pool.take())
        await asyncio.sleep(0)
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
        await asyncio.gather(*pool._starting)
        await asyncio.sleep(0)
        assert len(pool.idle()) == 1

    with_pool(work, command=STUBBORN)
