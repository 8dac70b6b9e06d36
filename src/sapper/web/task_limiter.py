"""Limits on concurrent tasks per client and per network address.

A request beyond the limit is refused at once. It is not queued, because a queue would grow without a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from sapper.web.request_guard import Client
from sapper.web.server_settings import ServerSettings


class TooManyTasks(Exception):  # noqa: N818 - the name says what happened
    """A client or an address already has as many tasks as it may have."""


class TaskLimiter:
    """Counts the tasks that are running or waiting for a worker process."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._clients: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def admit(self, client: Client) -> Iterator[None]:
        """Count one task of a client until the block ends.

        Raises:
            TooManyTasks: The client or its address has reached its limit.
        """
        if (
            self._clients[client.token] >= self.settings.tasks_per_client
            or self._addresses[client.address] >= self.settings.tasks_per_address
        ):
            raise TooManyTasks("too many tasks at once: wait until one ends, or stop one")
        self._clients[client.token] += 1
        self._addresses[client.address] += 1
        try:
            yield
        finally:
            _decrement(self._clients, client.token)
            _decrement(self._addresses, client.address)

    def __len__(self) -> int:
        return self._addresses.total()


def _decrement(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]  # otherwise the table would grow with every visitor
