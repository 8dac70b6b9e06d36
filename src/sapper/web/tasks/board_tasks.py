"""Boards made for people: those that need no guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game.rules import Rules
from sapper.solver.board_generator import generate


def make(request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """One board that can be won from its start without a guess, and how it came about."""
    rules = Rules.from_dict(request["rules"])
    start = (request["start"][0], request["start"][1])
    found = next(generate(rules, seed=request["seed"], start=start, budget=float(request["budget"])))
    tell({"mines": [list(cell) for cell in found.board.mines], "method": found.method})
