"""The attacks of benchmarks/hostile.py: each one is carried out, and the server survives it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from benchmarks.hostile_clients import ATTACKS, Attack, hard_position
from benchmarks.page_connection import PageConnection, RequestFailed
from sapper.game.view import View
from tests.patience import wait_until
from tests.web.network import RunningServer, running


@pytest.fixture(scope="module")
def attacked() -> Iterator[RunningServer]:
    """A server that other machines could reach."""
    with running(host="0.0.0.0") as server:
        yield server


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_an_attack_leaves_nothing_behind(attack: Attack, attacked: RunningServer) -> None:
    async def work() -> None:
        rng = random.Random(1)
        for _ in range(3):
            with suppress(TimeoutError, OSError, EOFError, RequestFailed):
                async with asyncio.timeout(0.3):
                    await attack(attacked.port, "127.0.0.2", rng)
        async with PageConnection(attacked.port) as client:
            assert (await client.ask("GET", "/api/about"))["version"]

    asyncio.run(work())
    wait_until(lambda: not list(attacked.server.table))
    wait_until(lambda: len(attacked.state.limiter) == 0)


def test_a_hard_position_can_be_asked() -> None:
    view = View.parse(hard_position(random.Random(1)))
    assert (view.rows, view.cols) == (40, 40)
