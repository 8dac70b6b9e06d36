"""Tasks that analyse a position: its risks, its best move, its proofs, and the win rates of its moves."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from sapper.agents.advice import STRENGTHS, advise, without_flags
from sapper.agents.base import Decision
from sapper.agents.best_move_json import best_move_json
from sapper.agents.first_move import FirstMoveAnalysis
from sapper.agents.native import native_choice
from sapper.agents.outlook import EFFORTS, LEAST, Comparison, Effort, Outlook
from sapper.agents.reason import reason_of_value
from sapper.errors import InconsistentView, OutOfBudget, SapperError
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.review.move_review import weigh_against
from sapper.solver import analysis as solver
from sapper.solver.analysis import Analysis
from sapper.solver.explanation import BY_COUNT, Explanation, explain_cell

Send = Callable[[dict[str, Any]], None]

MOST_DIGITS = 1000
"""A count of layouts with more decimal digits is sent as its logarithm only."""
SEARCHABLE_CELLS = 1000
"""On a board with more cells, no best move is searched for and no games are played out."""
MOST_CANDIDATES = 8
MOST_WITH_SAME_RISK = 2
"""How many cells with the same risk become candidates."""
DOUBT = 2.0
"""A difference between two moves counts when it exceeds this many standard errors."""
THOUGHT = Effort(layouts=2_000, nodes=100_000, rollouts=16_384, steady=0.0)
"""The limits of the rollouts that are streamed. Endgames have those of the strength "strong"."""
FIRST_BATCH = 128
"""The number of layouts of the first streamed result, which should come at once."""
SEND_INTERVAL = 0.2
"""The least time between two streamed results, in seconds."""
DECIMALS = 6

GRADES = {"single number": "one", "two numbers": "two", "three numbers": "three", BY_COUNT: "count"}
"""The grade of a proof by the method that found it. Every other method has the grade "frontier"."""


def analyse(request: dict[str, Any], send: Send) -> None:
    """Send the whole analysis of a position, with the best move if the request asks for it."""
    view = View.parse(request["position"])
    try:
        analysis = _solve(view, request)
    except InconsistentView as error:
        found = {"cells": error.cells, "uses_mine_count": error.uses_mine_count, "reason": str(error)}
        send({"possible": False, **found})
        return
    trust = bool(request["trust_flags"])
    best = None
    if request["best"]:
        strength = request["strength"] if _is_searchable(view) else "lowest-risk"
        best = (
            analysis.best
            if isinstance(analysis, FirstMoveAnalysis)
            else advise(view, analysis, strength, trust)
        )
    answer = analysis_json(view, analysis)
    answer["best"] = None if best is None else best_move_json(best)
    seen = without_flags(view, trust)
    answer["candidates"] = candidates(seen, analysis, best, request["strength"]) if best else []
    send(answer)


def safe(request: dict[str, Any], send: Send) -> None:
    """Send only the cells that are certainly free."""
    send({"safe": sorted(_solve(View.parse(request["position"]), request).safe)})


def explain(request: dict[str, Any], send: Send) -> None:
    """Send the proof of a certain cell, or the risk of another cell and the numbers it may show."""
    view = View.parse(request["position"])
    analysis = _solve(view, request)
    row, col = request["cell"]
    shown, risk = view[row, col], analysis.risk[row, col]
    answer: dict[str, Any] = {"cell": [row, col], "risk": None if np.isnan(risk) else float(risk)}
    if shown == -2 and risk in (0, 1):
        answer["why"] = proof_json(explain_cell(view, analysis, (row, col), bool(request["trust_flags"])))
    if shown == -2 and risk < 1 and analysis.exact:
        numbers = analysis.expected_numbers((row, col))
        answer["numbers"] = np.round(numbers, DECIMALS).tolist()
    send(answer)


def weigh(request: dict[str, Any], send: Send) -> None:
    """Send the grade of one move, what it costs, and the best move, as a review of the move states them."""
    view = without_flags(View.parse(request["position"]), bool(request["trust_flags"]))
    cell = (request["cell"][0], request["cell"][1])
    analysis = _solve(view, request)
    risk = float(analysis.risk[cell])
    if math.isnan(risk):
        raise ValueError(f"the cell {cell} is open already")
    best = advise(view, analysis, request["strength"])
    if risk == 0 or best.gives_up:
        answer: dict[str, Any] = {"grade": "forced", "cost": 0.0, "error": 0.0}
    else:
        found = weigh_against(view, (cell,), risk, best, EFFORTS[request["strength"]])
        best = found.best
        answer = {"grade": found.grade, "cost": found.cost.win, "error": found.cost.error}
    send(answer | {"cell": list(cell), "risk": risk, "best": best_move_json(best)})


def reasons(request: dict[str, Any], send: Send) -> None:
    """Send the cheapest proof of every certain cell, several cells per message."""
    view = View.parse(request["position"])
    analysis = _solve(view, request)
    trust = bool(request["trust_flags"])
    certain = sorted([*analysis.safe, *analysis.mines])
    found: list[list[Any]] = []
    sent_at = time.monotonic()
    for number, cell in enumerate(certain, 1):
        try:
            proof = explain_cell(view, analysis, cell, trust)
            found.append([*cell, proof.mine, grade(proof)])
        except OutOfBudget:
            found.append([*cell, analysis.risk[cell] == 1, "frontier"])
        if time.monotonic() - sent_at > SEND_INTERVAL or number == len(certain):
            send({"kind": "reasons", "cells": found, "done": number == len(certain)})
            found, sent_at = [], time.monotonic()
    if not certain:
        send({"kind": "reasons", "cells": [], "done": True})


def think(request: dict[str, Any], send: Send) -> None:
    """Send the win rate of each candidate move.

    Near the end of a game the rates are exact. Before that they are estimated by playing out random layouts,
    and each message is more precise than the one before.
    """
    view = without_flags(View.parse(request["position"]), bool(request["trust_flags"]))
    analysis = _solve(view, request)
    if not analysis.exact or not _is_searchable(view):
        raise OutOfBudget("the position is too large to play out; only its risks are known")
    rows = candidates(view, analysis, advise(view, analysis, request["strength"]), request["strength"])
    moves = [[(row["cell"][0], row["cell"][1])] for row in rows]
    if not moves:
        send({"kind": "wins", "done": True, "exact": True, "layouts": 0, "candidates": [], "best": None})
        return
    deadline = time.monotonic() + float(request["seconds"])
    comparison = Comparison(view, moves, THOUGHT)
    if comparison.outlook is not None:
        send(_wins_json(rows, comparison.outlook, done=True))
        return
    batch, is_over = FIRST_BATCH, False
    while not is_over:
        began = time.monotonic()
        outlook = comparison.extend(batch)
        now = time.monotonic()
        is_over = comparison.is_over or now >= deadline
        send(_wins_json(rows, outlook, done=is_over))
        # A batch should take as long as two results may lie apart, and must not run far past the deadline.
        left = min(SEND_INTERVAL, max(0.0, deadline - now))
        batch = max(LEAST, min(batch * 4, int(batch * left / max(now - began, 1e-6))))


def _wins_json(rows: list[dict[str, Any]], outlook: Outlook, done: bool) -> dict[str, Any]:
    """The win rates so far. A rate that was known better before, as that of the best move, stays."""
    for row, value in zip(rows, outlook.values, strict=True):
        if row["win"] is None or (not row["win_exact"] and value.error <= (row["error"] or 0.0)):
            error = None if value.exact else value.error
            row |= {"win": value.win, "win_exact": value.exact, "error": error}
    order = sorted(range(len(rows)), key=lambda i: -rows[i]["win"])
    # The recommended move stays first until another move is better by more than the sampling error.
    better = outlook.difference(order[0], 0)
    if better.win <= DOUBT * better.error:
        order = [0, *(i for i in order if i != 0)]
    ranked = [rows[i] for i in order]
    best = ranked[0]
    reason = None if best["certain"] else reason_of_value(best["risk"], best["win"], best["error"])
    return {
        "kind": "wins",
        "done": done,
        "exact": not outlook.playouts,
        "layouts": outlook.playouts,
        "candidates": ranked,
        "best": {"cell": best["cell"], "reason": reason},
    }


def analysis_json(view: View, analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON values."""
    solutions, log10 = _layouts(analysis)
    return {
        "possible": True,
        "rows": view.rows,
        "cols": view.cols,
        "mines": view.mines,
        "exact": analysis.exact,
        "solutions": solutions,
        "log10_solutions": log10,
        "risk": [
            [None if value != value else value for value in row]  # noqa: PLR0124 - nan alone differs from itself
            for row in np.round(analysis.risk, DECIMALS).tolist()
        ],
        "safe": sorted(analysis.safe),
        "mine_cells": sorted(analysis.mines),
    }


