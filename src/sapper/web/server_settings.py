"""What the server allows: every limit in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from sapper.arena.workers import available_cores

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine that no other machine can use."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Limits of one server; the defaults suit one machine and a handful of people."""

    host: str = "127.0.0.1"
    """The address it listens on."""
    runs: Path = Path("runs")
    """The directory whose run folders the lab shows; nothing outside it is read."""
    side: int = 200
    """Most rows, and most columns, of a board."""
    body: int = 2 << 20
    """Most bytes of a request's body, or of a message on a socket."""
    seconds: float = 10.0
    """Longest that an answer may be thought about."""
    thinking: float = 60.0
    """Longest that a thought that streams may go on."""
    reviewing: float = 300.0
    """Longest that a review may take."""
    memory: int = 512 << 20
    """Most bytes that one analysis may use."""
    tasks_per_client: int = 4
    """Thoughts a client may have at once, waiting ones included."""
    tasks_per_address: int = 64
    """The same for all clients of one address."""
    waiting: float = 10.0
    """Longest that a thought waits for its turn."""
    quick_workers: int = 2
    """Processes that answer questions."""
    long_workers: int = field(default_factory=lambda: max(2, available_cores()))
    """Processes for thoughts that stream."""
    games_per_client: int = 5
    """Games kept for a client; the one not touched for longest makes way."""
    cells_in_all: int = 4_000_000
    """Cells of all games kept, small games counting 250; the game not touched for longest makes way."""
    idle: float = 2 * 3600.0
    """Seconds after which an untouched game is forgotten."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return self.host in LOOPBACK or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def names(self) -> frozenset[str]:
        """What a local server may be called in a request."""
        return LOOPBACK | {self.host}
