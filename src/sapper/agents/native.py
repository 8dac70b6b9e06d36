"""Agents that live in the core: the core chooses, this file says it in Python's terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

import numpy as np
from numpy.random import Generator

from sapper import _core
from sapper._core import Stop
from sapper.agents.base import Decision, NeedsReset
from sapper.agents.reason import Choice, reason_of_certain, reason_of_guess
from sapper.agents.tie_break import pick
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver.analysis import analyse

T = TypeVar("T")


class NativeAgent(NeedsReset):
    """Plays as a native agent does in whole games of the core, move for move, and gives its reasons."""

    name = ""
    paper: str | None = None

    def __init__(self, name: str | None = None, think: float | None = None) -> None:
        self.name = self.name if name is None else name
        if self.name not in _core.NATIVE_AGENTS:
            known = ", ".join(_core.NATIVE_AGENTS)
            raise ValueError(f"no native agent is called {self.name!r}; there are {known}")
        self.think = check_think(think, [self.name])

    @property
    def reproducible(self) -> bool:
        """Whether the same view gets the same move on every machine: not where a clock ends a thought."""
        return self.think is None

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open all that the core calls certain, else one of the cells that it finds equally good."""
        try:
            choice = native_choice(self.name, view, self.think)
        except ValueError:
            if np.any(analyse(view).risk < 1):
                raise
            return Decision.give_up("no cell is left to open")
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


def check_think(think: float | None, agents: Sequence[object]) -> float | None:
    """A time to think that is one, for agents of which some take it; `ValueError` otherwise.

    >>> check_think(0.5, ["lowest-risk"])
    Traceback (most recent call last):
        ...
    ValueError: a time to think is for sapper-max; lowest-risk takes none
    """
    if think is None:
        return None
    if not isinstance(think, int | float) or not 0 < think < math.inf:
        raise ValueError(f"a time to think is a number of seconds above 0, not {think!r}")
    if not any(agent in _core.THINKING_AGENTS for agent in agents):
        thinkers = " and ".join(_core.THINKING_AGENTS)
        others = " and ".join(str(getattr(agent, "name", agent)) for agent in agents)
        takes = "takes" if len(agents) == 1 else "take"
        raise ValueError(f"a time to think is for {thinkers}; {others} {takes} none")
    return float(think)


def native_choice(name: str, view: View, think: float | None = None, stop: Stop | None = None) -> Choice:
    """What the native agent called `name` would do, and what it thinks of the other cells.

    Ctrl-C ends the thought of a player that thinks: with a `stop`, which it then sets, the best so far is the
    answer; otherwise KeyboardInterrupt goes on as always.

    Args:
        name: One of the core's agents.
        view: What the player sees.
        think: Seconds that an agent which plays games out may take; without, a fixed number of games.
        stop: Ends the thought from another thread: the best so far is the answer.

    Raises:
        InconsistentView: No layout fits the view.
        ValueError: No covered cell can be free.
    """
    try:
        if name not in _core.THINKING_AGENTS:
            return _core.choose(name, view)
        return run_interruptible(lambda ends: _core.choose(name, view, think or 0.0, ends), stop)
    except ValueError:
        analyse(view)  # names the numbers that contradict each other; the core does not
        raise


def run_interruptible(thought: Callable[[Stop], T], stop: Stop | None = None) -> T:
    """Let the core think in a thread of its own, because signals reach Python only while this one waits.

    Ctrl-C sets the `Stop` that the thought is given, which soon ends it. Where the caller gave one, the
    result is then returned; otherwise KeyboardInterrupt goes on.
    """
    ends = Stop() if stop is None else stop
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(thought, ends)
        try:
            return _result(running)
        except KeyboardInterrupt:
            ends.set()
            if stop is None:
                raise
            return _result(running)


def _result(running: Future[T]) -> T:
    while not running.done():
        wait([running], timeout=0.1)  # without a time to wait for, Windows would not hear of Ctrl-C
    return running.result()


class SapperFast(NativeAgent):
    """Looks one guess ahead, and plays endgames of up to 256 layouts perfectly."""

    name = "sapper-fast"


class SapperStrong(NativeAgent):
    """As sapper-fast, with endgames of up to 2,000 layouts and an eye for unavoidable 50/50s."""

    name = "sapper-strong"


class SapperMax(NativeAgent):
    """As sapper-strong, and plays its best guesses out on layouts drawn at random."""

    name = "sapper-max"
