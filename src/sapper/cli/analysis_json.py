"""Analyses and proofs as JSON, for `sapper analyse --json` and `sapper engine`."""

from __future__ import annotations

import math
from typing import Any

from sapper.agents.base import Decision
from sapper.agents.best_move_json import best_move_json
from sapper.errors import SapperError
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.explanation import Explanation


def analysis_json(view: View, analysis: Analysis, best: Decision) -> dict[str, Any]:
    """The document that `sapper analyse --json` prints."""
    risk = [[None if math.isnan(value) else value for value in row] for row in analysis.risk.tolist()]
    return {
        "rows": view.rows,
        "cols": view.cols,
        "mines": view.mines,
        "solutions": solutions(analysis),
        "exact": analysis.exact,
        "risk": risk,
        "safe": [list(cell) for cell in sorted(analysis.safe)],
        "mine_cells": [list(cell) for cell in sorted(analysis.mines)],
        "best": best_move_json(best),
    }


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
