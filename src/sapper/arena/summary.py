"""The summary of an agent's games, and the JSON document of a run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.batch import Games
from sapper.arena.sequential_test import Standing
from sapper.arena.statistics import Estimate, PairedDifference, luck_adjusted, wilson
from sapper.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Decided:
    """The moves of one part of an agent, and how many of them opened no mine or flagged one."""

    moves: int
    right: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of an agent. Means are over its games; `seconds` is the sum of the games' times."""

    name: str
    games: int
    wins: int
    rate: float
    low: float
    high: float
    adjusted: Estimate | None
    """The luck-adjusted win rate, if the agent states exact risks."""
    seconds: float
    games_per_second: float
    guesses: float
    steps: float
    opened: float
    """The mean share of the free cells that were opened."""
    opened_of_all: float
    """The mean share of all cells that were opened."""
    hits: float
    flags_right: float
    flags_wrong: float
    ends: dict[str, int]
    """The number of games by the way they ended."""
    time_outs: int
    """The number of games in which a limit cut a decision short."""
    decided: dict[str, Decided]
    """The decisions by part of the agent, if it names its parts, as a hybrid with a network does."""


def summarise(games: Games, rules: Rules) -> Summary:
    """Summarise the games of an agent."""
    columns = games.columns
    wins, seconds = int(columns["won"].sum()), float(columns["seconds"].sum())
    low, high = wilson(wins, len(games))
    free = rules.rows * rules.cols - rules.mines
    return Summary(
        name=games.agent,
        games=len(games),
        wins=wins,
        rate=wins / len(games),
        low=low,
        high=high,
        adjusted=luck_adjusted(columns["won"], columns["luck"]),
        seconds=seconds,
        games_per_second=len(games) / max(seconds, 1e-9),
        guesses=float(columns["guesses"].mean()),
        steps=float(columns["steps"].mean()),
        opened=float(columns["opened"].mean()) / free if free else 1.0,
        opened_of_all=float(columns["opened"].mean()) / rules.cells,
        hits=float(columns["hits"].mean()),
        flags_right=float(columns["flags_right"].mean()),
        flags_wrong=float(columns["flags_wrong"].mean()),
        ends=_counted(columns["end"]),
        time_outs=int((columns["time_outs"] > 0).sum()),
        decided=_decided(games),
    )


def _counted(values: NDArray[Any]) -> dict[str, int]:
    found, counts = np.unique(values, return_counts=True)
    return {str(value): int(count) for value, count in zip(found, counts, strict=True)}


def _decided(games: Games) -> dict[str, Decided]:
    names = games.lists["decided_by"].values
    made, right = (games.lists[key].values for key in ("decided", "decided_right"))
    return {
        str(name): Decided(int(made[names == name].sum()), int(right[names == name].sum()))
        for name in np.unique(names)
    }


def common_boards(a: Games, b: Games) -> tuple[Games, Games]:
    """The games of two agents on the boards that both have played."""
    _, first, second = np.intersect1d(a.index, b.index, assume_unique=True, return_indices=True)
    return a.take(first), b.take(second)


def as_json(
    summaries: list[Summary],
    pairs: list[PairedDifference],
    standing: Standing | None = None,
    reproducible: bool = True,
) -> dict[str, Any]:
    """The document that `sapper bench --json` prints and that ``summary.json`` holds."""
    document: dict[str, Any] = {
        "agents": [asdict(summary) for summary in summaries],
        "pairs": [asdict(pair) for pair in pairs],
    }
    if standing:
        document["decision"] = asdict(standing)
    if not reproducible:
        document["reproducible"] = False
    return document
