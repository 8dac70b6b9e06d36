"""A queue for places that are given out fairly: by network address first, and by client within an address.

A place goes to the waiting client whose address has the lowest account, and within an address to the client
with the lowest. An account counts the places held and the seconds of work, which are forgotten by and by.
So a client with many requests, or with expensive ones, waits behind its own.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from sapper.web.client import Client

HALF_LIFE = 10.0
"""The seconds after which half of the work of a client is forgotten."""
LEAST_WORK = 0.001
"""The seconds of work that every place costs."""
CHECK = 0.1
"""How many seconds lie between two attempts of the first in the queue to have a place vacated."""
MOST_REMEMBERED = 4096
STRANGER, NEIGHBOUR = 4, 15
"""How many turns the only place of a client lasts when one of another, or of the same address, waits."""


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
        worth: How many seconds of work a place counts for while it is held. By default more than any work.
        trusts: Which clients come first, and alone get the last place.
        most_waiting: How many may wait at the same time.
    """

    def __init__(
        self,
        places: int,
        waiting: float,
        turn: float | None = None,
        worth: float = 1e9,
        trusts: Callable[[Client], bool] | None = None,
        most_waiting: int = 512,
    ) -> None:
        self.places, self.waiting, self.turn, self.most_waiting = places, waiting, turn, most_waiting
        self.worth, self._trusts = worth, trusts
        self._held: list[Place] = []
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._work: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The seconds of work for each address and client, and when they were counted."""

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

    def take_free(self, client: Client, extra: int = 0) -> Place | None:
        """Take a place if one is free and nobody waits; the caller must `leave` it.

        With `extra` places beyond the usual number, it does not matter who waits.
        """
        if extra:
            return self._grant(client) if len(self._held) < self.places + extra else None
        if self._waiting or not self._has_place_for(client):
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
        self._fill()  # the last place may be free for this client, though others wait
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
        while self._waiting and self._has_place_for((waiting := self._next()).client):
            self._waiting.remove(waiting)
            waiting.granted.set_result(self._grant(waiting.client))

    def _has_place_for(self, client: Client) -> bool:
        """Whether a place is free: of several places, the last is kept for a client that is trusted."""
        reserved = self._trusts is not None and self.places > 1 and not self._trusts(client)
        return len(self._held) < self.places - reserved

    def _grant(self, client: Client) -> Place:
        place = Place(client, asyncio.get_running_loop().time())
        self._held.append(place)
        self.charge(client, LEAST_WORK)
        return place

    def charge(self, client: Client, seconds: float) -> None:
        """Count work that was done for a client."""
        now = asyncio.get_running_loop().time()
        for key in {client.address, client.key}:
            self._work[key] = self._remembered(key, now) + seconds, now
            self._work.move_to_end(key)
        while len(self._work) > MOST_REMEMBERED:
            self._work.popitem(last=False)

    def _remembered(self, key: str, now: float) -> float:
        seconds, when = self._work.get(key, (0.0, now))
        return seconds * math.exp2((when - now) / HALF_LIFE)

    def _next(self) -> _Waiting:
        addresses, clients = self._counts()
        now = asyncio.get_running_loop().time()

        def order(waiting: _Waiting) -> tuple[bool, float, float, int]:
            is_strange = self._trusts is not None and not self._trusts(waiting.client)
            address, key = waiting.client.address, waiting.client.key
            of_address = addresses[address] * self.worth + self._remembered(address, now)
            return (
                is_strange,
                of_address,
                clients[key] * self.worth + self._remembered(key, now),
                waiting.number,
            )

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
            of_address, of_client = greed(place)
            if of_client > 1 or of_address > max(1, mine[0]):
                turn = self.turn  # it has others
            else:
                turn = self.turn * (NEIGHBOUR if of_address == mine[0] else STRANGER)
            if greed(place) > mine and now - place.since >= turn:
                place.vacate.set()
                return
