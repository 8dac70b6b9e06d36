"""How fast each client may send requests. One that is faster waits, so that the event loop stays free."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_REMEMBERED = 4096
PIECE = 8 << 10
"""The bytes of a request that count like one more request."""


class Pace:
    """The pace of every client: `rate` requests a second, and `burst` requests at once after a pause."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._due: OrderedDict[str, float] = OrderedDict()

    def delay(self, key: str, size: int = 0) -> float:
        """Count a request of `size` bytes, and return how many seconds it must wait."""
        now = time.monotonic()
        earliest = now - self.burst / self.rate
        due = max(earliest, self._due.get(key, earliest)) + (1 + size / PIECE) / self.rate
        self._due[key] = due
        self._due.move_to_end(key)
        while len(self._due) > MOST_REMEMBERED:
            self._due.popitem(last=False)
        return max(0.0, due - now)
