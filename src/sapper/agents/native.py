"""Agents that live in the core: the core chooses, this file says it in Python's terms."""

from __future__ import annotations

import math

from numpy.random import Generator

from sapper import _core
from sapper._core import Stop
from sapper.agents.base import Decision
from sapper.agents.choice import pick
from sapper.agents.reason import Choice, reason_of_certain, reason_of_guess
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver.analysis import analyse


class NativeAgent:
    """Plays as a native agent does in whole games of the core, move for move, and gives its reasons."""

    name = ""
    paper: str | None = None

    def __init__(self, name: str | None = None) -> None:
        self.name = self.name if name is None else name
        if self.name not in _core.NATIVE_AGENTS:
            known = ", ".join(_core.NATIVE_AGENTS)
            raise ValueError(f"no native agent is called {self.name!r}; there are {known}")

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open all that the core calls certain, else one of the cells that it finds equally good."""
        choice = ask(self.name, view)
        if choice.certain:
            cells = list(choice.cells)
            return Decision.sure(
                cells, reason=reason_of_certain(view, analyse(view), cells[0], len(cells) - 1)
            )
        return decide(view, choice, pick(choice.cells, self.rng))


def decide(view: View, choice: Choice, cell: Cell) -> Decision:
    """Put a choice that is not certain, of which `cell` was taken, as a decision with its reason."""
    return Decision.guess(
        cell,
        risk=choice.risk,
        win=None if math.isnan(choice.win) else choice.win,
        win_exact=choice.win_exact,
        reason=reason_of_guess(choice, cell, len(view.covered)),
    )


def ask(name: str, view: View, think: float = 0.0, stop: Stop | None = None) -> Choice:
    """What the native agent called `name` would do, and what it thinks of the other cells.

    Args:
        name: One of the core's agents.
        view: What the player sees.
        think: Seconds that an agent which plays games out may take; 0 for a fixed number of games.
        stop: Ends the thought from another thread: the best so far is the answer.
    """
    return _core.choose(name, view, think, stop)


class SapperFast(NativeAgent):
    """Looks one guess ahead, and plays endgames of up to 256 layouts perfectly."""

    name = "sapper-fast"


class SapperStrong(NativeAgent):
    """As sapper-fast, with endgames of up to 2,000 layouts and an eye for unavoidable 50/50s."""

    name = "sapper-strong"


class SapperMax(NativeAgent):
    """As sapper-strong, and plays its best guesses out on layouts drawn at random."""

    name = "sapper-max"
