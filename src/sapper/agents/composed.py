"""Composed agents: a sequence of deduction steps, and a rule for guessing when the steps find nothing."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.random import Generator

from sapper import _core
from sapper.agents.base import Decision, NeedsReset
from sapper.agents.tie_break import pick
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.knowledge.knowledge import Knowledge


class Composed(NeedsReset):
    """Opens what a sequence of steps proves, else one of the cells that a guessing rule rates best.

    A subclass sets `steps` and `rule`. It may override `guess` to guess in another way. If it overrides no
    method, the C++ core can play whole games from its `recipe`, with exactly the same moves.
    """

    knowledge: Knowledge

    name = ""
    paper: str | None = None
    steps: tuple[str, ...] = ("single-cell",)
    """The names of the deduction steps, as in `Knowledge.deduce`, cheapest first."""
    rule = "any"
    """The name of the guessing rule, as in `Knowledge.guess`."""
    elsewhere = False
    """Whether the guess also considers the cells beside no number."""
    flags = False
    """Whether known mines are flagged."""
    one_by_one = False
    """Whether each decision opens one known cell, so that its number is used before the next is opened.

    The cells that the mine count proves free are always opened together, since nothing is left to learn.
    """

    @property
    def recipe(self) -> _core.Recipe | None:
        """The data with which the core can play whole games, or None if the agent overrides a method."""
        own = any(getattr(type(self), name) is not getattr(Composed, name) for name in _METHODS)
        switches = self.elsewhere, self.flags, self.one_by_one
        return None if own else _core.Recipe(self.steps, self.rule, *switches)

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rules = rules
        self.rng = rng
        self.knowledge = Knowledge(rules.rows, rules.cols, rules.mines)

    def choose(self, view: View) -> Decision:
        """Open the cells that the steps prove free, and flag the proven mines. If there are none, guess."""
        self.knowledge.update(view)
        free = self.knowledge.safe if self.one_by_one else []
        if not free and self.knowledge.deduce(*self.steps):
            free = self.knowledge.safe
        if self.one_by_one and not self.knowledge.counted:
            free = free[:1]
        flags = self.knowledge.to_flag(view) if self.flags else ()
        return self.certain(free, flags) if free or flags else self.guess(view)

    def certain(self, opens: Sequence[Cell], flags: Sequence[Cell] = ()) -> Decision:
        """Open and flag proven cells. The reason is the proof of the first one."""
        fact = self.knowledge.fact((*opens, *flags)[0])
        return Decision.sure(opens, flags, reason=str(fact) if fact else "")

    def guess(self, view: View) -> Decision:
        """Open one of the cells that the rule rates best, each with the same probability."""
        cells, risk = self.knowledge.guess(self.rule, self.elsewhere)
        if not cells:
            return Decision.give_up("no cell is left to open")
        return self.take(cells, risk)

    def take(self, cells: Sequence[Cell], risk: float) -> Decision:
        """Open one of several equally good cells."""
        among = f", shared by {len(cells)} cells" if len(cells) > 1 else ""
        reason = (
            f"nothing is proven; a risk of about {risk:.0%} is the lowest by the rule {self.rule!r}{among}"
        )
        return Decision.guess(pick(cells, self.rng), risk=risk, reason=reason)


_METHODS = ("reset", "choose", "certain", "guess", "take")
