"""Advice: the recommended move in a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from sapper import _core, facade
from sapper._core import Stop
from sapper.agents.base import Decision
from sapper.agents.native import check_think, run_interruptible
from sapper.agents.registry import AGENTS, make
from sapper.agents.turn import stream
from sapper.game.enums import FirstMove, OnMine
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse

STRENGTHS = {"fast": "sapper-fast", "strong": "sapper-strong", "max": "sapper-max"}
"""The native agent that is used for each strength."""


def best_move(
    view: View, strength: str = "strong", think: float | None = None, stop: Stop | None = None
) -> Decision:
    """Recommend a move, and say why. Without `think`, the same view always gets the same move.

    Args:
        view: What the player sees. Flags are ignored.
        strength: "fast", "strong" or "max", or the name of an agent.
        think: The seconds that "max" may use for a guess. Without it, "max" plays a fixed number of rollouts.
        stop: Calling `stop.set()` in another thread ends the search of "max", which then returns the best
            move so far. Ctrl-C has the same effect. Without a `stop`, Ctrl-C raises KeyboardInterrupt.

    Raises:
        InconsistentView: No layout fits the view.
        ValueError: There is no such strength, or the agent does not accept `think`.

    >>> best_move(View.parse("11211/?????/????? 4")).reason
    'certain: the 1 at (0, 1) and the 2 at (0, 2) leave no mine here; 2 other cells are certain too'
    """
    return advise(view, analyse(view), strength, think=think, stop=stop)


def advise(
    view: View,
    analysis: Analysis,
    strength: str = "strong",
    trust_flags: bool = False,
    think: float | None = None,
    stop: Stop | None = None,
) -> Decision:
    """Recommend a move as `best_move` does, in a view whose analysis is given.

    The move opens one cell: a certain one if there is any, else the agent's choice. If several cells are
    equally good, it is the first of them. If the analysis is only an estimate, the cell with the lowest risk
    is recommended, because a search needs exact risks. The decision gives up if no covered cell can be free.
    The chance to win of a guess is what `sapper.agents.outlook.value_of` states.
    """
    name = _agent(strength)
    check_think(think, [name])
    if name not in _core.NATIVE_AGENTS:
        if not np.any(analysis.risk < 1):
            return Decision.give_up("no covered cell can be free: there is nothing left to open")
        return _ask_any(name, without_flags(view, trust_flags))
    if trust_flags != analysis.trust_flags:
        analysis = analyse(view, trust_flags=trust_flags)
    request = {"position": analysis, "strength": strength, "think": think}
    if name in _core.THINKING_AGENTS:
        return _decision(run_interruptible(lambda ends: facade.ask("best", request, stop=ends), stop))
    return _decision(facade.ask("best", request))


def _decision(answer: dict[str, Any]) -> Decision:
    best = answer["best"]
    if best is None:
        return Decision.give_up(answer["reason"])
    return Decision(
        ((best["row"], best["col"]),),
        certain=best["certain"],
        risk=best["risk"],
        win=best["win"],
        win_exact=best["win_exact"],
        win_error=best["error"],
        reason=best["reason"],
    )


def _agent(strength: str) -> str:
    name = STRENGTHS.get(strength, strength) if isinstance(strength, str) else strength
    if not isinstance(name, str) or name not in AGENTS:
        raise ValueError(f"a strength is {', '.join(STRENGTHS)} or an agent's name, not {strength!r}")
    return name


def without_flags(view: View, trust_flags: bool) -> View:
    """Remove the flags from a view. Trusted flags become hit mines, which carry the same information."""
    numbers = np.where(view.flags, np.int8(-1), view.numbers) if trust_flags else view.numbers
    return View.from_array(numbers, view.mines)


def _ask_any(name: str, view: View) -> Decision:
    agent = make(name)
    # A view contains no promise about the first cell, and it may show mines that were hit.
    rules = Rules(view.rows, view.cols, view.mines, FirstMove.UNSAFE, on_mine=OnMine.CONTINUE)
    agent.reset(rules, stream(0, 0))
    return agent.choose(view)
