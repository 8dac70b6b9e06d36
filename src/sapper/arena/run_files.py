"""The reader of run folders: JSON documents and shards, for reports, for queries and for the web page.

Everything that reads a run folder does so through `RunFiles`, so that the format is known in one place. A
program that reads folders it does not trust sets limits: see the fields of `RunFiles`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.batch import Games
from sapper.arena.game_counts import COLUMNS, LISTS
from sapper.arena.list_columns import Lists
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
        found = sorted((self.path / "games").glob("*.parquet"))[: self.most_shards]
        return found if self.follow_links else [shard for shard in found if not shard.is_symlink()]

    def columns(self, names: Sequence[str]) -> dict[str, dict[str, NDArray[Any]]]:
        """Read some columns of all games, by agent, without the rest of the shards.

        An error names a damaged shard by its file name alone: a visitor of the page must not learn the path.
        """
        parts: dict[str, list[dict[str, NDArray[Any]]]] = {}
        for shard in self.shards:
            table = _read_table(shard, ["agent", *names], shard.name)
            if len(table):
                agent = str(table.column("agent")[0].as_py())
                parts.setdefault(agent, []).append({key: table.column(key).to_numpy() for key in names})
        return {
            agent: {key: np.concatenate([part[key] for part in tables]) for key in names}
            for agent, tables in parts.items()
        }

    def _document(self, name: str) -> dict[str, Any] | None:
        file = self.path / name
        try:
            if not self.follow_links and file.is_symlink():
                return None
            if self.largest_document is not None and file.stat().st_size > self.largest_document:
                return None
            found = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


def read_shard(path: Path) -> Games:
    """Read all games of a shard; `SapperError` if it is damaged."""
    table = _read_table(path)
    try:
        [agent] = set(table.column("agent").to_pylist())
        columns = {key: np.asarray(table.column(key).to_numpy(), kind) for key, kind in COLUMNS.items()}
        lists = {key: found for key in LISTS if (found := _lists(table, key)) is not None}
        return Games(agent, table.column("index").to_numpy(), columns, lists)
    except (KeyError, ValueError) as error:
        raise damaged(path, error) from error


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


def _read_table(path: Path, columns: Iterable[str] | None = None, called: str | None = None) -> Any:
    pa, pq = pyarrow()
    try:
        # pyarrow gets an open file and no path: in a path, a folder named `a=b` would add a column `a`.
        with path.open("rb") as file:
            return pq.read_table(file, columns=None if columns is None else list(columns))
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        raise damaged(called or path, error) from error


def _lists(table: Any, key: str) -> Lists | None:
    """Read a list column; None where the shard does not hold it or holds nulls."""
    if key not in table.column_names:  # an earlier version wrote the shard
        return None
    column = table.column(key).combine_chunks()
    if column.null_count:
        return None
    values = np.asarray(column.flatten().to_numpy(zero_copy_only=False), LISTS[key])
    return Lists.cut(values, column.value_lengths().to_numpy())
