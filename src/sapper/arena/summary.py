"""One line an agent: what its games amount to."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from sapper.arena.batch import Games
from sapper.arena.statistics import Estimate, PairedDifference, luck_adjusted, wilson
from sapper.game.rules import Rules


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
    hits: float


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
        hits=float(columns["hits"].mean()),
    )


def common(a: Games, b: Games) -> tuple[Games, Games]:
    """The games that two agents played on the same boards."""
    _, first, second = np.intersect1d(a.index, b.index, assume_unique=True, return_indices=True)
    return _rows(a, first), _rows(b, second)


def as_json(summaries: list[Summary], pairs: list[PairedDifference]) -> dict[str, Any]:
    """The document that `sapper bench --json` prints and a run folder keeps."""
    return {
        "agents": [asdict(summary) for summary in summaries],
        "pairs": [asdict(pair) for pair in pairs],
    }


def _rows(games: Games, rows: np.typing.NDArray[np.intp]) -> Games:
    return Games(games.agent, games.index[rows], {key: column[rows] for key, column in games.columns.items()})
