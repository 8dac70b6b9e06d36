"""`scripts/keep_games.py` stores the same games and summaries as the runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq

from sapper.cli.main import run

ROOT = Path(__file__).parents[2]


def test_the_stored_games_are_those_of_the_runs(tmp_path: Path) -> None:
    flags = ["--on-wrong-flag", "lose", "--won-by", "open-or-flag"]
    for name, agents, rules in (("a", ["random", "lowest-risk"], []), ("b", ["aua-csp-dqn"], flags)):
        bench = ["bench", *agents, "--level", "6x6/8", *rules, "--games", "20", "--workers", "1", "--json"]
        assert run([*bench, "--out", str(tmp_path / name)]) == 0
    script = [sys.executable, str(ROOT / "scripts" / "keep_games.py"), "--out", str(tmp_path / "kept")]
    for names in (["a"], ["b"], ["b"]):  # earlier runs are kept, and a repeated run is stored once
        subprocess.run([*script, *(str(tmp_path / name) for name in names)], check=True)
    games = pq.read_table(tmp_path / "kept" / "games.parquet").to_pylist()
    runs = json.loads((tmp_path / "kept" / "runs.json").read_text())
    assert list(runs) == ["a", "b"]
    for name, described in runs.items():
        for agent in described["agents"]:
            own = [game for game in games if (game["run"], game["agent"]) == (name, agent["name"])]
            assert [game["index"] for game in own] == list(range(20))
            assert sum(game["won"] for game in own) == agent["wins"]
            decided = agent["decided"].get("dqn-5x5", {"moves": 0, "right": 0})
            assert sum(game["decided"] for game in own) == decided["moves"]
            assert sum(game["decided_right"] for game in own) == decided["right"]
    assert sum(game["decided"] for game in games) > 0
