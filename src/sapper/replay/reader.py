"""Reading a replay file of any format, by its suffix."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sapper.replay.avf import read_avf
from sapper.replay.evf import read_evf, read_evfs
from sapper.replay.mvf import read_mvf
from sapper.replay.rawvf import read_rawvf
from sapper.replay.replay import Replay, ReplayError
from sapper.replay.rmv import read_rmv

READERS: dict[str, Callable[[bytes], Replay]] = {
    ".avf": read_avf,
    ".evf": read_evf,
    ".mvf": read_mvf,
    ".rawvf": read_rawvf,
    ".rmv": read_rmv,
}
"""The reader of each format that holds one replay."""
SET = ".evfs"
SUFFIXES = (*READERS, SET)
"""The suffixes of all replay files that can be read."""
LARGEST_FILE = 16_000_000
"""Bytes. The longest games have replays of a few megabytes."""
LARGEST_SET = 2 * LARGEST_FILE


def is_replay_file(path: str | Path) -> bool:
    """Whether the suffix of a file is that of a replay."""
    return Path(path).suffix.lower() in SUFFIXES


def read(path: str | Path) -> Replay:
    """Read a replay file. A set (``.evfs``) gives its first replay.

    Raises:
        ReplayError: The file is damaged, or it is no replay. The message names the file.
        OSError: The file cannot be read.
    """
    return read_all(path)[0]


def read_all(path: str | Path) -> list[Replay]:
    """Read every replay of a file. Only sets (``.evfs``) hold more than one.

    Raises:
        ReplayError: The file is damaged, or it is no replay. The message names the file.
        OSError: The file cannot be read.
    """
    path = Path(path)
    if not is_replay_file(path):
        raise ReplayError(f"{path}: replays have the suffix {', '.join(SUFFIXES)}")
    with path.open("rb") as file:
        content = file.read(LARGEST_SET + 1)
    try:
        return parse(content, path.suffix)
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


def parse(content: bytes, suffix: str) -> list[Replay]:
    """Read every replay from the content of a file with this suffix."""
    suffix = suffix.lower()
    largest = LARGEST_SET if suffix == SET else LARGEST_FILE
    if len(content) > largest:
        raise ReplayError(f"the file has more than {largest:,} bytes, which no replay has")
    replays = read_evfs(content) if suffix == SET else [READERS[suffix](content)]
    if not replays:
        raise ReplayError("the set holds no replay")
    return replays
