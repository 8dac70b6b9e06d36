"""The runner: runs an experiment and returns its outcome."""

from __future__ import annotations

import math
import time

from sapper.experiments import without_guesses
from sapper.experiments.agent_families import IN_A_FIGURE, families
from sapper.experiments.experiment import Experiment
from sapper.experiments.experiment_kinds import KINDS
from sapper.experiments.game_supply import GameSupply, Request
from sapper.experiments.kinds.start_cells import start_cell_settings
from sapper.experiments.measures import MEASURES, difference
from sapper.experiments.outcome import Outcome, Row
from sapper.report.figure import Figure, Series

IN_BARS = 6
"""The most groups of bars in one figure; more groups are drawn as lines."""


def run(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Run one experiment."""
    began = time.monotonic()
    special = KINDS.get(experiment.kind)
    outcome = special(experiment, supply) if special else take_measures(experiment, supply)
    return Outcome(
        outcome.experiment,
        outcome.games,
        outcome.rows,
        outcome.tables,
        outcome.figures,
        outcome.missing,
        time.monotonic() - began,
        outcome.notes,
    )


def requests(experiment: Experiment, supply: GameSupply) -> list[Request]:
    """The games that an experiment will request from the supply."""
    if experiment.kind in ("training", "frontier-time", "cheapest-consistency", "game-pictures"):
        return []
    settings = experiment.settings
    if experiment.kind == "start-cells":
        settings = tuple(start_cell_settings(experiment))
    wanted = []
    for agent in supply.agents(experiment):
        for setting in settings:
            if not experiment.plays(agent, setting.name) or supply.missing(agent):
                continue
            count = supply.count(experiment, agent)
            if not supply.is_kept(experiment, agent, setting):
                wanted.append(Request(agent, setting, count, experiment.alone))
            if _is_apart(experiment, agent, supply):
                wanted.append(Request(supply.without_guesses(agent), setting, count))
    return wanted


def _is_apart(experiment: Experiment, agent: str, supply: GameSupply) -> bool:
    """Whether an agent plays games without guesses, because its games do not show which moves are certain."""
    return without_guesses.MEASURE in experiment.measures and supply.uses_network(agent)


def take_measures(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Play every agent in every setting, and compute the measures."""
    rows: list[Row] = []
    missing: dict[str, str] = {}
    kept: dict[int, None] = {}
    for agent in supply.agents(experiment):
        why = supply.missing(agent)
        if why:
            missing[agent] = why
        for setting in experiment.settings:
            if not experiment.plays(agent, setting.name):
                continue
            games = None
            count = supply.count(experiment, agent)
            if supply.is_kept(experiment, agent, setting):
                games = supply.kept_games(agent, setting)
                kept[supply.kept.seed(agent, setting)] = None
            elif not why:
                games = supply.games(agent, setting, count, experiment.alone)
            for name in experiment.measures:
                measure, claim = MEASURES[name], experiment.claim(agent, setting.name, name)
                if name == without_guesses.MEASURE and _is_apart(experiment, agent, supply):
                    played = supply.games(supply.without_guesses(agent), setting, count)
                    ours = MEASURES["win"].take(played, setting.rules)
                else:
                    ours = measure.take(games, setting.rules) if games else None
                gap = None
                if ours and claim:
                    gap = difference(ours, claim.value, claim.games, measure.is_rate)
                rows.append(Row(setting.name, agent, name, ours, claim, gap, claim.note if claim else ""))
    rows.sort(key=lambda row: (experiment.measures.index(row.measure), _place(experiment, row.setting)))
    figures = tuple(figure for name in experiment.figures for figure in _figures(experiment, name, rows))
    notes = (_KEPT.format(", ".join(map(str, kept))),) if kept else ()
    return Outcome(experiment, supply.count(experiment), tuple(rows), (), figures, missing, notes=notes)


_KEPT = (
    "Networks: games that were played before and are kept in the repository's research/evidence (seed {}). "
    "--network-games plays them again."
)


def _place(experiment: Experiment, setting: str) -> int:
    return [each.name for each in experiment.settings].index(setting)


def _figures(experiment: Experiment, name: str, rows: list[Row]) -> list[Figure]:
    """One figure of a measure, or one per family if there are too many agents for one figure."""
    agents = list(dict.fromkeys(row.agent for row in rows if row.ours or row.claim))
    if len(agents) <= IN_A_FIGURE:
        return [_figure(experiment, name, rows, agents, "", "")]
    return [
        _figure(experiment, name, rows, chosen, f"-{family}", f": {family}")
        for family, chosen in families(agents).items()
    ]


def _figure(
    experiment: Experiment, name: str, rows: list[Row], agents: list[str], ending: str, more: str
) -> Figure:
    measure = MEASURES[name]
    found = {(row.agent, row.setting): row for row in rows if row.measure == name}
    settings = experiment.settings
    x = [setting.x if experiment.x_label and setting.x else float(i) for i, setting in enumerate(settings)]
    series: list[Series] = []
    for agent in agents:
        ours = [row.ours if (row := found.get((agent, setting.name))) else None for setting in settings]
        if any(ours):
            series.append(
                Series(
                    agent,
                    [each.value if each else math.nan for each in ours],
                    x,
                    [each.low if each else math.nan for each in ours],
                    [each.high if each else math.nan for each in ours],
                )
            )
    for agent in agents:
        values = [
            row.claim.value if (row := found.get((agent, setting.name))) and row.claim else math.nan
            for setting in settings
        ]
        if not all(map(math.isnan, values)):
            series.append(Series(f"{agent}, published", values, x, published=True, of=agent))
    axis = f"{measure.label}, {measure.unit}" if measure.unit else measure.label
    several = len(experiment.figures) > 1
    return Figure(
        f"{experiment.paper}-{experiment.key}{f'-{name}' * several}{ending}",
        f"{experiment.title}{more}" if not several else f"{measure.label.capitalize()}{more}",
        "lines" if experiment.x_label or len(settings) > IN_BARS else "bars",
        experiment.x_label or "board",
        axis,
        tuple(series),
        () if experiment.x_label else tuple(setting.name for setting in settings),
        percent=measure.unit == "%",
        log_y=measure.unit == "s",
        note="Error bars: 95% intervals of ours.",
    )
