"""The settings of a server: where it listens, and every limit it applies."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from sapper.arena.workers import available_cores


def data_folder() -> Path:
    """The folder for kept links: ``sapper/shared`` in the user's data folder, which XDG_DATA_HOME moves."""
    home = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (home if home.is_absolute() else Path.home() / ".local" / "share") / "sapper" / "shared"


LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Host names that always mean this machine."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server. The defaults suit one machine and a handful of users."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    runs: Path = Path("runs")
    """The directory whose run folders the lab view shows. The server reads no run outside it."""
    allowed: frozenset[str] = frozenset()
    """Further host names that requests may use, for a server that other machines reach by a name."""
    token: str | None = None
    """What a client must show to use the server; None if everyone who reaches it may use it."""
    side: int = 200
    """The largest number of rows or columns of a board."""
    body: int = 2 << 20
    """The largest size of a request body or of a WebSocket message, in bytes."""
    small_request: int = 64 << 10
    """Up to this size, in bytes, unfinished requests are limited only by the number of connections."""
    connections: int = 800
    """The number of network connections. Beyond it, the address with the most of them loses one."""
    connections_per_address: int = 256
    """The number of connections of one network address."""
    sockets_per_address: int = 128
    """The number of WebSockets of one network address."""
    half_open: int = 128
    """The number of requests that are not complete after a second. Beyond it, the oldest is closed."""
    reading_head: float = 10.0
    """How many seconds the head of a request may take."""
    reading_body: float = 30.0
    """How many seconds the body of a request, or a message of a WebSocket, may take."""
    idle_connection: float = 75.0
    """How many seconds a connection without a request stays open. A person often waits between two moves."""
    sending: float = 15.0
    """How many seconds a client may take to read one message; then its connection is closed."""
    least_reading: int = 4 << 10
    """How many bytes a second a client must read of a large response that waits for it."""
    pinging: float = 15.0
    """How many seconds lie between two pings of a WebSocket, and how many its answer may take."""
    rate: float = 20.0
    """How many requests a second one client may send; 8 KiB more count like one more request."""
    private_rate: float = 100.0
    """The same, if only this machine can use the server."""
    burst: float = 200.0
    """How many requests one client may send at once after a pause."""
    values: int = 600_000
    """The number of values in one JSON document. A large game has a third of it."""
    seconds: float = 10.0
    """The time limit of a task that returns one response."""
    thinking: float = 60.0
    """The time limit of a task that streams its results."""
    reviewing: float = 300.0
    """The time limit of a review."""
    memory: int = 512 << 20
    """The memory limit of one analysis, in bytes."""
    tasks_per_client: int = 4
    """The number of tasks that one client may have at the same time, including those that wait."""
    tasks_per_address: int = 64
    """The number of tasks that all clients at one network address may have at the same time."""
    bytes_per_address: int = 8 << 20
    """The size of all requests of one network address that are being read or worked on, in bytes."""
    bytes_in_all: int = 64 << 20
    """The size of all requests that are being read or worked on, in bytes."""
    waiting: float = 20.0
    """How many seconds a task waits for a free worker process before it is refused."""
    quick: float = 0.5
    """How many seconds of the processor a question may take before it leaves the quick workers as hard."""
    hard_memory: float = 30.0
    """How many seconds a client whose question was hard does not get a quick worker."""
    turn: float = 2.0
    """How many seconds a long task works undisturbed while clients that have fewer of them wait.

    The only long task of a client works longer: see `sapper.web.fair_queue`.
    """
    quick_workers: int = 2
    """The number of worker processes for questions that have just begun."""
    long_workers: int = field(default_factory=lambda: max(4, available_cores()))
    """The number of worker processes for tasks that stream and for hard questions."""
    games_per_client: int = 5
    """The number of games kept for one client. Beyond it, the least recently used game is dropped."""
    cells_in_all: int = 4_000_000
    """The number of cells kept in all games together; a game counts for at least 250 cells.

    Beyond it, the least recently used games are dropped.
    """
    kept: Path = field(default_factory=data_folder)
    """The directory for shared games and studies that are too long for a link."""
    kept_count: int = 1_000
    """The number of kept documents. Beyond it, the least recently used one is dropped."""
    kept_size: int = 1 << 20
    """The largest size of a kept document, in bytes."""
    kept_bytes: int = 64 << 20
    """The size of all kept documents together, in bytes."""
    kept_age: float = 180 * 86_400.0
    """How many seconds a document is kept after its last use."""
    idle: float = 2 * 3600.0
    """How many seconds a game is kept after its last request."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return self.host in LOOPBACK or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_private(self) -> bool:
        """Whether only this machine can use the server: no other reaches it, directly or by a proxy."""
        return self.is_local and not self.allowed

    @property
    def names(self) -> frozenset[str]:
        """The host names that a request may use. Addresses of this machine may be used too."""
        return LOOPBACK | {self.host.lower()} | self.allowed
