"""Kinds of experiments that are more than measures of games: each takes a lab and gives an outcome."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Agent
from sapper.agents.registry import AGENTS, make
from sapper.agents.turn import carry_out, stream
from sapper.arena.calibration import Reliability, reliability_of_risks
from sapper.arena.statistics import wilson
from sapper.experiments.experiment import Experiment, Setting
from sapper.experiments.game_supply import Lab
from sapper.experiments.measures import MEASURES, median
from sapper.experiments.outcome import Outcome, Row
from sapper.experiments.training_curves import training
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge
from sapper.report.figure import Figure, Series, Table
from sapper.report.figure_series import AS_STATED, reliability_series, shares

IN_A_FIGURE = 8
"""Series that one figure holds, as there are colours; more are split by the agents' papers."""
BINS = 30
FRONTIERS = (*range(0, 50, 5), *range(50, 100, 10), *range(100, 1_000, 25))
"""Where bins of the frontier's cells begin."""
LEAST = 20
"""Decisions that a bin of the frontier needs."""
CHEAP = ("single-cell", "reduce")
"""Steps that decide before boards are listed: what they decide tells nothing of the listing."""


def losing_move(experiment: Experiment, lab: Lab) -> Outcome:
    """The move at which games were lost, as a histogram for every setting."""
    figures, lines = [], []
    for setting in experiment.settings:
        free = setting.rules.cells - setting.rules.mines
        edges = np.linspace(0.5, free + 1.5, min(BINS, free) + 1)
        series = []
        for agent in lab.agents(experiment):
            games = lab.games(agent, setting, lab.count(experiment))
            steps = games.columns["steps"][~games.columns["won"] & (games.columns["steps"] > 1)]
            series.append(shares(agent, steps, edges, len(steps)))
            tenths = (
                [float(np.mean(steps <= free / 10)), float(np.mean(steps > 0.9 * free))] if len(steps) else []
            )
            told = [f"{100 * share:.1f}" for share in tenths] or ["-", "-"]
            lines.append((setting.name, agent, f"{len(games):,}", f"{len(steps):,}", *told))
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
    return Outcome(experiment, lab.count(experiment), (), (table,), tuple(figures))


def frontier_time(experiment: Experiment, lab: Lab) -> Outcome:
    """Time of a decision against the covered cells beside numbers, where single constraints are stuck."""
    agents = [agent for agent in lab.agents(experiment) if not lab.missing(agent)]
    sizes: list[int] = []
    times: dict[str, list[float]] = {agent: [] for agent in agents}
    players = {agent: make(agent) for agent in agents}
    for setting in experiment.settings:
        for index in range(lab.count(experiment)):
            # Each plays some of the games, so that positions are of neither's making alone.
            for view in _stuck(players[agents[index % len(agents)]], setting, lab.seed, index):
                sizes.append(_frontier(view))
                for agent in agents:
                    player = players[agent]
                    player.reset(setting.rules, stream(lab.seed, len(sizes)))
                    began = time.perf_counter()
                    player.choose(view)
                    times[agent].append(time.perf_counter() - began)
    return _frontier_outcome(experiment, lab, np.array(sizes), {k: np.array(v) for k, v in times.items()})


def _stuck(agent: Agent, setting: Setting, seed: int, index: int) -> list[View]:
    """The positions of a game in which the cheap steps find nothing."""
    assert setting.start != "agent"
    game = Game(Board.random(setting.rules, seed, index, setting.start))
    game.open(setting.start)
    agent.reset(setting.rules, stream(seed, index))
    found = []
    while game.state == "playing":
        view = game.view
        if not Knowledge.of(view).deduce(*CHEAP):
            found.append(view)
        carry_out(agent.choose(view), game, type(agent).__name__)
    return found


