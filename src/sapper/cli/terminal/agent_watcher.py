"""An agent that plays a session's game one cell at a time."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from sapper.agents.base import Decision
from sapper.agents.registry import make
from sapper.agents.turn import carry_out, stream
from sapper.cli.terminal.game_session import GameSession
from sapper.game.rules import Cell


class AgentWatcher:
    """Lets an agent play a session's game one step at a time."""

    def __init__(self, session: GameSession, name: str, start: Cell = (0, 0)) -> None:
        self.session, self.name, self.start = session, name, start
        self.agent = make(name)
        self.waiting: deque[Decision] = deque()
        self.cell: Cell | None = None
        """The cell of the last step."""
        self.begin()

    def begin(self) -> None:
        """Make the board of the session and reset the agent. The first step will open the start cell."""
        session = self.session
        session.player = self.name
        if session.game is None:
            session.lay_out(self.start)
        self.agent.reset(session.rules, stream(session.seed, session.index))
        self.waiting.clear()
        self.cell = None

    def step(self) -> str:
        """Do the next step, and return what was done and why; empty when the game is over."""
        session = self.session
        game = session.game
        if game is None or session.is_over:
            return ""
        if not game.moves:
            self.cell = game.board.start
            session.open(self.cell)
            return f"opens {self.cell}, where the game starts"
        while self.waiting and self._is_done(self.waiting[0]):
            self.waiting.popleft()
        if not self.waiting:
            decision = self.agent.choose(session.view)
            if decision.gives_up:
                session.carry_out(lambda game: carry_out(decision, game, self.name))
                return f"gives up: {decision.reason}" if decision.reason else "gives up"
            self.waiting.extend(_single_steps(decision))
        step = self.waiting.popleft()
        self.cell = (step.flags or step.opens)[0]
        session.carry_out(lambda game: carry_out(step, game, self.name))
        if game.moves[-1].hit:
            self.waiting.clear()
        return _step_text(step, self.cell)

    def _is_done(self, step: Decision) -> bool:
        """Whether a cascade has already opened the cell, or its flag is already set."""
        view = self.session.view
        cell = (step.flags or step.opens)[0]
        return view[cell] != -2 or (bool(step.flags) and bool(view.flags[cell]))


def _single_steps(decision: Decision) -> list[Decision]:
    """Split a decision into one decision per cell. Only the first one keeps the reason."""
    flags = [replace(decision, opens=(), flags=(cell,)) for cell in decision.flags]
    steps = flags + [replace(decision, opens=(cell,), flags=()) for cell in decision.opens]
    return [steps[0], *(replace(step, reason="") for step in steps[1:])]


def _step_text(step: Decision, cell: Cell) -> str:
    verb = "flags" if step.flags else "opens"
    if step.reason:
        return f"{verb} {cell}: {step.reason}"
    if step.certain:
        return f"{verb} {cell}: certain"
    risk = "" if step.risk is None else f" at a risk of {step.risk:.1%}"
    return f"{verb} {cell}{risk}"
