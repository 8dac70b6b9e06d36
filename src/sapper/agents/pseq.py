"""PSEQ: exact probabilities, and a look at what the next number would prove.

Paper: Tu, Li, Chen, Zu and Gu 2017, "Exploring Efficient Strategies for Minesweeper".
The letters have the meaning of its abstract and of the program published with it. P is the lowest risk. S is
the highest probability that the number shown proves some cell free. E is the largest expected number of cells
that it proves free. Q is the largest quantity of information: the entropy of the number. Each criterion
decides only among the cells that are equal by all criteria before it. The last ties are broken at random.
Differs from the paper: it does not say when two values are equal. Here risks are equal within 1e-12, and the
other values within 1e-9.

The C++ core chooses every move.
"""

from __future__ import annotations

from sapper.agents.native import NativeAgent


class Pseq(NativeAgent):
    """Guesses the safest cell; breaks ties by what the next number would prove or tell."""

    name = "pseq"
    paper = "tu2017"
