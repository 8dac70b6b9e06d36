"""The JSON form of a recommended move, the same in every command and on the page."""

from __future__ import annotations

from typing import Any

from sapper.agents.base import Decision


def best_move_json(decision: Decision) -> dict[str, Any] | None:
    """Describe the first cell that a decision opens; None when it opens no cell.

    The cell is given twice, as `row` and `col` and as the pair `cell`, because programs already read both.

    >>> best_move_json(Decision.guess((4, 5), risk=0.25, reason="a guess"))["cell"]
    [4, 5]
    """
    if not decision.opens:
        return None
    row, col = decision.opens[0]
    return {
        "row": row,
        "col": col,
        "risk": decision.risk,
        "win": decision.win,
        "certain": decision.certain,
        "reason": decision.reason,
        "win_exact": decision.win_exact,
        "error": decision.win_error,
        "cell": [row, col],
    }
