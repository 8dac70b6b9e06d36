"""The outcome of an experiment: our values beside the published ones."""

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
    """None if the agent is not available, or its games do not determine the measure."""
    claim: Claim | None
    difference: Estimate | None
    """Our value minus the published value."""
    note: str = ""


@dataclass(frozen=True)
class Outcome:
    """The outcome of an experiment."""

    experiment: Experiment
    games: int
    """Games of each agent in each setting."""
    rows: tuple[Row, ...] = ()
    tables: tuple[Table, ...] = ()
    """Tables in addition to those of the measures."""
    figures: tuple[Figure, ...] = ()
    missing: dict[str, str] = field(default_factory=dict)
    """The reason for each agent that is not available."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    """What there is to say about these games, in addition to the notes of the experiment."""
