"""SQL queries over the games of a run folder, by DuckDB."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper.arena.run_folder import RunFolder
from sapper.errors import SapperError


@dataclass(frozen=True)
class Answer:
    """The result of a query."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def connect(path: Path) -> Any:
    """Open a DuckDB connection with the view `games`, which has one row per game of a run."""
    try:
        import duckdb
    except ImportError:
        raise SapperError("queries need duckdb: pip install 'sapper[report]'") from None
    folder = RunFolder.open(path)
    if not folder.shards:
        raise SapperError(f"{path} holds no finished games yet")
    folder.files.check_contents()  # DuckDB does not compare the checksums
    # A view and not a copy: a query reads only the columns and shards that it needs.
    files = [str(shard.resolve()) for shard in folder.shards]
    connection = duckdb.connect(config={"threads": 2})
    try:
        connection.read_parquet(files, hive_partitioning=False).create_view("games")
        connection.execute("select * from games limit 0")
    except duckdb.Error as error:
        raise SapperError(f"the games of {path} cannot be read: {_first_line(error)}") from None
    return connection


def query(path: Path, sql: str) -> Answer:
    """Run an SQL query over the games of a run. The table is called `games`."""
    if not sql.strip():
        raise SapperError("there is no query; try: select agent, avg(won::int) from games group by agent")
    connection = connect(path)
    import duckdb

    try:
        answer = connection.execute(sql)
        columns = tuple(column[0] for column in answer.description or ())
        return Answer(columns, tuple(map(tuple, answer.fetchall())) if columns else ())
    except (duckdb.Error, RuntimeError) as error:
        refused = SapperError(f"the query cannot be answered: {_with_hint(error)}")
        if place := _place(error):
            refused.add_note(place)
        raise refused from None
    finally:
        connection.close()


def _with_hint(error: Exception) -> str:
    """What is wrong and DuckDB's hint, such as the columns that were perhaps meant, on one line."""
    return " ".join(str(error).partition("\nLINE ")[0].split())


def _place(error: Exception) -> str:
    """The part of the query that is wrong with DuckDB's caret below it; empty when it names none."""
    _, found, place = str(error).partition("\nLINE ")
    return f"LINE {place}".rstrip() if found else ""


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
