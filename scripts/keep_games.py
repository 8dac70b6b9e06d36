#!/usr/bin/env python3
"""Join run folders into two files that are small enough for version control.

    scripts/keep_games.py runs/networks/* --out research/evidence/learners/arena

Writes `runs.json`, with the description and the summary of each run, and `games.parquet`, with one row per
game: the run, the agent, the index of the board, whether it was won, the steps, the cells opened, and how
often a part of the agent decided and was right. Runs that the folder holds already are kept, unless a new run
has the same name.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

COLUMNS = ("agent", "index", "won", "steps", "opened")
KEPT = ("command", "commit", "seed", "arguments", "versions")


def games_of(folder: Path) -> pa.Table:
    """The games of a run, sorted by agent and board, without columns that follow from the others."""
    shards = [pq.read_table(path) for path in sorted((folder / "games").glob("*.parquet"))]
    whole = pa.concat_tables(
        [each.set_column(0, "agent", each["agent"].cast(pa.string())) for each in shards]
    )
    whole = whole.sort_by([("agent", "ascending"), ("index", "ascending")])
    columns = {name: whole[name] for name in COLUMNS}
    for name in ("decided", "decided_right"):  # a sum, because the lists have at most one entry
        columns[name] = pa.array([sum(each or ()) for each in whole[name].to_pylist()], pa.int32())
    columns["index"] = columns["index"].cast(pa.int32())
    return pa.table({"run": pa.array([folder.name] * len(whole)), **columns})


def held(out: Path, fresh: list[str]) -> tuple[dict[str, Any], list[pa.Table]]:
    """The descriptions and games of the stored runs that are not in `fresh`."""
    if not (out / "runs.json").exists():
        return {}, []
    described = json.loads((out / "runs.json").read_text(encoding="utf-8"))
    games = pq.read_table(out / "games.parquet")
    others = pc.invert(pc.is_in(games["run"], pa.array(fresh, pa.string())))
    return {name: run for name, run in described.items() if name not in fresh}, [games.filter(others)]


def main() -> None:
    """Read the runs and write the two files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    described, kept = held(args.out, [folder.name for folder in args.runs])
    for folder in args.runs:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        described[folder.name] = {**{key: run[key] for key in KEPT}, "agents": summary["agents"]}
    args.out.mkdir(parents=True, exist_ok=True)
    games = pa.concat_tables(kept + [games_of(folder) for folder in args.runs])
    pq.write_table(
        games,
        args.out / "games.parquet",
        compression="zstd",
        compression_level=19,
        use_dictionary=["run", "agent"],
        column_encoding={
            "index": "DELTA_BINARY_PACKED"
        },  # consecutive numbers have equal differences, which take almost no space
    )
    (args.out / "runs.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    print(f"{len(games):,} games of {len(described)} runs kept in {args.out}")


main()
