"""Run folders: games on disk that survive a kill, with everything needed to repeat them.

``run.json`` describes the run, ``games/*.parquet`` holds one shard per finished batch, and ``summary.json``
closes the run. A file is either complete or absent: it is written under a temporary name, which never ends in
``.parquet``, and then renamed. One process writes at a time: it holds the lock of the folder. A shard carries
the digest of its run and checksums of its pages, and the summary holds a digest of every shard.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import sapper
from sapper.arena.arrow_table import arrow_table
from sapper.arena.batch import Batch, Games
from sapper.arena.run_description import defect
from sapper.arena.run_files import DESCRIPTION, FORMAT, SUMMARY, RunFiles, damaged, pyarrow
from sapper.arena.run_lock import HELD, LOCK, RunLock
from sapper.arena.shard_seal import SHARD_FORMAT, ShardSeal, determining
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.source import commit

TEXT_COLUMNS = ("agent", "end", "decided_by")
LARGE = 1_000
"""A shard with at least this many games is compressed harder, because it is then worth the time."""


class RunFolder:
    """A folder that holds one run."""

    def __init__(self, path: Path, description: Mapping[str, Any], lock: RunLock | None = None) -> None:
        self.path = path
        self.description = description
        self.files = RunFiles(path)
        self._lock = lock

    @classmethod
    def begin(cls, path: Path, arguments: Mapping[str, Any], resume: bool = False) -> RunFolder:
        """Open a folder for a run: a new folder, or with `resume` also one that holds the same run.

        Args:
            path: The folder; it is created if it is missing.
            arguments: Everything that determines the games, as plain JSON values.
            resume: Whether to complete a run that the folder holds already.

        Raises:
            SapperError: The folder is not empty, or with `resume` holds something other than this run, or
                another process is writing into it.
        """
        pyarrow()  # a missing library is reported before the first game, not after it
        with _explained(path):
            _stored_run(path, arguments, resume)  # refuses a foreign folder before anything is written there
            path.mkdir(parents=True, exist_ok=True)
            lock = RunLock(path)
            try:
                stored = _stored_run(path, arguments, resume)  # another run may have begun meanwhile
                folder = cls(path, stored or _describe(arguments), lock)
                folder._prepare(is_new=stored is None)
            except BaseException:
                lock.release()
                raise
        return folder

    def _prepare(self, is_new: bool) -> None:
        """Make the folder ready for shards. The lock is held, so every partial file was left by a kill."""
        for left_over in _partial_files(self.path):
            left_over.unlink()
        if is_new:
            _write(self.path / DESCRIPTION, _text(self.description))
        (self.path / "games").mkdir(exist_ok=True)
        self.files.check_seals()
        self.files.check_digests()

    def close(self) -> None:
        """Let other processes write into the folder."""
        if self._lock:
            self._lock.release()

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the run in a folder for reading; `SapperError` if there is none."""
        return cls(path, _description(path))

    @property
    def is_finished(self) -> bool:
        """Whether the run has its summary."""
        return self.summary is not None

    @property
    def is_sealed(self) -> bool:
        """Whether every shard must carry the digest of the run; earlier versions wrote none."""
        return ShardSeal.of(self.description).required

    @property
    def summary(self) -> dict[str, Any] | None:
        """The summary that closed the run; None while there is no readable one."""
        return self.files.summary

    def shard(self, agent: str, first: int) -> Path:
        """The path of the shard that begins with board `first` of an agent."""
        return self.path / "games" / f"{self._prefix(agent)}{first:010d}.parquet"

    def shard_starts(self, agent: str) -> list[int]:
        """The first board of every shard of an agent, in ascending order."""
        names = (path.name for path in self.shards)
        begins = (name.removeprefix(self._prefix(agent)).removesuffix(".parquet") for name in names)
        return sorted(int(begin) for begin in begins if begin.isdecimal())

    def _prefix(self, agent: str) -> str:
        slug = re.sub(r"[^a-z0-9.-]+", "_", agent.lower())
        return f"{self.description['arguments']['agents'].index(agent):02d}-{slug}-"

    def write(self, batch: Batch, games: Games) -> None:
        """Write the games of a finished batch as a shard."""
        pa, pq = pyarrow()
        path = self.shard(batch.name, batch.first)
        seal = ShardSeal.of(self.description).metadata(path.name)
        table = arrow_table(games, batch.rules).replace_schema_metadata(seal)
        sink = pa.BufferOutputStream()
        all_but_index = [key for key in table.column_names if key != "index"]
        large = len(games) >= LARGE
        pq.write_table(
            table,
            sink,
            compression="zstd" if large else "snappy",
            use_dictionary=all_but_index if large else list(TEXT_COLUMNS),
            # Consecutive board numbers have equal differences, which take almost no space.
            column_encoding={"index": "DELTA_BINARY_PACKED"},
            write_statistics=["index"],
            write_page_checksum=True,
        )
        with _explained(self.path):
            (self.path / SUMMARY).unlink(
                missing_ok=True
            )  # its digest of a shard that is replaced is outdated
            _write(path, sink.getvalue().to_pybytes())

    def read(self, agent: str, first: int, end: int) -> Games:
        """Read the shard of an agent that begins with board `first`.

        Raises:
            SapperError: The shard is damaged, is of another run, or holds board `end` or a later one.
        """
        path = self.shard(agent, first)
        games = self.files.games(path)
        expected = np.arange(first, min(first + max(len(games), 1), end))
        if not np.array_equal(games.index, expected) or games.agent != agent:
            raise damaged(path, "it holds other games")
        return games

    def read_all(self) -> list[Games]:
        """Read every finished batch; `SapperError` names a shard that is damaged or of another run."""
        self.files.check_summary()
        return [self.files.games(path) for path in self.shards]

    @property
    def shards(self) -> list[Path]:
        """The shards of the finished batches, sorted by agent and first board."""
        return self.files.shards

    @property
    def rules(self) -> Rules:
        """The rules of the games."""
        arguments = self.description["arguments"]
        if "rules" not in arguments:
            raise SapperError(f"{self.path / DESCRIPTION} is damaged: it lacks rules")
        return Rules.from_dict(arguments["rules"])

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Close the run with its summary and the digests of its shards; an earlier summary is replaced."""
        with _explained(self.path):
            document = {"format": FORMAT, **summary, "shards": self.files.digests()}
            _write(self.path / SUMMARY, _text(document))


def _program() -> str:
    """The name of the program that runs; `python -m sapper` counts as `sapper`."""
    name = Path(sys.argv[0]).name
    return "sapper" if name == "__main__.py" else name


def _describe(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The content of ``run.json`` for a new run."""
    pa, _ = pyarrow()
    versions = {
        "sapper": sapper.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pyarrow": pa.__version__,
    }
    return {
        "format": FORMAT,
        "shard_format": SHARD_FORMAT,
        "command": [_program(), *sys.argv[1:]],
        "arguments": dict(arguments),
        "seed": arguments.get("seed"),
        # With a time limit per guess, the same command plays different games.
        "reproducible": arguments.get("think") is None,
        "versions": versions,
        "commit": commit(),
        "platform": platform.platform(),
    }


