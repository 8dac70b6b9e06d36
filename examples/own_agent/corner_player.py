"""An agent in its own package. Sapper finds it through the entry point in pyproject.toml."""

from __future__ import annotations

from numpy.random import Generator

import sapper
from sapper import Decision, Rules, View


class CornerPlayer:
    """Opens certain cells. If there are none, it opens a covered corner, or else the safest cell."""

    name = "corner-player"
    paper = None

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Start a game. This agent has no state and uses no randomness."""

    def choose(self, view: View) -> Decision:
        """Analyse the view and choose the cells to open."""
        analysis = sapper.analyse(view)
        if analysis.safe:
            return Decision.sure(analysis.safe)
        corners = [(row, col) for row in (0, view.rows - 1) for col in (0, view.cols - 1)]
        cells = [cell for cell in corners if view[cell] == -2 and analysis.risk[cell] < 1] or view.covered
        cell = min(cells, key=lambda cell: float(analysis.risk[cell]))
        return Decision.guess(cell, risk=float(analysis.risk[cell]), reason="corners first")
