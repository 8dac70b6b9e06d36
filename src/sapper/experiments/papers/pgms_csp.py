"""pgms-csp: a CSP strategy in Programmer's Minesweeper, and the question it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sapper.experiments.experiment import Claim, Experiment, Setting
from sapper.game.rules import Rules


def _setting(name: str, rows: int, cols: int, mines: int) -> Setting:
    """A setting with the rules of PGMS: the first cell may be a mine, zeros do not cascade, any start."""
    return Setting(name, Rules(rows, cols, mines, first_move="unsafe", cascade=False), start="agent")


_CSP = ((0.64, 849), (0.33, 815), (0.19, 820))
TABLE_1 = {
    "pgms-equation": ((0.73, 847), (0.38, 795), (0.24, 813)),
    "pgms-csp": _CSP,
    "pgms-single-point": ((0.38, 840), (0.03, 786), (0.01, 776)),
}
"""The rates of table 1 by level, each with the number of its games whose first cell was no mine."""


def _claims(
    rows: Mapping[str, tuple[tuple[float, int], ...]], settings: tuple[Setting, ...]
) -> tuple[Claim, ...]:
    """Make the claims of rows of table 1."""
    return tuple(
        Claim(agent, setting.name, "win-after-start", rate, games)
        for agent, row in rows.items()
        for setting, (rate, games) in zip(settings, row, strict=True)
    )


LEVELS = (
    _setting("beginner", 8, 8, 10),
    _setting("intermediate", 13, 15, 40),
    _setting("expert", 16, 30, 99),
)
CORNER = tuple(replace(setting, name=f"{setting.name}, corner", start=(0, 0)) for setting in LEVELS)
"""The start of the author's program, which always probes a corner first."""
_RULES_NOTE = (
    "The boards, the first-move rule and the cascade rule are those of PGMS; the paper states none of them, "
    "and no number of games. PGMS divides by the games whose first cell was no mine, and so does this "
    "measure. The numbers of games of the published values are from the logs in the author's public "
    "repository (silenthunter/CS6601-Project1): 1,000 games each, of which these survived the first cell."
)
_CORNER_NOTE = (
    "The strategies of PGMS draw the first cell. The author's program probes the corner first, so the "
    "corner columns are the ones to compare for pgms-csp; the others are the plain reading."
)

EXPERIMENTS = (
    Experiment(
        "pgms-csp",
        "table-1",
        "Win rates of the strategies",
        LEVELS + CORNER,
        ("pgms-equation", "pgms-csp", "pgms-single-point", "pgms-csp-elsewhere"),
        ("win-after-start", "win"),
        10_000,
        _claims(TABLE_1, LEVELS) + _claims(TABLE_1, CORNER),
        figures=("win-after-start",),
        notes=(
            _RULES_NOTE,
            _CORNER_NOTE,
            "pgms-csp-elsewhere is the improvement that the paper credits to Studholme: it opens a cell away "
            "from the frontier if (cells - mines) / cells is higher than the best chance on the frontier. "
            "If that chance is one half, this needs more than twice as many cells as mines.",
        ),
    ),
    Experiment(
        "pgms-csp",
        "simplification",
        "Win rates if overlapping constraints are subtracted twice",
        CORNER,
        ("pgms-csp", "pgms-csp-twice"),
        ("win-after-start", "win"),
        1_000,
        _claims({"pgms-csp": _CSP, "pgms-csp-twice": _CSP}, CORNER),
        figures=("win-after-start",),
        notes=(
            "In the author's program, the simplification subtracts from a number all neighbouring "
            "constraints inside it at once. If two of them share cells, the mines in these are subtracted "
            "twice. The value is then too small, and a mine may seem free. pgms-csp-twice plays like this; "
            "pgms-csp subtracts one constraint at a time, which is sound.",
            _RULES_NOTE,
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
