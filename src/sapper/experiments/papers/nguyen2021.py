"""nguyen2021: score, mines hit and time of the plain and the improved agent, by density of mines."""

from __future__ import annotations

from sapper.experiments.experiment import Claim, Experiment, Setting
from sapper.game.rules import Rules

DENSITIES = tuple(
    Setting(f"{mines}%", Rules(10, 10, mines, on_mine="continue", cascade=False), x=float(mines))
    for mines in (10, 20, 30, 40, 50)
)
AGENTS = ("nguyen-subset", "nguyen-improved")
_NOTE = (
    "The paper plays 10 games at each density. It does not say whether zeros cascade; here cells are opened "
    "one by one. Its figures are pictures, so the published values are those of its text."
)
_SCORE = (
    "The score is the share of the mines that were not hit. A game ends when every free cell is open, so the "
    "cells that are still covered are mines, and they count as flagged."
)
_ABOUT = "from the text"

EXPERIMENTS = (
    Experiment(
        "nguyen2021",
        "figures-1-5",
        "A game of the plain agent, the board beside what it knows",
        (Setting("20%", Rules(10, 10, 20, cascade=False, on_mine="continue")),),
        ("nguyen-subset",),
        games=1,
        kind="game-pictures",
        notes=("The paper shows five pictures of a game like this one.",),
    ),
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
            _SCORE,
            "nguyen-basic does not use subsets; nguyen-backtracking is the improvement that the paper names.",
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
            _SCORE,
            "The improved agent opens everything else once its flags and hits account for all mines. It hits "
            "the same mines as the plain agent in every game, so the scores are equal, as in the paper.",
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
        notes=(
            _NOTE,
            "One agent at a time, in one process, each game once. The paper shows a large gap. Ours is a few "
            "percent at density 0.1 and less above, which single games on a busy machine hardly show: "
            "docs/papers/nguyen2021.md has a comparison of repeated games.",
        ),
    ),
)
