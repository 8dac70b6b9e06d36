"""The table of experiment kinds: one function per kind, which plays games and returns an outcome."""

from __future__ import annotations

from collections.abc import Callable

from sapper.experiments.experiment import Experiment
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.kinds.cheapest_consistency import cheapest_consistency
from sapper.experiments.kinds.frontier_time import frontier_time
from sapper.experiments.kinds.game_pictures import game_pictures
from sapper.experiments.kinds.losing_move import losing_move
from sapper.experiments.kinds.start_cells import start_cells
from sapper.experiments.kinds.stated_risks import calibration
from sapper.experiments.kinds.strength_and_time import strength
from sapper.experiments.kinds.training_curves import training
from sapper.experiments.outcome import Outcome

KINDS: dict[str, Callable[[Experiment, GameSupply], Outcome]] = {
    "cheapest-consistency": cheapest_consistency,
    "game-pictures": game_pictures,
    "losing-move": losing_move,
    "frontier-time": frontier_time,
    "training": training,
    "start-cells": start_cells,
    "calibration": calibration,
    "strength": strength,
}
"""The function of each kind. The kind `measures` is not listed: the runner computes it itself."""
