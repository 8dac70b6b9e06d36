"""nguyen2021: score, mines hit and time against the density of mines, plain and improved."""

from __future__ import annotations

from sapper.experiments.experiment import Claim, Experiment, Setting
from sapper.game.rules import Rules

DENSITIES = tuple(
    Setting(f"{mines}%", Rules(10, 10, mines, on_mine="continue"), x=float(mines))
    for mines in (10, 20, 30, 40, 50)
)
AGENTS = ("nguyen-subset", "nguyen-improved")
_NOTE = (
    "The paper plays 10 games at each density. Whether zeros cascade it does not say; ours do. Its "
    "figures are pictures: the values given are those of its text."
)
_ABOUT = "from the text"

EXPERIMENTS = (
    Experiment(
        "nguyen2021",
        "figure-6",
        "Final score and mines hit against the density of mines",
        DENSITIES,
        ("nguyen-subset", "nguyen-basic", "nguyen-backtracking"),
        ("score", "hits"),
        10,
        (
            Claim("nguyen-subset", "10%", "score", 1.0, None, f"{_ABOUT}: 'the first few densities'"),
            Claim("nguyen-subset", "30%", "hits", 0.10, None, _ABOUT),
        ),
        figures=("score", "hits"),
        x_label="density of mines, %",
        notes=(
            _NOTE,
            "nguyen-basic leaves the subsets out; nguyen-backtracking is the improvement it names.",
        ),
    ),
    Experiment(
        "nguyen2021",
        "figure-7",
        "Mines hit, improved and plain",
        DENSITIES,
        AGENTS,
        ("hits",),
        10,
        (Claim("nguyen-subset", "30%", "hits", 0.10, None, _ABOUT),),
        figures=("hits",),
        x_label="density of mines, %",
        notes=(_NOTE,),
    ),
    Experiment(
        "nguyen2021",
        "figure-8",
        "Final score, improved and plain",
        DENSITIES,
        AGENTS,
        ("score",),
        10,
        figures=("score",),
        x_label="density of mines, %",
        notes=(
            _NOTE,
            "The improved agent opens everything once flags and hits are all the mines, so mines it has "
            "not flagged by then do not exist: the scores should not differ.",
        ),
    ),
    Experiment(
        "nguyen2021",
        "figure-9",
        "Time of a game, improved and plain",
        DENSITIES,
        AGENTS,
        ("seconds", "seconds-median"),
        10,
        figures=("seconds-median",),
        x_label="density of mines, %",
        alone=True,
        notes=(_NOTE, "One agent at a time, in one process."),
    ),
)
