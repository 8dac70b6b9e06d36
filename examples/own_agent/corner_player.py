"""An agent in a package of its own: the entry point in pyproject.toml is all that Sapper needs to find it."""

from __future__ import annotations

from numpy.random import Generator

import sapper
from sapper import Decision, Rules, View


class CornerPlayer:
    """Opens what is certain, else a covered corner, else the safest cell."""

    name = "corner-player"
    paper = None

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game; nothing here is left to chance."""

    def choose(self, view: View) -> Decision:
        """Ask the exact engine, and prefer corners where it is not sure."""
        analysis = sapper.analyse(view)
        if analysis.safe:
            return Decision.sure(analysis.safe)
        corners = [(row, col) for row in (0, view.rows - 1) for col in (0, view.cols - 1)]
        cells = [cell for cell in corners if view[cell] == -2 and analysis.risk[cell] < 1] or view.covered
        cell = min(cells, key=lambda cell: float(analysis.risk[cell]))
        return Decision.guess(cell, risk=float(analysis.risk[cell]), reason="corners first")
