"""Advice: the recommended move in a position."""

from __future__ import annotations

import numpy as np

from sapper import _core
from sapper._core import Stop
from sapper.agents.base import Decision
from sapper.agents.native import check_think, decide, native_choice
from sapper.agents.outlook import EFFORTS, Effort, Value, value_of
from sapper.agents.reason import Choice, percent, reason_of_advice, reason_of_certain
from sapper.agents.registry import AGENTS, make
from sapper.agents.tie_break import lowest
from sapper.agents.turn import stream
from sapper.errors import OutOfBudget
from sapper.game.enums import FirstMove, OnMine
from sapper.game.rules import Cell, Rules
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
    covered = int(np.count_nonzero(~np.isnan(analysis.risk)))
    if covered == 0 or np.nanmin(analysis.risk) >= 1:
        return Decision.give_up("no covered cell can be free: there is nothing left to open")
    if name not in _core.NATIVE_AGENTS:
        return _ask_any(name, without_flags(view, trust_flags))
    if analysis.safe:
        cell = min(analysis.safe)
        return Decision.sure(
            [cell], reason=reason_of_certain(view, analysis, cell, len(analysis.safe) - 1, trust_flags)
        )
    if not analysis.exact:
        cell = lowest(analysis.risk)[0]
        risk = float(analysis.risk[cell])
        reason = f"no cell is known to be certain; an estimated risk of {percent(risk, 2)} is the lowest"
        return Decision.guess(cell, risk=risk, reason=f"{reason} of {covered} covered cells")
    seen = without_flags(view, trust_flags)
    choice = native_choice(name, seen, think, stop)
    cell = choice.cells[0]
    if name not in STRENGTHS.values():
        return decide(seen, choice, cell)
    effort = next(EFFORTS[strength] for strength, agent in STRENGTHS.items() if agent == name)
    value = _stated_value(seen, choice, cell, effort)
    win, error = (None, None) if value is None else (value.win, None if value.exact else value.error)
    return Decision(
        (cell,),
        risk=choice.risk,
        win=win,
        win_exact=value is not None and value.exact,
        win_error=error,
        reason=reason_of_advice(choice, cell, covered, win, error),
    )


def _stated_value(view: View, choice: Choice, cell: Cell, effort: Effort) -> Value | None:
    """The chance to win with the chosen cell; None where the position is too large for it.

    If the agent knows the exact value, it is that. Otherwise `value_of` states it, which is more precise than
    the agent's own estimate.
    """
    if choice.win_exact:
        return Value(choice.win)
    try:
        return value_of(view, [cell], effort)
    except OutOfBudget:
        return None


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
