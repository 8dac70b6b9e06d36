"""The agent `aua-csp-dqn`: the solver of aua2023, with a small network that decides when it is stuck."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.random import Generator

from sapper.agents.base import Decision
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.game.view import View
from sapper.learn.playing.aua_windows import candidates, window_at
from sapper.learn.playing.network_agent import model_path, open_model

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

    def _decide(self, view: View, rng: Generator) -> Decision:
        cells = candidates(view)
        windows = np.stack([window_at(view, cell) for cell in cells])
        values = self.session.run(None, {"windows": windows})[0][:, :2]
        if self.rules.on_wrong_flag != "lose":
            values = values[:, :1]
        best, action = np.unravel_index(int(values.argmax()), values.shape)
        reason = f"the solver is stuck; this cell has the highest Q-value, {values[best, action]:+.2f}"
        if action == 1:
            return Decision(flags=(cells[best],), reason=reason, by=ASKED)
        return Decision((cells[best],), reason=reason, by=ASKED)
