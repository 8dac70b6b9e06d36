"""The move to recommend in a position, for every face that shows one."""

from __future__ import annotations

import numpy as np

from sapper import _core
from sapper._core import Stop
from sapper.agents.base import Decision
from sapper.agents.native import check_think, decide, native_choice
from sapper.agents.reason import percent, reason_of_certain
from sapper.agents.registry import AGENTS, make
from sapper.agents.tie_break import lowest
from sapper.agents.turn import stream
from sapper.game.enums import FirstMove, OnMine
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse

STRENGTHS = {"fast": "sapper-fast", "strong": "sapper-strong", "max": "sapper-max"}
"""The native agent that answers for each strength."""


def best_move(
    view: View, strength: str = "strong", think: float | None = None, stop: Stop | None = None
) -> Decision:
    """Recommend a move, and say why. Unless a time is given, the same view gets the same answer.

    Args:
        view: What the player sees; flags are ignored.
        strength: "fast", "strong" or "max", or the name of an agent.
        think: Seconds that "max" takes over a guess; without it, a fixed number of games is played out.
        stop: `stop.set()` from another thread ends the thought of "max", and the best so far is the answer.
            Ctrl-C does the same, and sets it; without a `stop`, Ctrl-C raises KeyboardInterrupt as ever.

    Raises:
        InconsistentView: No layout fits the view.
        ValueError: There is no such strength, or it takes no time to think.

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
    """Recommend a move in a view that is analysed already, as `best_move` does.

    One cell: a certain one if there is any, else what the agent chooses, and the first of those it finds
    equally good. Where the analysis is an estimate, a search would build on sand: the lowest risk is advised.
    Gives up where no covered cell can be free, which is where the game is over.
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
    return decide(seen, choice, choice.cells[0])


def _agent(strength: str) -> str:
    name = STRENGTHS.get(strength, strength) if isinstance(strength, str) else strength
    if not isinstance(name, str) or name not in AGENTS:
        raise ValueError(f"a strength is {', '.join(STRENGTHS)} or an agent's name, not {strength!r}")
    return name


def without_flags(view: View, trust_flags: bool) -> View:
    """The view without its flags; trusted ones become mines that were hit, which says the same."""
    numbers = np.where(view.flags, np.int8(-1), view.numbers) if trust_flags else view.numbers
    return View.from_array(numbers, view.mines)


def _ask_any(name: str, view: View) -> Decision:
    agent = make(name)
    # A view promises nothing about the first cell, and may hold mines that were hit.
    rules = Rules(view.rows, view.cols, view.mines, FirstMove.UNSAFE, on_mine=OnMine.CONTINUE)
    agent.reset(rules, stream(0, 0))
    return agent.choose(view)
