"""Experiments of kind `calibration`: stated risks against the share of guesses that hit a mine."""

from __future__ import annotations

import numpy as np

from sapper.arena.calibration import Reliability, reliability_of_risks
from sapper.experiments.agent_families import families
from sapper.experiments.experiment import Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.outcome import Outcome
from sapper.report.figure import Figure, Table
from sapper.report.figure_series import AS_STATED, reliability_series


def calibration(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Compare the stated risks of every agent with the share of guesses that hit a mine."""
    [setting] = experiment.settings
    found: dict[str, Reliability] = {}
    silent = []
    for agent in supply.agents(experiment):
        if supply.missing(agent):
            continue
        games = supply.games(agent, setting, supply.count(experiment, agent))
        risks, survived = games.lists["risks"].values, games.lists["survived"].values
        stated = ~np.isnan(risks)
        if stated.any():
            found[agent] = reliability_of_risks(risks[stated].astype(np.float64), survived[stated])
        else:
            silent.append(agent)
    rows = tuple(
        (
            agent,
            f"{table.whole.n:,}",
            f"{100 * table.whole.stated:.2f}",
            f"{100 * table.whole.observed:.2f}",
            f"{table.whole.z:+.1f}",
            f"{table.worst:.1f}",
            f"{100 * table.widest_gap:.1f}",
        )
        for agent, table in found.items()
    )
    header = (
        *("agent", "guesses", "mean stated, %", "hit a mine, %", "z"),
        *("largest z of a bin", "widest gap of a bin, points"),
    )
    note = f"Agents that state no risk, or never guess: {', '.join(silent) or 'none'}."
    figures = tuple(
        Figure(
            f"{experiment.paper}-calibration-{family}",
            f"Stated risk against what happened: {family}",
            "lines",
            "stated risk, %",
            "guesses that hit a mine, %",
            (*(reliability_series(agent, found[agent]) for agent in agents), AS_STATED),
            percent=True,
            note="Error bars: 95% intervals.",
        )
        for family, agents in families(list(found)).items()
    )
    return Outcome(experiment, supply.count(experiment), (), (Table("", header, rows, note),), figures)
