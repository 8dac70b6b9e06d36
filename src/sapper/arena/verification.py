"""The check of a run folder: whether its games are those that the run wrote, as far as it can show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sapper.arena.batch import Games
from sapper.arena.run_files import SUMMARY
from sapper.arena.run_folder import RunFolder
from sapper.errors import SapperError


@dataclass(frozen=True)
class Verification:
    """What the check of a run folder found."""

    shards: int
    games: int
    problems: tuple[str, ...]
    """One sentence for each defect."""
    gaps: tuple[str, ...]
    """One sentence for each check that the folder does not allow."""

    @property
    def verdict(self) -> str:
        """One word: ``verified``, ``unverified`` or ``damaged``."""
        return "damaged" if self.problems else "unverified" if self.gaps else "verified"


def verify(folder: RunFolder) -> Verification:
    """Read every game of a run, and compare shards, seals, digests and summary with each other.

    This finds damage and mistakes. It does not stop a forger, who can write all the digests anew.
    """
    problems: list[str] = []
    played: dict[str, list[Games]] = {}
    for shard in folder.shards:
        try:
            games = folder.files.games(shard)
            _check_place(folder, shard, games)
            played.setdefault(games.agent, []).append(games)
        except SapperError as error:
            problems.append(str(error))
    for agent, parts in played.items():
        boards = np.concatenate([part.index for part in parts])
        if len(np.unique(boards)) < len(boards):
            problems.append(f"some games of {agent} are in two shards")
    if folder.summary is None and (folder.path / SUMMARY).exists():
        problems.append(f"{folder.path / SUMMARY} is damaged: it is no summary of a run")
    problems += _against_digests(folder)
    if not problems:
        problems += _against_summary(folder.summary, played)
    count = sum(len(part) for parts in played.values() for part in parts)
    return Verification(len(folder.shards), count, tuple(problems), tuple(_gaps(folder)))


def _check_place(folder: RunFolder, shard: Path, games: Games) -> None:
    """Check that a shard has the name that its first game gives it, and holds consecutive games."""
    named = games.agent in folder.description["arguments"]["agents"] and len(games)
    if not named or folder.shard(games.agent, int(games.index[0])) != shard:
        raise SapperError(f"the shard {shard} has another name than its games give it")
    if not np.array_equal(games.index, games.index[0] + np.arange(len(games))):
        raise SapperError(f"the shard {shard} lacks games between its first and its last")


def _against_digests(folder: RunFolder) -> Iterator[str]:
    """Compare the shards with their digests in the summary."""
    stated = folder.files.stated_digests
    if stated is None:
        return
    present = {shard.name for shard in folder.shards}
    for name in folder.files.changed_shards():
        yield f"the shard {folder.path / 'games' / name} differs from its digest in summary.json"
    for name in sorted(stated.keys() - present):
        yield f"the shard {folder.path / 'games' / name} is missing"
    for name in sorted(present - stated.keys()):
        yield f"the shard {folder.path / 'games' / name} is not listed in summary.json"


def _against_summary(summary: dict[str, Any] | None, played: dict[str, list[Games]]) -> Iterator[str]:
    """Compare the games and wins of each agent with the summary."""
    if summary is None:
        return
    found = sorted(
        (agent, sum(map(len, parts)), sum(int(part.columns["won"].sum()) for part in parts))
        for agent, parts in played.items()
    )
    stated = summary["agents"] if isinstance(summary["agents"], list) else []
    lines = [line for line in stated if isinstance(line, dict)]
    if sorted(((line.get("name"), line.get("games"), line.get("wins")) for line in lines), key=str) != found:
        yield "summary.json states other games or wins than the shards hold"


def _gaps(folder: RunFolder) -> Iterator[str]:
    """The checks that a folder does not allow."""
    if not folder.is_sealed:
        yield "an earlier version wrote this run, and its shards carry no digest of the run"
    if folder.summary is None:
        yield "the run is not finished, so no summary states the digests of its shards"
    elif folder.files.stated_digests is None:
        yield "summary.json states no digests of the shards"