def _frontier_outcome(
    experiment: Experiment, lab: Lab, sizes: NDArray[np.int64], times: dict[str, NDArray[np.float64]]
) -> Outcome:
    found = [(low, high, (sizes >= low) & (sizes < high)) for low, high in pairwise(FRONTIERS)]
    bins = [each for each in found if each[2].sum() >= LEAST]
    series: list[Series] = []
    for agent, taken in times.items():
        # The median: a busy machine stretches some decisions by a lot, and means would show that instead.
        middle = [middling for _, _, inside in bins if (middling := median(taken[inside]))]
        x = [float(np.mean(sizes[inside])) for _, _, inside in bins]
        lows, highs = [each.low for each in middle], [each.high for each in middle]
        series.append(Series(agent, [each.value for each in middle], x, lows, highs))
    rows = []
    for number, (low, high, inside) in enumerate(bins):
        shown = [f"{1e6 * float(each.y[number]):.0f}" for each in series]
        slow = [f"{1e6 * float(np.quantile(each[inside], 0.99)):.0f}" for each in times.values()]
        rows.append((f"{low} - {high - 1}", f"{int(inside.sum()):,}", *shown, *slow))
    header = (
        *("frontier cells", "positions"),
        *(f"{agent}, median us" for agent in times),
        *(f"{agent}, 99% us" for agent in times),
    )
    figure = Figure(
        f"{experiment.paper}-frontier-time",
        experiment.title,
        "lines",
        "covered cells beside numbers",
        "seconds a decision, median",
        tuple(series),
        log_y=True,
        note="Error bars: 95% intervals of the median. The position is read anew for every decision.",
    )
    table = Table("", header, tuple(rows), _crossing(series, [low for low, _, _ in bins]))
    return Outcome(experiment, lab.count(experiment), (), (table,), (figure,))


def _crossing(series: list[Series], bins: list[int]) -> str:
    """From how many frontier cells on the first agent is slower than the second."""
    if len(series) < 2 or not bins:
        return "Too few positions to tell."
    first, second = series
    slower = [a > b for a, b in zip(first.y, second.y, strict=True)]
    since = max((number for number, each in enumerate(slower) if not each), default=-1) + 1
    if since == len(bins):
        return f"{first.name} is not slower than {second.name} on the widest frontiers met."
    apart = sum(a > b for a, b in zip(first.low[since:], second.high[since:], strict=True))
    beyond = f"from {bins[since]} frontier cells on"
    return (
        f"By its median {first.name} is the slower one {beyond}; in {apart} of the {len(bins) - since} bins "
        "from there the intervals lie apart."
    )


def start_cells(experiment: Experiment, lab: Lab) -> Outcome:
    """Win rate by first cell, as a heat map; cells that mirror each other share their games."""
    [agent] = lab.agents(experiment)
    figures, lines = [], []
    for setting in experiment.settings:
        rules = setting.rules
        rates: dict[tuple[int, int], float] = {}
        for cell in _quarter(setting):
            games = lab.games(agent, Setting(setting.name, rules, cell), lab.count(experiment))
            rates[cell] = float(games.columns["won"].mean())
        matrix = tuple(
            tuple(rates[_folded(setting, row, col)] for col in range(rules.cols)) for row in range(rules.rows)
        )
        best, worst = max(rates, key=lambda cell: rates[cell]), min(rates, key=lambda cell: rates[cell])
        for word, cell in (("best", best), ("corner", (0, 0)), ("worst", worst)):
            wins = round(rates[cell] * lab.count(experiment))
            low, high = wilson(wins, lab.count(experiment))
            shown = f"{100 * rates[cell]:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
            lines.append((setting.name, word, f"{cell}", f"{lab.count(experiment):,}", shown))
        figures.append(
            Figure(
                f"{experiment.paper}-first-move-{setting.name}",
                f"Win rate by first cell: {setting.name}, {rules.size}, {agent}",
                "heat",
                "column",
                "row",
                percent=True,
                matrix=matrix,
                note=f"games won, % ({lab.count(experiment):,} a cell, mirror images together)",
            )
        )
    header = ("board", "start", "cell", "games", "won, % [95%]")
    note = (
        "The best and the worst of many cells look better and worse than they are: they were picked for it."
    )
    table = Table("", header, tuple(lines), note)
    return Outcome(experiment, lab.count(experiment), (), (table,), tuple(figures))


