"""Experiments of kind `training`: curves of learners, from the logs that `sapper train` writes."""

from __future__ import annotations

from pathlib import Path

from sapper.arena.statistics import Estimate, wilson
from sapper.experiments.experiment import Claim, Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.measures import difference
from sapper.experiments.outcome import Outcome, Row
from sapper.learn.training.training_plots import read_log
from sapper.report.figure import Figure, Series, Table

AXES = {
    "win": ("games learned from", "games won, %"),
    "right": ("decisions learned from", "decisions right, %"),
}
"""The labels of the x and y axes, by the measure that a learner logs."""
FAR = 5
"""The x axis is logarithmic if the longest curve is more than this many times as long as the shortest."""

MOST = 0.9
"""The share of its last win rate after which a learner hardly improves."""

Stretch = tuple[int, int, int]
"""A stretch of the training: all games learned from until its end, and the games won and played in it."""


def training(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Draw the curves of learners, and compare the last stretch of each with the published value."""
    curves: dict[str, list[Stretch]] = {}
    logs: dict[str, Path] = {}
    missing = {}
    for agent in supply.agents(experiment):
        log = _log(agent, supply.logs)
        curve = _stretches(log) if log else []
        if log and curve:
            curves[agent], logs[agent] = curve, log
        else:
            missing[agent] = f"not available: there is no training log; `sapper train {agent}` writes one"
    rows = tuple(_row(claim, curves.get(claim.agent)) for claim in experiment.claims)
    figures = (_figure(experiment, curves),) if curves else ()
    tables = (_progress(curves, logs),) if "win" in experiment.measures and curves else ()
    return Outcome(experiment, 0, rows, tables, figures, missing)


def _progress(curves: dict[str, list[Stretch]], logs: dict[str, Path]) -> Table:
    """How much each learner had seen when it first won most of what it wins at the end."""
    lines = []
    for agent, curve in curves.items():
        last = curve[-1][1] / curve[-1][2]
        end = next(games for games, wins, played in curve if wins / played >= MOST * last)
        entries = [line for line in read_log(logs[agent]) if line["games"] <= end]
        moves = sum(line["played"] * line["moves"] for line in entries)
        lines.append(
            (agent, f"{100 * last:.1f}", f"{end:,}", f"{moves:,.0f}", f"{entries[-1]['seconds']:.0f}")
        )
    header = ("learner", "won at the end, %", "games", "moves in them", "seconds of training")
    return Table(f"When each first won {MOST:.0%} of what it wins at the end", header, tuple(lines))


def _row(claim: Claim, curve: list[Stretch] | None) -> Row:
    ours = gap = None
    if curve:
        _, wins, played = curve[-1]
        ours = Estimate(wins / played, *wilson(wins, played), played)
        gap = difference(ours, claim.value, claim.games, True)
    return Row("at the end of the training", claim.agent, claim.measure, ours, claim, gap, claim.note)


def _figure(experiment: Experiment, curves: dict[str, list[Stretch]]) -> Figure:
    series = []
    for agent, curve in curves.items():
        bounds = [wilson(wins, played) for _, wins, played in curve]
        series.append(
            Series(
                agent,
                [wins / played for _, wins, played in curve],
                [games for games, _, _ in curve],
                [low for low, _ in bounds],
                [high for _, high in bounds],
            )
        )
    ends = [curve[-1][0] for curve in curves.values()]
    return Figure(
        f"{experiment.paper}-{experiment.key}",
        experiment.title,
        "lines",
        *AXES[experiment.measures[0]],
        tuple(series),
        log_x=max(ends) > FAR * min(ends),
        percent=True,
        note="Error bars: 95% intervals over a stretch of the training.",
    )


def _log(agent: str, logs: Path | None) -> Path | None:
    """Find the log of a learner, the nearest one in the folder `logs`."""
    found = logs.rglob(f"{agent}.jsonl") if logs else ()
    return min(found, key=lambda path: (len(path.parts), path), default=None)


def _stretches(log: Path, most: int = 60) -> list[Stretch]:
    """Join the lines of a log into at most `most` stretches, so that they give a smooth curve."""
    lines = [(int(line["games"]), int(line["wins"]), int(line["played"])) for line in read_log(log)]
    width = -(-len(lines) // most) or 1
    groups = [lines[at : at + width] for at in range(0, len(lines), width)]
    joined = [
        (group[-1][0], sum(wins for _, wins, _ in group), sum(played for _, _, played in group))
        for group in groups
    ]
    return [stretch for stretch in joined if stretch[2] > 0]
