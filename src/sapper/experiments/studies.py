"""Studies of our own, which go beyond the papers and include every agent."""

from __future__ import annotations

from sapper.experiments.experiment import EVERY_AGENT, Experiment, Setting
from sapper.game.rules import BEGINNER, EXPERT, INTERMEDIATE, Rules

DENSITIES = tuple(
    Setting(f"16x16/{mines}", Rules(16, 16, mines), x=100 * mines / 256)
    for mines in (26, 32, 38, 45, 51, 58, 64)
)

EXPERIMENTS = (
    Experiment(
        "studies",
        "density",
        "Win rate against the density of mines, every agent",
        DENSITIES,
        EVERY_AGENT,
        ("win",),
        1_000,
        figures=("win",),
        x_label="density of mines on 16x16, %",
    ),
    Experiment(
        "studies",
        "first-move",
        "Win rate by the cell that is opened first",
        (Setting("beginner", BEGINNER), Setting("intermediate", INTERMEDIATE), Setting("expert", EXPERT)),
        ("sapper-fast",),
        games=2_000,
        kind="start-cells",
        notes=(
            "Cells that mirror each other share their games, so each figure is based on the games of one "
            "quarter.",
        ),
    ),
    Experiment(
        "studies",
        "calibration",
        "Stated risk against what happened, every agent that states one",
        (Setting("intermediate", INTERMEDIATE),),
        EVERY_AGENT,
        games=2_000,
        kind="calibration",
    ),
    Experiment(
        "studies",
        "strength-time",
        "Win rate against seconds per game, every agent",
        (Setting("intermediate", INTERMEDIATE),),
        EVERY_AGENT,
        ("win", "seconds"),
        1_000,
        kind="strength",
        alone=True,
    ),
)