def candidates(
    view: View, analysis: Analysis, best: Decision, strength: str = "strong"
) -> list[dict[str, Any]]:
    """List the moves that may be the best one: the recommended move first, then by risk."""
    if best.gives_up:
        return []
    risk = np.where(np.isnan(analysis.risk), 2.0, analysis.risk)
    cells: list[Cell] = [best.opens[0]]
    if not analysis.safe and analysis.exact and _is_searchable(view):
        weighed = native_choice(STRENGTHS.get(strength, STRENGTHS["strong"]), view)
        cells += [cell for cell, _, _ in sorted(weighed.rivals, key=_value_for_order)]
    seen: Counter[float] = Counter()
    for at in np.argsort(risk, axis=None, kind="stable").tolist():
        cell = divmod(at, view.cols)
        level = round(float(risk[cell]), 9)
        seen[level] += 1
        # Cells with the same risk are mostly equivalent. Far from all numbers there may be hundreds of them.
        if level == 0 or seen[level] <= MOST_WITH_SAME_RISK:
            cells.append(cell)
        if len(cells) >= 4 * MOST_CANDIDATES:
            break
    rows: list[dict[str, Any]] = []
    for cell in dict.fromkeys(cells):
        if risk[cell] >= 1 or len(rows) == MOST_CANDIDATES:
            continue
        is_best = cell == best.opens[0]
        rows.append(
            {
                "cell": list(cell),
                "risk": float(analysis.risk[cell]),
                "certain": bool(analysis.risk[cell] == 0),
                "win": best.win if is_best else None,
                "win_exact": is_best and best.win_exact,
                "error": best.win_error if is_best else None,
            }
        )
    return rows


