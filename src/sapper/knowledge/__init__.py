"""Knowledge: what can be deduced from a view, step by step. The agents of the papers are built from it.

The files in reading order:

- ``fact``: constraints, facts, and the solutions of a component.
- ``plain_steps``: each deduction step in a few lines of Python, to read and to test the C++ steps against.
- ``plain_recipe``: a sequence of steps in plain Python, as an agent runs it on a turn.
- ``plain_guesses``: the rules for guessing in plain Python.
- ``deduction``: the same steps, computed by the C++ core.
- ``knowledge``: the steps applied to one game on a board.
- ``equations``: the steps applied to equations over named cells, as papers print them.
- ``propagation``: the two rules of single numbers, as array operations on a view.
- ``weighing``: risks from all solutions and the mine count.
- ``sampling``: risks from random solutions, where there are too many to list.
"""

from __future__ import annotations

from sapper.knowledge.deduction import Deduction
from sapper.knowledge.equations import Equations
from sapper.knowledge.fact import Component, Constraint, Enumeration, Fact
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.propagation import propagate
from sapper.knowledge.sampling import sampled_risks
from sapper.knowledge.weighing import Odds, Weighed, odds_of, weigh

__all__ = [
    "Component",
    "Constraint",
    "Deduction",
    "Enumeration",
    "Equations",
    "Fact",
    "Knowledge",
    "Odds",
    "Weighed",
    "odds_of",
    "propagate",
    "sampled_risks",
    "weigh",
]
