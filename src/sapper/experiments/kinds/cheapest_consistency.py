"""Experiments of kind `cheapest-consistency`: a position whose cells are coloured by what decides them."""

from __future__ import annotations

from sapper.agents.base import Agent
from sapper.agents.registry import make
from sapper.agents.turn import carry_out, stream
from sapper.experiments.experiment import Experiment, Setting
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.outcome import Outcome
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge
from sapper.report.figure import CellKind, Figure, Panel, Table

NAMES: tuple[tuple[CellKind, str], ...] = (
    ("first", "GAC: one number decides it"),
    ("second", "2-RC: two numbers together"),
    ("third", "3-RC: three numbers together"),
    ("covered", "not decided by three numbers"),
)


def cheapest_consistency(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Draw the first position of the first game in which every level of consistency decides some cell."""
    [setting] = experiment.settings
    [name] = supply.agents(experiment)
    agent = make(name)
    counts = {1: 0, 2: 0, 3: 0}
    drawn: Figure | None = None
    positions = 0
    for index in range(supply.count(experiment)):
        for view in _positions(agent, setting, supply.seed, index):
            levels = cheapest_levels(view)
            positions += 1
            for level in levels.values():
                counts[level] += 1
            if drawn is None and set(levels.values()) == {1, 2, 3}:
                drawn = _picture(experiment, view, levels, index)
    rows = tuple((words, f"{counts[k]:,}") for k, (_, words) in enumerate(NAMES[:3], 1))
    note = f"Of all {positions:,} positions of the games, each with what its numbers alone say."
    table = Table("Cells by the cheapest consistency that decides them", ("consistency", "cells"), rows, note)
    return Outcome(experiment, supply.count(experiment), (), (table,), (drawn,) if drawn else ())


def cheapest_levels(view: View) -> dict[Cell, int]:
    """For each covered cell that at most three numbers decide together, the fewest numbers that do.

    >>> cheapest_levels(View.parse("1?/11/?? 2"))
    {(0, 1): 1, (2, 0): 2, (2, 1): 2}
    """
    found: dict[Cell, int] = {}
    for k in (1, 2, 3):
        knowledge = Knowledge.of(view)
        for fact in knowledge.consistency(k):
            found.setdefault(fact.cell, k)
    return dict(sorted(found.items()))


def _positions(agent: Agent, setting: Setting, seed: int, index: int) -> list[View]:
    """Play a game, and return its positions."""
    assert setting.start != "agent"
    game = Game(Board.random(setting.rules, seed, index, setting.start))
    game.open(setting.start)
    agent.reset(setting.rules, stream(seed, index))
    found = []
    while game.state == "playing":
        found.append(game.view)
        carry_out(agent.choose(game.view), game, type(agent).__name__)
    return found


def _picture(experiment: Experiment, view: View, levels: dict[Cell, int], index: int) -> Figure:
    kinds = {level: kind for level, (kind, _) in enumerate(NAMES, 1)}
    looks: list[tuple[CellKind, ...]] = []
    texts = []
    for row in range(view.rows):
        cells = [(row, col) for col in range(view.cols)]
        looks.append(
            tuple("open" if view[cell] >= 0 else kinds.get(levels.get(cell, 4), "covered") for cell in cells)
        )
        texts.append(tuple(str(view[cell]) if view[cell] > 0 else "" for cell in cells))
    panel = Panel(f"game {index}, {view.rows}x{view.cols}/{view.mines}", tuple(texts), tuple(looks))
    return Figure(
        f"{experiment.paper}-{experiment.key}",
        experiment.title,
        "boards",
        "",
        "",
        panels=(panel,),
        legend=NAMES,
    )