def _value_for_order(rival: tuple[Cell, float, float]) -> float:
    """Sort rivals by descending value; all values are nan where the agent knows no chance to win."""
    return 0.0 if math.isnan(rival[2]) else -rival[2]


def proof_json(proof: Explanation) -> dict[str, Any]:
    """The proof of a certain cell."""
    return {
        "mine": proof.mine,
        "numbers": [list(cell) for cell in proof.numbers],
        "uses_mine_count": proof.uses_mine_count,
        "grade": grade(proof),
        "text": proof.text,
    }


def grade(proof: Explanation) -> str:
    """How much reasoning a proof needs: one, two or three numbers, the frontier, or the mine count."""
    return GRADES.get(proof.method, "frontier")


def _solve(view: View, request: dict[str, Any]) -> Analysis:
    if promise := request.get("promise"):
        start = None if promise["start"] is None else (promise["start"][0], promise["start"][1])
        return FirstMoveAnalysis(view, Rules.from_dict(promise["rules"]), start)
    return solver.analyse(
        view, float(request["budget"]), bool(request["trust_flags"]), int(request["memory"])
    )


def _layouts(analysis: Analysis) -> tuple[str | None, float | None]:
    """The number of layouts in decimal, unless it has too many digits, and its logarithm to base 10."""
    if not analysis.exact:
        return None, None
    try:
        log10 = analysis.layouts_log2() * math.log10(2)
        return (str(analysis.solutions) if log10 < MOST_DIGITS else None), log10
    except (SapperError, RuntimeError):
        return None, None


def _is_searchable(view: View) -> bool:
    return view.rows * view.cols <= SEARCHABLE_CELLS
