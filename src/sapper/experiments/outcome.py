"""Outcome: what came of an experiment, ours beside what was published."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper.arena.statistics import Estimate
from sapper.experiments.experiment import Claim, Experiment
from sapper.report.figure import Figure, Table


@dataclass(frozen=True)
class Row:
    """One measure of one agent in one setting."""

    setting: str
    agent: str
    measure: str
    ours: Estimate | None
    """None where the agent is not there, or none of its games says anything of the measure."""
    claim: Claim | None
    difference: Estimate | None
    """Ours less the published value."""
    note: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of an experiment."""

    experiment: Experiment
    games: int
    """Games of each agent in each setting."""
    rows: tuple[Row, ...] = ()
    tables: tuple[Table, ...] = ()
    """What is told beside the measures."""
    figures: tuple[Figure, ...] = ()
    missing: dict[str, str] = field(default_factory=dict)
    """Agents that are not available, and why."""
    seconds: float = 0.0
