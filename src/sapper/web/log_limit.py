"""Limits on what the server logs, so that no client can fill a disk or hide a message among others."""

from __future__ import annotations

import logging
import time

from sapper.visible_text import visible

LONGEST = 500
"""The characters of a message that are kept."""
LONGEST_TRACE = 4000
"""The characters of a traceback that are kept; its end says what happened."""
LINES = 30
"""The messages in one period. Beyond it, they are counted and left out."""
PERIOD = 60.0


class LogLimit(logging.Filter):
    """Shortens messages, makes control characters visible, and leaves out messages beyond a rate."""

    def __init__(self) -> None:
        super().__init__()
        self._began = -PERIOD
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a message within the limits; return False to leave it out."""
        now = time.monotonic()
        if now - self._began >= PERIOD:
            left_out = max(0, self._count - LINES)
            self._began, self._count = now, 0
        else:
            left_out = 0
        self._count += 1
        if self._count > LINES:
            return False
        record.msg, record.args = _shortened(record.getMessage()), None
        if self._count == LINES:
            record.msg += f" (further messages are left out for up to {PERIOD:.0f} s)"
        if left_out:
            record.msg += f" ({left_out:,} earlier messages were left out)"
        if record.exc_info:
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_info, record.exc_text = None, text[-LONGEST_TRACE:]
        return True


def limit_logs() -> None:
    """Apply one limit to everything that uvicorn and asyncio log."""
    limit = LogLimit()
    for handler in logging.getLogger("uvicorn").handlers:
        handler.addFilter(limit)
    logging.getLogger("asyncio").addFilter(limit)


def _shortened(message: str) -> str:
    text = visible(message.strip())
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