def _description(path: Path) -> dict[str, Any]:
    """Read the ``run.json`` of a folder; `SapperError` if this version cannot read it."""
    found = RunFiles(path).description
    versions = found.get("versions") if found else None
    if found is None or not isinstance(versions, dict) or "sapper" not in versions:
        raise SapperError(f"{path} is not a run folder: it has no readable run.json")
    if found.get("format") != FORMAT:
        raise SapperError(f"{path} has run format {found.get('format')!r}, but this version reads {FORMAT}")
    if found.get("shard_format", SHARD_FORMAT) != SHARD_FORMAT:
        raise SapperError(
            f"{path} has shard format {found['shard_format']!r}, but this version reads {SHARD_FORMAT}"
        )
    if why := defect(found):
        raise SapperError(f"{path / DESCRIPTION} is damaged: {why}; restore it, or give another folder")
    return found


def _stored_run(path: Path, arguments: Mapping[str, Any], resume: bool) -> dict[str, Any] | None:
    """The description of the run that a folder holds already; None if the folder is missing or empty."""
    own = {LOCK, HELD, *(partial.name for partial in _partial_files(path))}
    if not path.exists() or all(entry.name in own for entry in path.iterdir()):
        return None
    if not resume:
        raise SapperError(f"{path} is not empty; give a new folder, or --resume to complete its run")
    return _same_run(path, arguments)


def _same_run(path: Path, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Read the description of the run in a folder, and check that it is the run with these arguments."""
    found = _description(path)
    there, version = found["arguments"], found["versions"]["sapper"]
    wanted = json.loads(json.dumps(dict(arguments)))
    for key in wanted.keys() | there.keys():
        if determining(wanted.get(key)) != determining(there.get(key)):
            raise SapperError(
                f"{path} holds another run: its {key} is {there.get(key)!r}, not {wanted.get(key)!r}"
            )
    if version != sapper.__version__:
        raise SapperError(f"{path} was begun with sapper {version}; complete it with that version")
    return found


def _write(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, flush it to the disk, and rename it."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _partial_files(path: Path) -> list[Path]:
    """The temporary files of `_write` in a run folder. Files of the user that end alike are left out."""
    found = [*path.glob("*.json.*.partial"), *path.glob("games/*.parquet.*.partial")]
    return [file for file in found if file.suffixes[-2][1:].isdecimal()]


def _text(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, indent=2, allow_nan=False) + "\n").encode()


@contextmanager
def _explained(path: Path) -> Any:
    """Turn an error of the file system into a sentence that names the folder."""
    try:
        yield
    except OSError as error:
        raise SapperError(f"cannot keep games in {path}: {error.strerror or error}") from error
