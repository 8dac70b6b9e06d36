"""Experiments of kind `strength`: the win rate of every agent against its seconds per game."""

from __future__ import annotations

from sapper.experiments.experiment import Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.measures import MEASURES
from sapper.experiments.outcome import Outcome, Row
from sapper.report.figure import Figure, Series


def strength(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Plot the win rate of all agents against their seconds per game."""
    [setting] = experiment.settings
    rows, series = [], []
    for agent in supply.agents(experiment):
        if supply.missing(agent):
            continue
        games = supply.games(agent, setting, supply.count(experiment, agent), experiment.alone)
        won, seconds = (MEASURES[name].take(games, setting.rules) for name in ("win", "seconds"))
        assert won
        assert seconds
        rows += [
            Row(setting.name, agent, name, each, None, None)
            for name, each in (("win", won), ("seconds", seconds))
        ]
        series.append(Series(agent, [won.value], [seconds.value], [won.low], [won.high]))
    figure = Figure(
        f"{experiment.paper}-{experiment.key}",
        f"{experiment.title}, {setting.rules.size}",
        "points",
        "seconds per game, one core",
        "games won, %",
        tuple(series),
        percent=True,
        log_x=True,
        note="Error bars: 95% intervals.",
    )
    return Outcome(experiment, supply.count(experiment), tuple(rows), (), (figure,))
