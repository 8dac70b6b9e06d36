"""Experiments of kind `start-cells`: the win rate by first cell, as a heat map."""

from __future__ import annotations

from sapper.arena.statistics import wilson
from sapper.experiments.experiment import Experiment, Setting
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.outcome import Outcome
from sapper.report.figure import Figure, Table


def start_cells(experiment: Experiment, supply: GameSupply) -> Outcome:
    """Draw the win rate by first cell as a heat map. Cells that mirror each other share their games."""
    [agent] = supply.agents(experiment)
    figures, lines = [], []
    for setting in experiment.settings:
        rules = setting.rules
        rates: dict[tuple[int, int], float] = {}
        for cell in _quarter(setting):
            games = supply.games(agent, Setting(setting.name, rules, cell), supply.count(experiment))
            rates[cell] = float(games.columns["won"].mean())
        matrix = tuple(
            tuple(rates[_folded(setting, row, col)] for col in range(rules.cols)) for row in range(rules.rows)
        )
        best, worst = max(rates, key=lambda cell: rates[cell]), min(rates, key=lambda cell: rates[cell])
        for word, cell in (("best", best), ("corner", (0, 0)), ("worst", worst)):
            wins = round(rates[cell] * supply.count(experiment))
            low, high = wilson(wins, supply.count(experiment))
            shown = f"{100 * rates[cell]:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
            lines.append((setting.name, word, f"{cell}", f"{supply.count(experiment):,}", shown))
        figures.append(
            Figure(
                f"{experiment.paper}-first-move-{setting.name}",
                f"Win rate by first cell: {setting.name}, {rules.size}, {agent}",
                "heat",
                "column",
                "row",
                percent=True,
                matrix=matrix,
                note=f"games won, % ({supply.count(experiment):,} per cell, mirror images together)",
            )
        )
    header = ("board", "start", "cell", "games", "won, % [95%]")
    note = (
        "The best and the worst of many cells look better and worse than they are, because they were selected"
        " for their results."
    )
    table = Table("", header, tuple(lines), note)
    return Outcome(experiment, supply.count(experiment), (), (table,), tuple(figures))


def start_cell_settings(experiment: Experiment) -> list[Setting]:
    """The settings that `start_cells` plays: each setting, with every cell of a quarter as its start."""
    return [
        Setting(setting.name, setting.rules, cell)
        for setting in experiment.settings
        for cell in _quarter(setting)
    ]


def _quarter(setting: Setting) -> list[tuple[int, int]]:
    """One cell of every set of cells that mirror each other."""
    rules = setting.rules
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    return sorted({_folded(setting, row, col) for row, col in cells})


def _folded(setting: Setting, row: int, col: int) -> tuple[int, int]:
    """The cell that represents a cell and its mirror images."""
    rules = setting.rules
    row, col = min(row, rules.rows - 1 - row), min(col, rules.cols - 1 - col)
    return (min(row, col), max(row, col)) if rules.rows == rules.cols else (row, col)
