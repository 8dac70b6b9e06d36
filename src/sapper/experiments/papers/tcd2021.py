"""tcd2021: search, constraints and Q-learning on nine boards without cascades."""

from __future__ import annotations

from sapper.experiments.experiment import Claim, Experiment, Setting, claims
from sapper.game.rules import Rules

NINE = tuple(
    Setting(
        f"{size}x{size}/{mines}",
        Rules(size, size, mines, first_move="unsafe", cascade=False, won_by="open-or-flag"),
        x=100 * mines / size**2,
    )
    for size, counts in ((8, (1, 2, 3)), (10, (5, 7, 10)), (16, (20, 30, 40)))
    for mines in counts
)
AGENTS = ("tcd-bfs", "tcd-csp", "tcd-qlearning")
OURS = ("tcd-dfs", "tabular-q", "tcd-csp-backtracking", "tcd-csp-q")
_ABOUT = "about, from the text"
_NOTES = (
    "The paper promises nothing about the first cell, and its game places the mines before that cell is "
    "opened, so it may be a mine. The win rate of the games that survived it is given too.",
    "tcd-dfs has no published result. tabular-q is the earlier work that the paper builds on. "
    "tcd-csp-backtracking and tcd-csp-q are the future work that it names.",
)

EXPERIMENTS = (
    Experiment(
        "tcd2021",
        "figure-2",
        "Win rate on the nine boards",
        NINE,
        AGENTS + OURS,
        ("win", "win-after-start"),
        100,
        (
            Claim("tcd-csp", "8x8/1", "win", 1.0, 100, _ABOUT),
            Claim("tcd-qlearning", "8x8/1", "win", 1.0, 100, _ABOUT),
            Claim("tcd-bfs", "8x8/1", "win", 0.6, 100, _ABOUT),
            Claim("tcd-csp", "10x10/10", "win", 0.2, 100, f"{_ABOUT}: 'at 10% density'"),
        ),
        figures=("win",),
        notes=_NOTES,
    ),
    Experiment(
        "tcd2021",
        "figure-3",
        "Degree of completion on the nine boards",
        NINE,
        AGENTS + OURS,
        ("completion",),
        100,
        figures=("completion",),
        notes=("The paper's figure gives an order only: CSP above Q-learning above BFS everywhere.", *_NOTES),
    ),
    Experiment(
        "tcd2021",
        "table-2",
        "Average steps in won games",
        NINE,
        AGENTS,
        ("steps-won", "win"),
        100,
        claims(
            "steps-won",
            {
                "tcd-bfs": (60, 61, 60, 94, None, None, None, None, None),
                "tcd-csp": (36, 45, 49, 83, 85, 85, 224, 224, None),
                "tcd-qlearning": (62, 61, 60, 95, 93, None, None, None, None),
            },
            NINE,
        ),
        figures=("steps-won",),
        notes=(
            "The paper prints steps only if at least 20% of the games are won. Flags and the start are "
            "steps.",
            *_NOTES,
        ),
    ),
)
