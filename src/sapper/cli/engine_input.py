"""The input of `sapper engine`, read in a thread: a stop arrives while a request is being answered."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any, BinaryIO, NamedTuple

from sapper._core import Stop

CHUNK = 1 << 16


class StopSignal:
    """Says whether the request at hand was told to stop."""

    def __init__(self) -> None:
        self.core = Stop()
        """The same signal for a search in the core."""

    @property
    def is_set(self) -> bool:
        """Whether the request was told to stop."""
        return self.core.is_set

    def set(self) -> None:
        """Tell the request to stop."""
        self.core.set()


class _StopLine(NamedTuple):
    """A request to stop: its place in the input, and the request that it names."""

    place: int
    names_one: bool
    target: Any

    def concerns(self, place: int, identity: Any) -> bool:
        """Whether it stops the request with this place and id: a named one, or every earlier one."""
        return place < self.place and (not self.names_one or self.target == identity)


class EngineInput:
    """The requests of standard input in order, and the stops among them as soon as they arrive."""

    def __init__(self) -> None:
        # The raw stream gives what has arrived. A thread that waits in the buffered stream would still hold
        # its lock when the process ends.
        buffer = sys.stdin.buffer
        self._stream: BinaryIO = getattr(buffer, "raw", buffer)
        self._lines: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._stops: list[_StopLine] = []
        self._place = -1
        self._running: tuple[int, Any, StopSignal] | None = None

    def __iter__(self) -> Iterator[bytes]:
        """Yield every line that is not blank."""
        threading.Thread(target=self._read, daemon=True).start()
        while (found := self._lines.get()) is not None:
            place, line = found
            with self._lock:
                self._place, self._running = place, None
                self._stops = [stop for stop in self._stops if stop.place > place]
            yield line

    def signal(self, identity: Any) -> StopSignal:
        """Return the signal of the request that was yielded last and has this id."""
        signal = StopSignal()
        with self._lock:
            self._running = (self._place, identity, signal)
            if any(stop.concerns(self._place, identity) for stop in self._stops):
                signal.set()
        return signal

    def _read(self) -> None:
        for place, line in enumerate(self._arriving()):
            stop = _stop_line(place, line)
            if stop is not None:
                with self._lock:
                    self._stops.append(stop)
                    if self._running is not None and stop.concerns(*self._running[:2]):
                        self._running[2].set()
            self._lines.put((place, line))
        self._lines.put(None)

    def _arriving(self) -> Iterator[bytes]:
        rest: list[bytes] = []
        while chunk := self._stream.read(CHUNK):
            *ended, last = chunk.split(b"\n")
            for part in ended:
                line = b"".join([*rest, part])
                rest = []
                if line.strip():
                    yield line
            rest.append(last)
        if (line := b"".join(rest)).strip():
            yield line


def _stop_line(place: int, line: bytes) -> _StopLine | None:
    """Read a request to stop; None for any other line. Errors are reported when the line is answered."""
    if b"stop" not in line:
        return None
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(request, dict) or request.get("command") != "stop":
        return None
    return _StopLine(place, "target" in request, request.get("target"))
