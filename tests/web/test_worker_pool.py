"""The worker pool: results, streams, stopping, and workers that are killed and replaced."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sapper.web.tasks.worker_pool import PoolBusy, TaskEnded, WorkerPool
from tests.web.conftest import STUBBORN

DYING = (sys.executable, "-c", "import sys; sys.stdin.readline()")
LIMITS = {"budget": 5.0, "memory": 1 << 28, "trust_flags": False, "seconds": 20.0, "strength": "strong"}
QUESTION = {"position": "1??/???/??? 2", **LIMITS}
LONG = {"position": "/".join(["?" * 16] * 16) + " 40", **LIMITS}


def with_pool(size: int, work: Callable[[WorkerPool], Awaitable[Any]], **more: Any) -> Any:
    async def run() -> Any:
        pool = WorkerPool(size, **{"waiting": 20.0, **more})
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_process_is_reused() -> None:
    async def work(pool: WorkerPool) -> list[int]:
        used = []
        for _ in range(3):
            assert b"safe" in await pool.answer("safe", QUESTION, 20)
            used.append(pool._idle[0].pid)
        return used

    assert len(set(with_pool(1, work))) == 1


def test_a_slow_process_is_killed_and_replaced() -> None:
    async def work(pool: WorkerPool) -> None:
        for _ in range(2):
            results = pool.stream("any", {}, 1.0)
            assert await anext(results) == b"{}\n"
            with pytest.raises(TaskEnded, match="time"):
                await anext(results)
            assert pool._idle == []

    with_pool(1, work, command=STUBBORN)


def test_a_process_that_ignores_a_stop_is_killed() -> None:
    async def work(pool: WorkerPool) -> None:
        stop = asyncio.Event()
        with pytest.raises(TaskEnded, match="stopped"):
            async for _ in pool.stream("any", {}, 60, stop):
                stop.set()

    with_pool(1, work, command=STUBBORN)


def test_a_dead_process_is_an_error() -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(TaskEnded, match="died"):
            await pool.answer("any", {}, 20)

    with_pool(1, work, command=DYING)


def test_a_stopped_task_leaves_its_process_for_the_next() -> None:
    async def work(pool: WorkerPool) -> None:
        stop = asyncio.Event()
        count = 0
        async for _ in pool.stream("think", LONG, 60, stop):
            count += 1
            stop.set()
        assert count >= 1
        assert b"safe" in await pool.answer("safe", QUESTION, 20)

    with_pool(1, work)


def test_a_task_that_waits_too_long_is_refused() -> None:
    async def work(pool: WorkerPool) -> None:
        results = pool.stream("any", {}, 60)
        await anext(results)
        with pytest.raises(PoolBusy, match="busy"):
            await pool.answer("any", {}, 60)
        await results.aclose()  # type: ignore[attr-defined]

    with_pool(1, work, command=STUBBORN, waiting=0.2)
