"""The fair queue: who gets the next place, who is refused, and who must vacate a place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sapper.web.client import Client
from sapper.web.fair_queue import FairQueue, NoPlace, Place


def client(address: str, token: str = "t") -> Client:
    return Client(token, address)


def with_queue(work: Callable[[FairQueue], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        await work(FairQueue(**{"places": 1, "waiting": 20.0, **more}))

    asyncio.run(run())


async def order_of(queue: FairQueue, clients: list[Client]) -> list[Client]:
    """Let clients queue up in this order behind a stranger, and return the order in which they are served."""
    served: list[Client] = []

    async def visit(who: Client) -> None:
        async with queue.place(who):
            served.append(who)

    async with queue.place(client("stranger", "s")):
        visits = [asyncio.ensure_future(visit(who)) for who in clients]
        await asyncio.sleep(0)
    await asyncio.gather(*visits)
    return served


def test_a_crowd_at_one_address_does_not_hold_up_another() -> None:
    async def work(queue: FairQueue) -> None:
        crowd = [client("a", f"t{number}") for number in range(20)]
        served = await order_of(queue, [*crowd, client("b")])
        assert served.index(client("b")) <= 1

    with_queue(work)


def test_a_client_waits_behind_its_own_requests_only() -> None:
    async def work(queue: FairQueue) -> None:
        many = [client("a", "greedy")] * 20
        served = await order_of(queue, [*many, client("a", "modest")])
        assert served.index(client("a", "modest")) <= 1

    with_queue(work)


def test_who_holds_a_place_waits_for_who_holds_none() -> None:
    async def work(queue: FairQueue) -> None:
        served = []
        async with queue.place(client("a")):

            async def visit(who: Client) -> None:
                async with queue.place(who):
                    served.append(who.address)

            async with queue.place(client("c")):
                visits = [asyncio.ensure_future(visit(client(name))) for name in ("a", "b")]
                await asyncio.sleep(0)
            await asyncio.gather(*visits)
        assert served == ["b", "a"]

    with_queue(work, places=2)


def test_who_waits_too_long_is_refused_and_leaves_the_queue() -> None:
    async def work(queue: FairQueue) -> None:
        async with queue.place(client("a")):
            with pytest.raises(NoPlace):
                async with queue.place(client("b")):
                    pass
        assert await order_of(queue, [client("c")]) == [client("c")]

    with_queue(work, waiting=0.2)


def test_a_full_queue_refuses() -> None:
    async def work(queue: FairQueue) -> None:
        async with queue.place(client("a")):
            waiting = asyncio.ensure_future(hold(queue, client("b")))
            await asyncio.sleep(0)
            with pytest.raises(NoPlace):
                async with queue.place(client("c")):
                    pass
        queue.leave(await waiting)

    with_queue(work, most_waiting=1)


def test_a_cancelled_client_loses_no_place() -> None:
    async def work(queue: FairQueue) -> None:
        async with queue.place(client("a")):
            waiting = asyncio.ensure_future(hold(queue, client("b")))
            await asyncio.sleep(0)
        waiting.cancel()  # its place was granted in the moment before
        await asyncio.gather(waiting, return_exceptions=True)
        assert len(queue) == 0
        assert await order_of(queue, [client("c")]) == [client("c")]

    with_queue(work)


def test_a_greedy_client_vacates_its_oldest_place() -> None:
    async def work(queue: FairQueue) -> None:
        places = [await hold(queue, client("a")) for _ in range(2)]
        waiting = asyncio.ensure_future(hold(queue, client("b")))
        await places[0].vacate.wait()
        assert not places[1].vacate.is_set()
        queue.leave(places[0])
        assert (await waiting).client == client("b")

    with_queue(work, places=2, turn=0.0)


def test_nobody_vacates_a_place_for_one_who_holds_as_many() -> None:
    async def work(queue: FairQueue) -> None:
        place = await hold(queue, client("a", "one"))
        with pytest.raises(NoPlace):
            await hold(queue, client("a", "one"))
        assert not place.vacate.is_set()

    with_queue(work, turn=0.0, waiting=0.5)


async def hold(queue: FairQueue, who: Client) -> Place:
    """Take a place without giving it back."""
    return queue.take_free(who) or await queue._wait(who)


def test_who_had_expensive_work_done_waits_for_who_had_cheap_work_done() -> None:
    """One slow question costs as much as a hundred quick ones."""

    async def work(queue: FairQueue) -> None:
        queue.charge(client("a"), 1.0)
        served = await order_of(queue, [client("a"), *[client("b", f"t{number}") for number in range(50)]])
        assert served[-1] == client("a")

    with_queue(work)


def test_strangers_wait_for_trusted_clients_and_never_get_the_last_place() -> None:
    async def work(queue: FairQueue) -> None:
        strangers = [client(f"stranger {number}") for number in range(3)]
        first = await hold(queue, strangers[0])
        waiting = asyncio.ensure_future(hold(queue, strangers[1]))
        await asyncio.sleep(0)
        place = await hold(queue, client("trusted"))
        assert not waiting.done()
        queue.leave(place)
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.leave(first)
        assert (await waiting).client == strangers[1]

    with_queue(work, places=2, trusts=lambda who: who.address == "trusted", waiting=5.0)
