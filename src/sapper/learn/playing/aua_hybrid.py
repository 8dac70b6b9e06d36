"""`aua-csp-dqn`: the three methods of aua2023, and a small network's decision where they are stuck."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.random import Generator

from sapper.agents.base import Decision
from sapper.agents.papers.aua2023 import AuaHybrid
from sapper.game.view import View
from sapper.learn.playing.network_agent import model_path, open_model
from sapper.learn.training.stuck_positions import candidates, window_at

ASKED = "dqn-5x5"
"""Who decided, in the records: the network, not the methods."""


class AuaCspDqn(AuaHybrid):
    """The three methods of aua2023; stuck, a network that sees 5x5 cells opens or flags one.

    Section 4.2. Where a wrong flag loses, flagging is an action of its own, as in the paper; else the network
    only opens. Which of the cells it judges is not said: ours is the one with the highest Q-value of all.
    """

    name = "aua-csp-dqn"
    paper = "aua2023"
    uses_network = True

    def __init__(self, model: str | Path = ASKED) -> None:
        """Ask a shipped network by its name, or any by the path of its ONNX file."""
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
        reason = f"the methods are stuck; a Q-value of {values[best, action]:+.2f} is the highest"
        if action == 1:
            return Decision(flags=(cells[best],), reason=reason, by=ASKED)
        return Decision((cells[best],), reason=reason, by=ASKED)
