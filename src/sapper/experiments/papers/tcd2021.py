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
AGENTS = ("tcd-bfs", "tcd-bfs-ring", "tcd-csp", "tcd-csp-literal", "tcd-qlearning", "tcd-qlearning-ties")
OURS = ("tcd-dfs", "tabular-q", "tcd-csp-backtracking", "tcd-csp-q")
_BFS, _CSP, _RL = (
    ("tcd-bfs", "tcd-bfs-ring"),
    ("tcd-csp", "tcd-csp-literal"),
    ("tcd-qlearning", "tcd-qlearning-ties"),
)
_Row = tuple[float | None, ...]


def _nine(measure: str, bfs: _Row, csp: _Row, rl: _Row, games: int | None = 100) -> tuple[Claim, ...]:
    """Make the claims for all readings of the three methods, from one row of nine values per method."""
    rows = {name: row for names, row in ((_BFS, bfs), (_CSP, csp), (_RL, rl)) for name in names}
    return claims(measure, rows, NINE, games)


WON = _nine(
    "win",
    (0.64, 0.39, 0.21, 0.07, 0.00, 0.01, 0.00, 0.00, 0.00),
    (0.98, 0.86, 0.82, 0.75, 0.55, 0.22, 0.39, 0.02, 0.00),
    (0.98, 0.87, 0.67, 0.47, 0.11, 0.01, 0.00, 0.00, 0.00),
)
COMPLETED = _nine(
    "completion-won-full",
    (0.93, 0.84, 0.77, 0.65, 0.48, 0.30, 0.42, 0.11, 0.06),
    (0.98, 0.90, 0.91, 0.92, 0.87, 0.63, 0.75, 0.44, 0.22),
    (0.98, 0.97, 0.90, 0.91, 0.72, 0.56, 0.69, 0.28, 0.13),
)
STEPS = _nine(
    "opened-won",
    (60, 61, 60, 94, None, None, None, None, None),
    (36, 45, 49, 83, 85, 85, 224, 224, None),
    (62, 61, 60, 95, 93, None, None, None, None),
    None,
)

_START = (
    "The paper promises nothing about the first cell, and its game places the mines before that cell is "
    "opened, so it may be a mine. The win rate of the games that survived it is given too."
)
_STATISTICS = (
    "The paper's figure shows no numbers. The published values are those of the file of statistics in the "
    "authors' public repository (aiagarwa/minesweeper-ai-bot), whose steps are those of table 2."
)
_READINGS = (
    "tcd-csp-literal plays Algorithms 2 and 3 to the letter, tcd-bfs-ring visits the neighbours in turn "
    "round the cell, and tcd-qlearning-ties breaks ties at random; tcd-csp, tcd-bfs and tcd-qlearning are "
    "our first readings."
)
_OTHERS = (
    "tcd-dfs has no published result. tabular-q is the earlier work that the paper builds on. "
    "tcd-csp-backtracking and tcd-csp-q are the future work that it names."
)

EXPERIMENTS = (
    Experiment(
        "tcd2021",
        "figure-2",
        "Win rate on the nine boards",
        NINE,
        AGENTS,
        ("win", "win-after-start"),
        100,
        WON,
        figures=("win",),
        notes=(_STATISTICS, _READINGS, _START),
    ),
    Experiment(
        "tcd2021",
        "figure-3",
        "Degree of completion on the nine boards",
        NINE,
        AGENTS,
        ("completion-won-full", "completion"),
        100,
        COMPLETED,
        figures=("completion-won-full",),
        notes=(
            _STATISTICS,
            "In that file a won game counts as 100%, and in a lost game the mine counts as an opened cell. "
            "The second table divides the opened cells by all cells in won games too.",
            _READINGS,
        ),
    ),
    Experiment(
        "tcd2021",
        "table-2",
        "Average steps in won games",
        NINE,
        AGENTS,
        ("opened-won", "win"),
        100,
        STEPS,
        figures=("opened-won",),
        notes=(
            "A step is an opened cell; flags are not counted. The published means are cut to whole numbers.",
            "The paper says that it prints steps only if more than 20% of the games are won. Its statistics "
            "show 7% for BFS on 10x10/5, 11% for Q-learning on 10x10/7 and 2% for CSP on 16x16/30.",
            _READINGS,
            _START,
        ),
    ),
    Experiment(
        "tcd2021",
        "future-work",
        "Methods that the paper names without a result",
        NINE,
        ("tcd-csp", *OURS),
        ("win", "completion"),
        100,
        figures=("win",),
        notes=(_OTHERS, _START),
    ),
)
