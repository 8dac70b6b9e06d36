"""The task runner: quick questions never wait behind hard ones, and nobody keeps the workers for himself."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.web.client import Client
from sapper.web.server_settings import ServerSettings
from sapper.web.task_history import SUSPICIOUS
from sapper.web.task_runner import ServerBusy, TaskRunner
from sapper.web.tasks.worker_pool import TaskEnded, task_line

CALCULATOR = (
    sys.executable,
    "-c",
    """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if "stop" in message:
        continue
    print(json.dumps({"pid": os.getpid()}), flush=True)
    while message["task"] == "hard":
        pass
    print(flush=True)
""",
)
"""A worker that answers every task but a hard one at once."""
QUICK, HARD = task_line("quick", {}), task_line("hard", {})
SETTINGS = ServerSettings(quick=0.2, quick_workers=1, long_workers=1, waiting=20.0, turn=600.0)
ATTACKER, HONEST = Client("a" * 32, "192.0.2.1"), Client("b" * 32, "192.0.2.2")


def with_runner(work: Callable[[TaskRunner], Awaitable[Any]], **more: Any) -> Any:
    async def run() -> Any:
        runner = TaskRunner(replace(SETTINGS, **more), CALCULATOR)
        try:
            return await work(runner)
        finally:
            await runner.close()

    return asyncio.run(run())


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def niceness(result: bytes) -> int:
    """The niceness of the worker that gave a result."""
    return os.getpriority(os.PRIO_PROCESS, json.loads(result)["pid"])


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_quick_questions_do_not_wait_behind_hard_ones_of_another_client() -> None:
    """The hard questions would take ten minutes. The old pool had no place left for the quick one."""

    async def work(runner: TaskRunner) -> None:
        hard = [asyncio.ensure_future(runner.answer(ATTACKER, HARD, 600)) for _ in range(4)]
        await until(lambda: runner.hardness.expects_hard(ATTACKER))
        for _ in range(3):
            assert b"pid" in await runner.answer(HONEST, QUICK, 20)
        assert not any(task.done() for task in hard)
        await cancel(*hard)

    with_runner(work)


def test_a_hard_question_leaves_the_quick_lane_and_ends_with_its_asker() -> None:
    async def work(runner: TaskRunner) -> None:
        hard = asyncio.ensure_future(runner.answer(ATTACKER, HARD, 600))
        await until(lambda: len(runner.long) == 1)
        await until(lambda: len(runner.quick) == 0)
        assert runner.pool.idle(patient=True) == []  # its process went on
        await cancel(hard)
        assert len(runner.long) == 0

    with_runner(work)


def test_who_asked_a_hard_question_starts_among_the_long_tasks_for_a_while() -> None:
    async def work(runner: TaskRunner) -> None:
        runner.hardness.note(ATTACKER, is_hard=True)
        hard = asyncio.ensure_future(runner.answer(ATTACKER, HARD, 600))
        await until(lambda: len(runner.long) == 1)
        assert runner.pool.idle() == []  # it never had a quick worker
        await cancel(hard)
        runner.hardness.seconds = 0.0
        await runner.answer(ATTACKER, QUICK, 20)
        assert len(runner.pool.idle()) == 1

    with_runner(work)


def test_a_new_cookie_does_not_hide_hard_questions_of_an_address() -> None:
    async def work(runner: TaskRunner) -> None:
        known = Client("c" * 32, ATTACKER.address)
        runner.hardness.note(known, is_hard=False)
        assert runner.hardness.expects_quick(known) and not runner.hardness.expects_quick(ATTACKER)
        for _ in range(SUSPICIOUS):
            assert not runner.hardness.expects_hard(Client("d" * 32, ATTACKER.address))
            runner.hardness.note(ATTACKER, is_hard=True)
        assert runner.hardness.expects_hard(Client("d" * 32, ATTACKER.address))
        assert not runner.hardness.expects_hard(known)
        assert not runner.hardness.expects_hard(HONEST)

    with_runner(work)


def test_a_new_visitor_is_trusted_as_his_neighbours_are() -> None:
    async def work(runner: TaskRunner) -> None:
        visitor = Client("d" * 32, HONEST.address)
        assert not runner.hardness.expects_quick(visitor)
        for _ in range(SUSPICIOUS):
            runner.hardness.note(HONEST, is_hard=False)
        assert runner.hardness.expects_quick(visitor)
        runner.hardness.note(HONEST, is_hard=True)
        assert not runner.hardness.expects_quick(HONEST)
        assert runner.hardness.expects_quick(visitor)
        runner.hardness.seconds = 0.0  # what was hard is forgotten
        assert runner.hardness.expects_quick(HONEST)

    with_runner(work)


def test_a_stream_vacates_its_place_for_a_client_without_one() -> None:
    async def work(runner: TaskRunner) -> None:
        async def ignore(result: bytes) -> None:
            pass

        greedy = [asyncio.ensure_future(runner.stream(ATTACKER, HARD, 600, ignore)) for _ in range(2)]
        await until(lambda: len(runner.long) == 2)
        await runner.stream(HONEST, QUICK, 20, ignore)
        done, _ = await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(TaskEnded, match="other people are waiting"):
            done.pop().result()
        await cancel(*greedy)

    with_runner(work, long_workers=2, turn=0.1)


def test_who_leaves_a_hard_question_is_expected_to_ask_another() -> None:
    """Otherwise a client could have one process after the other ended and started."""

    async def work(runner: TaskRunner) -> None:
        leaving = asyncio.ensure_future(runner.answer(ATTACKER, HARD, 600))
        await until(lambda: len(runner.quick) == 1 and bool(runner.pool._all))
        await asyncio.sleep(0)
        await cancel(leaving)
        assert runner.hardness.expects_hard(ATTACKER)

    with_runner(work, quick=600.0)


def test_a_busy_server_says_so() -> None:
    async def work(runner: TaskRunner) -> None:
        runner.hardness.note(HONEST, is_hard=True)
        runner.hardness.note(ATTACKER, is_hard=True)
        hard = asyncio.ensure_future(runner.answer(ATTACKER, HARD, 600))
        await until(lambda: len(runner.long) == 1)
        with pytest.raises(ServerBusy, match="busy"):
            await runner.answer(HONEST, QUICK, 20)
        await cancel(hard)

    with_runner(work, waiting=0.3)


def test_a_task_that_is_stopped_while_it_waits_never_starts() -> None:
    async def work(runner: TaskRunner) -> None:
        heard: list[bytes] = []

        async def hear(result: bytes) -> None:
            heard.append(result)

        hard = asyncio.ensure_future(runner.stream(ATTACKER, HARD, 600, hear))
        await until(lambda: len(heard) == 1)
        stop = asyncio.Event()
        waiting = asyncio.ensure_future(runner.stream(HONEST, QUICK, 20, hear, stop))
        await asyncio.sleep(0)
        stop.set()
        assert await waiting == 0.0
        assert len(heard) == 1
        await cancel(hard)
        await runner.stream(HONEST, QUICK, 20, hear)
        assert len(heard) == 2

    with_runner(work)


def test_long_tasks_leave_the_processor_to_quick_questions() -> None:
    async def work(runner: TaskRunner) -> None:
        heard: list[bytes] = []

        async def hear(result: bytes) -> None:
            heard.append(result)

        long = asyncio.ensure_future(runner.stream(ATTACKER, HARD, 600, hear))
        await until(lambda: len(heard) == 1)
        quick = await runner.answer(HONEST, QUICK, 20)
        assert niceness(heard[0]) > niceness(quick)
        await cancel(long)

    with_runner(work)


def test_a_worker_that_dies_while_it_starts_is_replaced(tmp_path: Path) -> None:
    """Ctrl-C ended the workers of a server that was just starting, which then printed a traceback."""
    tried = tmp_path / "tried"
    once = f"import pathlib; file = pathlib.Path({str(tried)!r}); file.exists() or exit(file.touch())\n"

    async def run() -> bytes:
        runner = TaskRunner(SETTINGS, (*CALCULATOR[:2], once + CALCULATOR[2]))
        try:
            await runner.warm()
            assert tried.exists() and not runner.pool.idle()
            return await runner.answer(HONEST, QUICK, 20.0)
        finally:
            await runner.close()

    assert b"pid" in asyncio.run(run())
