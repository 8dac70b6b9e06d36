"""Who may think: so many thoughts a client, so many an address; more are refused, not queued for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from sapper.web.request_guard import Client
from sapper.web.server_settings import ServerSettings


class TooManyTasks(Exception):  # noqa: N818 - what happened, as its message says
    """A client asks for more thoughts at once than it may have."""


class TaskLimiter:
    """Counts the thoughts that are under way or wait for their turn."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._clients: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def thought(self, client: Client) -> Iterator[None]:
        """Admit one thought of a client for as long as the block lasts.

        Raises:
            TooManyTasks: it has as many as it may have.
        """
        if (
            self._clients[client.token] >= self.settings.tasks_per_client
            or self._addresses[client.address] >= self.settings.tasks_per_address
        ):
            raise TooManyTasks("too many thoughts at once: wait for one to end, or stop it")
        self._clients[client.token] += 1
        self._addresses[client.address] += 1
        try:
            yield
        finally:
            _less(self._clients, client.token)
            _less(self._addresses, client.address)

    def __len__(self) -> int:
        return self._addresses.total()


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]  # or the table would grow with every visitor
