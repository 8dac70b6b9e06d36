"""Experiments as data: the boards, agents and measures of a paper, and the values that it published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.arena.single_game import Start
from sapper.game.rules import Cell, Rules

Placement = Literal["uniform", "cross"]
"""Where mines may lie: anywhere that the first-move rule allows, or outside the start's row and column."""

Kind = Literal[
    "measures",
    "losing-move",
    "frontier-time",
    "training",
    "start-cells",
    "calibration",
    "strength",
    "cheapest-consistency",
    "game-pictures",
]
"""What is computed from the games. `sapper.experiments.experiment_kinds` has one function per kind."""

EVERY_AGENT = ("*",)
"""Stands for all agents that are registered when the experiment runs."""


@dataclass(frozen=True)
class Setting:
    """A board size with its rules and start, as a paper plays it."""

    name: str
    rules: Rules
    start: Start = (0, 0)
    placement: Placement = "uniform"
    free: tuple[Cell, ...] = ()
    """Cells without a mine, besides what the first-move rule promises."""
    x: float | None = None
    """The position on the x axis of a figure, if the axis has numbers."""

    def __str__(self) -> str:
        """The size, mines, first-move rule and start, and every rule that is not the default."""
        rules = self.rules
        words = [rules.size, f"first move {rules.first_move}"]
        words.append("start of the agent's choice" if self.start == "agent" else f"start {self.start}")
        words += ["no cascade"] * (not rules.cascade)
        words += ["plays on after a mine"] * (rules.on_mine == "continue")
        words += ["a wrong flag loses"] * (rules.on_wrong_flag == "lose")
        words += ["exact flags win"] * (rules.won_by == "open-or-flag")
        words += ["no mine in the start's row and column"] * (self.placement == "cross")
        words += [f"no mine at {' or '.join(map(str, self.free))}"] * bool(self.free)
        return ", ".join(words)


@dataclass(frozen=True)
class Claim:
    """A published value."""

    agent: str
    setting: str
    measure: str
    value: float
    games: int | None = None
    """The number of games of the published value, if the paper states it."""
    note: str = ""


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a paper."""

    paper: str
    key: str
    """The short name of the experiment, such as ``table-5.1``."""
    title: str
    settings: tuple[Setting, ...]
    agents: tuple[str, ...]
    measures: tuple[str, ...] = ("win",)
    games: int = 1_000
    """Games of each agent in each setting: the paper's number, or our choice if it states none."""
    claims: tuple[Claim, ...] = ()
    kind: Kind = "measures"
    figures: tuple[str, ...] = ()
    """The measures that get a figure."""
    x_label: str = ""
    """The label of the x axis, if the settings have positions on it; empty if they are groups of bars."""
    own: tuple[tuple[str, str], ...] = ()
    """Pairs (agent, setting) for agents that play only in some settings. Other agents play in all of them."""
    alone: bool = False
    """Whether one agent plays at a time, in one process, because the experiment compares times."""
    network_games: int | None = None
    """The most games of an agent that uses a network, where none are kept; without it, as many as others."""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name on the command line, such as ``aua2023/table-5.1``."""
        return f"{self.paper}/{self.key}"

    def plays(self, agent: str, setting: str) -> bool:
        """Whether an agent plays in a setting."""
        own = {where for name, where in self.own if name == agent}
        return not own or setting in own

    def claim(self, agent: str, setting: str, measure: str) -> Claim | None:
        """The published value, if there is one."""
        for claim in self.claims:
            if (claim.agent, claim.setting, claim.measure) == (agent, setting, measure):
                return claim
        return None


def claims(
    measure: str,
    values: dict[str, tuple[float | None, ...]],
    settings: tuple[Setting, ...],
    games: int | None = None,
    note: str = "",
) -> tuple[Claim, ...]:
    """Make the claims of a printed table: for each agent one value per setting, or None for an empty cell."""
    return tuple(
        Claim(agent, setting.name, measure, value, games, note)
        for agent, row in values.items()
        for setting, value in zip(settings, row, strict=True)
        if value is not None
    )
