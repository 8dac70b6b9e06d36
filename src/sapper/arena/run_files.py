"""The reader of run folders: JSON documents and shards, for reports, for queries and for the web page.

Everything that reads a run folder does so through `RunFiles`, so that the format is known in one place. A
program that reads folders it does not trust sets limits: see the fields of `RunFiles`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.batch import Games
from sapper.arena.game_counts import COLUMNS, LISTS
from sapper.arena.list_columns import Lists
from sapper.arena.regular_file import open_regular
from sapper.arena.shard_seal import ShardSeal
from sapper.errors import SapperError

FORMAT = 1
DESCRIPTION = "run.json"
SUMMARY = "summary.json"


@dataclass(frozen=True)
class RunFiles:
    """The files of one run folder, opened for reading only."""

    path: Path
    largest_document: int | None = None
    """The most bytes of a JSON document; a larger one is not read."""
    most_shards: int | None = None
    """The most shards that are read; the rest is left out."""
    follow_links: bool = True
    """Whether to read a file that is a symbolic link. A link may lead to any file of the machine."""

    @property
    def description(self) -> dict[str, Any] | None:
        """The content of ``run.json``; None unless it is readable and describes a run."""
        found = self._document(DESCRIPTION)
        return found if found and isinstance(found.get("arguments"), dict) else None

    @property
    def summary(self) -> dict[str, Any] | None:
        """The content of ``summary.json``; None unless it is readable and closes the run."""
        found = self._document(SUMMARY)
        return found if found and found.get("format") == FORMAT and "agents" in found else None

    @property
    def shards(self) -> list[Path]:
        """The shards of the finished batches, sorted by agent and first board."""
        folder = self.path / "games"
        if not self.follow_links and folder.is_symlink():
            return []
        found = sorted(folder.glob("*.parquet"))[: self.most_shards]
        return found if self.follow_links else [shard for shard in found if not shard.is_symlink()]

    def columns(self, names: Sequence[str]) -> dict[str, dict[str, NDArray[Any]]]:
        """Read some columns of all games, by agent, without the rest of the shards.

        An error names a damaged shard by its file name alone: a visitor of the page must not learn the path.
        """
        self.check_digests(Path())
        parts: dict[str, list[dict[str, NDArray[Any]]]] = {}
        for shard in self.shards:
            table = self._table(shard, ["agent", *names], shard.name)
            with _damage_named(shard.name):
                if len(table):
                    part = {key: table.column(key).to_numpy() for key in names}
                    parts.setdefault(_agent(table), []).append(part)
        return {
            agent: {key: np.concatenate([part[key] for part in tables]) for key in names}
            for agent, tables in parts.items()
        }

    def games(self, shard: Path) -> Games:
        """Read all games of a shard; `SapperError` if it is damaged or belongs to another run."""
        return _games(self._table(shard), shard)

    def check_seals(self) -> None:
        """Read the metadata of every shard; `SapperError` names one that is damaged or of another run."""
        for shard in self.shards:
            self._check_metadata(shard, shard)

    def check_summary(self) -> None:
        """Check that ``summary.json`` is readable if it is there, and that the shards are those it lists."""
        file = self.path / SUMMARY
        if file.exists() and self.summary is None:
            raise SapperError(
                f"{file} is damaged: it is no summary of a run; resume the run to write it again"
            )
        self.check_digests()

    def check_digests(self, called: Path | None = None) -> None:
        """Compare every shard with its digest in ``summary.json``; `SapperError` names one that differs.

        Args:
            called: What the message puts before the name of a shard; by default, its folder.
        """
        stated = self.stated_digests or {}
        for shard in self.shards:
            shown = shard if called is None else called / shard.name
            if shard.name in stated and stated[shard.name] != _digest(shard, shown):
                self._check_metadata(shard, shown)  # a shard of another run is called that
                raise damaged(shown, f"it differs from its digest in {SUMMARY}")

    def check_contents(self) -> None:
        """Check every shard for a reader of another program, which does not compare checksums.

        A shard whose digest no summary states is read with its checksums. Shards of earlier versions have
        neither. `SapperError` names one that is damaged or of another run.
        """
        self.check_seals()
        self.check_summary()
        if self._seal and self._seal.required:
            for shard in self.shards:
                if shard.name not in (self.stated_digests or {}):
                    self._table(shard)

    def digests(self) -> dict[str, str]:
        """The SHA-256 digest of every shard, by file name."""
        return {shard.name: _digest(shard, shard) for shard in self.shards}

    @property
    def stated_digests(self) -> dict[str, Any] | None:
        """The digests of the shards in ``summary.json``; None unless it states them."""
        found = (self.summary or {}).get("shards")
        return found if isinstance(found, dict) else None

    def changed_shards(self) -> list[str]:
        """The names of the shards that differ from their digests in ``summary.json``."""
        stated = self.stated_digests
        if not stated:
            return []
        return [name for name, digest in self.digests().items() if stated.get(name, digest) != digest]

    @cached_property
    def _seal(self) -> ShardSeal | None:
        """The seal of this run's shards; None without a readable ``run.json``."""
        return None if self.description is None else ShardSeal.of(self.description)

    def _check_metadata(self, shard: Path, called: Path) -> None:
        pq = pyarrow()[1]
        with _damage_named(called), open_regular(shard, self.follow_links) as file:
            metadata = pq.read_schema(file).metadata
        self._check_seal(metadata, shard, called)

    def _check_seal(self, metadata: Any, shard: Path, called: Path | str) -> None:
        if self._seal and (why := self._seal.objection(metadata, shard.name)):
            raise SapperError(
                f"the shard {called} is not of this run: {why}; move it away and resume, or restore run.json "
                "if that was changed"
            )

    def _table(self, shard: Path, columns: Iterable[str] | None = None, called: str | None = None) -> Any:
        """Read columns of a shard. The checksums of its pages and its seal are verified."""
        pq = pyarrow()[1]
        # pyarrow gets an open file and no path: in a path, a folder named `a=b` would add a column `a`.
        with _damage_named(called or shard), open_regular(shard, self.follow_links) as file:
            wanted = None if columns is None else list(columns)
            # pyarrow's threads now and then abort the process when it exits. This way of reading starts none.
            shard_file = pq.ParquetFile(file, pre_buffer=False, page_checksum_verification=True)
            table = shard_file.read(wanted, use_threads=False)
            # Page headers have no checksum; a wrong one may leave a column that points outside its values.
            table.validate(full=True)
            _check_types(table, wanted)
        self._check_seal(table.schema.metadata, shard, called or shard)
        return table

    def _document(self, name: str) -> dict[str, Any] | None:
        file = self.path / name
        try:
            with open_regular(file, self.follow_links) as opened:
                limit = -1 if self.largest_document is None else self.largest_document + 1
                content = opened.read(limit)
            if len(content) == limit:
                return None
            found = json.loads(content.decode("utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


def _games(table: Any, shard: Path) -> Games:
    """The games of the table of a shard."""
    with _damage_named(shard):
        agent = _agent(table)
        columns = {key: np.asarray(table.column(key).to_numpy(), kind) for key, kind in COLUMNS.items()}
        lists = {key: found for key in LISTS if (found := _lists(table, key)) is not None}
        return Games(agent, table.column("index").to_numpy(), columns, lists)


def _agent(table: Any) -> str:
    """The agent of the table of a shard."""
    agents = table.column("agent").unique().to_pylist()
    if len(agents) != 1:
        raise ValueError(f"it holds games of {len(agents)} agents")
    if not isinstance(agents[0], str):
        raise ValueError("it holds games without the name of an agent")
    return agents[0]


def _check_types(table: Any, wanted: Sequence[str] | None) -> None:
    """Refuse columns of other types than shards have: numpy would convert them to wrong values in silence."""
    kinds: dict[str, type[np.generic]] = {"agent": np.str_, "index": np.int64, **COLUMNS}
    for name in kinds if wanted is None else wanted:
        if name not in table.column_names:
            raise ValueError(f"it has no column {name}")
        column = table.column(name)
        if name in kinds and (column.null_count or not _holds(column.type, kinds[name])):
            raise ValueError(f"its column {name} holds {column.type}{' and nulls' * bool(column.null_count)}")
    for name in LISTS if wanted is None else ():
        if name in table.column_names:
            kind = table.column(name).type
            if not hasattr(kind, "value_type") or not _holds(kind.value_type, LISTS[name]):
                raise ValueError(f"its column {name} holds {kind}")


def _holds(kind: Any, wanted: type[np.generic]) -> bool:
    """Whether values of an Arrow type are values of a numpy type."""
    types = pyarrow()[0].types
    if types.is_dictionary(kind):
        kind = kind.value_type
    if issubclass(wanted, np.bool_):
        return bool(types.is_boolean(kind))
    if issubclass(wanted, np.str_):
        return bool(types.is_string(kind) or types.is_large_string(kind))
    if issubclass(wanted, np.integer):
        return bool(types.is_integer(kind))
    return bool(types.is_floating(kind))


def _digest(shard: Path, called: Path) -> str:
    with _damage_named(called), open_regular(shard) as file:
        return hashlib.sha256(file.read()).hexdigest()


def damaged(path: Path | str, why: object) -> SapperError:
    """The error for a shard that cannot be read or holds the wrong games."""
    what = str(why).partition("\n")[0]
    return SapperError(f"the shard {path} is damaged ({what}); delete it and resume to play it again")


def pyarrow() -> tuple[Any, Any]:
    """Import pyarrow and its Parquet module; `SapperError` names the extra if they are missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SapperError("run folders need pyarrow: pip install 'sapper[report]'") from None
    return pyarrow, pyarrow.parquet


@contextmanager
def _damage_named(shard: Path | str) -> Iterator[None]:
    """Turn an error in the content of a shard into a sentence that names it.

    A damaged file may make pyarrow and numpy raise any error, from an index error to a lack of memory.
    """
    try:
        yield
    except SapperError:
        raise
    except Exception as error:
        raise damaged(shard, error) from error


def _lists(table: Any, key: str) -> Lists | None:
    """Read a list column; None where the shard does not hold it or holds nulls."""
    if key not in table.column_names:  # an earlier version wrote the shard
        return None
    column = table.column(key).combine_chunks()
    if column.null_count:
        return None
    values = np.asarray(column.flatten().to_numpy(zero_copy_only=False), LISTS[key])
    return Lists.cut(values, column.value_lengths().to_numpy())
