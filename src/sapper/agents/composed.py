"""Agents made of steps: a sequence of deductions, and a rule for the guess when they find nothing."""

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
    """Opens what a sequence of steps proves, else one of the cells that a rule finds best.

    An agent states its `steps` and its `rule`; one that guesses in a way of its own overrides `guess`. While
    it overrides nothing, the core can play its whole games from its `recipe`, move for move the same.
    """

    name = ""
    paper: str | None = None
    steps: tuple[str, ...] = ("single-cell",)
    """The names of the steps, as `Knowledge.deduce` takes them: cheapest first."""
    rule = "any"
    """How to guess, as `Knowledge.guess` takes it."""
    elsewhere = False
    """Whether the guess weighs the cells beside no number too."""
    flags = False
    """Whether known mines are flagged."""
    one_by_one = False
    """Whether a number is taken over before the next known cell is opened, and not all of them opened first.

    What the mine count settles is opened at once in any case: nothing is left to learn.
    """

    @property
    def recipe(self) -> _core.Recipe | None:
        """What the core needs to play whole games in its place; None if the agent has ways of its own."""
        own = any(getattr(type(self), name) is not getattr(Composed, name) for name in _WAYS)
        switches = self.elsewhere, self.flags, self.one_by_one
        return None if own else _core.Recipe(self.steps, self.rule, *switches)

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        self.rules = rules
        self.rng = rng
        self.knowledge = Knowledge(rules.rows, rules.cols, rules.mines)

    def choose(self, view: View) -> Decision:
        """Open what the steps prove free, and flag the proven mines; else guess."""
        self.knowledge.update(view)
        free = self.knowledge.safe if self.one_by_one else []
        if not free and self.knowledge.deduce(*self.steps):
            free = self.knowledge.safe
        if self.one_by_one and not self.knowledge.counted:
            free = free[:1]
        flags = self.knowledge.to_flag(view) if self.flags else ()
        return self.certain(free, flags) if free or flags else self.guess(view)

    def certain(self, opens: Sequence[Cell], flags: Sequence[Cell] = ()) -> Decision:
        """Open and flag what is proven, the reason being that of the first cell."""
        fact = self.knowledge.fact((*opens, *flags)[0])
        return Decision.sure(opens, flags, reason=str(fact) if fact else "")

    def guess(self, view: View) -> Decision:
        """Open one of the cells that the rule finds best, each with the same probability."""
        cells, risk = self.knowledge.guess(self.rule, self.elsewhere)
        if not cells:
            return Decision.give_up("no cell is left to open")
        return self.take(cells, risk)

    def take(self, cells: Sequence[Cell], risk: float) -> Decision:
        """Open one of equally good cells."""
        among = f", shared by {len(cells)} cells" if len(cells) > 1 else ""
        reason = (
            f"nothing is proven; a risk of about {risk:.0%} is the lowest by the rule {self.rule!r}{among}"
        )
        return Decision.guess(pick(cells, self.rng), risk=risk, reason=reason)


_WAYS = ("reset", "choose", "certain", "guess", "take")
