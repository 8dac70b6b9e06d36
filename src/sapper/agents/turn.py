"""A turn: carry out a decision in a game. This module alone defines which decisions are legal."""

from __future__ import annotations

from numpy.random import Generator, Philox

from sapper.agents.base import TIME_OUT, Decision
from sapper.errors import SapperError
from sapper.game.enums import End, State
from sapper.game.game import Game
from sapper.game.view import View

_PLAYING = State.PLAYING.value  # a lookup in the enum takes several times as long as the comparison


class IllegalDecision(SapperError):  # noqa: N818 - read as `raise IllegalDecision`
    """A decision that cannot be carried out."""


def stream(seed: int, index: int) -> Generator:
    """Return the random generator of an agent in game `index` of `seed`. Native agents use it too."""
    return Generator(Philox(key=seed | index << 64, counter=1 << 192))


def carry_out(decision: Decision, game: Game, agent: str) -> None:
    """Set the flags, then open the cells. Each is one step of the game. A hit mine ends the decision.

    A cell that a cascade has already opened is skipped, and so is a cell that already carries a flag. A
    decision without any cells gives up, and the game is lost. The field `by` of the moves is that of the
    decision, or the agent's name if that is empty.

    Raises:
        IllegalDecision: A cell is off the board, a flagged cell would be opened, or nothing changes.
    """
    if not isinstance(decision, Decision):
        raise IllegalDecision(f"{agent} must choose a Decision, not {decision!r}")
    if decision.gives_up:
        game.give_up(End.TIME_OUT if decision.by == TIME_OUT else End.STUCK)
        return
    by = decision.by or agent
    view = game.view
    problem = illegal(decision, view)
    if problem:
        raise IllegalDecision(f"{agent} {problem} in {view}")
    flags, hits, moved = view.flags, game.hits, False
    for cell in decision.flags:
        if not flags[cell]:
            moved |= game.flag(cell, certain=decision.certain, by=by) is not None
            if game.state != _PLAYING:
                return
    for cell in decision.opens:
        moved |= game.open(cell, risk=decision.risk, certain=decision.certain, by=by) is not None
        if game.state != _PLAYING or game.hits > hits:
            return
    if not moved:
        raise IllegalDecision(f"{agent} goes round in circles: {decision} changes nothing in {view}")


def illegal(decision: Decision, view: View) -> str | None:
    """Return what makes a decision illegal, or None if it is legal."""
    flags = view.flags
    for verb, cells in (("opens", decision.opens), ("flags", decision.flags)):
        for row, col in cells:
            if not (0 <= row < view.rows and 0 <= col < view.cols):
                return f"{verb} ({row}, {col}), outside the {view.rows}x{view.cols} board,"
    both = set(decision.opens) & set(decision.flags)
    if both:
        return f"opens and flags {min(both)}"
    flagged = [cell for cell in decision.opens if flags[cell]]
    if flagged:
        return f"opens {flagged[0]}, which carries a flag,"
    for name in ("risk", "win"):
        value = getattr(decision, name)
        if value is not None and not 0 <= value <= 1:
            return f"states {value!r} as {name}, which is no probability,"
    return None
