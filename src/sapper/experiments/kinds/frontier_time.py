"""Experiments of kind `frontier-time`: the time of a decision against the size of the frontier."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sapper.agents.base import Agent
from sapper.agents.registry import make
from sapper.agents.turn import carry_out, stream
from sapper.experiments.experiment import Experiment, Setting
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.measures import median
from sapper.experiments.outcome import Outcome
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge
from sapper.report.figure import Figure, Series, Table

FRONTIERS = (*range(0, 50, 5), *range(50, 100, 10), *range(100, 1_000, 25))
"""The lower bounds of the bins, as numbers of frontier cells."""
LEAST = 20
"""The fewest decisions that a bin must hold to be shown."""
CHEAP = ("single-cell", "reduce")
"""The deduction steps that run before layouts are listed.

A position that these steps solve says nothing about the time of the listing.
"""


def frontier_time(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Measure the time of decisions by size of the frontier, where single constraints find nothing."""
    agents = [agent for agent in supply.agents(experiment) if not supply.missing(agent)]
    sizes: list[int] = []
    times: dict[str, list[float]] = {agent: [] for agent in agents}
    players = {agent: make(agent) for agent in agents}
    for setting in experiment.settings:
        for index in range(supply.count(experiment)):
            # The agents take turns in playing, so that the positions are not typical of one agent only.
            for view in _stuck(players[agents[index % len(agents)]], setting, supply.seed, index):
                sizes.append(_frontier(view))
                for agent in agents:
                    player = players[agent]
                    player.reset(setting.rules, stream(supply.seed, len(sizes)))
                    began = time.perf_counter()
                    player.choose(view)
                    times[agent].append(time.perf_counter() - began)
    return _frontier_outcome(experiment, supply, np.array(sizes), {k: np.array(v) for k, v in times.items()})


def _stuck(agent: Agent, setting: Setting, seed: int, index: int) -> list[View]:
    """Play a game, and return the positions in which the cheap steps find nothing."""
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
    experiment: Experiment,
    supply: GameSupply,
    sizes: NDArray[np.int64],
    times: dict[str, NDArray[np.float64]],
) -> Outcome:
    found = [(low, high, (sizes >= low) & (sizes < high)) for low, high in pairwise(FRONTIERS)]
    bins = [each for each in found if each[2].sum() >= LEAST]
    series: list[Series] = []
    for agent, taken in times.items():
        # The median, because a busy machine delays some decisions by a lot, which would dominate a mean.
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
        "seconds per decision, median",
        tuple(series),
        log_y=True,
        note="Error bars: 95% intervals of the median. The position is read anew for every decision.",
    )
    table = Table("", header, tuple(rows), _crossing(series, [low for low, _, _ in bins]))
    return Outcome(experiment, supply.count(experiment), (), (table,), (figure,))


def _crossing(series: list[Series], bins: list[int]) -> str:
    """State the frontier size from which the first agent is slower than the second."""
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


def _frontier(view: View) -> int:
    """The number of covered cells next to a number."""
    numbers = view.numbers
    beside = np.pad(numbers >= 0, 1)
    near = np.zeros_like(numbers, dtype=bool)
    for row in range(3):
        for col in range(3):
            near |= beside[row : row + numbers.shape[0], col : col + numbers.shape[1]]
    return int((near & (numbers == -2)).sum())
