"""Native agents: the C++ core chooses, and this module turns its choice into a `Decision`."""

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
    """An agent of the C++ core. It makes the same moves as in whole games of the core, and gives reasons."""

    think: float | None

    name: str = ""
    paper: str | None = None

    def __init__(self, name: str | None = None, think: float | None = None) -> None:
        self.name = self.name if name is None else name
        if self.name not in _core.NATIVE_AGENTS:
            known = ", ".join(_core.NATIVE_AGENTS)
            raise ValueError(f"no native agent is called {self.name!r}; there are {known}")
        self.think = check_think(think, [self.name])

    @property
    def reproducible(self) -> bool:
        """Whether the same view gets the same move on every machine. With `think`, a clock decides."""
        return self.think is None

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rng = rng

    def choose(self, view: View) -> Decision:
        """Open all certain cells, else one of the cells that the core rates equally good."""
        try:
            choice = native_choice(self.name, view, self.think)
        except ValueError:
            if np.any(analyse(view).risk < 1):
                raise
            return Decision.give_up("no cell is left to open")
        if choice.certain:
            cells = list(choice.cells)
            reason = reason_of_certain(analyse(view), cells[0], len(cells) - 1)
            return Decision.sure(cells, reason=reason)
        return decide(view, choice, pick(choice.cells, self.rng))


class WeightsAgent(NativeAgent):
    """Plays like sapper-strong, advised by the network of a file. The path of the file is its name."""

    def __init__(self, path: str) -> None:
        """Check the file. The core reads it when the agent plays.

        Raises:
            SapperError: The file cannot be read, or it holds no weights that the core can use.
        """
        self.name = path
        self.think = None
        _core.check_weights(path)


def is_native(agent: object) -> bool:
    """Whether the core plays whole games of an agent of this name, or with the weights of this file."""
    return agent in _core.NATIVE_AGENTS or (isinstance(agent, str) and agent.endswith(_core.WEIGHTS_SUFFIX))


def decide(view: View, choice: Choice, cell: Cell) -> Decision:
    """Make the decision, with its reason, that opens `cell`, one of the cells of an uncertain choice."""
    return Decision.guess(
        cell,
        risk=choice.risk,
        win=None if math.isnan(choice.win) else choice.win,
        win_exact=choice.win_exact,
        reason=reason_of_guess(choice, cell, len(view.covered)),
    )


def check_think(think: float | None, agents: Sequence[object]) -> float | None:
    """Check a time to think, in seconds, for several agents. At least one of them must accept it.

    Raises:
        ValueError: It is not a positive number, or none of the agents accepts it.

    >>> check_think(0.5, ["lowest-risk"])
    Traceback (most recent call last):
        ...
    ValueError: only sapper-max can be given time to think, not lowest-risk
    """
    if think is None:
        return None
    if not isinstance(think, int | float) or not 0 < think < math.inf:
        raise ValueError(f"the time to think must be a number of seconds above 0, not {think!r}")
    if not any(agent in _core.THINKING_AGENTS for agent in agents):
        thinkers = " and ".join(_core.THINKING_AGENTS)
        others = " and ".join(str(getattr(agent, "name", agent)) for agent in agents)
        raise ValueError(f"only {thinkers} can be given time to think, not {others}")
    return float(think)


def native_choice(name: str, view: View, think: float | None = None, stop: Stop | None = None) -> Choice:
    """Return the choice of the native agent called `name`, with its rating of the other cells.

    Ctrl-C ends the search of an agent that uses rollouts. If a `stop` was given, Ctrl-C sets it, and the best
    choice so far is returned. Otherwise KeyboardInterrupt is raised.

    Args:
        name: The name of a native agent.
        view: What the player sees.
        think: The seconds for rollouts. Without it, the number of rollouts is fixed.
        stop: Setting it in another thread ends the search. The best choice so far is returned.

    Raises:
        InconsistentView: No layout fits the view.
        ValueError: No covered cell can be free.
    """
    try:
        if name not in _core.THINKING_AGENTS:
            return _core.choose(name, view)
        return run_interruptible(lambda ends: _core.choose(name, view, think or 0.0, ends), stop)
    except ValueError:
        analyse(view)  # raises the error that names the contradicting numbers
        raise


def run_interruptible(search: Callable[[Stop], T], stop: Stop | None = None) -> T:
    """Run a search of the core in another thread, so that this thread can handle Ctrl-C.

    Python handles signals only in the main thread, and not during a call of the core. Ctrl-C sets the `Stop`
    of the search, which ends it soon. If the caller passed a `stop`, the result is then returned. Otherwise
    KeyboardInterrupt is raised.
    """
    ends = Stop() if stop is None else stop
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(search, ends)
        try:
            return _result(running)
        except KeyboardInterrupt:
            ends.set()
            if stop is None:
                raise
            return _result(running)


def _result(running: Future[T]) -> T:
    while not running.done():
        wait([running], timeout=0.1)  # without a timeout, Ctrl-C would have no effect on Windows
    return running.result()


class SapperFast(NativeAgent):
    """Looks one guess ahead, and plays endgames of up to 256 layouts perfectly."""

    name = "sapper-fast"


class SapperStrong(NativeAgent):
    """Like sapper-fast, but plays endgames of up to 2,000 layouts perfectly and sees unavoidable 50/50s."""

    name = "sapper-strong"


class SapperDeep(NativeAgent):
    """Like sapper-strong, but a network that sees the exact risks corrects the order of its guesses."""

    name = "sapper-deep"

    def __init__(self) -> None:
        """Check the weights. The core reads them when the agent plays.

        Raises:
            SapperError: The weights are not installed, or they are damaged.
        """
        super().__init__()
        _core.check_weights(self.name)


class SapperMax(NativeAgent):
    """Like sapper-strong, and compares its best guesses by rollouts on random layouts."""

    name = "sapper-max"
