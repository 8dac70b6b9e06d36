"""Opening files of folders that somebody else may have written."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(path: Path, follow_links: bool = True) -> BinaryIO:
    """Open a regular file for reading. Anything else is refused, and opening never waits.

    A reader of a FIFO would wait for a writer for ever, and a device may never end.

    Raises:
        OSError: It is no regular file, or it cannot be opened.
    """
    _check(path.stat(follow_symlinks=follow_links))
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow_links:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    number = os.open(path, flags)
    try:
        _check(os.fstat(number))  # the file may have been replaced meanwhile
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def _check(facts: os.stat_result) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise OSError("it is no regular file")
