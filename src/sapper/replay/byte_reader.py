"""ByteReader: reads numbers and texts from the bytes of a replay file, and never past their end."""

from __future__ import annotations

from datetime import UTC, datetime

from sapper.plural import counted
from sapper.replay.replay import ReplayError


class ByteReader:
    """A position in the content of a file. All numbers are big-endian."""

    def __init__(self, content: bytes, position: int = 0) -> None:
        self.content, self.position = content, position

    @property
    def left(self) -> int:
        """How many bytes follow the position."""
        return max(0, len(self.content) - self.position)

    def take(self, count: int) -> bytes:
        """Read ``count`` bytes."""
        if count > self.left:
            missing = counted(count - self.left, "byte")
            raise ReplayError(f"the file ends early: it lacks {missing} after byte {len(self.content)}")
        self.position += count
        return self.content[self.position - count : self.position]

    def unsigned(self, size: int) -> int:
        """Read an unsigned number of ``size`` bytes."""
        return int.from_bytes(self.take(size), "big")

    def signed(self, size: int) -> int:
        """Read a signed number of ``size`` bytes."""
        return int.from_bytes(self.take(size), "big", signed=True)

    def until(self, end: bytes) -> bytes:
        """Read up to the next occurrence of ``end``, which is skipped."""
        found = self.content.find(end, self.position)
        if found < 0:
            raise ReplayError(f"the file ends early: {end!r} is missing after byte {self.position}")
        part = self.content[self.position : found]
        self.position = found + len(end)
        return part


def text_of(content: bytes, encoding: str = "") -> str:
    """Decode a text of a replay file on one line, whatever bytes it holds.

    Most formats do not state their encoding. UTF-8 is tried first. Many players write Chinese names, so
    GB 18030 is tried next, and Latin-1 reads any bytes. When the format states its encoding, bytes that
    do not follow it are replaced by U+FFFD.
    """
    if encoding:
        text = content.decode(encoding, "replace")
    else:
        for tried in ("utf-8", "gb18030", "latin-1"):  # the last one accepts everything
            try:
                text = content.decode(tried)
                break
            except UnicodeDecodeError:
                continue
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def date_text(seconds: float) -> str:
    """The date and time of a Unix timestamp, in UTC; empty if the timestamp is 0 or no date.

    >>> date_text(1738209872)
    '2025-01-30 04:04:32 UTC'
    """
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC" if seconds else ""
    except (ValueError, OverflowError, OSError):
        return ""
