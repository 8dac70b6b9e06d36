"""The committed evidence: training logs, and games of networks that took hours to play.

It lies in `research/evidence` of the repository and is no part of an installed package. This is the only
module that knows where.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import sapper
from sapper.arena.batch import Games
from sapper.experiments.experiment import Setting
from sapper.game.rules import Rules

MEASURES = ("win", "steps", "steps-won", "opened", "completion", "completion-lost")
"""The measures that the kept games determine: each game has its result, its steps and its opened cells."""


def folder(package: Path | None = None) -> Path | None:
    """Return the folder of the evidence, or None if the package does not run from the repository."""
    found = (package or Path(sapper.__file__).parent).parents[1] / "research" / "evidence"
    return found if found.is_dir() else None


class KeptGames:
    """Games of networks that were played before, one file for all runs, as `scripts/keep_games.py` writes it.

    Args:
        evidence: The folder of the evidence; without it there are no games.
    """

    def __init__(self, evidence: Path | None) -> None:
        self.place = evidence / "learners" / "arena" if evidence else None
        found = self.place and (self.place / "runs.json").exists()
        self.runs: dict[str, Any] = (
            json.loads((self.place / "runs.json").read_text(encoding="utf-8")) if self.place and found else {}
        )
        self._games: dict[tuple[str, str], Games] = {}

    def run(self, agent: str, setting: Setting) -> str | None:
        """The name of the run in which an agent played a setting, or None if there is none."""
        if setting.placement != "uniform" or setting.start == "agent":
            return None
        start = f"{setting.start[0]},{setting.start[1]}"
        for name, run in self.runs.items():
            arguments = run["arguments"]
            played = arguments["start"], arguments["boards"], Rules.from_dict(arguments["rules"])
            if agent in arguments["agents"] and played == (start, None, setting.rules):
                return str(name)
        return None

    def seed(self, agent: str, setting: Setting) -> int:
        """The seed of the boards of the kept games."""
        return int(self.runs[self.run(agent, setting) or ""]["seed"])

    def games(self, agent: str, setting: Setting) -> Games:
        """The kept games of an agent in a setting. They have the columns `won`, `steps` and `opened` only."""
        name = self.run(agent, setting)
        assert name
        assert self.place
        key = (name, agent)
        if key not in self._games:
            table = _table(self.place / "games.parquet")
            rows = table.filter(_among(table, name, agent))
            columns = {each: rows[each].to_numpy() for each in ("won", "steps", "opened")}
            self._games[key] = Games(agent, rows["index"].to_numpy().astype(np.int64), columns)
        return self._games[key]


@cache
def _table(path: Path) -> Any:
    import pyarrow.parquet as pq

    return pq.ParquetFile(path, pre_buffer=False).read(use_threads=False)  # starts no threads


def _among(table: Any, run: str, agent: str) -> Any:
    import pyarrow.compute as pc

    return pc.and_(pc.equal(table["run"], run), pc.equal(table["agent"], agent))
