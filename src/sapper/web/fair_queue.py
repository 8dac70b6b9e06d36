"""A queue for places that are given out fairly: by network address first, and by client within an address.

A place goes to the waiting client whose address holds the fewest places, then to the one that holds the
fewest itself, then to the one that was served longest ago. A client with many requests waits behind its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from sapper.web.client import Client

CHECK = 0.1
"""How many seconds lie between two attempts of the first in the queue to have a place vacated."""
MOST_REMEMBERED = 4096


class NoPlace(Exception):  # noqa: N818 - the name says what happened
    """No place became free in time, or too many clients wait."""


@dataclass(eq=False)
class Place:
    """A place that a client holds."""

    client: Client
    since: float
    vacate: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the holder must give the place up, because others wait and it had its turn."""


@dataclass(eq=False)
class _Waiting:
    client: Client
    number: int
    granted: asyncio.Future[Place]


class FairQueue:
    """A number of places.

    Args:
        places: How many clients hold a place at the same time.
        waiting: How many seconds a client waits before it is refused.
        turn: How many seconds a client holds a place before it may have to vacate it for a client that holds
            fewer. Without it, no place is ever vacated.
        most_waiting: How many may wait at the same time.
    """

    def __init__(
        self, places: int, waiting: float, turn: float | None = None, most_waiting: int = 512
    ) -> None:
        self.places, self.waiting, self.turn, self.most_waiting = places, waiting, turn, most_waiting
        self._held: list[Place] = []
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._served: OrderedDict[str, int] = OrderedDict()

    @asynccontextmanager
    async def place(self, client: Client) -> AsyncIterator[Place]:
        """Hold a place for a client until the block ends.

        Raises:
            NoPlace: No place became free in time.
        """
        place = self.take_free(client) or await self._wait(client)
        try:
            yield place
        finally:
            self.leave(place)

    def take_free(self, client: Client) -> Place | None:
        """Take a place if one is free and nobody waits; the caller must `leave` it."""
        if self._waiting or len(self._held) >= self.places:
            return None
        return self._grant(client)

    def leave(self, place: Place) -> None:
        """Give a place back, and give it to the next in the queue."""
        self._held.remove(place)
        self._fill()

    def __len__(self) -> int:
        return len(self._held)

    async def _wait(self, client: Client) -> Place:
        if len(self._waiting) >= self.most_waiting:
            raise NoPlace
        loop = asyncio.get_running_loop()
        waiting = _Waiting(client, next(self._numbers), loop.create_future())
        self._waiting.append(waiting)
        until = loop.time() + self.waiting
        try:
            while not waiting.granted.done():
                left = until - loop.time()
                if left <= 0:
                    raise NoPlace
                if self.turn is not None and self._next() is waiting:
                    self._ask_to_vacate(client)
                await asyncio.wait({waiting.granted}, timeout=min(left, CHECK))
        except BaseException:
            if waiting.granted.done():  # the place was granted in the same moment
                self.leave(waiting.granted.result())
            else:
                self._waiting.remove(waiting)
            raise
        return waiting.granted.result()

    def _fill(self) -> None:
        while self._waiting and len(self._held) < self.places:
            waiting = self._next()
            self._waiting.remove(waiting)
            waiting.granted.set_result(self._grant(waiting.client))

    def _grant(self, client: Client) -> Place:
        place = Place(client, asyncio.get_running_loop().time())
        self._held.append(place)
        for key in (client.address, client.key):
            self._served[key] = next(self._numbers)
            self._served.move_to_end(key)
        while len(self._served) > MOST_REMEMBERED:
            self._served.popitem(last=False)
        return place

    def _next(self) -> _Waiting:
        addresses, clients = self._counts()

        def order(waiting: _Waiting) -> tuple[int, int, int, int, int]:
            address, key = waiting.client.address, waiting.client.key
            served = self._served.get(address, -1), self._served.get(key, -1)
            return addresses[address], clients[key], *served, waiting.number

        return min(self._waiting, key=order)

    def _counts(self) -> tuple[Counter[str], Counter[str]]:
        addresses = Counter(place.client.address for place in self._held)
        return addresses, Counter(place.client.key for place in self._held)

    def _ask_to_vacate(self, client: Client) -> None:
        """Ask the holder with the most places to give up its oldest one, if it had its turn."""
        assert self.turn is not None
        if any(place.vacate.is_set() for place in self._held):
            return  # a place is about to become free
        addresses, clients = self._counts()
        mine = addresses[client.address], clients[client.key]

        def greed(place: Place) -> tuple[int, int]:
            return addresses[place.client.address], clients[place.client.key]

        now = asyncio.get_running_loop().time()
        for place in sorted(self._held, key=lambda place: (*(-n for n in greed(place)), place.since)):
            # One who holds several places, or whose address does, has a shorter turn for each.
            turn = self.turn if max(greed(place)) > 1 else 4 * self.turn
            if greed(place) > mine and now - place.since >= turn:
                place.vacate.set()
                return
