"""The agent `aua-csp-dqn`: the solver of aua2023, with a small network that decides when it is stuck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.agents.tie_break import pick
from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.learn.playing.aua_windows import candidates, inner_candidates, window_at
from sapper.learn.playing.network_agent import answer, model_path, open_model

ASKED = "dqn-5x5"
"""The value of `Decision.by` in game records if the network decided, and the name of the shipped network."""


class AuaCspDqn(AuaHybrid):
    """Uses the three methods of aua2023; if they are stuck, a network over 5x5 windows opens or flags.

    The method is from section 4.2. If a wrong flag loses the game, the network may flag a cell or open it, as
    in the paper. Otherwise it may only open cells. The paper does not say which cell is chosen; ours is the
    one with the highest Q-value.
    """

    name = "aua-csp-dqn"
    paper = "aua2023"
    uses_network = True

    def __init__(self, model: str | Path = ASKED) -> None:
        """Load a shipped network by its name, or any network by the path of its ONNX file."""
        super().__init__(self._decide)
        path = model_path(model)
        self.session = open_model(path)
        if str(model) != ASKED:
            self.name = f"{self.name}:{path.stem}"

    def _values(self, view: View, cells: Sequence[Cell]) -> NDArray[np.float32]:
        """Return the two Q-values of each cell: of opening it, and of flagging it or leaving it."""
        windows = np.stack([window_at(view, cell) for cell in cells])
        found = answer(self.session, {"windows": windows})
        if found.ndim != 2 or len(found) != len(cells) or found.shape[1] < 2:
            raise SapperError(f"the network {self.name} is damaged: its answer has the shape {found.shape}")
        return found[:, :2]

    def _decide(self, view: View, rng: Generator) -> Decision:
        cells = candidates(view)
        values = self._values(view, cells)
        if self.rules.on_wrong_flag != "lose":
            values = values[:, :1]
        best, action = np.unravel_index(int(values.argmax()), values.shape)
        reason = f"the solver is stuck; this cell has the highest Q-value, {values[best, action]:+.2f}"
        if action == 1:
            return Decision(flags=(cells[best],), reason=reason, by=ASKED)
        return Decision((cells[best],), reason=reason, by=ASKED)


class AuaCspDqnSkip(AuaCspDqn):
    """Like aua-csp-dqn, but the network opens or skips one cell after the other; else any cell is opened.

    Section 4.2 as the authors' program plays it. The network judges the covered cells with at least three
    known neighbours in reading order, without the two outer rings of the board. It opens the first cell that
    it rates better to open than to leave; leaving a cell neither flags it nor loses. If it leaves all of
    them, or if there is none, any covered cell without a flag is opened, each with the same probability.
    Differs: flags have the value -1 in a window, as the paper says; in the program they look like covered
    cells. The weights are ours.
    """

    name = "aua-csp-dqn-skip"

    def __init__(self, model: str | Path = ASKED) -> None:
        """Load a shipped network by its name, or any network by the path of its ONNX file."""
        super().__init__(model)
        self.judged = 0
        """The number of cells that the network has judged, in all games of this agent."""

    def _decide(self, view: View, rng: Generator) -> Decision:
        cells = inner_candidates(view)
        if cells:
            values = self._values(view, cells)
            for cell, (opening, leaving) in zip(cells, values, strict=True):
                self.judged += 1
                if opening > leaving:
                    reason = f"the solver is stuck; the network rates opening {opening:+.2f}"
                    return Decision.guess(cell, reason=reason, by=ASKED)
        flags = view.flags
        covered = [cell for cell in view.covered if not flags[cell]]
        return Decision.guess(pick(covered, rng), reason="the network opens no cell; any cell is opened")
