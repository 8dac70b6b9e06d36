"""What the server remembers of the tasks of each client: how many there are, and whether they were hard."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from sapper.web.client import Client
from sapper.web.server_settings import ServerSettings

T = TypeVar("T")
MOST_REMEMBERED = 4096
SUSPICIOUS = 4
"""So many last questions of an address tell what to expect of a new client: all were hard, or at most one."""


class TooManyTasks(Exception):  # noqa: N818 - the name says what happened
    """A client or an address already has as many tasks as it may have."""


class TaskLimiter:
    """Counts the tasks that are running or waiting for a worker process, and the bytes of their requests.

    A request beyond a limit is refused at once. It is not queued, because a queue would grow without a bound.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._clients: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()

    @contextmanager
    def admit(self, client: Client, size: int = 0) -> Iterator[None]:
        """Count one task of a client, whose request has `size` bytes, until the block ends.

        Raises:
            TooManyTasks: The client or its address has reached its limit.
        """
        limits = self.settings
        if (
            self._clients[client.key] >= limits.tasks_per_client
            or self._addresses[client.address] >= limits.tasks_per_address
        ):
            raise TooManyTasks("too many tasks at once: wait until one ends, or stop one")
        if (
            self._bytes[client.address] + size > limits.bytes_per_address
            or self._bytes.total() + size > limits.bytes_in_all
        ):
            raise TooManyTasks("too many large requests at once: wait until one ends")
        counts = ((self._clients, client.key, 1), (self._addresses, client.address, 1))
        counted = (*counts, (self._bytes, client.address, size))
        for counter, key, amount in counted:
            counter[key] += amount
        try:
            yield
        finally:
            for counter, key, amount in counted:
                _decrement(counter, key, amount)

    def __len__(self) -> int:
        return self._addresses.total()


class HardnessMemory:
    """Remembers who asked hard questions a moment ago, because the next one is probably hard too."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._clients: OrderedDict[str, float | None] = OrderedDict()
        self._addresses: OrderedDict[str, deque[float | None]] = OrderedDict()

    def note(self, client: Client, is_hard: bool) -> None:
        """Remember how the last question of a client was."""
        when = time.monotonic() if is_hard else None
        _remember(self._clients, client.key, when)
        results = self._addresses.get(client.address) or deque(maxlen=SUSPICIOUS)
        results.append(when)
        _remember(self._addresses, client.address, results)

    def expects_quick(self, client: Client) -> bool:
        """Whether the next question is probably quick, for the same reasons."""
        last = self._clients.get(client.key, 0.0)
        if last is None or self._is_recent(last):
            return last is None
        results = self._addresses.get(client.address, ())
        return len(results) == SUSPICIOUS and sum(map(self._is_recent, results)) <= 1

    def expects_hard(self, client: Client) -> bool:
        """Whether the next question is probably hard.

        A client without a past is judged by the last questions of its address. So new cookies do not help,
        and a stranger does not suffer from one hard question of a neighbour.
        """
        if client.key in self._clients:
            return self._is_recent(self._clients[client.key])
        results = self._addresses.get(client.address, ())
        return len(results) == SUSPICIOUS and all(map(self._is_recent, results))

    def _is_recent(self, when: float | None) -> bool:
        return when is not None and time.monotonic() - when < self.seconds


def _remember(table: OrderedDict[str, T], key: str, value: T) -> None:
    table[key] = value
    table.move_to_end(key)
    while len(table) > MOST_REMEMBERED:
        table.popitem(last=False)


def _decrement(counter: Counter[str], key: str, amount: int) -> None:
    counter[key] -= amount
    if counter[key] <= 0:
        del counter[key]  # otherwise the table would grow with every visitor
