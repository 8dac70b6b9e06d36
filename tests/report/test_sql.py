"""SQL queries over the games of a run folder."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from sapper import SapperError
from sapper.arena.run_folder import RunFolder
from sapper.report.sql import query
from tests.cli.command_runner import Terminal


def test_games_in_sql(folder: Path) -> None:
    wins = {games.agent: int(games.columns["won"].sum()) for games in RunFolder.open(folder).read_all()[:1]}
    answer = query(folder, "select agent, sum(won::int), count(*) from games group by agent order by agent")
    assert answer.columns[0] == "agent"
    assert answer.rows[0] == ("lowest-risk", wins["lowest-risk"], 60)
    guesses = query(folder, "select guesses, len(survived) from games where agent = 'random' order by index")
    assert all(counted == listed for counted, listed in guesses.rows)
    lost = query(folder, "select opened_of_free, opened / 30 from games where not won")
    np.testing.assert_allclose([row[0] for row in lost.rows], [row[1] for row in lost.rows], rtol=1e-6)


def test_the_command_answers_in_a_table_and_in_json(sapper_cli: Terminal, folder: Path) -> None:
    sql = (
        "select agent, count(*) games, null nothing, [1, 2] list, 'nan'::float odd from games group by agent"
    )
    found = json.loads(sapper_cli("query", folder, f"{sql} order by agent", "--json").out)
    assert found["columns"] == ["agent", "games", "nothing", "list", "odd"]
    assert found["rows"][0] == ["lowest-risk", 60, None, [1, 2], None]
    assert "lowest-risk" in sapper_cli("query", folder, sql).out
    assert json.loads(sapper_cli("query", folder, "set threads = 1", "--json").out)["rows"] is not None


def test_an_error_keeps_the_hint_of_duckdb(sapper_cli: Terminal, folder: Path) -> None:
    outcome = sapper_cli("query", folder, "select wonn from games")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert 'Referenced column "wonn" not found' in outcome.err
    assert 'Candidate bindings: "won"' in outcome.err
    with pytest.raises(SapperError) as caught:
        query(folder, "select wonn from games")
    [place] = caught.value.__notes__
    first, caret = place.splitlines()
    assert first == "LINE 1: select wonn from games"
    assert first[caret.index("^") :].startswith("wonn")


def test_decimals_are_numbers(sapper_cli: Terminal, folder: Path) -> None:
    sql = "select 1.5 d, 0.5 * count(*) e, [2.5] list from games"
    assert json.loads(sapper_cli("query", folder, sql, "--json").out)["rows"] == [[1.5, 60.0, [2.5]]]
    lines = sapper_cli("query", folder, "select 1.5 decimal").out.splitlines()
    assert lines[-1].startswith("    1.5")  # numbers are aligned to the right


def test_a_wide_table_is_not_cut(sapper_cli: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ", ".join(f"'{'word ' * 5}{number}' a_long_heading_{number}" for number in range(20))
    sql = f"select {columns}, {', '.join(f'{number} n{number}' for number in range(40))}"
    heading, _, row = (line.rstrip() for line in sapper_cli("query", folder, sql).out.splitlines())
    for number in range(20):
        assert f"a_long_heading_{number}" in heading
        assert f"{'word ' * 5}{number}" in row
    assert "…" not in heading + row
    # In a terminal, long values are wrapped inside their column.
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = sapper_cli("query", folder, f"select '{'q' * 300}' word, 1 n").out
    assert "…" not in out
    assert out.count("q") == 300


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("selec 1", "cannot be answered: Parser Error"),
        ("select nothing from games", "cannot be answered: Binder Error"),
        ("select 1 from elsewhere", "cannot be answered: Catalog Error"),
        ("", "no query"),
    ],
)
def test_a_bad_query_is_one_line(sapper_cli: Terminal, folder: Path, sql: str, message: str) -> None:
    outcome = sapper_cli("query", folder, sql)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert message in outcome.err


def test_a_query_reports_a_damaged_shard(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    RunFolder.open(copy).shards[0].write_bytes(b"PAR1")
    with pytest.raises(SapperError, match="is damaged"):
        query(copy, "select 1")


@pytest.mark.parametrize("is_finished", [True, False])
def test_a_query_finds_a_flipped_bit(folder: Path, tmp_path: Path, is_finished: bool) -> None:
    """DuckDB read other numbers from one flipped shard of twenty, because it compares no checksums."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    if not is_finished:
        (copy / "summary.json").unlink()
    shard = RunFolder.open(copy).shards[0]
    content = shard.read_bytes()
    group = pq.ParquetFile(io.BytesIO(content)).metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    [column] = [each for each in columns if each.path_in_schema == "steps"]
    flipped = bytearray(content)
    flipped[column.data_page_offset + column.total_compressed_size - 2] ^= 4
    shard.write_bytes(flipped)
    with pytest.raises(SapperError, match=r"the shard .* is damaged"):
        query(copy, "select sum(steps) from games")
    shard.write_bytes(content)
    assert query(copy, "select count(*) from games").rows[0][0] > 0
