"""optimum: perfect play of small boards, exactly."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sapper import _core
from sapper.errors import OutOfBudget
from sapper.game.rules import Cell, Rules
from sapper.solver.analysis import DEFAULT_MEMORY, check_limit

MOST_CELLS = 64
"""Larger boards are out of reach by far."""

Progress = Callable[[int], None]
"""Told now and then how many positions were searched; what it raises ends the search."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """What perfect play achieves."""

    win: Fraction
    """The probability to win."""
    start: Cell
    """The first cell: as asked for, or a best one."""
    nodes: int
    """How many positions were searched."""


def optimum(
    rules: Rules,
    start: Cell | None = None,
    *,
    budget: float | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Optimum:
    """The exact probability that perfect play wins, from `start` or from a best first cell.

    Every layout that the first move's promise allows is equally likely. Of several best first cells the one
    with fewest neighbours is given, then the first.

    >>> optimum(Rules(4, 4, 4, first_move="unsafe"))
    Optimum(win=Fraction(961, 1820), start=(0, 1), nodes=217)

    Args:
        rules: A mine must lose, and only opening may win.
        start: The first cell; a best one when left out.
        budget: Seconds of wall time.
        memory: Bytes for the layouts and the table of positions.
        progress: Called a few times a second with the number of positions so far.

    Raises:
        OutOfBudget: the time or the memory did not suffice, or the board has more than 64 cells.
    """
    if not isinstance(rules, Rules):
        raise ValueError(f"rules are Rules, such as Rules.parse('4x4/4'), not {rules!r}")
    memory = check_limit("memory", "bytes", memory, int)
    if rules.cells > MOST_CELLS:
        raise OutOfBudget(f"perfect play is within reach up to {MOST_CELLS} cells, not for {rules.size}")
    found = _core.optimum(
        rules.native,
        -1 if start is None else rules.index(start),
        memory,
        stop_at_deadline(rules, budget, progress),
    )
    if found is None:
        raise OutOfBudget(f"perfect play of {rules.size} does not fit into {memory / 2**20:,.0f} MiB")
    wins, layouts, first, nodes = found
    return Optimum(Fraction(wins, layouts), divmod(first, rules.cols), nodes)


def stop_at_deadline(rules: Rules, budget: float | None, progress: Progress | None) -> Progress:
    """Pass progress on until the time is over."""
    if budget is not None:
        budget = check_limit("a budget", "seconds", budget, float)
    deadline = None if budget is None else time.monotonic() + budget

    def tell(done: int) -> None:
        if deadline is not None and time.monotonic() >= deadline:
            raise OutOfBudget(f"{rules.size} takes more than {budget:g} s: {done:,} positions were not all")
        if progress is not None:
            progress(done)

    return tell
