"""pgms-csp: a CSP strategy in Programmer's Minesweeper, and the question it leaves open."""

from __future__ import annotations

from sapper.experiments.experiment import Experiment, Setting, claims
from sapper.game.rules import Rules


def _setting(name: str, rows: int, cols: int, mines: int) -> Setting:
    """A setting with the rules of PGMS: the first cell may be a mine, zeros do not cascade, any start."""
    return Setting(name, Rules(rows, cols, mines, first_move="unsafe", cascade=False), start="agent")


LEVELS = (
    _setting("beginner", 8, 8, 10),
    _setting("intermediate", 13, 15, 40),
    _setting("expert", 16, 30, 99),
)
_RULES_NOTE = (
    "The boards, the first-move rule and the cascade rule are those of PGMS; the paper states none of them, "
    "and no number of games. PGMS divides by the games whose first cell was no mine, and so does this "
    "measure."
)

EXPERIMENTS = (
    Experiment(
        "pgms-csp",
        "table-1",
        "Win rates of the strategies",
        LEVELS,
        ("pgms-equation", "pgms-csp", "pgms-single-point", "pgms-csp-elsewhere"),
        ("win-after-start", "win"),
        10_000,
        claims(
            "win-after-start",
            {
                "pgms-equation": (0.73, 0.38, 0.24),
                "pgms-csp": (0.64, 0.33, 0.19),
                "pgms-single-point": (0.38, 0.03, 0.01),
            },
            LEVELS,
        ),
        figures=("win-after-start",),
        notes=(
            _RULES_NOTE,
            "pgms-csp-elsewhere is the improvement that the paper credits to Studholme: it opens a cell away "
            "from the frontier if (cells - mines) / cells is higher than the best chance on the frontier. "
            "If that chance is one half, this needs more than twice as many cells as mines.",
        ),
    ),
    Experiment(
        "pgms-csp",
        "figures-1-3",
        "The move at which games were lost",
        LEVELS,
        ("pgms-csp", "pgms-equation"),
        games=10_000,
        kind="losing-move",
        notes=(
            "The paper says that losses gather at the start and at the end; its figures are pictures only.",
        ),
    ),
    Experiment(
        "pgms-csp",
        "frontier-time",
        "Time of a move against the cells of the frontier",
        (
            Setting("expert", Rules(16, 30, 99, cascade=False, on_mine="continue")),
            Setting("large", Rules(30, 60, 370, cascade=False, on_mine="continue")),
        ),
        ("pgms-csp", "pgms-equation"),
        games=100,
        kind="frontier-time",
        alone=True,
        notes=(
            "The paper leaves this question open: it saw trouble above 40 cells, and asks where the CSP "
            "becomes slower than the equations. Play continues after a mine, so that positions of every "
            "stage occur. Only positions in which single constraints and their reduction decide nothing "
            "are timed. Our CSP lists layouts component by component, the paper's lists them all at once.",
        ),
    ),
)