def start_cell_settings(experiment: Experiment) -> list[Setting]:
    """Where `start_cells` plays: every setting once for each cell of a quarter of its board."""
    return [
        Setting(setting.name, setting.rules, cell)
        for setting in experiment.settings
        for cell in _quarter(setting)
    ]


def calibration(experiment: Experiment, lab: Lab) -> Outcome:
    """Stated risks of every agent that states any, against what happened."""
    [setting] = experiment.settings
    found: dict[str, Reliability] = {}
    silent = []
    for agent in lab.agents(experiment):
        if lab.missing(agent):
            continue
        games = lab.games(agent, setting, lab.count(experiment, agent))
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
    return Outcome(experiment, lab.count(experiment), (), (Table("", header, rows, note),), figures)


def strength(experiment: Experiment, lab: Lab) -> Outcome:
    """Win rate against seconds a game, all agents on one plot."""
    [setting] = experiment.settings
    rows, series = [], []
    for agent in lab.agents(experiment):
        if lab.missing(agent):
            continue
        games = lab.games(agent, setting, lab.count(experiment, agent), experiment.alone)
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
        "seconds a game, one core",
        "games won, %",
        tuple(series),
        percent=True,
        log_x=True,
        note="Error bars: 95% intervals.",
    )
    return Outcome(experiment, lab.count(experiment), tuple(rows), (), (figure,))


def families(agents: list[str]) -> dict[str, list[str]]:
    """Agents by the paper they come from, at most `IN_A_FIGURE` together: few enough to tell apart.

    >>> found = families([f"cnn-{number}" for number in (0, 1, 3, 4, 8, 10, 11, 14, 18, 19)])
    >>> {family: len(members) for family, members in found.items()}
    {'sajjad2022': 8, 'sajjad2022-2': 2}
    """
    found: dict[str, list[str]] = {}
    for agent in agents:
        paper = AGENTS[agent].paper if agent in AGENTS else None
        found.setdefault(paper or "sapper", []).append(agent)
    small = [family for family, members in found.items() if len(members) < 3 and family != "sapper"]
    for family in small:  # the odd ones stand with ours
        found.setdefault("sapper", []).extend(found.pop(family))
    parts: dict[str, list[str]] = {}
    for family, members in found.items():
        for at in range(0, len(members), IN_A_FIGURE):
            number = at // IN_A_FIGURE + 1
            parts[family if number == 1 else f"{family}-{number}"] = members[at : at + IN_A_FIGURE]
    return parts


KINDS: dict[str, Callable[[Experiment, Lab], Outcome]] = {
    "losing-move": losing_move,
    "frontier-time": frontier_time,
    "training": training,
    "start-cells": start_cells,
    "calibration": calibration,
    "strength": strength,
}
"""What does each kind; `measures` is the runner's own."""


def _frontier(view: View) -> int:
    """How many covered cells lie beside a number."""
    numbers = view.numbers
    beside = np.pad(numbers >= 0, 1)
    near = np.zeros_like(numbers, dtype=bool)
    for row in range(3):
        for col in range(3):
            near |= beside[row : row + numbers.shape[0], col : col + numbers.shape[1]]
    return int((near & (numbers == -2)).sum())


def _quarter(setting: Setting) -> list[tuple[int, int]]:
    """One of every set of cells that mirror each other."""
    rules = setting.rules
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    return sorted({_folded(setting, row, col) for row, col in cells})


def _folded(setting: Setting, row: int, col: int) -> tuple[int, int]:
    """The mirror image of a cell that stands for all of them."""
    rules = setting.rules
    row, col = min(row, rules.rows - 1 - row), min(col, rules.cols - 1 - col)
    return (min(row, col), max(row, col)) if rules.rows == rules.cols else (row, col)
