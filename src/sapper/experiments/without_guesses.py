"""Games without guesses: an agent that gives up before it opens a cell that is not proven free."""

from __future__ import annotations

from functools import cache

from numpy.random import Generator

from sapper.agents.base import Agent, Decision
from sapper.agents.registry import make
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.solver.analysis import analyse

MEASURE = "win-without-guess"


class WithoutGuesses:
    """Plays like another agent, but gives up where that agent would open a cell with a risk above 0.

    The exact engine computes the risk. So the games that this agent wins are those that the other agent wins
    without a guess, also if the other agent never says which of its moves are certain.
    """

    paper = None

    def __init__(self, played: str) -> None:
        self.played = played
        self.name = name(played)

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game."""
        _made(self.played).reset(rules, rng)

    def choose(self, view: View) -> Decision:
        """Decide like the other agent, unless that is a guess."""
        decision = _made(self.played).choose(view)
        if decision.is_guess:
            risk = analyse(view).risk
            if any(risk[cell] > 0 for cell in decision.opens):
                return Decision.give_up("the next move would be a guess")
        return decision


def name(agent: str) -> str:
    """The name of an agent that plays without guesses.

    >>> name("cnn-18")
    'cnn-18-without-guesses'
    """
    return f"{agent}-without-guesses"


@cache
def _made(agent: str) -> Agent:
    """The agent, once per process: loading a network takes longer than a game."""
    return make(agent)
