"""All network connections of the server, and which of them must go when there are too many."""

from __future__ import annotations

import enum
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sapper.web.server_settings import ServerSettings

YOUNG = 1.0
"""A request that is not complete after so many seconds counts as half open."""


class Phase(enum.IntEnum):
    """What a connection does. The first are closed first when there are too many."""

    READING = 0
    """A part of a request has arrived."""
    UNUSED = 1
    """Nothing has arrived yet."""
    IDLE = 2
    """A response was sent, and no new request has arrived."""
    SOCKET = 3
    """A WebSocket."""
    BUSY = 4
    """A request is worked on, or its response is sent."""


@dataclass(eq=False)
class Connection:
    """One network connection."""

    address: str
    abort: Callable[[], None]
    phase: Phase = Phase.UNUSED
    since: float = field(default_factory=time.monotonic)
    """When this phase began."""
    held: int = 0
    """The bytes that have arrived for a request or message that is not answered yet."""

    def enter(self, phase: Phase) -> None:
        """Begin another phase."""
        self.phase, self.since = phase, time.monotonic()


class ConnectionTable:
    """Counts connections by address, and aborts some when there are too many."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._all: set[Connection] = set()

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def add(self, connection: Connection) -> bool:
        """Count a new connection. Return False if it must be refused."""
        of_address = [each for each in self._all if each.address == connection.address]
        if len(of_address) >= self.settings.connections_per_address and not self._abort_one(
            each for each in of_address if each.phase < Phase.SOCKET
        ):
            return False
        if len(self._all) >= self.settings.connections and not self._make_room(connection.address):
            return False
        self._all.add(connection)
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that was closed."""
        self._all.discard(connection)

    def may_open_socket(self, connection: Connection) -> bool:
        """Whether the address of a connection may have one more WebSocket."""
        of_address = sum(
            each.phase == Phase.SOCKET and each.address == connection.address for each in self._all
        )
        return of_address < self.settings.sockets_per_address

    def limit_half_open(self, newcomer: Connection) -> None:
        """Abort the requests that have been half open for longest, if there are too many beside a new one."""
        young = time.monotonic() - YOUNG
        half = [
            each for each in self._all - {newcomer} if each.phase == Phase.READING and each.since <= young
        ]
        addresses = Counter(each.address for each in half)
        for _ in range(len(half) - self.settings.half_open):
            greedy = max(addresses, key=addresses.__getitem__)
            self._abort_one(each for each in half if each.address == greedy and each in self._all)
            addresses[greedy] -= 1

    def limit_bytes(self, connection: Connection) -> None:
        """Abort connections that hold too many bytes of unfinished requests, beginning with the greediest."""
        large = [each for each in self._all if each.held > self.settings.small_request]
        held: Counter[str] = Counter()
        for each in large:
            held[each.address] += each.held
        if held[connection.address] > self.settings.bytes_per_address:
            connection.abort()
        elif held.total() > self.settings.bytes_in_all:
            greedy = held.most_common(1)[0][0]
            max((each for each in large if each.address == greedy), key=lambda each: each.held).abort()

    def _make_room(self, newcomer: str) -> bool:
        """Abort a connection of the address that has most, unless the newcomer has as many."""
        addresses = Counter(each.address for each in self._all)
        greedy = max(addresses, key=addresses.__getitem__)
        if addresses[greedy] <= addresses[newcomer] + 1:
            return False
        return self._abort_one(each for each in self._all if each.address == greedy)

    def _abort_one(self, among: Iterable[Connection]) -> bool:
        """Abort the connection that does least, of these the one that has done so for longest."""
        found = min(among, key=lambda each: (each.phase, each.since), default=None)
        if found is None:
            return False
        self._all.discard(found)
        found.abort()
        return True
