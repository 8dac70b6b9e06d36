"""Experiments of kind `losing-move`: a histogram of the moves at which games were lost."""

from __future__ import annotations

import numpy as np

from sapper.experiments.experiment import Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.outcome import Outcome
from sapper.report.figure import Figure, Table
from sapper.report.figure_series import shares

BINS = 30


def losing_move(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Draw one histogram per setting of the moves at which games were lost."""
    figures, lines = [], []
    for setting in experiment.settings:
        free = setting.rules.cells - setting.rules.mines
        edges = np.linspace(0.5, free + 1.5, min(BINS, free) + 1)
        series = []
        for agent in supply.agents(experiment):
            games = supply.games(agent, setting, supply.count(experiment))
            steps = games.columns["steps"][~games.columns["won"] & (games.columns["steps"] > 1)]
            series.append(shares(agent, steps, edges, len(steps)))
            tenths = (
                [float(np.mean(steps <= free / 10)), float(np.mean(steps > 0.9 * free))] if len(steps) else []
            )
            shown = [f"{100 * share:.1f}" for share in tenths] or ["-", "-"]
            lines.append((setting.name, agent, f"{len(games):,}", f"{len(steps):,}", *shown))
        figures.append(
            Figure(
                f"{experiment.paper}-losing-move-{setting.name}",
                f"The move at which games were lost, {setting.name}",
                "steps",
                "move that lost",
                "of lost games, %",
                tuple(series),
                percent=True,
                note="Error bars: 95% intervals. Games lost on the first cell are left out.",
            )
        )
    header = ("board", "agent", "games", "lost after the start", "in the first tenth of the moves, %")
    table = Table("Where losses gather", (*header, "in the last tenth, %"), tuple(lines))
    return Outcome(experiment, supply.count(experiment), (), (table,), tuple(figures))
