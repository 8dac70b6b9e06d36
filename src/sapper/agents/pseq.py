"""PSEQ: exact probabilities, and one look at what the next number would prove.

Paper: Tu, Li, Chen, Zu and Gu 2017, "Exploring Efficient Strategies for Minesweeper".
Its letters, as its abstract and the program published for it use them: P, the lowest risk; S, the greatest
chance that the number shown proves some cell free; E, the greatest expected number of cells it proves free;
Q, the greatest quantity of information, the entropy of the number. Each decides only between cells that all
before it find equal; what is left is drawn.
Ours: how close two values must be to be equal, 1e-12 for risks and 1e-9 for the rest.

The core plays; this file asks it for every move.
"""

from __future__ import annotations

from sapper.agents.native import NativeAgent


class Pseq(NativeAgent):
    """Safest cell, then most likely solvable next, then most cells freed, then most informative."""

    name = "pseq"
    paper = "tu2017"
