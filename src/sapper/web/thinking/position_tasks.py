"""Thoughts about a position: risks, the best move, why a cell is certain, and how often each move wins."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sapper.agents.advice import STRENGTHS, advise, without_flags
from sapper.agents.base import Decision
from sapper.agents.first_move import FirstMoveAnalysis
from sapper.agents.native import native_choice
from sapper.agents.outlook import EFFORTS, Outlook, compare
from sapper.errors import InconsistentView, OutOfBudget, SapperError
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver import analysis as solver
from sapper.solver.analysis import Analysis
from sapper.solver.explanation import BY_COUNT, Explanation, explain_cell

Tell = Callable[[dict[str, Any]], None]

MOST_DIGITS = 1000
"""Counts of layouts with more decimal digits are told by their magnitude."""
SOME_CELLS = 1000
"""Boards with more cells are not searched for their best move, nor played out."""
MOST_CANDIDATES = 8
MOST_ALIKE = 2
DOUBT = 2.0
"""Standard errors that a difference between two moves may be off by."""
PLAYOUTS = (128, 1024, 4096, 16_384)
"""Layouts that moves are played out on, round after round."""
NEWS = 0.2
"""Seconds between two messages of a thought that streams."""
DECIMALS = 6

GRADES = {"single number": "one", "two numbers": "two", "three numbers": "three", BY_COUNT: "count"}
"""The cheapest reasoning that proves a cell, as the page colours it; more numbers are the whole frontier."""


def analyse(request: dict[str, Any], tell: Tell) -> None:
    """Everything the numbers say, and the best move where one is asked for."""
    view = View.parse(request["position"])
    try:
        analysis = _solve(view, request)
    except InconsistentView as error:
        found = {"cells": error.cells, "uses_mine_count": error.uses_mine_count, "reason": str(error)}
        tell({"possible": False, **found})
        return
    trust = bool(request["trust_flags"])
    best = None
    if request["best"]:
        strength = request["strength"] if _is_small(view) else "lowest-risk"
        best = (
            analysis.best
            if isinstance(analysis, FirstMoveAnalysis)
            else advise(view, analysis, strength, trust)
        )
    answer = document(view, analysis)
    answer["best"] = None if best is None or best.gives_up else as_move(best)
    seen = without_flags(view, trust)
    answer["candidates"] = candidates(seen, analysis, best, request["strength"]) if best else []
    tell(answer)


def safe(request: dict[str, Any], tell: Tell) -> None:
    """Only the cells that are certainly free."""
    tell({"safe": sorted(_solve(View.parse(request["position"]), request).safe)})


def explain(request: dict[str, Any], tell: Tell) -> None:
    """Why one cell is certain, or what is known of one that is not."""
    view = View.parse(request["position"])
    analysis = _solve(view, request)
    row, col = request["cell"]
    shown, risk = view[row, col], analysis.risk[row, col]
    answer: dict[str, Any] = {"cell": [row, col], "risk": None if np.isnan(risk) else float(risk)}
    if shown == -2 and risk in (0, 1):
        answer["why"] = as_reason(explain_cell(view, analysis, (row, col), bool(request["trust_flags"])))
    if shown == -2 and risk < 1 and analysis.exact:
        numbers = analysis.expected_numbers((row, col))
        answer["numbers"] = np.round(numbers, DECIMALS).tolist()
    tell(answer)


def reasons(request: dict[str, Any], tell: Tell) -> None:
    """The cheapest reasoning behind every certain cell, in portions."""
    view = View.parse(request["position"])
    analysis = _solve(view, request)
    trust = bool(request["trust_flags"])
    certain = sorted([*analysis.safe, *analysis.mines])
    found: list[list[Any]] = []
    told = time.monotonic()
    for number, cell in enumerate(certain, 1):
        try:
            proof = explain_cell(view, analysis, cell, trust)
            found.append([*cell, proof.mine, grade(proof)])
        except OutOfBudget:
            found.append([*cell, analysis.risk[cell] == 1, "frontier"])
        if time.monotonic() - told > NEWS or number == len(certain):
            tell({"kind": "reasons", "cells": found, "done": number == len(certain)})
            found, told = [], time.monotonic()
    if not certain:
        tell({"kind": "reasons", "cells": [], "done": True})


def think(request: dict[str, Any], tell: Tell) -> None:
    """How often each of the best moves wins: exactly near the end, else by playing on, better and better."""
    view = without_flags(View.parse(request["position"]), bool(request["trust_flags"]))
    analysis = _solve(view, request)
    if not analysis.exact or not _is_small(view):
        raise OutOfBudget("the position is too wide to be played out; its risks are all there is")
    rows = candidates(view, analysis, advise(view, analysis, request["strength"]), request["strength"])
    moves = [[(row["cell"][0], row["cell"][1])] for row in rows]
    deadline = time.monotonic() + float(request["seconds"])
    told = 0

    def news(outlook: Outlook) -> bool:
        """Tell how the moves stand, unless that was told before; whether that is enough."""
        nonlocal told
        is_over = time.monotonic() >= deadline
        if outlook.playouts > told or not outlook.playouts:
            told = outlook.playouts
            tell(_as_wins(rows, outlook, is_over or told >= PLAYOUTS[-1]))
        return is_over

    for playouts in PLAYOUTS if moves else ():
        # The same layouts come first every time, so that each round repeats the last one and goes on.
        effort = replace(EFFORTS["strong"], comparison=playouts)
        outlook = compare(view, moves, effort, news)
        if not outlook.playouts:
            news(outlook)
        if not outlook.playouts or time.monotonic() >= deadline:
            return


def _as_wins(rows: list[dict[str, Any]], outlook: Outlook, done: bool) -> dict[str, Any]:
    for row, value in zip(rows, outlook.values, strict=True):
        row |= {"win": value.win, "win_exact": value.exact, "error": value.error}
    order = sorted(range(len(rows)), key=lambda i: -rows[i]["win"])
    # The move that was recommended comes first until another is better beyond doubt.
    better = outlook.difference(order[0], 0)
    if better.win <= DOUBT * better.error:
        order = [0, *(i for i in order if i != 0)]
    ranked = [rows[i] for i in order]
    exact = not outlook.playouts
    return {
        "kind": "wins",
        "done": done or exact,
        "exact": exact,
        "layouts": outlook.playouts,
        "candidates": ranked,
    }


def document(view: View, analysis: Analysis) -> dict[str, Any]:
    """An analysis as plain values."""
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
    """The moves worth a thought, the best first, then by risk."""
    if best.gives_up:
        return []
    risk = np.where(np.isnan(analysis.risk), 2.0, analysis.risk)
    cells: list[Cell] = [best.opens[0]]
    if not analysis.safe and analysis.exact and _is_small(view):
        weighed = native_choice(STRENGTHS.get(strength, STRENGTHS["strong"]), view)
        cells += [cell for cell, _, _ in sorted(weighed.rivals, key=lambda rival: -rival[2])]
    seen: Counter[float] = Counter()
    for at in np.argsort(risk, axis=None, kind="stable").tolist():
        cell = divmod(at, view.cols)
        level = round(float(risk[cell]), 9)
        seen[level] += 1
        # Cells of one risk are mostly alike: far from all numbers there may be hundreds of them.
        if level == 0 or seen[level] <= MOST_ALIKE:
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
                "error": None,
            }
        )
    return rows


def as_move(best: Decision) -> dict[str, Any]:
    """A recommended cell."""
    return {
        "cell": list(best.opens[0]),
        "risk": best.risk,
        "win": best.win,
        "win_exact": best.win_exact,
        "certain": best.certain,
        "reason": best.reason,
    }


def as_reason(proof: Explanation) -> dict[str, Any]:
    """Why a cell is certain."""
    return {
        "mine": proof.mine,
        "numbers": [list(cell) for cell in proof.numbers],
        "uses_mine_count": proof.uses_mine_count,
        "grade": grade(proof),
        "text": proof.text,
    }


def grade(proof: Explanation) -> str:
    """How much reasoning a proof takes: one, two or three numbers, the frontier, or the mine count."""
    return GRADES.get(proof.method, "frontier")


def _solve(view: View, request: dict[str, Any]) -> Analysis:
    if promise := request.get("promise"):
        start = None if promise["start"] is None else (promise["start"][0], promise["start"][1])
        return FirstMoveAnalysis(view, Rules.from_dict(promise["rules"]), start)
    return solver.analyse(
        view, float(request["budget"]), bool(request["trust_flags"]), int(request["memory"])
    )


def _layouts(analysis: Analysis) -> tuple[str | None, float | None]:
    """The number of layouts in decimal, where it is not too long to read, and its magnitude."""
    if not analysis.exact:
        return None, None
    try:
        log10 = analysis.layouts_log2() * math.log10(2)
        return (str(analysis.solutions) if log10 < MOST_DIGITS else None), log10
    except (SapperError, RuntimeError):
        return None, None


def _is_small(view: View) -> bool:
    return view.rows * view.cols <= SOME_CELLS
