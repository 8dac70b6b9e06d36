"""The file of a player's progress: where it is, and how it is read and written."""

from __future__ import annotations

import json
import os
from pathlib import Path

from sapper.errors import SapperError
from sapper.trainer.progress import Progress

NAME = "trainer.json"
MOST_BYTES = 16 << 20
"""A larger file is no progress of the trainer."""


def default_file() -> Path:
    """Return the place for user data that the XDG rules name: ``~/.local/share/sapper/trainer.json``.

    The variable ``XDG_DATA_HOME`` moves it, if it holds an absolute path.
    """
    home = os.environ.get("XDG_DATA_HOME", "")
    folder = Path(home) if Path(home).is_absolute() else Path("~/.local/share").expanduser()
    return folder / "sapper" / NAME


def read_progress(file: Path) -> Progress:
    """Read a progress; a new one if there is no such file.

    Raises:
        SapperError: The file cannot be read, or is no progress.
    """
    try:
        if file.stat().st_size > MOST_BYTES:
            raise SapperError(f"{file} is too large to be progress of the trainer")
        return Progress.from_dict(json.loads(file.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        return Progress()
    except OSError as error:
        raise SapperError(f"the progress cannot be read: {file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        sentence = "it is no JSON" if isinstance(error, json.JSONDecodeError | UnicodeError) else str(error)
        raise SapperError(f"the progress cannot be read: {file}: {sentence}") from None


def write_progress(file: Path, progress: Progress) -> None:
    """Write a progress. The old file is replaced only once the new one is complete.

    Raises:
        SapperError: The file cannot be written.
    """
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(json.dumps(progress.to_dict(), separators=(",", ":")) + "\n", encoding="utf-8")
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise SapperError(f"your progress cannot be kept: {file}: {error.strerror}") from None


def check_writable(file: Path) -> None:
    """Check that a progress can be written, without changing the file.

    Raises:
        SapperError: It cannot be written.
    """
    write_probe = file.with_name(f"{file.name}.{os.getpid()}.probe")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.is_dir():
            raise IsADirectoryError(21, "it is a directory")
        write_probe.touch()
        write_probe.unlink()
    except OSError as error:
        raise SapperError(f"your progress cannot be kept: {file}: {error.strerror}") from None
