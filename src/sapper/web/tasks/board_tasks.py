"""The task that generates a board without guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game.rules import Rules
from sapper.solver.board_generator import generate


def make(request: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> None:
    """Send the mines of one board that can be won from its start without a guess, and how it was made."""
    rules = Rules.from_dict(request["rules"])
    start = (request["start"][0], request["start"][1])
    found = next(
        generate(rules, seed=request["seed"], start=start, no_guess=True, budget=float(request["budget"]))
    )
    send({"mines": [list(cell) for cell in found.board.mines], "method": found.method})
