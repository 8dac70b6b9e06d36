"""How often the agents win and how long they take, as measured and committed with the package."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FILE = "figures.json"
"""The measurement. `scripts/agent_figures.py` writes it."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The games of one agent on the boards of the measurement."""

    games: int
    wins: int
    low: float
    """The lower end of the 95% interval of the win rate."""
    high: float
    """The upper end of the 95% interval of the win rate."""
    time: float
    """The time of a game, as a multiple of the time of the peer on the same boards in the same run."""

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Measurement:
    """The figures of all agents, and the games that they come from."""

    command: str
    board: str
    first_move: str
    start: list[int]
    seed: int
    peer: str
    agents: dict[str, Figures]

    @property
    def conditions(self) -> str:
        """What was played, in one sentence."""
        row, col = self.start
        games = max(figures.games for figures in self.agents.values())
        return (
            f"{self.board}, first move {self.first_move}, start ({row}, {col}), seed {self.seed}; "
            f"{games:,} games, fewer for slow agents"
        )


@cache
def measurement() -> Measurement:
    """Read the committed measurement."""
    fields = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    agents = {name: Figures(**figures) for name, figures in fields.pop("agents").items()}
    return Measurement(**fields, agents=agents)
