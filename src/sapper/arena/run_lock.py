"""The lock of a run folder: one process writes at a time.

Where Python and the file system offer `flock`, the system releases the lock when its process ends, however it
ends. Elsewhere, as on Windows, the existence of a second file is the lock. A killed process leaves that file
behind, and the message then says which file to delete.
"""

from __future__ import annotations

import errno
import importlib
import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper.errors import SapperError

LOCK = "run.lock"
"""The file that is locked. It stays: if it were deleted, two processes could lock two files of this name."""
HELD = "run.lock.held"
"""The file that is the lock where there is no flock."""
_NO_FLOCK = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}


class RunLock:
    """The right to write into a run folder. It ends with `release`, with this object or with the process."""

    def __init__(self, folder: Path) -> None:
        """Take the lock of a folder.

        Raises:
            SapperError: Another run is writing into the folder.
            OSError: The lock cannot be written.
        """
        self._release = weakref.finalize(self, _flock(folder) or _exclusive_file(folder))

    def release(self) -> None:
        """Let other processes write. A second call does nothing."""
        self._release()


def _flock(folder: Path) -> Callable[[], None] | None:
    """Lock with flock, and return what releases it; None where there is no flock."""
    fcntl: Any
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        return None
    path = folder / LOCK
    # The descriptor is not inherited, so a worker that outlives its killed parent does not keep the lock.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _NO_FLOCK:
            return None
        if isinstance(error, BlockingIOError):
            raise _busy(folder, path, "wait for it to end") from None
        raise
    os.ftruncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())
    return lambda: os.close(descriptor)


def _exclusive_file(folder: Path) -> Callable[[], None]:
    """Lock by creating a file that must not exist, and return what deletes it."""
    path = folder / HELD
    try:
        with path.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        raise _busy(folder, path, f"if no process does, delete {path}") from None
    return lambda: path.unlink(missing_ok=True)


def _busy(folder: Path, path: Path, advice: str) -> SapperError:
    """The error for a folder into which another run writes."""
    try:
        holder = path.read_bytes()[:20].decode("ascii")
    except (OSError, ValueError):
        holder = ""
    number = f" (process {holder})" if holder.isdecimal() else ""
    return SapperError(f"another run is writing into {folder}{number}; {advice}, or give another folder")
