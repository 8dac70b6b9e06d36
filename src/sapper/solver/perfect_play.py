"""Perfect play: the exact probability of winning a small board."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sapper.errors import OutOfBudget
from sapper.facade import ask
from sapper.game.rules import Cell, Rules
from sapper.plural import counted
from sapper.solver.analysis import DEFAULT_MEMORY, check_limit

MOST_CELLS = 64
"""The largest board that is searched. Larger ones would take far too long."""

Progress = Callable[[int], None]
"""A function called with the number of positions searched so far. If it raises an error, the search ends."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The result of perfect play."""

    win: Fraction
    """The probability of winning."""
    start: Cell
    """The first cell: the one that was given, or else a best one."""
    nodes: int
    """The number of positions that were searched."""


def optimum(
    rules: Rules,
    start: Cell | None = None,
    *,
    budget: float | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Optimum:
    """Compute the exact probability that perfect play wins, from `start` or from a best first cell.

    Every layout that ``rules.first_move`` allows is equally likely. If several first cells are best, the
    result is one with the fewest neighbours, and among these the first.

    >>> optimum(Rules(4, 4, 4, first_move="unsafe"))
    Optimum(win=Fraction(961, 1820), start=(0, 1), nodes=217)

    Args:
        rules: The rules. They must be ``on_mine="lose"`` and ``won_by="open"``.
        start: The first cell. The default is a best one.
        budget: The limit on wall time in seconds.
        memory: The limit in bytes on the memory for the layouts and the table of positions.
        progress: A function that is called a few times per second with the number of positions so far.

    Raises:
        OutOfBudget: The time or memory limit was too small, or the board has more than 64 cells.
    """
    if not isinstance(rules, Rules):
        raise ValueError(f"rules are Rules, such as Rules.parse('4x4/4'), not {rules!r}")
    memory = check_limit("memory", "bytes", memory, int)
    if budget is not None:
        budget = check_limit("a budget", "seconds", budget, float)

    def tell(answer: dict[str, Any]) -> None:
        if progress is not None and not answer["done"]:
            progress(answer["nodes"])

    first = None if start is None else divmod(rules.index(start), rules.cols)
    asked = {"rules": rules.to_dict(), "start": first, "budget": budget, "memory": memory}
    found = ask("optimum", asked, tell)
    win = Fraction(int(found["wins"]), int(found["layouts"]))
    return Optimum(win, (found["start"][0], found["start"][1]), found["nodes"])


def stop_at_deadline(rules: Rules, budget: float | None, progress: Progress | None) -> Progress:
    """Return a progress function that raises `OutOfBudget` once the budget is spent."""
    if budget is not None:
        budget = check_limit("a budget", "seconds", budget, float)
    deadline = None if budget is None else time.monotonic() + budget

    def report(done: int) -> None:
        if deadline is not None and time.monotonic() >= deadline:
            seen = counted(done, "position")
            raise OutOfBudget(f"{rules.size} takes more than {budget:g} s; the search ended after {seen}")
        if progress is not None:
            progress(done)

    return report
