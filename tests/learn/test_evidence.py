"""The games that the documentation's figures come from are kept, and say what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq

KEPT = Path(__file__).parents[2] / "docs" / "evidence" / "learners" / "arena"
PAGE = Path(__file__).parents[2] / "docs" / "learners.md"


def test_every_kept_run_is_whole_and_its_rate_is_on_the_page() -> None:
    games = pq.read_table(KEPT / "games.parquet")
    runs = json.loads((KEPT / "runs.json").read_text())
    columns = zip(games["run"].to_pylist(), games["agent"].to_pylist(), games["won"].to_pylist(), strict=True)
    counts: dict[tuple[str, str], list[bool]] = {}
    for run, agent, won in columns:
        counts.setdefault((run, agent), []).append(won)
    page = PAGE.read_text()
    for run, described in runs.items():
        for agent in described["agents"]:
            won = counts.pop((run, agent["name"]))
            assert len(won) == agent["games"] >= 10_000
            assert sum(won) == agent["wins"]
            assert f"{100 * agent['rate']:.2f}" in page, (run, agent["name"])
    assert not counts


def test_the_kept_games_are_few_bytes() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) < 2 * 2**20
