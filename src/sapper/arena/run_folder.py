"""Run folders: games on disk that survive a kill, with everything needed to repeat them.

``run.json`` says what is run, ``games/*.parquet`` holds a shard a finished batch, ``summary.json`` closes the
run. Every file appears whole or not at all: it is written under another name, which never ends in
``.parquet``, and then renamed.
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
from sapper.arena.batch import Batch, Games
from sapper.arena.game_counts import COLUMNS, LISTS
from sapper.arena.list_columns import Lists
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.source import commit

FORMAT = 1
WORDS = ("agent", "end", "decided_by")
"""Columns of text."""
LARGE = 1_000
"""Games from which on a shard is worth pressing hard: below, that costs more time than it saves bytes."""


class RunFolder:
    """A folder that holds one run."""

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        self.path = path
        self.description = description

    @classmethod
    def begin(cls, path: Path, arguments: Mapping[str, Any], resume: bool = False) -> RunFolder:
        """Open a folder for a run: a new one, or with `resume` also one that the same run has begun.

        Args:
            path: where; made if it is missing.
            arguments: what decides the games, as plain JSON values.
            resume: whether to go on with a run that is there.

        Raises:
            SapperError: the folder holds something, or something other than this run.
        """
        _pyarrow()  # a missing library is found before the first game, not after it
        with _explained(path):
            holds = sorted(entry.name for entry in path.iterdir()) if path.exists() else []
            if holds and not resume:
                raise SapperError(f"{path} is not empty; give a new folder, or --resume to complete its run")
            if not holds:
                path.mkdir(parents=True, exist_ok=True)
                folder = cls(path, _describe(arguments))
                _write(path / "run.json", _text(folder.description))
            else:
                folder = cls(path, _read_description(path, arguments))
            (path / "games").mkdir(exist_ok=True)
            for left_over in path.glob("**/*.partial"):
                left_over.unlink()
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the run in a folder to look at it; `SapperError` where there is none."""
        return cls(path, _read_description(path))

    @property
    def is_finished(self) -> bool:
        """Whether the run was closed by its summary."""
        return self.summary is not None

    @property
    def summary(self) -> dict[str, Any] | None:
        """What closed the run; None while nothing that can be read has."""
        try:
            found = json.loads((self.path / "summary.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return found if closes(found) else None

    def shard(self, agent: str, first: int) -> Path:
        """Where the games of an agent from board `first` on go."""
        return self.path / "games" / f"{self._prefix(agent)}{first:010d}.parquet"

    def begun(self, agent: str) -> list[int]:
        """The boards at which the shards of an agent begin, ascending."""
        names = (path.name for path in (self.path / "games").glob("*.parquet"))
        begins = (name.removeprefix(self._prefix(agent)).removesuffix(".parquet") for name in names)
        return sorted(int(begin) for begin in begins if begin.isdecimal())

    def _prefix(self, agent: str) -> str:
        slug = re.sub(r"[^a-z0-9.-]+", "_", agent.lower())
        return f"{self.description['arguments']['agents'].index(agent):02d}-{slug}-"

    def write(self, batch: Batch, games: Games) -> None:
        """Keep the games of a finished batch."""
        pa, pq = _pyarrow()
        columns: dict[str, Any] = {
            "agent": pa.DictionaryArray.from_arrays(np.zeros(len(games), np.int32), [games.agent]),
            "index": pa.array(games.index),
        }
        columns |= {key: pa.array(games.columns[key]) for key in COLUMNS}
        columns["end"] = columns["end"].dictionary_encode()
        opened, free = games.columns["opened"], batch.rules.cells - batch.rules.mines
        columns["opened_of_free"] = pa.array((opened / max(free, 1)).astype(np.float32))
        columns["opened_of_all"] = pa.array((opened / batch.rules.cells).astype(np.float32))
        columns |= {key: _list_array(pa, games, key) for key in LISTS}
        sink = pa.BufferOutputStream()
        # Clocks tell no more than seven digits; and the boards, one after the other, shrink to nothing.
        columns["seconds"] = columns["seconds"].cast(pa.float32())
        large = len(games) >= LARGE
        pq.write_table(
            pa.table(columns),
            sink,
            compression="zstd" if large else "snappy",
            use_dictionary=[key for key in columns if key != "index"] if large else list(WORDS),
            column_encoding={"index": "DELTA_BINARY_PACKED"},
            write_statistics=["index"],
        )
        with _explained(self.path):
            _write(self.shard(batch.name, batch.first), sink.getvalue().to_pybytes())

    def read(self, agent: str, first: int, end: int) -> Games:
        """Read the shard of an agent that begins at board `first` and holds none from board `end` on."""
        path = self.shard(agent, first)
        games = _read_shard(path)
        expected = np.arange(first, min(first + max(len(games), 1), end))
        if not np.array_equal(games.index, expected) or games.agent != agent:
            raise _damaged(path, "it holds other games")
        return games

    def read_all(self) -> list[Games]:
        """Read every finished batch."""
        return [_read_shard(path) for path in self.shards]

    @property
    def shards(self) -> list[Path]:
        """The files of the finished batches, by agent and board."""
        return sorted((self.path / "games").glob("*.parquet"))

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return Rules.from_dict(self.description["arguments"]["rules"])

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Close the run, whatever summary it had."""
        with _explained(self.path):
            _write(self.path / "summary.json", _text({"format": FORMAT, **summary}))


def closes(summary: Any) -> bool:
    """Whether this is a summary that closes a run."""
    return isinstance(summary, dict) and summary.get("format") == FORMAT and "agents" in summary


def _program() -> str:
    """What was called: `python -m sapper` is the same as `sapper`."""
    name = Path(sys.argv[0]).name
    return "sapper" if name == "__main__.py" else name


def _describe(arguments: Mapping[str, Any]) -> dict[str, Any]:
    pa, _ = _pyarrow()
    versions = {
        "sapper": sapper.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pyarrow": pa.__version__,
    }
    return {
        "format": FORMAT,
        "command": [_program(), *sys.argv[1:]],
        "arguments": dict(arguments),
        "seed": arguments.get("seed"),
        # Where a clock ends thoughts, the same command plays other games.
        "reproducible": arguments.get("think") is None,
        "versions": versions,
        "commit": commit(),
        "platform": platform.platform(),
    }


def _read_description(path: Path, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Read what the run in a folder is, and make sure that it is the one with these arguments."""
    try:
        found = json.loads((path / "run.json").read_text(encoding="utf-8"))
        there, version = found["arguments"], found["versions"]["sapper"]
    except (OSError, json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError):
        raise SapperError(f"{path} is not a run folder: it has no readable run.json") from None
    if found.get("format") != FORMAT:
        raise SapperError(f"{path} has run format {found.get('format')}, but this version reads {FORMAT}")
    if arguments is None:
        return dict(found)
    wanted = json.loads(json.dumps(dict(arguments)))
    for key in wanted.keys() | there.keys():
        if _deciding(wanted.get(key)) != _deciding(there.get(key)):
            raise SapperError(
                f"{path} holds another run: its {key} is {there.get(key)!r}, not {wanted.get(key)!r}"
            )
    if version != sapper.__version__:
        raise SapperError(f"{path} was begun with sapper {version}; complete it with that version")
    return dict(found)


def _deciding(argument: Any) -> Any:
    """What of an argument decides the games: of a file its content, wherever it lies."""
    return argument["sha256"] if isinstance(argument, dict) and "sha256" in argument else argument


def _write(path: Path, content: bytes) -> None:
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


def _text(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, indent=2, allow_nan=False) + "\n").encode()


def _read_shard(path: Path) -> Games:
    pa, pq = _pyarrow()
    try:
        # A file, not a path: the name of a folder above must not read as a partition's key.
        with path.open("rb") as file:
            table = pq.read_table(file)
        [agent] = set(table.column("agent").to_pylist())
        columns = {key: np.asarray(table.column(key).to_numpy(), kind) for key, kind in COLUMNS.items()}
        lists = {key: found for key in LISTS if (found := _lists(table, key)) is not None}
        return Games(agent, table.column("index").to_numpy(), columns, lists)
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        raise _damaged(path, str(error).partition("\n")[0]) from error


def _damaged(path: Path, what: str) -> SapperError:
    return SapperError(f"the shard {path} is damaged ({what}); delete it and resume to play it again")


def _list_array(pa: Any, games: Games, key: str) -> Any:
    """A column of lists, null in every game where nothing is known of it."""
    lists = games.lists.get(key)
    kind = pa.string() if LISTS[key] is np.str_ else pa.from_numpy_dtype(LISTS[key])
    if lists is None:
        return pa.nulls(len(games), pa.list_(kind))
    # A risk that was not stated is nan here and null there, as SQL has it.
    values = pa.array(lists.values, kind, from_pandas=True)
    return pa.ListArray.from_arrays(pa.array(lists.offsets, pa.int32()), values)


def _lists(table: Any, key: str) -> Lists | None:
    """A column of lists read back; None where nothing is known of it."""
    if key not in table.column_names:  # kept before there was such a column
        return None
    column = table.column(key).combine_chunks()
    if column.null_count:
        return None
    values = np.asarray(column.flatten().to_numpy(zero_copy_only=False), LISTS[key])
    return Lists.cut(values, column.value_lengths().to_numpy())


@contextmanager
def _explained(path: Path) -> Any:
    try:
        yield
    except OSError as error:
        raise SapperError(f"cannot keep games in {path}: {error.strerror or error}") from error


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SapperError("run folders need pyarrow: pip install 'sapper[report]'") from None
    return pyarrow, pyarrow.parquet
