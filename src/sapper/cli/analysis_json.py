"""Analyses and proofs as JSON, for `sapper analyse --json` and `sapper engine`."""

from __future__ import annotations

from typing import Any

from sapper import facade
from sapper.agents.base import Decision
from sapper.agents.best_move_json import best_move_json
from sapper.errors import SapperError
from sapper.solver.analysis import Analysis
from sapper.solver.explanation import Explanation

FIELDS = ("rows", "cols", "mines", "solutions", "exact", "risk", "safe", "mine_cells", "best")
"""The fields of an analysis, in the order in which they are printed."""


def analysis_json(analysis: Analysis, best: Decision) -> dict[str, Any]:
    """The document that `sapper analyse --json` prints."""
    answer = facade.ask("analyse", {"position": analysis, "digits": 0})
    answer |= {"solutions": solutions(analysis), "best": best_move_json(best)}
    return {field: answer[field] for field in FIELDS}


def solutions(analysis: Analysis) -> int | None:
    """The number of layouts; None when it could not be counted within the budget."""
    try:
        return analysis.solutions if analysis.exact else None
    except SapperError:
        return None


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """The proof of a certain cell."""
    return {
        "row": explanation.cell[0],
        "col": explanation.cell[1],
        "mine": explanation.mine,
        "numbers": [list(cell) for cell in explanation.numbers],
        "uses_mine_count": explanation.uses_mine_count,
        "method": explanation.method,
        "text": explanation.text,
    }
