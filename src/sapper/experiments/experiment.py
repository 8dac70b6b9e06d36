"""Experiment and Claim: what a paper measured and published, as data that a runner can repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.arena.single_game import Start
from sapper.game.rules import Rules

Placement = Literal["uniform", "cross"]
"""Where mines may lie: anywhere the first move's promise allows, or nowhere in the start's row and column."""

Kind = Literal[
    "measures", "losing-move", "frontier-time", "training", "start-cells", "calibration", "strength"
]
"""What is computed from the games. `sapper.experiments.experiment_kinds` has one function per kind."""

EVERY_AGENT = ("*",)
"""Stands for all agents there are when an experiment runs."""


@dataclass(frozen=True)
class Setting:
    """A board and its rules, as a paper plays them."""

    name: str
    rules: Rules
    start: Start = (0, 0)
    placement: Placement = "uniform"
    x: float | None = None
    """Where it stands on a figure's axis, if it stands on one."""

    def __str__(self) -> str:
        """All that a claim must say of it: size, mines, promise, start, and every unusual switch."""
        rules = self.rules
        words = [rules.size, f"first move {rules.first_move}"]
        words.append("start of the agent's choice" if self.start == "agent" else f"start {self.start}")
        words += ["no cascade"] * (not rules.cascade)
        words += ["plays on after a mine"] * (rules.on_mine == "continue")
        words += ["a wrong flag loses"] * (rules.on_wrong_flag == "lose")
        words += ["exact flags win"] * (rules.won_by == "open-or-flag")
        words += ["no mine in the start's row and column"] * (self.placement == "cross")
        return ", ".join(words)


@dataclass(frozen=True)
class Claim:
    """A published value."""

    agent: str
    setting: str
    measure: str
    value: float
    games: int | None = None
    """The games behind it, where the paper says."""
    note: str = ""


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a paper."""

    paper: str
    key: str
    """Its short name, such as ``table-5.1``."""
    title: str
    settings: tuple[Setting, ...]
    agents: tuple[str, ...]
    measures: tuple[str, ...] = ("win",)
    games: int = 1_000
    """Games of each agent in each setting: the paper's number, or ours where it gives none."""
    claims: tuple[Claim, ...] = ()
    kind: Kind = "measures"
    figures: tuple[str, ...] = ()
    """The measures that are drawn as well."""
    x_label: str = ""
    """The axis on which the settings stand, where they do; else they are groups of bars."""
    own: tuple[tuple[str, str], ...] = ()
    """Agents that play in some settings alone: (agent, setting). Whoever is not named plays in all."""
    alone: bool = False
    """Whether one agent plays at a time, in one process, because times are compared."""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the command line calls it: ``aua2023/table-5.1``."""
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
    """Claims from a printed table: for each agent a value a setting, None where it prints none."""
    return tuple(
        Claim(agent, setting.name, measure, value, games, note)
        for agent, row in values.items()
        for setting, value in zip(settings, row, strict=True)
        if value is not None
    )
