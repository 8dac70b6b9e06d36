"""One line an agent: what its games amount to."""

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
    """What one part of an agent did: its moves, and how many opened no mine or flagged one."""

    moves: int
    right: int


@dataclass(frozen=True, slots=True)
class Summary:
    """How an agent fared. Means are over its games; seconds are those its games took, on one core each."""

    name: str
    games: int
    wins: int
    rate: float
    low: float
    high: float
    adjusted: Estimate | None
    """The rate with luck taken out, where the agent states exact risks."""
    seconds: float
    games_per_second: float
    guesses: float
    steps: float
    opened: float
    """The mean share of the free cells that were opened."""
    opened_of_all: float
    """The same of all cells."""
    hits: float
    flags_right: float
    flags_wrong: float
    ends: dict[str, int]
    """How the games ended: how many of each kind."""
    time_outs: int
    """Games in which a limit cut the thinking short."""
    decided: dict[str, Decided]
    """What the parts of the agent decided, where it says: of a hybrid, its learner for one."""


def summarise(games: Games, rules: Rules) -> Summary:
    """Sum an agent's games up."""
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


def common(a: Games, b: Games) -> tuple[Games, Games]:
    """The games that two agents played on the same boards."""
    _, first, second = np.intersect1d(a.index, b.index, assume_unique=True, return_indices=True)
    return a.take(first), b.take(second)


def as_json(
    summaries: list[Summary],
    pairs: list[PairedDifference],
    standing: Standing | None = None,
    reproducible: bool = True,
) -> dict[str, Any]:
    """The document that `sapper bench --json` prints and a run folder keeps."""
    document: dict[str, Any] = {
        "agents": [asdict(summary) for summary in summaries],
        "pairs": [asdict(pair) for pair in pairs],
    }
    if standing:
        document["decision"] = asdict(standing)
    if not reproducible:
        document["reproducible"] = False
    return document
